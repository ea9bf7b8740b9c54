"""Time to think: the laws of the clocks, and what happens at zero."""

import contextlib
import itertools
from collections import Counter

import msgspec
import numpy as np
import pytest

import rookery
from rookery.core.errors import GameOver, Refusal
from rookery.server.commands import guards, moves, people, standins, takebacks
from rookery.server.errors import OutOfTime
from rookery.server.table import timing
from rookery.server.table.clock import CLOCK_GRACE_MS, HAND_OVER_MS, MAX_LATE_MOVES, Clock, words
from rookery.server.table.events import Conceded, Event, Lent, Resumed, TookBack
from rookery.server.table.table import Table
from rookery.server.wire import views
from tests.server.support.app_client import few, pictured, table_of

SLUGS = rookery.slugs()
DUEL = next(slug for slug in SLUGS if guards.may_lose(rookery.load(slug), 2) and not rookery.load(slug).facts.chance)
HIDDEN = next(slug for slug in SLUGS if rookery.load(slug).facts.hidden)
TEAM = next(slug for slug in SLUGS if rookery.load(slug).facts.cooperative)
BLITZ = Clock("bank", 60, 2, "loss")
SLOW = Clock("move", 86_400, zero="bot", level="easy")
START = 1_000_000  # ms since 1970


def timed(slug: str, clock: Clock) -> Table:
    """A table that has begun at START."""
    game = rookery.load(slug)
    made = msgspec.structs.replace(table_of(game, few(game)).made, clock=clock)
    table = Table(game, "t", bytes(32), [made])
    table.add(beginning(table))
    return table


def beginning(table: Table) -> list[Event]:
    return at(START, people.come(table, tuple(range(table.players)), "ab"))


def at(now: int, events: list[Event]) -> list[Event]:
    return [msgspec.structs.replace(event, at=now) for event in events]


def left(table: Table, now: int) -> list[int]:
    assert table.times is not None
    return table.times.left(now)


@pytest.mark.parametrize("seed", range(3))
def test_who_thinks_pays_and_nobody_else(slug: str, seed: int) -> None:
    """Whatever is played, taken back, said or lent, the time left and the time used add up, and nobody loses time while
    another seat decides."""
    dice, clock = np.random.default_rng(seed), Clock("bank", 7200, 3, "bot", "easy")
    table, now = timed(slug, clock), START
    events = [table.made, *beginning(Table(table.game, "t", table.secret, [table.made]))]
    whole = 1000 * clock.seconds * table.players
    for _ in range(60):
        if (mover := table.mover) is None:
            break
        before, now = bare(table, now), now + int(dice.integers(0, 30_000))
        following = something(table, mover, dice)
        events += at(now, following)
        table.add(at(now, following))
        after = bare(table, now)
        assert sum(after) == whole - (now - START)
        payer = table.mover if any(isinstance(event, TookBack) for event in following) else mover
        assert all(after[seat] >= before[seat] for seat in range(table.players) if seat != payer)
    assert left(Table(table.game, "t", table.secret, events), now) == left(table, now), "the events alone say it"


def bare(table: Table, now: int) -> list[int]:
    """[P] what is left, without what each seat got for its decisions."""
    assert table.times is not None
    movers = Counter(table.record.mover(ply) for ply in range(table.plies))
    return [ms - 1000 * table.times.clock.increment * movers[seat] for seat, ms in enumerate(left(table, now))]


def something(table: Table, mover: int, dice: np.random.Generator) -> list[Event]:
    """What may happen at a table, and nobody has to agree to."""
    what = dice.random()
    if what < 0.1:
        return standins.lend(table, (mover,), mover, "" if table.bot else "easy")
    if what < 0.2:
        return people.say(table, (0,), "well")
    if what < 0.4:
        with contextlib.suppress(Refusal):
            events = takebacks.ask_back(table, (int(dice.integers(table.players)),))
            if isinstance(events[0], TookBack):
                return events
    return moves.play(table, int(dice.choice(table.position.legal_actions)))


