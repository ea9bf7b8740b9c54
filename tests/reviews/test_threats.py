"""What others threaten: found in made-up ways of play, and in games."""

from collections.abc import Iterator
from itertools import chain, islice

import pytest

import rookery
from rookery.core.errors import CannotPlay
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.reviews.estimates import Estimate
from rookery.reviews.threats import (
    Alternatives,
    Continuation,
    GrowingThreat,
    LikelyReply,
    Suspect,
    cost_of,
    suspects,
    threat,
)
from tests.reviews.games import played

TAKES, TRADES, WINS = LikelyReply(1, 10), LikelyReply(1, 11), LikelyReply(2, 10)
OPEN = [
    slug
    for slug in rookery.slugs()
    if not ((facts := rookery.load(slug).facts).hidden or facts.cooperative) and 2 in facts.players
]


def way(action: int, chance: float, *replies: LikelyReply, margin: float = 0.01) -> Continuation:
    return Continuation((action,), replies, chance, margin)


def test_what_bad_actions_let_others_do_is_suspected() -> None:
    ways = [way(0, 0.6, TRADES), way(1, 0.4, TAKES), way(2, 0.3, TAKES), way(3, 0.35, TRADES)]
    assert suspects(ways) == [Suspect(TAKES, ways[1], 0.6 - 0.4, None)]


def test_it_may_be_the_second_reply_or_that_of_a_third_player() -> None:
    ways = [way(0, 0.6, TRADES), way(1, 0.4, TAKES, WINS), way(2, 0.3, WINS)]
    assert suspects(ways) == [Suspect(WINS, ways[1], 0.6 - 0.4, None)]


def test_what_comes_as_often_and_costs_more_is_suspected_first() -> None:
    ways = [way(0, 0.9), way(1, 0.7, TRADES), way(2, 0.7, TRADES), way(3, 0.4, TAKES), way(4, 0.4, TAKES)]
    assert [suspect.reply for suspect in suspects(ways)] == [TAKES, TRADES]


def test_a_reply_to_the_best_action_is_told_as_such_after_each_of_its_draws() -> None:
    ways = [way(0, 0.6, TRADES), way(0, 0.6, TAKES), way(1, 0.3, TAKES), way(2, 0.3, TAKES)]
    assert suspects(ways) == [Suspect(TAKES, ways[2], 0.6 - 0.3, ways[1])]


@pytest.mark.parametrize(
    "ways",
    [
        [way(0, 0.6), way(1, 0.4, TAKES, margin=0.3), way(2, 0.3, TAKES, margin=0.4)],  # nothing is clear
        [way(0, 0.6), way(1, 0.56, TAKES), way(2, 0.57, TAKES)],  # it costs next to nothing
        [way(0, 0.6), way(1, 0.6, TRADES), way(2, 0.1, TAKES)],  # the one bad action invites it
        [way(0, 0.6), *(way(1, 0.6, TRADES) for _ in range(5)), way(2, 0.1, TAKES), way(3, 0.1, TAKES)],  # two of seven
        [way(0, 0.6), way(1, 0.2), way(2, 0.1)],  # the game is over, or a draw comes
        [way(0, 0.6)],
    ],
)
def test_otherwise_nothing_is_suspected(ways: list[Continuation]) -> None:
    assert suspects(ways) == []


def chances(mine: float, rival: float, margin: float = 0.01) -> Estimate:
    return Estimate((mine, rival, 1.0 - mine - rival), (margin,) * 3, 100)


def after(played: Estimate, *others: Estimate) -> Alternatives:
    return Alternatives(played, others)


BAD, GOOD, UNSURE = chances(0.2, 0.7), chances(0.4, 0.5), chances(0.4, 0.5, margin=0.3)


