"""Every refusal has a name and says in one sentence what was asked and what is allowed; it changes nothing.

Refusal (ValueError)
  ├─ UnknownGame           no game of that slug is installed
  ├─ UnknownOption         the game has no option, choice or number of players like that
  ├─ UnreadableAction      not in the game's notation
  ├─ IllegalAction         readable, but not allowed now
  │    └─ GameOver         nothing is allowed any more
  ├─ NotYourTurn           another seat decides now
  ├─ CannotConcede         nobody can give up in this game, or not now
  ├─ NoSuchPly             the game has no such moment
  ├─ NoSuchSpot            the picture has no such place, or no click leads there
  ├─ UnreadablePosition    text or JSON that is no position of the game
  ├─ BrokenRecord          a file that is no record of a game, or stops in the middle of a line
  │    ├─ UnknownRules     a record of another version of the rules
  │    └─ BrokenPromise    draws that are not those which were promised, or of which nothing was promised
  ├─ OtherWork             a file that holds other work, or that another process is writing
  ├─ CannotPlay            this bot or search cannot play this game, with the reason
  ├─ UnknownLevel          no bot of that level
  └─ StillSecret           not everybody may know it before the game is over
Trouble (RuntimeError)     the machine cannot do it
  ├─ BrokenKernel          a game's kernel cannot be compiled, with its file and line
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
    "GameOver",
    "IllegalAction",
    "LostWorker",
    "MissingExtra",
    "NoSuchPly",
    "NoSuchSpot",
    "NotYourTurn",
    "OtherWork",
    "Refusal",
    "StillSecret",
    "Trouble",
    "UnknownGame",
    "UnknownLevel",
    "UnknownOption",
    "UnknownRules",
    "UnreadableAction",
    "UnreadablePosition",
    "one_of",
]


class Refusal(ValueError):
    """What was asked is not allowed; nothing changed."""


class UnknownGame(Refusal):
    """No game of that slug is installed."""


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


class CannotConcede(Refusal):
    """Nobody can give up in this game, or not now."""


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


class StillSecret(Refusal):
    """Not everybody may know it before the game is over."""


class Trouble(RuntimeError):
    """The machine cannot do it."""


class BrokenKernel(Trouble):
    """A kernel of a game cannot be compiled: its file, its line, and what is wrong there."""


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