def test_a_move_has_its_own_time() -> None:
    table = timed(DUEL, SLOW)
    seat = table.mover
    assert isinstance(seat, int)
    for now in itertools.count(START + 80_000_000, 80_000_000):
        if table.plies == 6:
            break
        assert table.times is not None
        assert table.times.running == table.mover
        assert left(table, now)[table.mover or 0] == 86_400_000 - 80_000_000
        table.add(at(now, moves.play(table, table.position.legal_actions[0])))
        assert left(table, now) == [86_400_000, 86_400_000]


def test_taking_back_neither_gives_nor_takes_time() -> None:
    """Otherwise a player could think for ever, or make others run out of time, by playing moves and taking them
    back."""
    for clock in (BLITZ, msgspec.structs.replace(SLOW, seconds=60, zero="loss")):
        table = timed(DUEL, clock)
        seat, now = table.mover, START
        assert isinstance(seat, int)
        for _ in range(3):  # ten seconds of its own, and two of the other one's
            table.add(at(now + 10_000, moves.play(table, table.position.legal_actions[0])))
            now += 12_000
            table.add(at(now, takebacks.ask_back(table, (seat,))))
        assert left(table, now)[seat] == 60_000 - 36_000
        assert left(table, now)[1 - seat] == 60_000


def test_what_the_others_agree_to_costs_nothing() -> None:
    table = timed(DUEL, msgspec.structs.replace(SLOW, seconds=60, zero="loss"))
    seat = table.mover
    assert isinstance(seat, int)
    for now in (START + 50_000, START + 60_000):
        table.add(at(now, moves.play(table, table.position.legal_actions[0])))
    table.add(at(now, takebacks.ask_back(table, (seat,))))
    table.add(at(now + 5_000, takebacks.answer(table, (1 - seat,), True)))
    assert left(table, now + 5_000) == [60_000, 60_000]


def test_what_somebody_else_asks_for_is_nobodys_consent() -> None:
    """Otherwise two allies would always have a full clock: one asks, nobody answers, and the other takes back at
    once."""
    table = timed(DUEL, msgspec.structs.replace(SLOW, seconds=60, zero="loss"))
    seat, events = table.mover, [table.made, *beginning(Table(table.game, "t", table.secret, [table.made]))]
    assert isinstance(seat, int)

    def happen(now: int, following: list[Event]) -> None:
        events.extend(at(now, following))
        table.add(at(now, following))

    happen(START, moves.play(table, table.position.legal_actions[0]))
    happen(START + 55_000, moves.play(table, table.position.legal_actions[0]))
    happen(START + 55_100, takebacks.ask_back(table, (seat,)))
    assert takebacks.still_asked(table) == [1 - seat]
    happen(START + 55_200, takebacks.ask_back(table, (1 - seat,)))
    assert (table.plies, takebacks.still_asked(table)) == (1, [])
    assert left(table, START + 55_200)[1 - seat] == 60_000 - 55_200
    assert left(Table(table.game, "t", table.secret, events), START + 55_200) == left(table, START + 55_200)


def test_a_stand_in_plays_on_the_clock_of_the_person() -> None:
    """Otherwise letting a bot stand in for a moment, again and again, would stop the clock."""
    table = timed(DUEL, BLITZ)
    seat, now = table.mover, START
    assert isinstance(seat, int)
    while not (late := standins.time_up(table, now)):
        with contextlib.suppress(OutOfTime):
            table.add(at(now, standins.lend(table, (seat,), seat, "" if table.bot else "easy")))
        now += 400
        assert now < START + 62_000, "the clock stands still"
    assert isinstance(late[0], Conceded)


def test_lenience_is_used_once() -> None:
    table, now = timed(DUEL, Clock("bank", 60, 0, "loss")), START
    seat = table.mover
    for _ in range(3):
        now += 60_000 + CLOCK_GRACE_MS - 100 if now == START else CLOCK_GRACE_MS - 100
        if standins.time_up(table, now):
            assert table.plies == 2, "the second time"
            return
        table.add(at(now, moves.play(table, table.position.legal_actions[0])))
        if table.mover != seat:
            table.add(at(now, moves.play(table, table.position.legal_actions[0])))
    raise AssertionError("half a second a move, for ever")


