"""The table as a page may see it, in messages. No other module reads positions for a page."""

import base64
import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rookery.core import fair
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.screen import facing, line, touched, viewer
from rookery.server.commands import guards, takebacks
from rookery.server.table.clock import words
from rookery.server.table.events import Event, Played, Said
from rookery.server.table.keys import feed_path
from rookery.server.table.table import Seats, Table
from rookery.server.wire.messages import (
    AskedCard,
    BriefEntry,
    Changed,
    ChatLine,
    Checked,
    Entry,
    GameCard,
    ListedSeat,
    ListedTable,
    LuckCard,
    Moment,
    Moved,
    RatingState,
    SeatCard,
    TableCard,
    TimesCard,
    YourTable,
)
from rookery.strengths import strength
from rookery.view_runs import runs

IS_TURN, IS_RUNNING, IS_OVER = range(3)  # places of a game in a history


def moment(table: Table, seats: Seats, ply: int | None = None, *, draws: bool = False) -> Moment:
    """The position after `ply` plies, or the newest that the page may see. `draws`: the page draws it. Raises
    NoSuchPly."""
    ply = table.shown(seats) if ply is None else ply
    return _moment(table, seats, ply, viewer(table.record, seats, ply), draws)


def look_back(table: Table, seats: Seats, ply: int, *, draws: bool = False) -> Moment:
    """The position after `ply` plies, as seen by the seat that looks at the page now. Raises NoSuchPly."""
    table.check_shown(seats, ply)
    return _moment(table, seats, ply, viewer(table.record, seats, table.plies), draws)


def _moment(table: Table, seats: Seats, ply: int, eyes: int, draws: bool) -> Moment:
    position = table.at(ply)
    mover = table.mover if ply == table.plies else position.mover
    outcome, words = position.outcome, ""
    stopped = ply == table.plies and table.stopped
    if stopped and (result := table.record.result) is not None:
        outcome, words = result, result.words
    scene = None
    if not draws:
        scene = position.scene(eyes, facing(seats))
        scene = scene.idle() if ply < table.plies or mover not in seats else scene
        scene = replace(scene, caption=words) if words else scene
    return Moment(
        ply=ply,
        takebacks=table.takebacks if seats else table.late.takebacks,
        mover=None if mover == CHANCE else mover,
        over=outcome is not None,
        winners=list(outcome.winners) if outcome else [],
        reason=outcome.reason if outcome else "",
        seen_by=eyes if seats else None,
        given_up=stopped and table.record.conceded is not None,
        words=words,
        view=base64.b64encode(seen_bytes(position, eyes)).decode() if draws else "",
        scene=scene,
    )


def seen_bytes(position: Position, eyes: int) -> bytes:
    """The state as a viewer may know it."""
    return position.game.packed(position.view(eyes).states)


def moved(
    table: Table, seats: Seats, plies: Sequence[int], now: int, told: Callable[[int], Entry] | None = None
) -> Iterator[Moved]:
    """The messages about plies that happened together, for pages that do not draw. `now`: ms since 1970; `told`: the
    entry of a ply for these seats, where it is known already.

    All plies that the same viewer sees share one message with the last position; the positions in between would cost as
    much and add nothing."""
    for moves in _seen_together(table, seats, plies, told):
        yield Moved(moves, moment(table, seats, moves[-1].ply), times_card(table, seats, now))


def changed(
    table: Table, seats: Seats, plies: Sequence[int], now: int, told: Callable[[int], Entry] | None = None
) -> Iterator[Changed]:
    """The same for pages that draw."""
    for moves in _seen_together(table, seats, plies, told):
        before, ply = moves[0].ply - 1, moves[-1].ply
        old = seen_bytes(table.at(before), viewer(table.record, seats, before))
        after = moment(table, seats, ply, draws=True)
        yield Changed(
            ply=ply,
            moves=[BriefEntry(move.seat, move.text, move.words, move.remark, move.spots) for move in moves],
            runs=base64.b64encode(runs(old, base64.b64decode(after.view))).decode(),
            mover=after.mover,
            takebacks=after.takebacks,
            over=after.over,
            winners=after.winners,
            reason=after.reason,
            seen_by=after.seen_by,
            times=times_card(table, seats, now),
        )


