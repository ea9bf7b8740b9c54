"""Searches in which nobody knows what is hidden from them: they come near the known equilibria of Kuhn poker; a search
that plays what seems best does not."""

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rookery.bots import EngineBot, MixedBot, level
from rookery.core.errors import CannotPlay, NotYourTurn
from rookery.core.folder import BrokenSettings
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.search import Plan, SearchLimits, engine, mixed
from rookery.wasm.entry_points import entry_points
from tests.search.kuhn.rules import BET, CARDS, CHECK, DEALS, STAKE

KUHN = Game("tests.search.kuhn")
PLAN = Plan(back=3)
SIMULATIONS = 40_000
HANDS = [*itertools.permutations(range(CARDS), 2)]
JACK, QUEEN, KING = range(CARDS)
Seen = tuple[int, tuple[int, ...]]  # the own card, and what was bet
Strategy = dict[Seen, float]  # of both seats: how often they bet
VALUE = -1 / 18  # of the game, in coins, for the first seat


def positions(hands: tuple[int, int]) -> Iterator[tuple[tuple[int, ...], Position]]:
    """All positions of a deal, and what was bet before."""
    rest: list[tuple[tuple[int, ...], Position]] = [
        ((), KUHN.start().after_unchecked(DEALS + hands[0]).after_unchecked(DEALS + hands[1]))
    ]
    while rest:
        bets, position = rest.pop()
        yield bets, position
        if not position.is_over:
            rest += [((*bets, action), position.after_unchecked(action)) for action in (CHECK, BET)]


def decisions(hands: tuple[int, int]) -> Iterator[tuple[Seen, Position]]:
    """Those in which a seat decides."""
    for bets, position in positions(hands):
        if position.mover is not None:
            yield (hands[position.mover], bets), position


def coins(position: Position) -> float:
    """What the first seat wins."""
    utilities = np.zeros(2)
    KUHN.bindings.utilities(position.states, 0, utilities)
    return float(utilities[0]) / STAKE


ENDS = [(hands, bets, coins(position)) for hands in HANDS for bets, position in positions(hands) if position.is_over]


def strategy(often_bets: Callable[[Position], float]) -> Strategy:
    """How often a player bets at each view."""
    found: Strategy = {}
    for seen, position in itertools.chain.from_iterable(map(decisions, HANDS)):
        if seen not in found:
            assert position.mover is not None
            found[seen] = often_bets(position.view(position.mover))
    return found


def value(told: Strategy) -> float:
    """What the first seat wins on average, in coins."""
    total = 0.0
    for hands, bets, won in ENDS:
        shares = (told[hands[ply % 2], bets[:ply]] for ply in range(len(bets)))
        total += won * math.prod(share if bet == BET else 1.0 - share for share, bet in zip(shares, bets))
    return total / len(HANDS)


def exploitability(told: Strategy) -> float:
    """What a best response gains, in coins a game, on average over both seats."""
    best = []
    for seat, sign in ((0, 1.0), (1, -1.0)):
        own = [seen for seen in told if len(seen[1]) % 2 == seat]
        pure = itertools.product((0.0, 1.0), repeat=len(own))
        best.append(max(sign * value({**told, **dict(zip(own, choices))}) for choices in pure))
    return sum(best) / 2


def by_search(simulations: int, seed: int) -> Strategy:
    generator = Generator(seed)

    def often_bets(view: Position) -> float:
        told = mixed(view, generator, PLAN, simulations=simulations)
        return dict(zip(told.actions, told.shares))[BET]

    return strategy(often_bets)


def test_the_equilibrium_cannot_be_exploited() -> None:
    """So the measure is right: the known equilibria, of which the first seat bluffs with a third of its jacks at
    most."""
    for bluffs in (0.0, 1 / 3):
        known: Strategy = dict.fromkeys(by_search(1, 0), 0.0)
        known |= {(JACK, ()): bluffs, (KING, ()): 3 * bluffs, (QUEEN, (CHECK, BET)): bluffs + 1 / 3}
        known |= {(KING, bets): 1.0 for bets in ((CHECK, BET), (CHECK,), (BET,))}
        known |= {(JACK, (CHECK,)): 1 / 3, (QUEEN, (BET,)): 1 / 3}
        assert value(known) == pytest.approx(VALUE)
        assert exploitability(known) == pytest.approx(0.0)