def test_at_zero_the_game_is_lost_or_a_bot_plays_on() -> None:
    table = timed(DUEL, BLITZ)
    seat, end = table.mover, START + 60_000
    assert isinstance(seat, int)
    assert standins.time_up(table, end + CLOCK_GRACE_MS - 1) == [], "a move may be on its way"
    table.add(at(end + CLOCK_GRACE_MS, standins.time_up(table, end + CLOCK_GRACE_MS)))
    assert (table.state, table.record.conceded) == ("over", (seat, "ran out of time"))
    assert table.record.result is not None
    assert table.record.result.winners == (1 - seat,)
    assert "ran out of time" in pictured(views.moment(table, (0,))).caption
    assert left(table, end + 1_000_000)[seat] == 0
    with pytest.raises(GameOver):
        guards.may_move(table, (seat,), seat, table.plies)

    table = timed(DUEL, Clock("bank", 60, 2, "bot", "easy"))
    table.add(at(end + CLOCK_GRACE_MS, standins.time_up(table, end + CLOCK_GRACE_MS)))
    assert table.bot == "easy"
    assert standins.time_up(table, end + 10**9) == [], "who is out of time is so once"
    with pytest.raises(OutOfTime, match="another game"):
        standins.lend(table, (seat,), seat, "")
    with pytest.raises(OutOfTime, match="another game"):
        guards.may_move(table, (seat,), seat, table.plies)

    table = timed(DUEL, SLOW)
    late = START + 86_400_000 + CLOCK_GRACE_MS
    table.add(at(late, standins.time_up(table, late)))
    with pytest.raises(OutOfTime, match="the next one"):
        standins.lend(table, (seat,), seat, "")
    table.add(at(late, moves.play(table, table.position.legal_actions[0])))
    back = at(late, standins.lend(table, (seat,), seat, ""))
    assert back == [Lent(seat, "", at=late)], "the next one is its own again"


def late_move(table: Table, now: int) -> int:
    """Let time pass until the mover is late and a bot makes one move. Returns the time then."""
    assert table.times is not None
    now = max(now, table.times.due + CLOCK_GRACE_MS)
    table.add(at(now, standins.time_up(table, now)))
    assert table.bot == "easy"
    with pytest.raises(OutOfTime, match="the next one"):
        guards.may_move(table, (table.mover or 0,), table.mover or 0, table.plies)
    table.add(at(now, standins.bot_move(table, table.position.legal_actions[0], "")))
    return now


def own_move(table: Table, now: int) -> None:
    seat = table.mover
    assert isinstance(seat, int)
    table.add(at(now, moves.move(table, (seat,), seat, table.plies, table.position.legal_actions[0], table.takebacks)))


def test_a_bot_makes_one_late_move_and_stays_after_three() -> None:
    table, now = timed(DUEL, SLOW), START
    seat, late = table.mover, 0
    assert isinstance(seat, int)
    while late < MAX_LATE_MOVES:
        assert not table.seats[seat].level, "who was late plays again"
        if table.mover == seat:
            now, late = late_move(table, now), late + 1
        else:
            own_move(table, now)
    assert (table.seats[seat].level, table.seats[seat].lent) == ("easy", "late")
    while table.mover != seat:
        own_move(table, now)
    own_move(table, now + 1000)  # to move is to be back
    assert not table.seats[seat].level
    while table.mover != seat:
        own_move(table, now + 1000)
    late_move(table, now)
    assert not table.seats[seat].level, "late once, as at the beginning"


def test_where_only_bots_wait_the_game_waits_too() -> None:
    """A person who makes tea does not come back to a finished game."""
    table, now = timed(DUEL, SLOW), START
    seat = table.mover
    assert isinstance(seat, int)
    table.add(standins.lend(table, (1 - seat,), 1 - seat, "easy"))
    assert table.times is not None
    while table.times.late[seat] < MAX_LATE_MOVES:
        if table.mover == seat:
            now = late_move(table, now)
        else:
            table.add(at(now, standins.bot_move(table, table.position.legal_actions[0], "")))
    while table.mover != seat:
        table.add(at(now, standins.bot_move(table, table.position.legal_actions[0], "")))
    assert (table.bot, table.times.running, timing.due(table)) == ("", None, 0)
    assert standins.time_up(table, now + 10**10) == []
    own_move(table, now + 10**10)
    while table.mover != seat:
        table.add(at(now + 10**10, standins.bot_move(table, table.position.legal_actions[0], "")))
    assert table.times.running == seat
    assert left(table, now + 10**10)[seat] == 86_400_000


