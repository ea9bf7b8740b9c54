"""What a tree proves: bounds are true, nothing is searched in vain, and nobody throws away what is proved."""

from collections.abc import Iterator

import numpy as np
import pytest

import rookery
from rookery import analyse, bots
from rookery.bots.kinds import EngineBot
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.search import Plan, Prover, Tree, engine, mcts
from rookery.search.result import SearchResult

RACE = Game("tests.search.race")
SLUGS = rookery.slugs()
OPEN = [slug for slug in SLUGS if not rookery.load(slug).facts.hidden]
HOT = EngineBot(60, temperature=50.0)  # plays almost anything that it looked at


def endings(
    game: Game, games: int, plies: int, players: int | None = None, *, greedy: bool = False
) -> Iterator[Position]:
    """Positions so many plies before the end of games at random, or of greedy bots, at which a seat has a choice."""
    generator = np.random.default_rng(7)
    for _ in range(games):
        line = [game.start(seed=generator, players=players)]
        while (mover := line[-1].mover) is not None:
            if greedy and mover >= 0:
                action = bots.choose(line[-1].view(mover), "greedy", generator)
            else:
                action = int(generator.choice(line[-1].legal_actions))
            line.append(line[-1].after_unchecked(action))
        position = line[max(0, len(line) - 1 - plies)]
        if position.mover is not None and position.mover >= 0 and len(position.legal_actions) > 1:
            yield position


@pytest.mark.parametrize("plies", [3, 5])
@pytest.mark.parametrize("game", [RACE, *map(rookery.load, OPEN)], ids=lambda game: game.facts.slug)
def test_bounds_are_true(game: Game, plies: int) -> None:
    """Held against exact values, of every action of which something is proved."""
    prover, held = Prover(game), 0
    for position in endings(game, 25, plies):
        mover, generator = position.mover or 0, np.random.default_rng(1)
        found = mcts(position, generator, engine(game).plan_for(position.players), simulations=300)
        for action, (low, high) in zip(found.actions, found.bounds, strict=True):
            if (low, high) != (-1, 1):
                proof = prover.prove(position.after_unchecked(action), 100_000)
                if proof.proved:
                    held += 1
                    assert low <= proof.utilities[mover] <= high, f"{action} of {position!r}"
    assert held > 0


def test_where_each_plays_for_itself_a_win_is_a_win() -> None:
    """Of three: proved wins are wins whatever others do, proved losses are lost if who can win at once does."""
    prover, held = Prover(RACE, 3), 0
    for position in endings(RACE, 60, 5, players=3):
        found = mcts(position, np.random.default_rng(1), simulations=400)
        for action, (low, high) in zip(found.actions, found.bounds, strict=True):
            worth = prover.prove(position.after_unchecked(action)).utilities[position.mover or 0]
            if low == 1 or high == -1:
                held += 1
                assert worth == pytest.approx(1.0 if low == 1 else -0.5)
    assert held >= 10


@pytest.mark.parametrize("slug", OPEN)
def test_a_proof_ends_the_search(slug: str) -> None:
    """A win in one takes one simulation; and a tree that knows what it is worth thinks no more."""
    won = 0
    for position in endings(rookery.load(slug), 30, 1, greedy=True):  # at random nobody wins where all win together
        if any(wins(position, action) for action in position.legal_actions):
            won += 1
            tree = Tree(position, np.random.default_rng(1)).think(1_000)
            found = tree.result()
            assert found.simulations == 1
            assert (found.proved, found.values[0]) == (True, 1.0)
            assert wins(position, found.best)
            assert tree.think(seconds=0.05).result().simulations == 1
    assert won > 0


def wins(position: Position, action: int) -> bool:
    """Whether it ends the game, and the mover has everything."""
    end = position.after_unchecked(action).outcome
    return end is not None and end.utilities[position.mover or 0] == 1.0


def loses(position: Position, action: int) -> bool:
    """Whether an opponent can win at once then."""
    after = position.after_unchecked(action)
    if after.mover is None or after.mover < 0 or after.mover == position.mover:
        return False
    return not position.game.facts.cooperative and any(wins(after, reply) for reply in after.legal_actions)


def levels_of(game: Game) -> list[str]:
    """Levels with a short search: for long searches the question does not arise."""
    return [level for level in bots.levels(game) if level in ("easy", "medium")]


