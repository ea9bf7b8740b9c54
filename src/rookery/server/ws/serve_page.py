"""Serves the WebSocket of one page."""

import asyncio
import logging

from starlette.websockets import WebSocket

from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.rooms.table_manager import TableManager
from rookery.server.telemetry.redact import short
from rookery.server.ws.connection import CLOSE_TRY_AGAIN_LATER, Connection
from rookery.server.ws.page_session import CLOSE_INTERNAL_ERROR, CLOSE_NORMAL, PageSession

log = logging.getLogger(__name__)


async def serve_page(socket: WebSocket, manager: TableManager, quota: AddressQuota) -> None:
    """Serve a page until it leaves or cannot be served."""
    await socket.accept()
    config = manager.config
    page = Connection(
        socket,
        quota,
        config.max_queued_messages,
        TokenBucket(config.message_rate, config.message_burst, beyond=quota.messages),
        config.site,
    )
    session = PageSession(page, manager, socket.path_params["table"])
    reader = asyncio.create_task(session.run())
    code = CLOSE_NORMAL
    try:
        await asyncio.wait({reader, page.writer}, return_when=asyncio.FIRST_COMPLETED)
        code = reader.result() if reader.done() else CLOSE_TRY_AGAIN_LATER
    except Exception:
        log.exception("A page of table %s could not be served", short(session.table_id))
        code = CLOSE_INTERNAL_ERROR
    finally:
        page.writer.cancel()  # both before the first await, which a second cancellation would interrupt
        session.end(reader)
        await asyncio.gather(asyncio.shield(reader), return_exceptions=True)
        await page.close(code)