def test_a_rated_game_ends_though_nobody_is_there() -> None:
    """Otherwise whoever is about to lose would leave, and no result would be counted."""
    game = rookery.load(DUEL)
    made = msgspec.structs.replace(table_of(game, 2).made, clock=SLOW, rated=True)
    table, now = Table(game, "t", bytes(32), [made]), START
    table.add(beginning(table))
    for person in (0, 1):
        table.add(at(START, people.agree(table, person)))
    seat = table.mover
    assert isinstance(seat, int)
    table.add(standins.lend(table, (1 - seat,), 1 - seat, "easy"))
    while not table.over:
        assert timing.by_itself(table), "also where no page is open"
        if table.mover == seat and not table.bot:
            now = late_move(table, now)
        else:
            table.add(at(now, standins.bot_move(table, table.position.legal_actions[0], "")))
    assert (table.rated, timing.uncounted(table)) == (True, True)
    assert table.seats[seat].lent == "late"


def test_a_rated_game_goes_on_after_a_restart() -> None:
    """Also one with a quick clock: nobody waits for a restart instead of losing."""
    game = rookery.load(DUEL)
    made = msgspec.structs.replace(table_of(game, 2).made, clock=BLITZ, rated=True)
    table = Table(game, "t", bytes(32), [made])
    table.add(beginning(table))
    assert timing.due(table) == 0, "it waits for people"
    for person in (0, 1):
        table.add(at(START, people.agree(table, person)))
    assert timing.due(table) == 1
    table.add(at(START, standins.time_up(table, START + 60_000 + CLOCK_GRACE_MS)))
    assert table.over
    assert timing.due(table) == 1, "to be counted"


def test_bots_alone_play_for_nobody() -> None:
    """A person who lets a bot play and leaves does not come back to a finished game. Correspondence clocks still
    run."""
    table = timed(DUEL, SLOW)
    for seat in (0, 1):
        assert timing.by_itself(table)
        table.add(at(START, standins.lend(table, (seat,), seat, "easy")))
    assert not timing.by_itself(table)
    seat = table.mover or 0
    end = START + 86_400_000 + CLOCK_GRACE_MS
    table.add(at(end, standins.time_up(table, end)))
    assert (table.seats[seat].level, table.seats[seat].lent) == ("easy", "asked"), "the bot that was asked for stays"
    assert (timing.by_itself(table), timing.due(table)) == (False, 0)


def test_to_move_is_to_be_back() -> None:
    table = timed(DUEL, BLITZ)
    seat = table.mover
    assert isinstance(seat, int)
    table.add(at(START, standins.lend(table, (seat,), seat, "easy")))
    own_move(table, START + 1000)
    assert table.seats[seat].level == ""
    assert table.plies == 1


def test_a_quick_clock_stands_still_while_no_server_holds_the_table() -> None:
    table, now = timed(DUEL, BLITZ), START + 3_600_000
    before = left(table, START)
    assert standins.resume(table) == [Resumed()]
    table.add(at(now, standins.resume(table)))
    assert left(table, now) == before
    assert standins.time_up(table, now) == []
    assert standins.resume(timed(DUEL, SLOW)) == [], "days go on"
    assert standins.resume(table_of(rookery.load(DUEL), 2)) == []