def _seen_together(
    table: Table, seats: Seats, plies: Sequence[int], told: Callable[[int], Entry] | None
) -> Iterator[list[Entry]]:
    """The entries of plies that happened together, those that the same viewer sees together."""
    for _, group in itertools.groupby(plies, lambda ply: viewer(table.record, seats, ply)):
        yield [entry(table, seats, ply) if told is None else told(ply) for ply in group]


def together(events: Sequence[Event]) -> list[list[int]]:
    """The plies of events in groups: each decision with the draws after it."""
    steps: list[list[int]] = []
    for event in events:
        if isinstance(event, Played):
            steps += [[]] if event.seat is not None or not steps else []
            steps[-1].append(event.ply)
    return steps


def view_text(table: Table, seat: int) -> str:
    """The view of a seat, as text."""
    return table.position.view(seat).to_json()


def entry(table: Table, seats: Seats, ply: int) -> Entry:
    """The entry of the move list for a ply, counted from 1."""
    return Entry(ply, *line(table.record, seats, ply), touched(table.record, seats, ply))


def listed(table: Table, at: int) -> ListedTable:
    """A table as the lobby shows it. `at`: when it last changed, ms since 1970; with a spectator delay, when it was
    made, until the game is over."""
    facts = table.game.facts
    seats = _listed_seats(table, table.levels(()))
    time, rated = words(table.made.clock), table.made.rated
    return ListedTable(table.id, facts.slug, facts.name, table.state, seats, at, time, rated)


def _listed_seats(table: Table, levels: Sequence[str]) -> list[ListedSeat]:
    roles = table.game.facts.seats_at(table.players, table.made.options)
    return [
        ListedSeat(
            role=roles[index][0],
            name=seat.name,
            level=levels[index],
            open=seat.open,
            strength=_strength(levels[index]),
            kind=seat.kind,
            species=strength(levels[index]).species if seat.kind == "bot" else "",
        )
        for index, seat in enumerate(table.seats)
    ]


def glance(table: Table, seats: Seats) -> YourTable:
    """The state of a table, for a list of tables. A spectator with a delay does not learn whose turn it is."""
    facts, result = table.game.facts, table.record.result
    late = not seats and table.delayed
    turn = None if late or table.mover == CHANCE else table.mover
    seats_shown = _listed_seats(table, table.levels(seats))
    return YourTable(
        id=table.id,
        game=facts.slug,
        name=facts.name,
        cooperative=facts.cooperative,
        state=table.state,
        seats=seats_shown,
        yours=list(seats),
        turn=turn,
        winners=list(result.winners) if result else [],
        words=result.words if result else "",
        reason=result.reason if result else "",
        at=table.made.at if late else table.turn.at,
        time=words(table.made.clock),
    )


class SeatStanding(NamedTuple):
    """The standing of a game for one seat, by which a history sorts and filters it."""

    place: int  # IS_TURN, IS_RUNNING or IS_OVER
    result: str  # "won", "lost" or "drawn"; "" while the game goes on
    since: int  # ms since 1970


def standing(table: YourTable, seat: int) -> SeatStanding:
    """The standing of a game for a seat."""
    if table.state != "over":
        return SeatStanding(IS_TURN if table.turn == seat else IS_RUNNING, "", table.at)
    if not table.cooperative and len(table.winners) in (0, len(table.seats)):
        return SeatStanding(IS_OVER, "drawn", table.at)
    return SeatStanding(IS_OVER, "won" if seat in table.winners else "lost", table.at)


def _strength(level: str) -> str:
    return strength(level).name if level else ""


