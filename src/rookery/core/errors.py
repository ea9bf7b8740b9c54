"""Every refusal has a name, says in one sentence what was asked and what is allowed, and changes nothing.

Refusal (ValueError)
  ├─ UnknownGame           no game of that slug is installed
  ├─ UnknownOption         the game has no such option, choice or number of players
  ├─ UnreadableAction      the text is not in the game's notation
  ├─ IllegalAction         the action is not legal now
  │    └─ GameOver         the game is over
  ├─ NotOver               the game is not over, so it has no outcome
  ├─ NotYourTurn           another seat decides now
  ├─ CannotConcede         no seat can concede in this game, or not now
  ├─ NoSuchPly             the game has no such ply
  ├─ NoSuchSpot            the scene has no such spot, or no path of clicks leads there
  ├─ UnreadablePosition    the text or JSON is not a position of the game
  ├─ BrokenRecord          the file is not a record of a game, or is cut off in the middle of a line
  │    ├─ UnknownRules     the game was played under another version of the rules
  │    └─ BrokenPromise    the draws are not the promised ones, or none were promised
  ├─ OtherWork             the file holds other work, or another process is writing to it
  ├─ CannotPlay            this bot or search cannot play this game
  ├─ UnknownLevel          there is no bot of that level
  ├─ ForbiddenModule       a game that somebody made has what none of strangers may have
  ├─ BrokenRules           the rules of such a game break off, or answer what no rules may
  └─ StillSecret           it is secret until the game is over
Trouble (RuntimeError)     the request is fine, but this machine cannot fulfil it
  ├─ BrokenKernel          a kernel of a game cannot be compiled, or stopped; names file and line
  ├─ BrokenModule          the WebAssembly of a game cannot be used in this page
  ├─ NoRoom                the memory that kernels share is used up
  ├─ MissingExtra          an optional library is not installed; names the command that installs it
  └─ LostWorker            a worker process ended before its work was done
"""

from collections.abc import Iterable
from difflib import get_close_matches


class Refusal(ValueError):
    """The request is not allowed; nothing changed."""


class UnknownGame(Refusal):
    """No game of that slug is installed."""


class UnknownOption(Refusal):
    """The game has no such option, choice or number of players."""


class UnreadableAction(Refusal):
    """The text is not in the game's notation."""


class IllegalAction(Refusal):
    """The action is not legal now."""


class GameOver(IllegalAction):
    """The game is over."""


class NotOver(Refusal):
    """The game is not over, so it has no outcome."""


class NotYourTurn(Refusal):
    """Another seat decides now."""


class CannotConcede(Refusal):
    """No seat can concede in this game, or not now."""


class NoSuchPly(Refusal):
    """The game has no such ply."""


class NoSuchSpot(Refusal):
    """The scene has no such spot, or no path of clicks leads there."""


class UnreadablePosition(Refusal):
    """The text or JSON is not a position of the game."""


class BrokenRecord(Refusal):
    """The file is not a record of a game, or is cut off in the middle of a line."""


class UnknownRules(BrokenRecord):
    """The game was played under another version of the rules."""


class BrokenPromise(BrokenRecord):
    """The draws are not those promised before the game, or none were promised."""


class OtherWork(Refusal):
    """The file holds other work (another match, another game to solve), or another process is writing to it."""


class CannotPlay(Refusal):
    """This bot or search cannot play this game."""


class UnknownLevel(Refusal):
    """There is no bot of that level."""


class ForbiddenModule(Refusal):
    """The data of a game that somebody made has what no game of strangers may have."""


class BrokenRules(Refusal):
    """The rules of a game that somebody made break off, or answer what no rules may."""


class StillSecret(Refusal):
    """It is secret until the game is over."""


class Trouble(RuntimeError):
    """The request is fine, but this machine cannot fulfil it."""


class BrokenKernel(Trouble):
    """A kernel of a game cannot be compiled, or stopped; the message names its file, its line and the error."""


class BrokenModule(Trouble):
    """The WebAssembly of a game is missing or fails, so a page cannot analyse that game."""


class NoRoom(Trouble, MemoryError):
    """The memory that kernels share is used up, or this machine has none left."""


class MissingExtra(Trouble):
    """An optional library is not installed."""


class LostWorker(Trouble):
    """A worker process ended before its work was done."""


def one_of(asked: str, allowed: Iterable[str], most: int = 12) -> str:
    """The clause "allowed: a, b, c" with at most `most` names, the likeliest match first."""
    names = list(allowed)
    likely = get_close_matches(asked, names, n=3, cutoff=0.5)
    choices = likely + [name for name in names if name not in likely]
    more = f" and {len(choices) - most} more" if len(choices) > most else ""
    guess = f"did you mean {likely[0]}? " if likely else ""
    return f"{guess}allowed: {', '.join(choices[:most]) or 'nothing'}{more}"
