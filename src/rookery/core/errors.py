"""Every refusal has a name and says in one sentence what was asked and what is allowed; it changes nothing.

Refusal (ValueError)
  ├─ UnknownGame           no game of that title is installed
  ├─ UnknownOption         the game has no option, choice or number of players like that
  ├─ UnreadableAction      not in the game's notation
  ├─ IllegalAction         readable, but not allowed now
  │    └─ GameOver         nothing is allowed any more
  ├─ NotYourTurn           another seat decides now
  ├─ OutOfTime             the clock of the seat is at zero
  ├─ SeatTaken             nobody can sit down there
  ├─ StaleMove             the game has gone on since the asker looked
  ├─ CannotConcede         nobody can give up in this game, or not now
  ├─ CannotTakeBack        there is nothing to take back, or somebody has seen a draw since
  ├─ NoSuchPly             the game has no such moment
  ├─ NoSuchSpot            the picture has no such place, or no click leads there
  ├─ UnreadablePosition    text or JSON that is no position of the game
  ├─ BrokenRecord          a file that is no record of a game, or stops in the middle of a line
  │    ├─ UnknownRules     a record of another version of the rules
  │    └─ BrokenPromise    draws that are not those which were promised, or of which nothing was promised
  ├─ OtherWork             a file that holds other work, or that another process is writing
  ├─ CannotPlay            this bot or search cannot play this game, with the reason
  ├─ UnknownLevel          no bot of that level
  ├─ UnreadableMessage     not a message of the protocol, or too long
  ├─ UnknownTable          no table of that id
  ├─ UnknownKey            a key that opens no seat of the table
  ├─ ForbiddenAddress      the server sends nothing there
  ├─ OtherSite             a page of another site asks in the name of who looks at it
  ├─ NotReady              not yet: rules are being compiled, or the game has to end first
  └─ TooBusy               a limit was reached; try again later
Trouble (RuntimeError)     the machine cannot do it
  ├─ BrokenKernel          a game's kernel cannot be compiled, with its file and line
  ├─ PortInUse
  ├─ StoreTrouble          the database cannot be opened, written or trusted
  │    ├─ Overtaken        another process has written to the table first
  │    └─ Unanswered       it went away while it was writing: nobody knows whether it has written
  ├─ MissingExtra          an optional library is not installed, with the command that installs it
  └─ LostWorker            a process that worked for this one has ended in the middle
"""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "BrokenKernel",
    "BrokenPromise",
    "BrokenRecord",
    "CannotConcede",
    "CannotPlay",
    "CannotTakeBack",
    "ForbiddenAddress",
    "GameOver",
    "IllegalAction",
    "LostWorker",
    "MissingExtra",
    "NoSuchPly",
    "NoSuchSpot",
    "NotReady",
    "NotYourTurn",
    "OtherSite",
    "OtherWork",
    "OutOfTime",
    "Overtaken",
    "PortInUse",
    "Refusal",
    "SeatTaken",
    "StaleMove",
    "StoreTrouble",
    "TooBusy",
    "Trouble",
    "Unanswered",
    "UnknownGame",
    "UnknownKey",
    "UnknownLevel",
    "UnknownOption",
    "UnknownRules",
    "UnknownTable",
    "UnreadableAction",
    "UnreadableMessage",
    "UnreadablePosition",
    "one_of",
]


class Refusal(ValueError):
    """What was asked is not allowed; nothing changed."""


class UnknownGame(Refusal):
    """No game of that title is installed."""


class UnknownOption(Refusal):
    """The game has no option, choice or number of players like that."""


class UnreadableAction(Refusal):
    """The text is not in the game's notation."""


class IllegalAction(Refusal):
    """The action is readable, but not allowed now."""


class GameOver(IllegalAction):
    """Nothing is allowed any more."""


class NotYourTurn(Refusal):
    """Another seat decides now."""


class OutOfTime(Refusal):
    """The clock of the seat is at zero."""


class SeatTaken(Refusal):
    """Nobody can sit down there."""


class StaleMove(Refusal):
    """The game has gone on since the asker looked."""


class CannotConcede(Refusal):
    """Nobody can give up in this game, or not now."""


class CannotTakeBack(Refusal):
    """There is nothing to take back, or somebody has seen a draw since."""


class NoSuchPly(Refusal):
    """The game has no such moment."""


class NoSuchSpot(Refusal):
    """The picture has no such place, or no click leads there."""


class UnreadablePosition(Refusal):
    """The text or JSON is no position of the game."""


class BrokenRecord(Refusal):
    """The file is no record of a game, or stops in the middle of a line."""


class UnknownRules(BrokenRecord):
    """The record was played under another version of the rules."""


class BrokenPromise(BrokenRecord):
    """Draws that are not those which were promised before the game, or of which nothing was promised."""


class OtherWork(Refusal):
    """The file holds other work: another match, or another game to be solved; or somebody is at it."""


class CannotPlay(Refusal):
    """This bot or search cannot play this game."""


class UnknownLevel(Refusal):
    """No bot of that level."""


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
    """Not yet: the rules are still being compiled, or the game has to end first."""


class TooBusy(Refusal):
    """A limit was reached; `wait`: seconds until it is worth asking again."""

    def __init__(self, words: str, wait: int = 1) -> None:
        super().__init__(words)
        self.wait = wait


class Trouble(RuntimeError):
    """The machine cannot do it."""


class BrokenKernel(Trouble):
    """A kernel of a game cannot be compiled: its file, its line, and what is wrong there."""


class PortInUse(Trouble):
    """Another program listens on that port."""


class StoreTrouble(Trouble):
    """The database cannot be opened, written or trusted."""


class Overtaken(StoreTrouble):
    """Another process has written to the table first: what was decided here was decided of an older one."""


class Unanswered(StoreTrouble):
    """The database went away while it was writing: whether it has written is not known until it is back."""


class MissingExtra(Trouble):
    """An optional library is not installed."""


class LostWorker(Trouble):
    """A process that worked for this one has ended in the middle."""


def one_of(asked: str, allowed: Iterable[str], most: int = 12) -> str:
    """The half sentence "allowed: a, b, c", with what was probably meant first."""
    names = list(allowed)
    likely = get_close_matches(asked, names, n=3, cutoff=0.5)
    shown = likely + [name for name in names if name not in likely]
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    guess = f"did you mean {likely[0]}? " if likely else ""
    return f"{guess}allowed: {', '.join(shown[:most]) or 'nothing'}{more}"
