"""What may be asked of a table, and the events that follow.

Every question that can be refused is a list of guards in a fixed order, each with its named refusal. Nothing here
changes the table: the events are made durable first, then added.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from rookery.core.errors import CannotConcede, CannotPlay, GameOver, IllegalAction, NotReady, NotYourTurn
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import CONCEDED, Record
from rookery.server import timing
from rookery.server.clock import span
from rookery.server.errors import SeatTaken, StaleMove, UnknownKey, UnreadableMessage
from rookery.server.events import (
    Begun,
    Came,
    Conceded,
    Event,
    Lent,
    Named,
    Played,
    Said,
    Sat,
)
from rookery.server.plain_text import plain_text
from rookery.server.table import Seats, Table

__all__ = [
    "begin",
    "begun",
    "branch",
    "come",
    "may_check",
    "may_lose",
    "may_move",
    "may_preview",
    "may_rematch",
    "move",
    "must_play",
    "name",
    "on_one_screen",
    "open_table",
    "play",
    "plies_of",
    "resign",
    "say",
    "sit",
]

HELD = 20_000  # ms for which an open seat is kept for who has taken it: the page has yet to open with the new key


def must_play(seats: Seats, what: str) -> None:
    """Raises UnknownKey for a spectator."""
    if not seats:
        raise UnknownKey(f"this page only watches; to {what} takes the key of a seat")


# ── Sitting down ─────────────────────────────────────────────────────────────
def open_table(table: Table) -> list[Event]:
    """Where only bots sit, the game begins by itself."""
    return [] if table.awaited() or table.begun else begun(table, {})


def come(table: Table, seats: Seats, word: str) -> list[Event]:
    """Who sits down for the first time adds a word to the chance; with the last one the game begins."""
    new = [seat for seat in table.awaited() if seat in seats]
    events: list[Event] = [Came(seat, word if seat == new[0] else "") for seat in new]
    events += [Came(seat, "") for seat in seats if table.seats[seat].open and seat not in new]  # open no longer
    if new and len(new) == len(table.awaited()):
        events += begun(table, {came.seat: came.word for came in events if isinstance(came, Came)})
    return events


def sit(table: Table, seat: int, key: str, name: str, now: int) -> list[Event]:
    """Somebody takes an open seat; `key`: the sha256 of the new one; `now`: ms since 1970. Raises SeatTaken."""
    if not (0 <= seat < table.players and table.seats[seat].open):
        free = tuple(index for index, sitter in enumerate(table.seats) if sitter.open)
        left = f"still free: {table.called(free)}" if free else "no other seat is free"
        raise SeatTaken(f"the seat of {table.called((seat,))} is not free; {left}")
    if now < table.sitting.get(seat, -HELD) + HELD:
        who = table.called((seat,))
        raise SeatTaken(f"somebody else is just sitting down as {who}; try again in {span(HELD // 1000)}")
    return [Sat(seat, key, plain_text(name))]


def begin(table: Table, seats: Seats) -> list[Event]:
    """Without those who have not come yet. Raises UnknownKey for a spectator; StaleMove when it has begun."""
    must_play(seats, "begin the game")
    if table.begun:
        raise StaleMove("the game has begun already")
    return begun(table, {})


def begun(table: Table, words: dict[int, str]) -> list[Event]:
    """The game begins. `words`: of seats that come in the same moment."""
    said = tuple(words.get(seat, word) for seat, word in enumerate(table.words))
    return [Begun()] if table.over else [Begun(), *with_chance(table, table.position, [], said)]


def name(table: Table, seats: Seats, seat: int, text: str) -> list[Event]:
    """Raises UnknownKey, UnreadableMessage."""
    if seat not in seats:
        raise UnknownKey(f"only {table.called((seat,))} can change that name")
    if not (plain := plain_text(text)):
        raise UnreadableMessage("a name needs at least one letter")
    return [Named(seat, plain)]


def say(table: Table, seats: Seats, text: str) -> list[Event]:
    """Raises UnreadableMessage."""
    if not (plain := plain_text(text)):
        raise UnreadableMessage("there is nothing to say in this")
    return [Said(seats[0] if seats else None, plain)]


# ── Moves ────────────────────────────────────────────────────────────────────
def may_move(table: Table, seats: Seats, seat: int, ply: int, takebacks: int = 0) -> None:
    """Raises UnknownKey, NotReady, GameOver, StaleMove, NotYourTurn or OutOfTime, looked for in this order."""
    if seat not in seats:
        held = f"it plays {table.called(seats)}" if seats else "it only watches"
        raise UnknownKey(f"this page does not play {table.called((seat,))}; {held}")
    if not table.begun:
        raise NotReady("the game begins when everybody has sat down")
    if table.mover is None:
        raise GameOver("the game is over; a rematch is a new one")
    if ply != table.plies:
        raise StaleMove("the game has gone on since you looked; look again")
    if takebacks != table.takebacks:
        raise StaleMove("a move was taken back since you looked; look again")
    if seat != table.mover:
        now = "nobody decides now" if table.mover == CHANCE else f"it is the turn of {table.called((table.mover,))}"
        raise NotYourTurn(f"{now}, not of {table.called((seat,))}")
    if table.bot:
        timing.check_back(table, seat)


def may_preview(table: Table, seats: Seats, ply: int, takebacks: int = 0) -> int:
    """The seat of the page that may try actions out: the mover's. Raises what `may_move` raises."""
    must_play(seats, "try a move out")
    seat = next((seat for seat in seats if seat == table.mover), seats[0])
    may_move(table, seats, seat, ply, takebacks)
    return seat