def _birds(table: Table) -> list[str]:
    """By seat: the name of the bird of a bot, where only one bot here has it."""
    bots = [seat.level for seat in table.seats if seat.kind == "bot"]
    return [
        strength(seat.level).bird if seat.kind == "bot" and bots.count(seat.level) == 1 else "" for seat in table.seats
    ]


def chat(table: Table, seats: Seats) -> list[ChatLine]:
    """The chat that a page with these seats may read: that of the players or that of the spectators."""
    return [chat_line(said) for said in table.chat[bool(seats)]]


def chat_line(said: Said) -> ChatLine:
    return ChatLine(said.seat, said.text, said.at)


def checked(table: Table, seats: Seats, ply: int) -> Checked:
    """The facts with which a page checks a draw. Raises what `guards.may_check` raises."""
    guards.may_check(table, seats, ply)
    odds, outcome = table.record.draw(ply)
    ticket = fair.ticket(table.secret, ply).hex()
    assert table.made.pledge is not None
    return Checked(ply, ticket, fair.audit_path(table.secret, table.made.pledge.tickets, ply), odds, outcome)


def times_card(table: Table, seats: Seats, now: int) -> TimesCard | None:
    """The time left on the clocks at `now`, ms since 1970. None for a spectator with a delay, to whom the clocks would
    reveal who is to move."""
    times = table.times
    if times is None or (not seats and table.made.delay):
        return None
    return TimesCard(times.left(now), times.running, times.pause(now), times.late.copy(), times.stops)


def _luck_card(table: Table) -> LuckCard | None:
    luck = table.luck
    if luck is None:
        return None
    return LuckCard(luck.commitment, luck.pledge, list(luck.client_seeds), luck.secret, table.made.origin)


def _rating_state(table: Table) -> RatingState | None:
    """It tells nothing of what is played: the same to everybody, and the same until the game is over."""
    if not table.made.rated:
        return None
    counted = table.counted
    why_not = counted.why_not if counted is not None else ""
    return RatingState(table.rated, list(table.unrated), counted is not None and not why_not, why_not)


def table_card(
    table: Table, game: GameCard, seats: Seats, here: Collection[int], watchers: int, now: int, *, code: str
) -> TableCard:
    """The table as a page with these seats sees it. `here`: the seats whose people have a page open; `watchers`: how
    many pages watch; `now`: ms since 1970; `code`: the name of the game's code, "" if pages cannot draw it."""
    options = table.at(0).options
    roles, awaited = table.game.facts.seats_at(table.players, options), table.awaited()
    levels, live, birds = table.levels(seats), bool(seats) or not table.delayed, _birds(table)
    cards = [
        SeatCard(
            index=index,
            role=roles[index][0],
            name=seat.name,
            look=seat.look,
            kind=seat.kind,
            level=levels[index],
            strength=_strength(levels[index]),
            bird=birds[index],
            lent=seat.lent if live else "",
            open=seat.open,
            came=index not in awaited,
            yours=index in seats,
            here=seat.kind == "bot" or index in here,
            style=roles[index][1],
            feed=feed_path(table.id, seat.key_hash) if index in seats else "",
            webhook=table.webhooks[index].webhook if index in seats and index in table.webhooks else "",
        )
        for index, seat in enumerate(table.seats)
    ]
    offer = table.asked if table.shown(seats) == table.plies else None  # it would reveal plies that are not shown yet
    if offer is not None:
        request = AskedCard(list(offer.seats), offer.plies, takebacks.still_asked(table))
    return TableCard(
        id=table.id,
        game=game,
        players=table.players,
        options=options,
        seats=cards,
        begun=table.begun,
        asked=request if offer else None,
        luck=_luck_card(table),
        watchers=watchers,
        next=table.next,
        clock=table.made.clock,
        time=words(table.made.clock),
        times=times_card(table, seats, now),
        delay=table.made.delay,
        rating=_rating_state(table),
        code=code,
        contest=table.made.contest,
        closed=table.closed,
        made=bool(table.made.given),
    )
