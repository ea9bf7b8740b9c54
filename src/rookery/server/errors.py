"""The errors of a server, in addition to those of core/errors.py.

UnknownGame (core)
  └─ NotAllowed            somebody made the game, and the owner of this server does not allow such games
Refusal (core)
  ├─ UnreadableMessage     not a message of the protocol, or too long
  ├─ OtherVersion          a page that is older or newer than the server
  ├─ UnknownTable          no table of that id
  ├─ UnknownKey            a key that opens no seat of the table
  ├─ SeatTaken             the seat is not free
  ├─ StaleMove             the game has changed since the page last saw it
  ├─ OutOfTime             the clock of the seat is at zero
  ├─ CannotTakeBack        there is nothing to take back, or somebody has seen a draw since
  ├─ ForbiddenAddress      the server does not send to that address
  ├─ OtherSite             a page of another site sends a request through its visitor's browser
  ├─ NotReady              the game is still being opened
  ├─ NoHelp                the engine helps nobody against other people
  ├─ NotNow                the table is in the wrong state: the game has not begun or is not over, or nothing was asked
  ├─ CannotReplace         no bot may take over that seat
  ├─ NotDrawn              that ply was not drawn at this table
  ├─ CannotRate            such a table cannot be rated, or this seat cannot take part in it
  ├─ UnknownTag            a device or an address that belongs to no tag
  ├─ BadSignature          not signed with the key that it names
  ├─ StaleRequest          signed too long ago, or seen before
  ├─ SecondTry             this game of the day was played by the same person already
  ├─ SpoiltDay             a game of the day whose draws may be known, because the server's clock was ahead
  ├─ TooBusy               a limit was reached; try again later
  └─ NeedsServer           only a server can do it, and this page plays without one
Trouble (core)
  ├─ PortInUse             another program listens on that port
  ├─ Stopping              the server is stopping
  └─ StoreTrouble          the database cannot be opened, written or trusted
       ├─ Conflict         another process wrote to the table first
       ├─ Overtaken        or another row that was to be written
       ├─ CommitUncertain  the connection broke during a commit, which may or may not have succeeded
       ├─ DamagedTable     what is kept of a table is damaged
       │  └─ DamagedEvening or of an evening
       └─ StorageTrouble   the browser cannot keep what is played in a page without a server
            ├─ StorageFull       it has no room left
            └─ StorageForbidden  it does not allow it
"""

from rookery.core.errors import Refusal, Trouble, UnknownGame

NOTHING_SAVED = "the server cannot save anything right now, so nothing was changed; please try again later"
SAVED_OR_NOT = "the server could not confirm that this was saved; please check again in a moment"


class OutOfTime(Refusal):
    """The clock of the seat is at zero."""


class SeatTaken(Refusal):
    """The seat is not free."""


class StaleMove(Refusal):
    """The game has changed since the page last saw it."""


class CannotTakeBack(Refusal):
    """There is nothing to take back, or somebody has seen a draw since."""


class UnreadableMessage(Refusal):
    """Not a message of the protocol, or too long."""


class OtherVersion(Refusal):
    """The page is older or newer than the server."""


class UnknownTable(Refusal):
    """No table of that id."""


class UnknownKey(Refusal):
    """The key opens no seat of the table."""


class ForbiddenAddress(Refusal):
    """The server does not send to that address."""


class OtherSite(Refusal):
    """A page of another site sends a request through its visitor's browser."""


class NotReady(Refusal):
    """The game is still being opened."""


class NotNow(Refusal):
    """The table is in the wrong state: the game has not begun or is not over, or nothing was asked."""


class NoHelp(Refusal):
    """The engine helps nobody against other people."""


class CannotReplace(Refusal):
    """No bot may take over that seat."""


class CannotRate(Refusal):
    """Such a table cannot be rated, or this seat cannot take part in it."""


class NotDrawn(Refusal):
    """That ply was not drawn at this table."""


class UnknownTag(Refusal):
    """A device or an address that belongs to no tag."""


class BadSignature(Refusal):
    """Not signed with the key that it names."""


class StaleRequest(Refusal):
    """Signed too long ago, or seen before."""


class SecondTry(Refusal):
    """This game of the day was played by the same person already."""


class SpoiltDay(Refusal):
    """The clock of the server was ahead, so the draws of this day may be known."""


class NotAllowed(UnknownGame):
    """Somebody made the game, and the owner of this server does not allow such games."""


class TooBusy(Refusal):
    """A limit was reached. `wait`: seconds after which a new attempt may succeed."""

    def __init__(self, words: str, wait: int = 1) -> None:
        super().__init__(words)
        self.wait = wait


class NeedsServer(Refusal):
    """Only a server can do it, and this page plays without one."""


class PortInUse(Trouble):
    """Another program listens on that port."""


class Stopping(Trouble):
    """The server is stopping."""


class StoreTrouble(Trouble):
    """The database cannot be opened, written or trusted. `told`: all that a page learns of it."""

    told = NOTHING_SAVED  # the words of the error may contain the address of the database


class Conflict(StoreTrouble):
    """Another process wrote to the table first, so what was decided here rests on an outdated state."""


class Overtaken(StoreTrouble):
    """Another process wrote a row with the same key first. Work that is done again sees that row."""


class CommitUncertain(StoreTrouble):
    """The connection broke during a commit. Whether the commit succeeded is unknown until the database is back."""

    told = SAVED_OR_NOT


class DamagedTable(StoreTrouble):
    """The stored data of a table is damaged."""

    told = "what was kept of this table is damaged, so the table cannot be opened"


class DamagedEvening(DamagedTable):
    """The stored data of an evening is damaged."""

    told = "what was kept of this evening is damaged, so it cannot go on"


class StorageTrouble(StoreTrouble):
    """The browser cannot keep what is played in a page without a server. The page learns the words of the error."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.told = words


class StorageFull(StorageTrouble):
    """The browser has no room left."""


class StorageForbidden(StorageTrouble):
    """The browser does not allow it, as in some private windows."""
