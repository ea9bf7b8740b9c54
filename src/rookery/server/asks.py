"""What may be asked of a table, and the events that follow.

Every question that can be refused is a list of guards in a fixed order, each with its named refusal. Nothing here
changes the table: the events are made durable first, then added.
"""

from collections.abc import Sequence

from rookery.core.errors import (
    CannotConcede,
    CannotPlay,
    CannotTakeBack,
    GameOver,
    IllegalAction,
    NotReady,
    NotYourTurn,
    SeatTaken,
    StaleMove,
    UnknownKey,
    UnreadableMessage,
)  # fmt: skip
from rookery.core.position import Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import CONCEDED, Record
from rookery.server.events import (
    Answered,
    Asked,
    Begun,
    Came,
    Conceded,
    Event,
    Lent,
    Named,
    Played,
    Said,
    Sat,
    TookBack,
)  # fmt: skip
from rookery.server.table import Seats, Table, plain_text

__all__ = [
    "answer", "ask_back", "begin", "branch", "come", "lend", "may_check", "may_move", "may_preview", "may_rematch",
    "move", "name", "open_table", "play", "plies_of", "resign", "say", "seen_draw", "sit", "still_asked",
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
    _playing(seats, "begin the game")
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
    """A bot of a level that there is stands in, or ("") the person is back. Raises UnknownKey."""
    if seat not in seats:
        raise UnknownKey(f"only the page of seat {seat} can have a bot stand in there")
    if table.seats[seat].level == level:
        return []
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


def may_preview(table: Table, seats: Seats, ply: int, takebacks: int = 0) -> int:
    """The seat of the page that may try actions out: the mover's. Raises what `may_move` raises."""
    _playing(seats, "try a move out")
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


# ── Taking back ──────────────────────────────────────────────────────────────
def ask_back(table: Table, seats: Seats) -> list[Event]:
    """Take back the newest decision of a seat of the page, and all that came after it.

    At once where nobody else has acted since and nothing was hidden from anybody; else the other people at the table
    are asked (bots agree). Never across a draw that somebody saw. Raises UnknownKey, GameOver, CannotTakeBack."""
    _playing(seats, "take a move back")
    if table.mover is None:
        raise GameOver("the game is over; what was played stays")
    decided = [ply for ply in range(table.made.since + 1, table.plies + 1) if table.record.mover(ply - 1) in seats]
    if not decided:
        raise CannotTakeBack("this page has not played anything yet")
    plies = decided[-1] - 1
    if (seen := seen_draw(table, plies)) is not None:
        raise CannotTakeBack(f"ply {seen} was a draw, and somebody has seen what came; nothing before it is taken back")
    if not (others := _asked_of(table, seats, plies)):
        return [TookBack(plies)]
    if table.asked is not None and (table.asked.seats, table.asked.plies) == (seats, plies):
        raise NotReady(f"seat {' and '.join(map(str, others))} has been asked already")
    return [Asked(seats, plies)]


def answer(table: Table, seats: Seats, yes: bool) -> list[Event]:
    """Somebody who was asked agrees, or not; with the last yes it is taken back. Who asked may say no, too.

    Raises UnknownKey, NotReady."""
    _playing(seats, "answer")
    if (asked := table.asked) is None:
        raise NotReady("nobody asks for anything just now")
    if not yes and set(seats) & set(asked.seats):  # who asked thinks better of it
        return [Answered(seats[0], False)]
    waiting = still_asked(table)
    mine = [seat for seat in waiting if seat in seats]
    if not mine:
        raise NotReady("this page has nothing to answer: others are asked")
    if not yes:
        return [Answered(mine[0], False)]
    events: list[Event] = [Answered(seat, True) for seat in mine]
    return [*events, TookBack(asked.plies)] if mine == waiting else events


def still_asked(table: Table) -> list[int]:
    """The seats that have not answered yet."""
    if (asked := table.asked) is None:
        return []
    return [seat for seat in _asked_of(table, asked.seats, asked.plies) if seat not in table.agreed]


def seen_draw(table: Table, plies: int) -> int | None:
    """The first draw after so many plies of which anybody knows what came."""
    for ply in range(plies + 1, table.plies + 1):
        if table.record.mover(ply - 1) == CHANCE:
            before, action = table.at(ply - 1), table.record.actions[ply - 1]
            if any(before.knows(action, seat) for seat in range(SPECTATOR, table.players)):
                return ply
    return None


def _asked_of(table: Table, seats: Seats, plies: int) -> list[int]:
    """The people whose consent it takes to go back to so many plies, when these seats ask: all others at the table, if
    one of them has acted since, or if anything was hidden from anybody, who could have learnt of it since."""
    others = [seat for seat, sitter in enumerate(table.seats) if seat not in seats and not sitter.level]
    acted = any(table.record.mover(ply) in others for ply in range(plies, table.plies))
    before = table.at(plies)
    hidden = any(before.view(seat).key != before.key for seat in range(table.players))
    return others if acted or hidden else []


# ── The end, and afterwards ───────────────────────────────────────────────────────────────
def resign(table: Table, seats: Seats) -> list[Event]:
    """Raises UnknownKey, NotReady, CannotConcede (GameOver)."""
    _playing(seats, "give up")
    if not table.begun:
        raise NotReady("the game has not begun yet")
    if table.mover is None:
        raise GameOver("the game is over already")
    if table.players != 2 or table.game.facts.cooperative:
        raise CannotConcede("only one of two opponents can give up; a bot can stand in for you")
    if len(seats) > 1:
        raise CannotConcede("this page plays both sides; neither can give up against itself")
    return [Conceded(seats[0], CONCEDED[0])]


def may_rematch(table: Table, seats: Seats) -> None:
    """Raises UnknownKey for a spectator, NotReady while the game goes on."""
    _playing(seats, "ask for a rematch")
    if table.mover is not None:
        raise NotReady("a rematch can be had when this game is over")


def branch(table: Table, title: str, players: int, ply: int) -> list[Played]:
    """The first plies of a game, with which another one begins. Raises NoSuchPly, NotReady, CannotPlay."""
    if table.game.facts.hidden and table.mover is not None:
        raise NotReady("this game has secrets; one can play on from its positions when it is over")
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
    table.at(ply)
    if 0 < ply <= table.made.since:
        raise NotReady(f"the first {table.made.since} plies come from another game; they were not drawn here")
    if (before := table.at(ply - 1)).mover != CHANCE:
        raise NotReady(f"ply {ply} was a decision, not a draw")
    if table.mover is None:
        return
    viewer = seats[0] if len(seats) == 1 else SPECTATOR
    if not (before.knows(table.record.actions[ply - 1], viewer) and before.foresees(viewer)):
        raise NotReady("what came there is somebody else's secret; when the game is over everybody can check it")


def _playing(seats: Seats, what: str) -> None:
    """Raises UnknownKey."""
    if not seats:
        raise UnknownKey(f"this page only watches; to {what} takes the key of a seat")
