"""A connection that is dead and does not say so."""

import contextlib
import selectors
import socket
import threading
from collections.abc import Iterator

TICK = 0.05  # seconds between two looks at whether it is to end
BYTES = 65536  # at once


class Relay:
    """Passes bytes between clients and a server, until it swallows them. Then nothing is closed, as when a phone
    changes its network, or a middle box has forgotten the connection; new connections work."""

    def __init__(self, port: int) -> None:
        """`port`: of the server, on this machine."""
        self._server = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._pairs: dict[socket.socket, socket.socket | None] = {}  # where bytes go; None: nowhere
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._ended = False
        self._swallowing: list[tuple[bool, bool]] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def swallow(self, *, requests: bool = True, answers: bool = True) -> None:
        """From now on, what comes over the connections that are open goes nowhere, in one direction or in both."""
        self._swallowing.append((requests, answers))
        while self._swallowing:
            self._thread.join(TICK)

    def close(self) -> None:
        self._ended = True
        self._thread.join()

    def _run(self) -> None:
        while not self._ended:
            for key, _ in self._selector.select(TICK):
                assert isinstance(key.fileobj, socket.socket)
                if key.fileobj is self._listening:
                    self._accept()
                else:
                    self._pass(key.fileobj)
            while self._swallowing:
                requests, answers = self._swallowing[0]
                for one in self._pairs:
                    from_client = one.getsockname()[1] == self.port
                    if requests if from_client else answers:
                        self._pairs[one] = None
                self._swallowing.pop(0)
        for one in [*self._pairs, self._listening]:
            one.close()
        self._selector.close()

    def _accept(self) -> None:
        client, _ = self._listening.accept()
        server = socket.create_connection(("127.0.0.1", self._server))
        self._pairs |= {client: server, server: client}
        for one in (client, server):
            self._selector.register(one, selectors.EVENT_READ)

    def _pass(self, one: socket.socket) -> None:
        try:
            data = one.recv(BYTES)
        except OSError:
            data = b""
        other = self._pairs[one]
        if data and other is not None:
            with contextlib.suppress(OSError):
                other.sendall(data)
        elif not data:
            self._selector.unregister(one)
            if other is not None:  # whoever is swallowed does not hear of the end either
                with contextlib.suppress(OSError):
                    other.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def relay(port: int) -> Iterator[Relay]:
    """A relay to a server on this machine."""
    made = Relay(port)
    try:
        yield made
    finally:
        made.close()
