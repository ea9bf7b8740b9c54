"""Permissions: each guard raises a named refusal, and changes nothing."""

from collections.abc import Collection

from rookery.core.errors import CannotPlay, GameOver, NotYourTurn, StillSecret
from rookery.core.position import Game
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.server.errors import (
    CannotRate,
    CannotReplace,
    CannotTakeBack,
    NoHelp,
    NotDrawn,
    NotNow,
    StaleMove,
    UnknownKey,
)
from rookery.server.table import timing
from rookery.server.table.events import Made
from rookery.server.table.table import Seats, Table


def must_play(seats: Seats, what: str) -> None:
    """Raises UnknownKey for a spectator."""
    if not seats:
        raise UnknownKey(f"you are watching; only players can {what}")


def may_watch(table: Table, seats: Seats) -> None:
    """Raises StillSecret for a spectator while others may still play with the same draws."""
    if table.closed and not seats:
        raise StillSecret("only its players see this table, because others may still play with the same draws")


def may_copy(table: Table) -> None:
    """Raises StillSecret while a rated game goes on."""
    if table.strict:
        raise StillSecret("this game is rated and goes on; it can be copied and analysed when it is over")


def may_export(table: Table) -> None:
    """Raises CannotPlay where nobody here has words and pictures of the game."""
    if table.made.given:
        raise CannotPlay("somebody made this game, and only its own link has its words and pictures")


def may_take_back(table: Table) -> None:
    """Raises CannotTakeBack while others may still play with the same draws, and in a rated game."""
    if table.closed:
        raise CannotTakeBack("moves stand at this table, because others play with the same draws")
    if table.strict:
        raise CannotTakeBack("this game is rated, so moves stand")


def must_play_alone(table: Table) -> None:
    """Raises CannotReplace if a bot may not play for a person here."""
    if table.closed:
        raise CannotReplace("no bot can play for you at this table, because others play with the same draws")


def may_move(table: Table, seats: Seats, seat: int, ply: int, takebacks: int = 0) -> None:
    """Raises UnknownKey, NotNow, GameOver, StaleMove, NotYourTurn or OutOfTime, checked in this order."""
    if seat not in seats:
        role = f"it plays {table.called(seats)}" if seats else "it only watches"
        raise UnknownKey(f"this page does not play {table.called((seat,))}; {role}")
    if not table.begun:
        raise NotNow("the game begins when everybody has sat down")
    if table.mover is None:
        raise GameOver("the game is over; ask for a rematch to play again")
    if ply != table.plies:
        raise StaleMove("the game has moved on since you looked; look again")
    if takebacks != table.takebacks:
        raise StaleMove("a move was taken back since you looked; look again")
    if seat != table.mover:
        owner = table.called((seat,))
        if table.mover == CHANCE:
            raise NotYourTurn(f"it is not the turn of {owner}; chance is to move")
        raise NotYourTurn(f"it is the turn of {table.called((table.mover,))}, not of {owner}")
    if table.bot:
        timing.check_back(table, seat)


def may_decide(table: Table, seats: Seats, ply: int, takebacks: int = 0) -> int:
    """The mover's seat, if this page plays it. Raises what `may_move` raises."""
    must_play(seats, "get a hint")
    seat = next((seat for seat in seats if seat == table.mover), seats[0])
    may_move(table, seats, seat, ply, takebacks)
    return seat


def may_be_helped(table: Table, seats: Seats, ply: int, elsewhere: Collection[int], takebacks: int = 0) -> int:
    """The mover's seat, if this page plays it and all other people who play here, too. `elsewhere`: seats that other
    pages play; their keys may be known at this page. Raises NoHelp, and what `may_move` raises."""
    seat = may_decide(table, seats, ply, takebacks)
    if table.closed:
        raise NoHelp("there are no hints at this table, because others play with the same draws")
    if table.strict:
        raise NoHelp("this game is rated, so nobody gets hints")
    alone = not elsewhere or {*elsewhere} == {*seats} == {seat}  # the same person, in another window
    if not alone or any(other.kind == "person" for index, other in enumerate(table.seats) if index not in seats):
        raise NoHelp("hints are for games against bots, and another person plays here")
    return seat


def may_lose(game: Game, players: int) -> bool:
    """Whether a player can give up or lose on time, so that the other one wins."""
    return players == 2 and not game.facts.cooperative


def may_be_rated(order: Made, begun: bool) -> None:
    """Raises CannotRate for a table that nobody may rate. `begun`: its game does not start from its beginning."""
    if begun:
        raise CannotRate("a rated game starts from its beginning, so that all of its draws are promised")
    if sum(seat.kind == "person" and not seat.open for seat in order.seats) > 1:
        # the maker of a table knows the keys of all seats; a seat that somebody takes gets another one
        raise CannotRate("only you can have a seat from the start in a rated game; leave the others free to take")
    if order.clock is None:
        raise CannotRate("a rated game needs a time limit, so that it ends when a player stays away")


def may_rematch(table: Table, seats: Seats) -> None:
    """Raises UnknownKey for a spectator, NotNow while the game goes on."""
    must_play(seats, "ask for a rematch")
    if table.made.contest:
        raise NotNow("this table belongs to a contest, which everybody plays once")
    if table.mover is not None:
        raise NotNow("you can ask for a rematch when this game is over")


def may_check(table: Table, seats: Seats, ply: int) -> None:
    """Let a page check the draw of ply `ply`, counted from 1. Raises NoSuchPly, NotDrawn, StillSecret."""
    if table.made.pledge is None:
        raise NotDrawn("nothing was promised at this table, so its draws cannot be checked")
    table.check_shown(seats, ply)
    if ply == 0:  # to look for the ply before would name the last one, which a late spectator may not know
        raise NotDrawn("nothing is drawn before a game begins")
    if ply <= table.made.since:
        raise NotDrawn("this move comes from another game and was not drawn here")
    if (before := table.at(ply - 1)).mover != CHANCE:
        raise NotDrawn("this move was a decision, not a draw")
    if table.mover is None and not table.closed:
        return
    viewer = seats[0] if len(seats) == 1 else SPECTATOR
    if not (before.knows(table.record.actions[ply - 1], viewer) and before.foresees(viewer)):
        raise StillSecret("this draw is still secret; everybody can check it when the game is over")
