"""Whether anybody is still at the other end of a connection."""

from starlette.types import Scope

__all__ = ["CONNECTION_STATE_KEY", "PeerState", "gone"]

CONNECTION_STATE_KEY = "line"  # where an application finds its `PeerState`: in the state of its scope


class PeerState:
    """Whether anybody still hears what is said on a connection."""

    __slots__ = ("lost",)

    def __init__(self) -> None:
        self.lost = False


def gone(scope: Scope) -> bool:
    """Whether the line on which something was asked is broken, so that nobody hears the answer."""
    line = scope.get("state", {}).get(CONNECTION_STATE_KEY)
    return line is not None and line.lost
