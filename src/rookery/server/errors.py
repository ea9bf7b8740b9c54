"""What a server refuses, and what it cannot do, beside what core/errors.py names.

Refusal (core)
  ├─ UnreadableMessage     not a message of the protocol, or too long
  ├─ UnknownTable          no table of that id
  ├─ UnknownKey            a key that opens no seat of the table
  ├─ SeatTaken             nobody can sit down there
  ├─ StaleMove             the game has gone on since the asker looked
  ├─ OutOfTime             the clock of the seat is at zero
  ├─ CannotTakeBack        there is nothing to take back, or somebody has seen a draw since
  ├─ ForbiddenAddress      the server sends nothing there
  ├─ OtherSite             a page of another site asks in the name of who looks at it
  ├─ NotReady              the rules are still being compiled
  ├─ NotNow                the table is in another state: the game has not begun, or goes on, or nobody asks
  ├─ CannotReplace         no bot may take over that seat
  ├─ NotDrawn              that ply was not drawn at this table
  └─ TooBusy               a limit was reached; try again later
Trouble (core)
  ├─ PortInUse             another program listens there
  ├─ Stopping              the server stops
  └─ StoreTrouble          the database cannot be opened, written or trusted
       ├─ Conflict         another process has written to the table first
       └─ CommitUncertain  it went away while it was writing: nobody knows whether it has written
"""

from rookery.core.errors import Refusal, Trouble

__all__ = [
    "CannotReplace",
    "CannotTakeBack",
    "CommitUncertain",
    "Conflict",
    "ForbiddenAddress",
    "NotDrawn",
    "NotNow",
    "NotReady",
    "OtherSite",
    "OutOfTime",
    "PortInUse",
    "SeatTaken",
    "StaleMove",
    "Stopping",
    "StoreTrouble",
    "TooBusy",
    "UnknownKey",
    "UnknownTable",
    "UnreadableMessage",
]


class OutOfTime(Refusal):
    """The clock of the seat is at zero."""


class SeatTaken(Refusal):
    """Nobody can sit down there."""


class StaleMove(Refusal):
    """The game has gone on since the asker looked."""


class CannotTakeBack(Refusal):
    """There is nothing to take back, or somebody has seen a draw since."""


class UnreadableMessage(Refusal):
    """Not a message of the protocol, or too long."""


class UnknownTable(Refusal):
    """No table of that id."""


class UnknownKey(Refusal):
    """The key opens no seat of the table."""


class ForbiddenAddress(Refusal):
    """The server sends nothing there."""


class OtherSite(Refusal):
    """A page of another site asks in the name of who looks at it."""


class NotReady(Refusal):
    """The rules are still being compiled."""


class NotNow(Refusal):
    """The table is in another state: the game has not begun, or goes on, or nobody asks."""


class CannotReplace(Refusal):
    """No bot may take over that seat."""


class NotDrawn(Refusal):
    """That ply was not drawn at this table."""


class TooBusy(Refusal):
    """A limit was reached; `wait`: seconds until it is worth asking again."""

    def __init__(self, words: str, wait: int = 1) -> None:
        super().__init__(words)
        self.wait = wait


class PortInUse(Trouble):
    """Another program listens on that port."""


class Stopping(Trouble):
    """The server stops."""


class StoreTrouble(Trouble):
    """The database cannot be opened, written or trusted."""


class Conflict(StoreTrouble):
    """Another process has written to the table first: what was decided here was decided of an older one."""


class CommitUncertain(StoreTrouble):
    """The database went away while it was writing: whether it has written is not known until it is back."""
