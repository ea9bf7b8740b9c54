"""HTTP endpoints for operators and monitoring: health and metrics."""

import hmac

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.server.http.responses import answer
from rookery.server.ops.health import Health
from rookery.server.quota.addresses import is_local
from rookery.server.telemetry import metrics


class OpsEndpoints:
    """Answers operators and monitoring."""

    def __init__(self, health: Health, token: str) -> None:
        """`token`: with it, /metrics can be read from other machines; "": only from this one."""
        self._health = health
        self._token = token

    async def health(self, request: Request) -> Response:
        """200 while the process answers."""
        return answer({"ok": True})

    async def ready(self, request: Request) -> Response:
        """200 if games can be played. Raises NotReady, StoreTrouble."""
        await self._health.check()
        return answer({"ready": True})

    async def status(self, request: Request) -> Response:
        return answer(await self._health.status())

    async def metrics(self, request: Request) -> Response:
        """The metrics for Prometheus."""
        header = request.headers.get("authorization", "").encode()
        authorised = bool(self._token) and hmac.compare_digest(header, f"Bearer {self._token}".encode())
        if not authorised and not is_local(request):
            raise HTTPException(404)  # others need not know that it exists
        return Response(metrics.scrape(), headers={"cache-control": "no-store"}, media_type=CONTENT_TYPE_LATEST)