@pytest.mark.parametrize(
    ("left", "best", "cost"),
    [
        (after(BAD, GOOD, GOOD, BAD), None, 0.2),  # another reply may be as good, but most are not
        (after(BAD, chances(0.9, 0.05)), None, 0.3),  # not more than what the seat gives away
        (after(BAD, BAD, BAD, GOOD), None, 0.0),  # the seat's own action was bad
        (after(BAD, UNSURE), None, 0.0),
        (after(BAD), None, 0.0),  # there is no other reply
        (after(BAD, GOOD), after(BAD, GOOD), 0.0),  # it cannot be prevented
        (after(BAD, GOOD), after(GOOD, GOOD), 0.2),  # after the best action it does no harm
        (after(BAD, GOOD), after(GOOD, BAD), 0.2),  # there it is a mistake
    ],
)
def test_a_reply_costs_what_the_others_would_not_have_without_it(
    left: Alternatives, best: Alternatives | None, cost: float
) -> None:
    assert cost_of(0, Suspect(TAKES, way(1, 0.2, TAKES), 0.3, None), left, best) == pytest.approx(cost)


def winning(position: Position) -> set[int]:
    """The actions that win at once."""
    mover = position.mover
    if mover in (None, CHANCE):
        return set()
    assert mover is not None
    ends = ((action, position.after_unchecked(action).outcome) for action in position.legal_actions)
    return {action for action, end in ends if end and end.utilities[mover] == 1.0}


def must_be_stopped(position: Position) -> int | None:
    """The one action by which another seat wins, unless the seat that decides plays one of a few actions."""
    if position.mover in (None, CHANCE) or len(position.legal_actions) < 4 or winning(position):
        return None
    wins = [winning(position.after_unchecked(action)) for action in position.legal_actions]
    lost = [each for each in wins if each]
    (win,) = lost[0] if lost and len(lost[0]) == 1 else (None,)
    return win if win is not None and len(wins) - len(lost) in (1, 2) and all(each == {win} for each in lost) else None


def such_positions(slug: str) -> Iterator[tuple[Position, int]]:
    """Positions in which a win must be stopped, and the action that wins, as they are found."""
    for seed in range(16):
        record = played(slug, 2, seed=seed)
        for ply in range(record.plies):
            position = record.at(ply)
            if (win := must_be_stopped(position)) is not None:
                yield position, win


QUICKEST = min(OPEN, key=lambda slug: rookery.load(slug).facts.max_legal)


@pytest.mark.parametrize("slugs", [[QUICKEST], pytest.param(OPEN, marks=pytest.mark.soak)])
def test_a_win_that_must_be_stopped_is_threatened(slugs: list[str]) -> None:
    wins = islice(chain.from_iterable(map(such_positions, slugs)), 20)
    looks = [(GrowingThreat(position, 400), win) for position, win in wins]
    for look, _ in looks:
        while not look.is_done:
            look.step()
    open_games = [(look.found, win) for look, win in looks if look.chance > 0.1]
    assert all(found is None or found.actions[0] == win for found, win in open_games)
    missed = [win for found, win in open_games if found is None]
    assert 4 * len(missed) < len(open_games) > 4  # it is missed where the rival has other ways to win


@pytest.mark.parametrize("slug", OPEN)
def test_what_is_threatened_can_be_played_and_shown(slug: str) -> None:
    facts = rookery.load(slug).facts
    seeds = range(4 if facts.longest < 100 else 2)
    tables = [(players, seed) for players in {facts.players[0], facts.players[-1]} for seed in seeds]
    records = [played(slug, players, seed=seed) for players, seed in tables]
    told = [(at, threat(at, simulations=200)) for record in records for at in decisions(record)]
    assert any(found for _, found in told)
    for number, (position, found) in enumerate(told):
        if number % 5 == 0:
            assert found == threat(position, simulations=200)
        if found:
            assert found.seat != position.mover
            assert len(found.actions) == len(found.words) > 0
            assert 0.05 <= found.cost <= 1.0
            assert set(found.spots) <= {spot.id for spot in position.scene(0).spots}


def decisions(record: Record) -> list[Position]:
    """Every fifth position in which a seat has a choice."""
    positions = [record.at(ply) for ply in range(4, record.plies, 5)]
    return [each for each in positions if each.mover != CHANCE and len(each.legal_actions) > 2]


@pytest.mark.parametrize("slug", [slug for slug in rookery.slugs() if slug not in OPEN])
def test_where_nobody_can_know_it_is_refused(slug: str) -> None:
    with pytest.raises(CannotPlay, match="threatened"):
        threat(rookery.load(slug).start(seed=1))
