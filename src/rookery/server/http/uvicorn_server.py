"""Runs the server: first everything that can fail, then the server itself."""

import contextlib
import errno
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

import rookery
from rookery.private_files import make_private_folder, open_to_others
from rookery.server.config import Config, read
from rookery.server.errors import PortInUse, StoreTrouble
from rookery.server.http.app import create_app
from rookery.server.http.proxies import TrustedProxyMiddleware
from rookery.server.http.uvicorn_http import TimedHttpProtocol
from rookery.server.notify.web_push import push_key_file
from rookery.server.ops import gc_tuning
from rookery.server.storage.database import is_postgres
from rookery.server.storage.store import Store
from rookery.server.telemetry import logs, metrics
from rookery.server.ws.uvicorn_ws import LimitedWebSocketProtocol

log = logging.getLogger(__name__)

# bytes; a longer message ends the connection, while one above MAX_MESSAGE_BYTES is only refused
MAX_FRAME_BYTES = 65_536
SHUTDOWN_TIMEOUT = 3  # seconds that pages get when the server stops
EXIT_DEADLINE = 6  # seconds until the process has ended, whatever happens; rookery.service and deploy/ rely on it
# seconds for which a thread may hold the interpreter; short, because everybody waits for the thread that writes
THREAD_SWITCH_INTERVAL = 0.0002
TCP_USER_TIMEOUT_MS = 60_000  # ms without acknowledgement after which a connection counts as lost


def serve(
    host: str,
    port: int,
    database: str | Path,
    *,
    ready: Callable[[str], object] = lambda link: None,
    ends_process: bool = False,
) -> None:
    """Serve until Ctrl-C. `port`: 0 chooses a free one; `database`: a file, or postgresql://...; `ready`: called with
    the address of the page once the server answers; `ends_process`: the caller does nothing after it, so the process
    may be ended if a thread keeps it.

    Raises PortInUse, StoreTrouble, MissingExtra, and UnknownOption for a setting in the environment, before anything
    has begun."""
    config = read(host=host, port=port, database=str(database))
    with listening(host, port) as listener:
        serve_at(listener, config, ready=ready, ends_process=ends_process)


def serve_at(
    listener: socket.socket,
    config: Config,
    *,
    ready: Callable[[str], object],
    ends_process: bool,
    around: Callable[[ASGIApp], ASGIApp] = lambda app: app,
) -> None:
    """Serve at a socket that listens. `around`: an application that answers some requests and passes on the others.

    Raises StoreTrouble, MissingExtra."""
    _prepare(config.database)
    store = Store(config.database)
    deadline = threading.Timer(EXIT_DEADLINE, _leave, [store])
    deadline.daemon = True
    try:
        _run(listener, deadline, ready, config, around(create_app(config, store)))
    finally:
        store.close()
        if not ends_process:  # otherwise Python may still wait for a thread when everything here has ended
            deadline.cancel()
    log.info("The server has stopped")


def _run(
    listener: socket.socket,
    deadline: threading.Timer,
    ready: Callable[[str], object],
    config: Config,
    app: ASGIApp,
) -> None:
    logs.set_up(config)
    _warn_of_readers(config.database)
    host = config.host
    shown_host = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    link = f"http://{shown_host}:{listener.getsockname()[1]}/"

    class LoggingServer(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                gc_tuning.begin()
                log.info("The server is open", extra={"version": rookery.__version__, "link": link})
                ready(link)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            log.info("The server stops", extra={"pages": metrics.recent.pages})
            if threading.current_thread() is threading.main_thread():  # else it runs inside another program
                deadline.start()
            await super().shutdown(sockets)

    settings = uvicorn.Config(
        TrustedProxyMiddleware(app, config.trusted_proxies) if config.trusted_proxies else app,
        http=TimedHttpProtocol.within(config),
        ws=LimitedWebSocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # it costs 40 KB a connection, and what a move changes fits one packet
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # proxies.py does this instead
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )
    if threading.current_thread() is threading.main_thread():
        sys.setswitchinterval(THREAD_SWITCH_INTERVAL)
        # uvicorn shuts down and then raises the signal again; SIGTERM's default handler would end the process there
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        LoggingServer(settings).run(sockets=[listener])


def _leave(store: Store) -> None:
    """End the process, whatever hangs, such as a thread that runs a kernel, for which Python would wait."""
    store.close()
    log.warning("The server did not stop in time and was ended; everything that was played is on disk")
    logging.shutdown()
    os._exit(0)


def _prepare(database: str | Path) -> None:
    """Create the folder of a database, because a new machine may have no data folder yet. Raises StoreTrouble."""
    if is_postgres(database):
        return
    try:
        make_private_folder(Path(database).parent)
    except OSError as error:
        raise StoreTrouble(f"the folder of the database {database} cannot be created: {error.strerror}") from None


def _warn_of_readers(database: str) -> None:
    """Log the files with secrets that other users of this machine can read: those that we make are private."""
    if is_postgres(database):
        return
    path = Path(database)
    beside = [path.with_name(path.name + end) for end in ("-wal", "-shm")]
    if files := " ".join(map(str, open_to_others([path, *beside, push_key_file(path)]))):
        log.warning("Other users of this machine can read the secrets of the games: chmod go= %s", files)


def listening(host: str, port: int) -> socket.socket:
    """A listening socket. Raises PortInUse."""
    if not 0 <= port <= 65_535:
        raise PortInUse(f"there is no port {port}; ports are 1 to 65535, and 0 chooses a free one")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:  # also for an invalid name such as a..b
        raise PortInUse(f"cannot listen on {host}: {error}; 127.0.0.1 is this machine alone") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TCP_USER_TIMEOUT_MS)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        why = "another program listens there; name another port" if error.errno == errno.EADDRINUSE else str(error)
        raise PortInUse(f"cannot listen on {host}, port {port}: {why}") from None
    return listener
