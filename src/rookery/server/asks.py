"""What may be asked of a table, and the events that follow.

Every question that can be refused is a list of guards in a fixed order, each with its named refusal. Nothing here
changes the table: the events are made durable first, then added.
"""

from collections.abc import Sequence

from rookery.core.errors import (
    CannotConcede,
    CannotPlay,
    GameOver,
    IllegalAction,
    NotReady,
    NotYourTurn,
    OutOfTime,
    SeatTaken,
    StaleMove,
    UnknownKey,
    UnreadableMessage,
)  # fmt: skip
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import CONCEDED, Record
from rookery.server.events import (
    Begun,
    Came,
    Conceded,
    Event,
    Lent,
    Named,
    Played,
    Resumed,
    Said,
    Sat,
    TookBack,
)  # fmt: skip
from rookery.server.table import Seats, Table, must_play, plain_text
from rookery.server.takebacks import still_asked

__all__ = [
    "begin", "branch", "come", "lend", "may_check", "may_lose", "may_move", "may_preview", "may_rematch", "move",
    "name", "open_table", "play", "plies_of", "resign", "resume", "say", "sit", "time_up",
]  # fmt: skip


# ── Sitting down ─────────────────────────────────────────────────────────────
def open_table(table: Table) -> list[Event]:
    """Where only bots sit, the game begins by itself."""
    return [] if table.awaited() or table.begun else _begun(table, {})


def come(table: Table, seats: Seats, word: str) -> list[Event]:
    """Who sits down for the first time adds a word to the chance; with the last one the game begins."""
    new = [seat for seat in table.awaited() if seat in seats]
    events: list[Event] = [Came(seat, word if seat == new[0] else "") for seat in new]
    events += [Came(seat, "") for seat in seats if table.seats[seat].open and seat not in new]  # open no longer
    if new and len(new) == len(table.awaited()):
        events += _begun(table, {came.seat: came.word for came in events if isinstance(came, Came)})
    return events


def sit(table: Table, seat: int, key: str, name: str) -> list[Event]:
    """Somebody takes an open seat; `key`: the sha256 of the new one. Raises SeatTaken."""
    if not (0 <= seat < table.players and table.seats[seat].open):
        free = [str(index) for index, sitter in enumerate(table.seats) if sitter.open]
        raise SeatTaken(f"seat {seat} is not open; open is {' and '.join(free) if free else 'none'}")
    return [Sat(seat, key, plain_text(name))]


def begin(table: Table, seats: Seats) -> list[Event]:
    """Without those who have not come yet. Raises UnknownKey for a spectator; StaleMove when it has begun."""
    must_play(seats, "begin the game")
    if table.begun:
        raise StaleMove("the game has begun already")
    return _begun(table, {})


def _begun(table: Table, words: dict[int, str]) -> list[Event]:
    """`words`: of seats that come in the same moment."""
    said = tuple(words.get(seat, word) for seat, word in enumerate(table.words))
    return [Begun()] if table.over else [Begun(), *_with_chance(table, table.position, [], said)]


def name(table: Table, seats: Seats, seat: int, text: str) -> list[Event]:
    """Raises UnknownKey, UnreadableMessage."""
    if seat not in seats:
        raise UnknownKey(f"only the page of seat {seat} can name who sits there")
    if not (plain := plain_text(text)):
        raise UnreadableMessage("a name needs at least one letter")
    return [Named(seat, plain)]


def lend(table: Table, seats: Seats, seat: int, level: str) -> list[Event]:
    """A bot of a level that there is stands in, or ("") the person is back. Raises UnknownKey, OutOfTime."""
    if seat not in seats:
        raise UnknownKey(f"only the page of seat {seat} can have a bot stand in there")
    if table.seats[seat].level == level:
        return []
    if not level and table.times is not None and table.times.used_up(seat):
        again = "with its next move" if table.times.clock.kind == "move" else "in another game"
        raise OutOfTime(f"the time of seat {seat} is used up, and a bot plays there; you can play again {again}")
    return _lent(table, seat, level)


def _lent(table: Table, seat: int, level: str) -> list[Event]:
    events: list[Event] = [Lent(seat, level)]
    events += _begun(table, {}) if table.awaited() == (seat,) else []
    if level and table.asked is not None and still_asked(table) == [seat]:  # bots agree
        events.append(TookBack(table.asked.plies))
    return events


def say(table: Table, seats: Seats, text: str) -> list[Event]:
    """Raises UnreadableMessage."""
    if not (plain := plain_text(text)):
        raise UnreadableMessage("there is nothing to say in this")
    return [Said(seats[0] if seats else None, plain)]


# ── Moves ────────────────────────────────────────────────────────────────────
def may_move(table: Table, seats: Seats, seat: int, ply: int, takebacks: int = 0) -> None:
    """Raises UnknownKey, NotReady, GameOver, StaleMove or NotYourTurn, looked for in this order."""
    if seat not in seats:
        held = f"it plays seat {' and '.join(map(str, seats))}" if seats else "it only watches"
        raise UnknownKey(f"this page has no key for seat {seat}; {held}")
    if not table.begun:
        raise NotReady("the game begins when everybody has sat down")
    if table.mover is None:
        raise GameOver("the game is over; a rematch is a new one")
    if ply != table.plies:
        raise StaleMove(f"you saw the game after {ply} moves, but it stands at {table.plies}; look again")
    if takebacks != table.takebacks:
        raise StaleMove("a move was taken back since you looked; look again")
    if seat != table.mover:
        raise NotYourTurn(f"seat {table.mover} decides now, not seat {seat}")
    if table.bot:
        raise NotYourTurn(f"a bot plays in the place of seat {seat}; say first that you are back")