@pytest.mark.parametrize("seed", [1, 2])
def test_nearly_the_equilibrium_is_found(seed: int) -> None:
    """Each decision by a search of its own, as bots play."""
    told = by_search(SIMULATIONS, seed)
    assert exploitability(told) < 0.07
    assert value(told) == pytest.approx(VALUE, abs=0.04)
    assert 0.1 < told[JACK, (CHECK,)] < 0.6, "a bluff"
    assert 0.1 < told[QUEEN, (BET,)] < 0.75, "a doubt"
    assert told[JACK, ()] < 0.45
    assert told[KING, (BET,)] == told[KING, (CHECK, BET)] == 1.0
    assert told[JACK, (BET,)] == told[JACK, (CHECK, BET)] == 0.0


def test_more_simulations_come_nearer() -> None:
    few, many = (sum(exploitability(by_search(count, seed)) for seed in range(3)) for count in (200, SIMULATIONS))
    assert many < few / 2


def test_a_search_that_knows_everybodys_mind_is_far_from_it() -> None:
    """The strategy that the test above would refuse."""
    generator, bot = Generator(1), EngineBot(2_000)
    told = strategy(lambda view: sum(bot.choose(view, generator) for _ in range(12)) / 12)
    assert exploitability(told) > 0.14


def test_what_was_bet_tells_of_the_cards() -> None:
    """Who looks back doubts a bet less: without, a jack is taken to bet as often as a king."""
    position = KUHN.start()
    for action in (DEALS + QUEEN, DEALS + KING, CHECK, BET):
        position = position.after_unchecked(action)
    worths = []
    for back in (0, 2):
        told = mixed(position.view(0), Generator(3), Plan(back=back), simulations=20_000)
        worths.append(dict(zip(told.actions, told.values))[BET])
    assert worths[0] == pytest.approx(0.0, abs=0.1)
    assert worths[1] < -0.2


def test_a_bot_draws_by_the_shares() -> None:
    jack = KUHN.start().after_unchecked(DEALS + KING).after_unchecked(DEALS + JACK).after_unchecked(CHECK).view(1)
    bot = MixedBot(400)
    assert bot.choose(jack, Generator(5)) == bot.choose(jack, Generator(5))
    played = [bot.choose(jack, Generator(seed)) for seed in range(60)]
    assert {*played} == {CHECK, BET}
    advice = bot.advise(jack, Generator(1))
    assert not advice.proved
    assert advice.chance is not None
    assert advice.chance < 0.5
    assert "bluffs" in bot.words


def test_undo_takes_back_all_that_was_bet() -> None:
    for hands in HANDS:
        for (_, bets), position in decisions(hands):
            states = position.states
            for action in reversed(bets):
                assert KUHN.bindings.undo(states, 0) == action
            assert KUHN.bindings.undo(states, 0) == -1
            assert states.tobytes() == next(decisions(hands))[1].states.tobytes()


@pytest.mark.parametrize(("package", "hidden"), [("tests.search.kuhn", True), ("tests.search.race", False)])
def test_levels_are_mixed_where_something_is_hidden(package: str, hidden: bool, tmp_path: Path) -> None:
    """The file of a game says so, and its module has the kernels then."""
    (tmp_path / "engine.toml").write_text("[levels]\nhard = { simulations = 70, mixed = true }\n")
    game = Game(package)
    game.__dict__["path"] = tmp_path
    if not hidden:
        with pytest.raises(BrokenSettings, match="a level is mixed, but nothing is hidden in the game"):
            engine(game)
        return
    assert level("hard", game) == MixedBot(70)
    assert isinstance(level("medium", game), EngineBot)
    assert "mixing.mix" in {entry.name for entry in entry_points(game)}
    assert "mixing.mix" not in {entry.name for entry in entry_points(KUHN)}


def test_refusals() -> None:
    position = KUHN.start().after_unchecked(DEALS + JACK).after_unchecked(DEALS + KING)
    with pytest.raises(CannotPlay, match="a mixed strategy is for the view of a seat"):
        mixed(position, Generator(1), simulations=10)
    with pytest.raises(NotYourTurn):
        mixed(position.view(1), Generator(1), simulations=10)
    with pytest.raises(ValueError, match="simulations 0"):
        mixed(position.view(0), Generator(1), simulations=0)
    with pytest.raises(ValueError, match="simulations 0"):
        MixedBot(0)
    with pytest.raises(ValueError, match="back -1"):
        Plan(back=-1)
    limits = SearchLimits(10, mixed=True)
    for change in ({"proof": 1}, {"temperature": 1.0}, {"overlooks": 0.1}):
        with pytest.raises(ValueError, match="mixed needs no proof"):
            replace(limits, **change)
