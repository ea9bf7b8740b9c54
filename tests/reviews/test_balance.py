"""Reviews are a fair game: by moving nobody gains or loses chance that neither a decision nor luck explains."""

import pytest

import rookery
from benchmarks.reviews import SeatGame, Setting, reviewed, unforeseen
from rookery.search import chance_of
from rookery.search.plan import ReviewLimits

QUICK = ReviewLimits(decision=1_000, draw=400, again=1, leads=False)
MOST = 0.01  # of the chance, in a decision
MOST_OF_FEW = 0.02  # in a few quick reviews
OPEN = [
    slug
    for slug in rookery.slugs()
    if 2 in (facts := rookery.load(slug).facts).players and not facts.hidden and not facts.cooperative
]
TABLES = [(slug, players) for slug in rookery.slugs() for players in rookery.load(slug).facts.players]
LEVELS = ("random", "easy", "medium", "master")
SOAK_GAMES = 40


@pytest.mark.parametrize("slug", OPEN)
def test_who_moves_gains_nothing_by_it(slug: str) -> None:
    """Between two, in a few quick reviews; all games and numbers of players are in the soak."""
    setting = Setting(slug, 2, ("medium",))
    games = [reviewed(setting, seed, QUICK) for seed in range(4 if rookery.load(slug).facts.longest < 100 else 2)]
    gained, margin = unforeseen(games)
    assert sum(row.decisions for game in games for row in game) > 20
    assert abs(gained) < MOST_OF_FEW
    assert margin < MOST_OF_FEW


@pytest.mark.parametrize("slug", OPEN)
def test_two_seats_share_one_prize(slug: str) -> None:
    """What was counted of a game favours neither the seat that moves nor the other one."""
    position = rookery.load(slug).start(seed=1, players=2)
    for utility in (-0.9, -0.4, 0.0, 0.1, 0.7):
        assert chance_of(utility, position) + chance_of(-utility, position) == pytest.approx(1.0)


def test_a_bias_would_be_seen() -> None:
    """An interval is as wide as games differ, not decisions."""
    even = [[SeatGame("easy", 90.0, 10, 0.02), SeatGame("easy", 90.0, 10, -0.02)]] * 9
    assert unforeseen(even) == pytest.approx((0.0, 0.0), abs=1e-9)
    gained, margin = unforeseen([[SeatGame("easy", 90.0, 10, sum_ / 10)] for sum_ in (1, 3, 1, 3)])
    assert gained == pytest.approx(0.02)
    assert margin == pytest.approx(1.96 * 0.01 * (4 / 3) ** 0.5 / 4**0.5, rel=1e-3)


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_reviews_are_fair_and_accuracy_tells_levels_apart(slug: str, players: int) -> None:
    setting = Setting(slug, players, LEVELS)
    games = [reviewed(setting, seed) for seed in range(SOAK_GAMES)]
    gained, margin = unforeseen(games)
    assert abs(gained) <= MOST
    assert margin <= MOST
    found: dict[str, list[float]] = {name: [] for name in LEVELS}
    for row in (row for game in games for row in game):
        if row.accuracy is not None:
            found[row.level].append(row.accuracy)
    means = {name: sum(each) / len(each) for name, each in found.items()}
    assert means["random"] <= 40.0
    assert means["master"] >= 90.0
    assert means["random"] < means["easy"] < means["master"]