def may_preview(table: Table, seats: Seats, ply: int, takebacks: int = 0) -> int:
    """The seat of the page that may try actions out: the mover's. Raises what `may_move` raises."""
    must_play(seats, "try a move out")
    seat = next((seat for seat in seats if seat == table.mover), seats[0])
    may_move(table, seats, seat, ply, takebacks)
    return seat


def move(table: Table, seats: Seats, seat: int, ply: int, action: int, takebacks: int = 0) -> list[Event]:
    """Raises what `may_move` raises, and IllegalAction."""
    may_move(table, seats, seat, ply, takebacks)
    return play(table, action)


def play(table: Table, action: int, remark: str = "") -> list[Event]:
    """An action of the mover, then what chance draws until a seat decides. Raises IllegalAction (GameOver)."""
    mover = table.mover
    if mover == CHANCE:
        raise IllegalAction("a seat cannot play what chance decides")
    after = table.position.after(action)
    first = Played(table.plies + 1, mover, action, after.key, remark)
    return _with_chance(table, after, [first], table.words)


def _with_chance(table: Table, position: Position, played: list[Event], words: Sequence[str]) -> list[Event]:
    ply = table.plies + len(played)
    while position.mover == CHANCE:
        ply += 1
        action = table.draw(position, ply, words)
        position = position.after_unchecked(action)
        played.append(Played(ply, None, action, position.key))
    return played


# ── Time ─────────────────────────────────────────────────────────────────────
def time_up(table: Table, now: int) -> list[Event]:
    """Nothing while nobody's time is over at `now`, ms since 1970; else what the table has agreed on for then."""
    times = table.times
    if times is None or times.running is None or not times.up(now):
        return []
    if times.clock.zero == "loss":
        return [Conceded(times.running, CONCEDED[1])]
    return _lent(table, times.running, times.clock.level)


def resume(table: Table) -> list[Event]:
    """No server held the table for a while: what that took of a quick game's clock is given back."""
    times = table.times
    return [Resumed()] if times is not None and times.running is not None and not times.clock.patient else []


# ── The end, and afterwards ───────────────────────────────────────────────────────────────
def resign(table: Table, seats: Seats) -> list[Event]:
    """Raises UnknownKey, NotReady, CannotConcede (GameOver)."""
    must_play(seats, "give up")
    if not table.begun:
        raise NotReady("the game has not begun yet")
    if table.mover is None:
        raise GameOver("the game is over already")
    if not may_lose(table.game, table.players):
        raise CannotConcede("only one of two opponents can give up; a bot can stand in for you")
    if len(seats) > 1:
        raise CannotConcede("this page plays both sides; neither can give up against itself")
    return [Conceded(seats[0], CONCEDED[0])]


def may_lose(game: Game, players: int) -> bool:
    """Whether one of them can give up, or lose on time: the other one wins."""
    return players == 2 and not game.facts.cooperative


def may_rematch(table: Table, seats: Seats) -> None:
    """Raises UnknownKey for a spectator, NotReady while the game goes on."""
    must_play(seats, "ask for a rematch")
    if table.mover is not None:
        raise NotReady("a rematch can be had when this game is over")


def branch(table: Table, title: str, players: int, ply: int) -> list[Played]:
    """The first plies of a game, with which another one begins. Raises NoSuchPly, NotReady, CannotPlay."""
    if not table.all_told:
        raise NotReady("not all of this game is told to everybody; one can play on from its positions when it is over")
    if (title, players) != (table.made.game, table.players):
        raise CannotPlay(f"the position is one of {table.made.game} for {table.players}, not of {title} for {players}")
    if table.at(ply).is_over:
        raise CannotPlay("the game is over in this position; go back a move to play on")
    return plies_of(table.record, ply)


def plies_of(record: Record, ply: int) -> list[Played]:
    """The first plies of a record as events."""
    return [
        Played(
            before + 1,
            None if record.mover(before) == CHANCE else record.mover(before),
            record.actions[before],
            record.at(before + 1).key,
            record.remarks.get(before + 1, ""),
        )
        for before in range(ply)
    ]


def may_check(table: Table, seats: Seats, ply: int) -> None:
    """Whether a page may check a draw. Raises NoSuchPly, NotReady."""
    if not table.made.promise:
        raise NotReady("nothing was promised at this table: it was made by an earlier Rookery")
    table.check_shown(seats, ply)
    if 0 < ply <= table.made.since:
        raise NotReady(f"the first {table.made.since} plies come from another game; they were not drawn here")
    if (before := table.at(ply - 1)).mover != CHANCE:
        raise NotReady(f"ply {ply} was a decision, not a draw")
    if table.mover is None:
        return
    viewer = seats[0] if len(seats) == 1 else SPECTATOR
    if not (before.knows(table.record.actions[ply - 1], viewer) and before.foresees(viewer)):
        raise NotReady("what came there is somebody else's secret; when the game is over everybody can check it")