@pytest.mark.parametrize("clock", [Clock("bank", 300, 0, "loss"), Clock("move", 300, 0, "loss")])
@pytest.mark.parametrize("gap", [3_600_000, -3_600_000])
@pytest.mark.parametrize("killed", [False, True])
def test_a_take_back_does_not_charge_a_time_that_nobody_could_play(clock: Clock, gap: int, killed: bool) -> None:
    """The move was played after ten seconds; two seconds later the server stopped, for an hour, or the time of day was
    set back."""
    table = timed(DUEL, clock)
    seat, played = table.mover, START + 10_000
    assert isinstance(seat, int)
    table.add(at(played, moves.play(table, table.position.legal_actions[0])))
    stop, again = played + 2000, played + 2000 + gap
    table.add(at(stop, people.say(table, (seat,), "well") if killed else standins.pause(table)))
    table.add(at(again, standins.resume(table)))
    table.add(at(again + 1000, takebacks.ask_back(table, (seat,))))
    assert left(table, again + 1000)[seat] == 300_000 - 10_000 - 3000
    assert left(table, again + 1000)[1 - seat] == 300_000


def test_a_stop_gives_back_only_what_it_took() -> None:
    """The time used before the stop is gone."""
    table, stop = timed(DUEL, BLITZ), START + 20_000
    seat, before = table.mover or 0, left(table, START)
    table.add(at(stop, standins.pause(table)))
    assert standins.pause(table) == [], "the clock stands already"
    back = stop + 3_600_000
    assert (left(table, back)[seat], standins.time_up(table, back)) == (before[seat] - 20_000, [])
    table.add(at(back, standins.resume(table)))
    assert left(table, back)[seat] == before[seat] - 20_000
    assert left(table, back + 1000)[seat] == before[seat] - 21_000
    assert standins.pause(timed(DUEL, SLOW)) == [], "days go on"


def test_a_clock_waits_while_a_device_is_handed_over() -> None:
    """Once a turn and no longer, so that nobody can think for free."""
    table = timed(HIDDEN, Clock("bank", 60, 0))
    everybody, first = tuple(range(table.players)), table.mover
    assert isinstance(first, int)

    def by(seats: tuple[int, ...], now: int) -> None:
        seat = table.mover
        assert isinstance(seat, int)
        moved = moves.move(table, seats, seat, table.plies, table.position.legal_actions[0])
        table.add(at(now, moves.on_one_screen(table, moved, seats, elsewhere)))

    elsewhere: set[int] = set()
    by(everybody, START)
    while table.mover == first:
        by(everybody, START)
    second, times = table.mover, table.times
    assert times is not None
    assert isinstance(second, int)
    table.add(at(START + 4_000, people.say(table, (first,), "here you are")))
    assert times.pause(START + 4_000) == HAND_OVER_MS - 4_000
    again = START + 3_600_000  # the server stood still for an hour, and the rest of the time is left for that
    table.add(standins.stop(START + 5_000, again + 5_000))
    assert times.pause(again + 5_000) == HAND_OVER_MS - 5_000
    assert left(table, again + HAND_OVER_MS) == [60_000] * table.players
    assert left(table, again + HAND_OVER_MS + 5_000)[second] == 55_000
    assert times.due == again + HAND_OVER_MS + 60_000
    while table.mover == second:
        by((second,), again + HAND_OVER_MS)  # from a device of their own
    assert times.pause(again + HAND_OVER_MS) == 0
    third = table.mover
    elsewhere = {seat for seat in everybody if seat != third}  # everybody else has a page, too
    while table.mover == third:
        by(everybody, again + HAND_OVER_MS)
    assert times.pause(again + HAND_OVER_MS) == 0


def test_no_clock_runs_before_the_game_begins_or_after_it() -> None:
    table = timed(DUEL, BLITZ)
    waiting = Table(table.game, "t", table.secret, [table.made])
    assert waiting.times is not None
    assert waiting.times.due == 0
    table.add(at(START + 1000, moves.resign(table, (0,))))
    assert table.times is not None
    assert table.times.due == 0


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        (Clock("move", 86_400), "1 day a move"),
        (Clock("move", 90), "90 seconds a move"),
        (Clock("bank", 300, 3), "5 minutes each and 3 seconds a move"),
        (Clock("bank", 7200), "2 hours each"),
    ],
)
def test_words(clock: Clock, said: str) -> None:
    assert words(clock) == said