def move(table: Table, seats: Seats, seat: int, ply: int, action: int, takebacks: int = 0) -> list[Event]:
    """Who moves is back, where a bot stood in. Raises what `may_move` raises, and IllegalAction."""
    may_move(table, seats, seat, ply, takebacks)
    back: list[Event] = [Lent(seat, "")] if table.bot else []
    return back + play(table, action)


def on_one_screen(table: Table, moved: list[Event], seats: Seats, elsewhere: Collection[int]) -> list[Event]:
    """A move's events, with the seats among which its device goes from hand to hand. Who has a page elsewhere waits for
    no device, and gets no time for that.

    `seats`: of the page that moved; `elsewhere`: of all other pages."""
    if table.times is None or not table.game.facts.hidden:
        return moved
    shared = tuple(seat for seat in seats if seat == table.mover or seat not in elsewhere)
    if len(shared) < 2:
        return moved
    decision = next(event for event in moved if isinstance(event, Played))  # what chance adds follows it
    return [replace(decision, screen=shared) if event is decision else event for event in moved]


def play(table: Table, action: int, remark: str = "") -> list[Event]:
    """An action of the mover, then what chance draws until a seat decides. Raises IllegalAction (GameOver)."""
    mover = table.mover
    if mover == CHANCE:
        raise IllegalAction("a seat cannot play what chance decides")
    after = table.position.after(action)
    first = Played(table.plies + 1, mover, action, after.key, remark)
    return with_chance(table, after, [first], table.words)


def with_chance(table: Table, position: Position, played: list[Event], words: Sequence[str]) -> list[Event]:
    ply = table.plies + len(played)
    while position.mover == CHANCE:
        ply += 1
        action = table.draw(position, ply, words)
        position = position.after_unchecked(action)
        played.append(Played(ply, None, action, position.key))
    return played


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
    if table.made.pledge is None:
        raise NotReady("nothing was promised at this table: it was made by an earlier Rookery")
    table.check_shown(seats, ply)
    if 0 < ply <= table.made.since:
        raise NotReady("that was taken from another game; it was not drawn here")
    if (before := table.at(ply - 1)).mover != CHANCE:
        raise NotReady("that was a decision, not a draw")
    if table.mover is None:
        return
    viewer = seats[0] if len(seats) == 1 else SPECTATOR
    if not (before.knows(table.record.actions[ply - 1], viewer) and before.foresees(viewer)):
        raise NotReady("what came there is somebody else's secret; when the game is over everybody can check it")
