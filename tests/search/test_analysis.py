"""What the engine says of a position: true where it claims a proof, honest about the rest."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import pytest

import rookery
from rookery.core.errors import CannotPlay, NotYourTurn
from rookery.core.position import Game, Position
from rookery.search import (
    Analysis,
    AnalysisLimits,
    Engine,
    GrowingAnalysis,
    analyse,
    chance_of,
    chances,
    prove,
    share_of,
)
from rookery.search.chances import found_of, margin_of
from rookery.search.mcts import grow

RACE = Game("tests.search.race")


def test_an_analysis_tells_chances_lines_and_effort(slug: str) -> None:
    game = rookery.load(slug)
    position = game.start(seed=4)
    assert position.mover is not None
    view = position.view(position.mover)
    told = analyse(view, simulations=400, lines=3)
    assert len(told.chances) == view.players
    assert len(set(told.chances)) == 1 if game.facts.cooperative else sum(told.chances) == pytest.approx(1)
    assert 1 <= len(told.lines) <= 3
    assert told.best in view.legal_actions
    assert told.positions > 1
    assert not told.proved
    for line in told.lines:
        assert len(line.actions) == len(line.words) == len(line.notation) >= 1
        assert line.words[0] == view.words(line.actions[0])
        assert 0 <= line.chance <= 1
        assert line.margin > 0
    assert [line.visits for line in told.lines] == sorted((line.visits for line in told.lines), reverse=True)
    assert view.words(told.best) in str(told)
    assert all(f"{view.role(seat)} {chance:.0%}" in str(told) for seat, chance in enumerate(told.chances))


def test_the_same_seed_says_the_same() -> None:
    position = rookery.load(rookery.slugs()[0]).start(seed=4)
    assert position.mover is not None
    view = position.view(position.mover)
    first, second = (analyse(view, simulations=300, seed=7) for _ in range(2))
    assert (first.chances, first.lines, first.margin) == (second.chances, second.lines, second.margin)


def late(game: Game, seed: int) -> Position | None:
    """A position four plies before the end of a random game in which a seat decides."""
    generator = np.random.default_rng(seed)
    line = [game.start(seed=generator)]
    while not line[-1].is_over:
        line.append(line[-1].after_unchecked(int(generator.choice(line[-1].legal_actions))))
    position = line[max(0, len(line) - 5)].settled(generator)
    return None if position.mover is None else position


def test_what_is_proved_is_true() -> None:
    """Chances and lines are those of exact values, and the first line keeps the value."""
    proved = ended = 0
    for game in map(rookery.load, rookery.slugs()):
        for seed in range(0 if game.facts.hidden else 4):
            position = late(game, seed)
            if position is None or position.mover is None:
                continue
            told = analyse(position, seconds=2.0)
            if not told.proved:
                continue
            proved += 1
            mover = position.mover
            worth = prove(position).utilities
            assert told.chances == pytest.approx([(1 + utility) / 2 for utility in worth])
            assert told.lines[0].chance == pytest.approx((1 + worth[mover]) / 2)
            for line in told.lines:
                after = prove(position.after(line.actions[0])).utilities[mover]
                assert line.chance == pytest.approx((1 + after) / 2)
                assert (line.margin, line.visits) == (0, 0)
                end = position
                for action in line.actions:
                    end = end.after(action)
                if end.outcome is not None:  # nobody erred on the way
                    ended += 1
                    assert line.chance == pytest.approx((1 + end.outcome.utilities[mover]) / 2)
                else:
                    assert prove(end).utilities[mover] == pytest.approx(after)
    assert proved >= 4
    assert ended >= 4


def test_a_margin_of_nothing_is_not_printed() -> None:
    """Else an analysis that is not proved would look exact."""
    found = Analysis((0.999, 0.001), 0.004, (), False, 1_000, 0.1, roles=("Ann", "Bob"))
    assert "±" not in str(found)
    assert "1,000 positions" in str(found)
    assert "±1%" in str(replace(found, margin=0.006))


def test_chances_are_shares_of_one_prize() -> None:
    two, three = RACE.start(seed=1), RACE.start(seed=1, players=3)
    assert chance_of(0.0, two) == pytest.approx(1 / 2)
    assert chance_of(0.0, three) == pytest.approx(1 / 3)
    assert chance_of(0.5, two) == pytest.approx(3 / 4)
    assert chance_of(1.0, two) == 0.999  # not proved
    assert chance_of(-0.5, three) == 0.001


def test_nobody_to_advise_is_refused() -> None:
    position = RACE.start(seed=1)
    while not position.is_over:
        position = position.after_unchecked(position.legal_actions[0])
    for budget in ({"simulations": 5}, {"seconds": 0.1}):
        with pytest.raises(CannotPlay, match="the game is over"):
            analyse(position, **budget)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"seconds": math.nan}, "seconds nan; it must be a number, 0 or more"),
        ({"seconds": math.inf}, "seconds inf"),
        ({"seconds": -1.0}, "seconds -1.0"),
        ({"simulations": 0}, "simulations 0; it must be a whole number, 1 or more"),
        ({"simulations": 10.5}, "simulations 10.5"),
        ({"lines": 0}, "lines 0"),
        ({"workers": 0}, "workers 0"),
        ({"nodes": 1}, "nodes 1; the position and its"),
    ],
)
def test_what_is_no_budget_is_refused(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        analyse(rookery.load(rookery.slugs()[0]).start(seed=1), **asked)


@pytest.mark.parametrize("slug", [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden])
def test_a_whole_position_tells_no_more_than_its_movers_view(slug: str) -> None:
    position = rookery.load(slug).start(seed=3)
    assert position.mover is not None
    whole, view = (analyse(given, simulations=300) for given in (position, position.view(position.mover)))
    assert whole == view


def test_simulations_allow_a_proof_of_their_length_and_it_is_repeated() -> None:
    proved = 0
    for game in map(rookery.load, rookery.slugs()):
        position = None if game.facts.hidden else late(game, 1)
        if position is not None and position.mover is not None:
            told = analyse(position, simulations=20_000)
            assert told == analyse(position, simulations=20_000)
            proved += told.proved
    assert proved >= 2


def test_several_workers_and_a_full_tree() -> None:
    position = rookery.load(rookery.slugs()[0]).start(seed=1)
    shared = analyse(position, simulations=501, workers=2)
    assert shared == analyse(position, simulations=501, workers=2)
    assert sum(line.visits for line in analyse(position, simulations=501, workers=2, lines=10_000).lines) == 501
    small = analyse(position, simulations=500, nodes=len(position.legal_actions) + 1)
    assert small.full
    assert "tree full" in str(small)
    assert not shared.full


def growing(position: Position, every: float, seed: int = 0, workers: int = 1, **limits: Any) -> Iterator[Analysis]:
    """What a growing analysis tells from time to time."""
    view = position.view(position.mover or 0) if position.game.facts.hidden else position
    found = GrowingAnalysis(view, AnalysisLimits(**limits), seed, workers=workers)
    while not found.is_done:
        if (told := found.grow(every).result()) is not None:
            yield told


@pytest.mark.parametrize("workers", [1, 2])
def test_an_analysis_grows_into_what_analyse_says(slug: str, workers: int) -> None:
    position = rookery.load(slug).start(seed=4)
    limits: Any = {"simulations": 1_001, "seed": 3, "workers": workers}
    told = [*growing(position, 0, **limits)]
    assert len(told) >= 2
    assert [each.positions for each in told] == sorted({each.positions for each in told})
    assert told[-1] == analyse(position, **limits)


def test_a_growing_analysis_begins_with_a_proof() -> None:
    """And its length is that of the proof."""
    for game in map(rookery.load, rookery.slugs()):
        position = None if game.facts.hidden else late(game, 1)
        if position is not None and position.mover is not None:
            told = [*growing(position, 0, simulations=20_000)]
            assert told[-1] == analyse(position, simulations=20_000)
            assert not told[-1].proved or len(told) == 1
            if told[-1].proved:
                break
    else:
        pytest.fail("nothing was proved")


def test_without_a_limit_it_goes_on_until_nobody_asks() -> None:
    slug = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)
    position = rookery.load(slug).start(seed=4)
    telling = growing(position, 0.01)
    first, second, third = (next(telling) for _ in range(3))
    assert first.positions < second.positions < third.positions


def test_a_limit_of_time_ends_it() -> None:
    slug = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)
    position = rookery.load(slug).start(seed=4)
    told = [*growing(position, 0.05, seconds=0.5)]
    assert len(told) >= 2
    assert told[-2].seconds < 0.5 <= told[-1].seconds
    with pytest.raises(ValueError, match="workers 0"):
        analyse(position, 0.2, workers=0)


def test_a_margin_is_wide_where_little_was_seen() -> None:
    position = RACE.start(seed=1)
    for utility in (-1.0, -0.9, 0.0, 0.5, 1.0):
        margins = [margin_of(utility, visits, position) for visits in (1, 10, 100, 10_000)]
        assert margins == sorted(margins, reverse=True)
        assert margins[0] > 0.4
        assert 0.0 <= margins[-1] < 0.02


def test_time_is_not_spent_on_getting_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the clock runs for the first time, a search that looks at none has compiled, or loaded, what it needs."""
    asked = list[tuple[int | None, float | None]]()

    def seen(trees: Any, shares: Any, seconds: float | None) -> None:
        asked.append((shares[0], seconds))
        grow(trees, shares, seconds)

    monkeypatch.setattr("rookery.search.analysis.grow", seen)
    monkeypatch.setattr("rookery.search.ready._KNOWN", WeakKeyDictionary())
    slug = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)  # nothing is proved there
    position = rookery.load(slug).start(seed=1)
    for _ in range(2):
        analyse(position, seconds=0.01)
    assert [simulations for simulations, _ in asked] == [1, None, None]
    assert all(seconds is None or seconds <= 0.01 for _, seconds in asked)