@pytest.mark.parametrize("slug", OPEN)
def test_no_level_misses_a_win_in_one_or_a_loss_in_one(slug: str) -> None:
    """However hot: whatever the temperature, it chooses among what throws nothing away."""
    game = rookery.load(slug)
    asked = [bots.level(level, game) for level in levels_of(game)] + [HOT]
    for players in game.facts.players:
        for plies in (1, 2, 3):
            for number, position in enumerate(endings(game, 8, plies, players)):
                winning = [action for action in position.legal_actions if wins(position, action)]
                losing = {action for action in position.legal_actions if loses(position, action)}
                for bot in asked:
                    chosen = bot.choose(position.view(position.mover or 0), Generator(number))
                    assert chosen in winning or not winning, f"{bot} misses a win in {position!r}"
                    assert chosen not in losing or len(losing) == len(position.legal_actions), f"{bot}: {position!r}"


@pytest.mark.parametrize("plan", [Plan(), Plan(wide=0.1)], ids=["plain", "narrow"])
@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug not in OPEN])
def test_a_view_knows_what_ends_the_game_for_certain(slug: str, plan: Plan) -> None:
    """What wins or loses at once in every world that the seat may be in is said of each such action, also with many
    players, whose losses add up to no round number; and no level chooses against it."""
    game, wins, losses = rookery.load(slug), 0, 0
    bot = bots.level("easy", game)
    for number, position in enumerate(endings(game, 12, 1, min(4, max(game.facts.players)))):
        view, generator = position.view(position.mover or 0), Generator(number)
        worlds = [view.determinize(generator) for _ in range(60)]
        found = mcts(view, generator, plan, simulations=40)
        known = dict(zip(found.actions, found.bounds))
        ends = {action: ending(worlds, action) for action in view.legal_actions}
        won, lost = ([action for action, end in ends.items() if end == side] for side in (1, -1))
        assert all(known[action] == (1, 1) for action in won)
        assert all(known.get(action, (-1, -1)) == (-1, -1) for action in lost)
        wins, losses = wins + bool(won), losses + bool(lost)
        if won or 0 < len(lost) < len(ends):
            for chosen in (bot.choose(view, generator), HOT.choose(view, generator)):
                assert chosen in won or (not won and chosen not in lost)
    assert wins > 0
    assert losses > 0


def ending(worlds: list[Position], action: int) -> int:
    """1, -1: it ends the game in all of these worlds and wins, loses; else 0."""
    seen, out, worst = set[int](), np.zeros(worlds[0].players), -1.0 / (worlds[0].players - 1)
    for world in worlds:
        after = world.after_unchecked(action)
        world.game.bindings.utilities(after.states, 0, out)  # an outcome would make words, too
        worth = out[world.mover or 0] if after.is_over else 0.0
        seen.add(1 if worth == 1.0 else -1 if worth == pytest.approx(worst) else 0)
        if len(seen) > 1 or 0 in seen:
            return 0
    return seen.pop()


def test_a_proved_result_is_said() -> None:
    """Of a bot's choice and of an analysis alike, where two sides play openly."""
    for slug in OPEN:
        game = rookery.load(slug)
        for position in endings(game, 12, 1, 2):
            winning = [action for action in position.legal_actions if wins(position, action)]
            if winning:
                advice = bots.advise(position.view(position.mover or 0), "easy", 3)
                assert (advice.proved, advice.chance, advice.action in winning) == (True, 1.0, True)
                told = analyse(position, simulations=50, plan=Plan())
                assert (told.proved, told.chances[position.mover or 0], told.margin) == (True, 1.0, 0.0)


def test_what_is_proved_goes_before_what_was_visited() -> None:
    """A win first; a draw that is sure by its visits; what cannot be better than the draw, and losses, last."""

    def order(*bounds: tuple[int, int]) -> tuple[int, ...]:
        found = SearchResult(
            actions=tuple(range(len(bounds))),
            visits=tuple(range(100, 100 + len(bounds))),
            values=(),
            bounds=bounds,
            means=(),
            simulations=0,
            nodes=0,
            positions=0,
            seconds=0.0,
            full=False,
        ).ranked([0.0] * len(bounds), -1.0)
        return found.actions[: found.sound]

    assert order((1, 1), (-1, 1), (-1, -1)) == (0,)
    assert order((-1, 1), (0, 0), (-1, 0), (-1, -1)) == (1, 0)
    assert order((-1, -1), (-1, -1)) == (1, 0)
    assert order((-1, 1), (-1, 1), (-1, -1)) == (1, 0)


@pytest.mark.parametrize("slug", OPEN)
def test_without_proofs_it_is_plain(slug: str) -> None:
    """The yardstick counts all its simulations, and knows nothing but what they came to."""
    for position in endings(rookery.load(slug), 3, 2):
        found = mcts(position, np.random.default_rng(1), Plan(proves=False), simulations=200)
        assert (found.simulations, found.proved) == (200, False)
        assert set(found.bounds) == {(-1, 1)}
