"""Whether the client of a connection is still there."""

from starlette.types import Scope

CONNECTION_STATE_KEY = "line"  # the key of the `PeerState` in the state of an ASGI scope


class PeerState:
    """Whether a connection is lost."""

    __slots__ = ("lost",)

    def __init__(self) -> None:
        self.lost = False


def gone(scope: Scope) -> bool:
    """Whether the connection of a request is lost, so that nobody would receive the answer."""
    line = scope.get("state", {}).get(CONNECTION_STATE_KEY)
    return line is not None and line.lost