def test_who_does_not_decide_is_not_advised() -> None:
    position = RACE.start(seed=1)
    with pytest.raises(NotYourTurn, match="this is not the view of "):
        analyse(position.view(1 - (position.mover or 0)), simulations=5)


def test_in_an_open_game_lines_show_replies() -> None:
    """Also for a seat's view: in some game a line continues after the mover's own action."""
    longest = 0
    for game in map(rookery.load, rookery.slugs()):
        position = game.start(seed=4)
        if not game.facts.hidden and position.mover is not None:
            told = analyse(position.view(position.mover), simulations=3_000, lines=2)
            longest = max(longest, *(len(line.words) for line in told.lines))
    assert longest >= 3


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what searches find to be 30 %, 10 % are won, and of 70 %, 90 %; counted with two players."""
    monkeypatch.setattr(chances, "_curve", chances._curve.__wrapped__)  # which keeps what other tests counted
    monkeypatch.setattr(chances, "engine", lambda game: Engine(chances={2: ((0.3, 0.1), (0.7, 0.9))}))


@pytest.mark.usefixtures("counted")
def test_chances_are_what_was_won_of_such_shares() -> None:
    two, three = RACE.start(seed=1), RACE.start(seed=1, players=3)
    for found, won in ((0.15, 0.05), (0.3, 0.1), (0.5, 0.5), (0.7, 0.9), (0.85, 0.95)):
        assert chance_of(2 * found - 1, two) == pytest.approx(won)
    share = 0.3 / (0.3 + 0.7 * 2)  # among three with the odds of 0.3 against an even share
    own, other = 0.1 / (0.1 + 0.9 * 2), 0.5  # each of the two others has odds of 7 to 5 against an even share: 2 to 1
    assert chance_of((3 * share - 1) / 2, three) == pytest.approx(own / (own + 2 * other))


def test_points_do_not_favour_whoever_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was counted, a seat and its rivals share one prize: else each move would change the chances."""
    monkeypatch.setattr(chances, "_curve", chances._curve.__wrapped__)
    monkeypatch.setattr(chances, "engine", lambda game: Engine(chances={2: ((0.3, 0.1), (0.6, 0.45))}))
    two, three = RACE.start(seed=1), RACE.start(seed=1, players=3)
    for utility in (0.0, 0.1, 0.4, 0.9):
        assert chance_of(utility, two) + chance_of(-utility, two) == pytest.approx(1.0)
    assert chance_of(0.0, three) == pytest.approx(1 / 3)


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("players", [2, 3])
def test_the_way_back_from_a_chance(players: int) -> None:
    position = RACE.start(seed=1, players=players)
    for utility in (-0.45, -0.3, 0.0, 0.2, 0.9):
        found = found_of(chance_of(utility, position), RACE, players)
        assert found == pytest.approx(share_of(utility, players), abs=1e-12)


def test_it_is_at_the_front_door() -> None:
    assert rookery.analyse is analyse
