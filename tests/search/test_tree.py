"""Trees that go on, trees of games with secrets, several at once."""

import numpy as np
import pytest

import rookery
from rookery.core.errors import CannotPlay, NotYourTurn
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.search import Plan, Tree, engine, mcts
from rookery.search.analysis import AnalysisLimits, GrowingAnalysis
from rookery.search.result import SearchResult, merged

RACE = Game("tests.search.race")
SLUGS = rookery.slugs()


def view_of(position: Position) -> Position:
    assert position.mover is not None
    return position.view(position.mover)


def in_the_middle(slug: str, plies: int = 12) -> Position:
    game, generator = rookery.load(slug), np.random.default_rng(5)
    position = game.start(seed=generator)
    for _ in range(plies):
        position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)
    return position


@pytest.mark.parametrize("plan", [Plan(), Plan(wide=0.3)], ids=["plain", "narrow"])
def test_thinking_twice_is_thinking_longer(plan: Plan) -> None:
    """Of one stream, 1 simulation and 999 more are the same 1,000."""
    position = RACE.start(seed=1)
    twice = Tree(position, np.random.default_rng(2), plan).think(1).think(999).result()
    once = Tree(position, np.random.default_rng(2), plan).think(1000).result()
    assert (twice.actions, twice.visits, twice.values) == (once.actions, once.visits, once.values)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tree_is_kept_from_move_to_move(slug: str) -> None:
    """After the best action and what follows, all that was seen below is still there, and thinking goes on."""
    position = in_the_middle(slug)
    view, generator = view_of(position), np.random.default_rng(3)
    tree = Tree(view, generator, Plan(ordered="order")).think(2_000)
    found = tree.result()
    seat, played = position.mover, [found.best]
    position = position.after_unchecked(found.best)
    while position.mover is not None and position.mover != seat:
        if position.mover < 0:
            action = position.draw(generator)
        else:
            action = mcts(view_of(position), generator, simulations=50).best
        played.append(action if position.knows(action, seat or 0) else -1)
        position = position.after_unchecked(action)
    if position.mover is None:
        return
    kept = tree.advance(played, view_of(position)).result()
    assert kept.simulations <= found.visits[0]
    assert kept.simulations > 0 or position.game.facts.hidden or position.game.facts.chance
    more = tree.think(100).result()
    assert more.simulations == kept.simulations + 100
    assert set(more.actions) <= set(view_of(position).legal_actions)
    assert sum(more.visits) in (more.simulations, more.simulations - 1)  # the first one may have ended at the root


def test_where_a_tree_ends_it_begins_anew() -> None:
    position = RACE.start(seed=1)
    tree = Tree(position, np.random.default_rng(3)).think(5)
    while tree.result().simulations:
        action = position.legal_actions[-1]
        position = position.after_unchecked(action).settled(np.random.default_rng(1))
        tree.advance([action], position)
    assert tree.think(10).result().simulations == 10


def test_a_tree_does_not_advance_to_the_end_of_a_game() -> None:
    after = RACE.start(seed=1)
    while not after.is_over:
        position, action = after, after.legal_actions[-1]
        after = position.after_unchecked(action).settled(np.random.default_rng(1))
    tree = Tree(position, np.random.default_rng(3)).think(5)
    before = tree.result()
    with pytest.raises(CannotPlay, match="the game is over"):
        tree.advance([action], after)
    assert tree.result() == before


def test_lines_are_played_by_seats_alone() -> None:
    """Each line is legal from one end to the other in an open game, and ends where chance moves."""
    for slug in SLUGS:
        position = in_the_middle(slug)
        if position.game.facts.hidden or position.mover is None:
            continue
        tree = Tree(position, np.random.default_rng(1), engine(position.game).plan_for(position.players)).think(1_000)
        for action in tree.result().actions[:3]:
            place = position
            for step in tree.line(action):
                assert place.mover is not None
                assert place.mover >= 0
                place = place.after(step)


@pytest.mark.parametrize("priors", [0.0, 4.0])
@pytest.mark.parametrize("slug", [slug for slug in SLUGS if rookery.load(slug).facts.hidden])
def test_a_view_is_all_that_a_search_sees(slug: str, priors: float) -> None:
    """Worlds that differ in hidden things only are searched alike."""
    position = in_the_middle(slug)
    view = view_of(position)
    twin = view.determinize(np.random.default_rng(1))
    assert twin != position
    plan = Plan(ordered="order", priors=priors)
    one, other = (mcts(view_of(p), np.random.default_rng(9), plan, simulations=500) for p in (position, twin))
    assert (one.actions, one.visits, one.values) == (other.actions, other.visits, other.values)


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if rookery.load(slug).facts.hidden])
def test_worlds_share_one_tree(slug: str) -> None:
    """What the seat itself may do is the same in all worlds: every simulation visits one of its own legal actions, and
    no more children than these are made."""
    view = view_of(in_the_middle(slug))
    found = mcts(view, np.random.default_rng(1), simulations=3_000)
    assert set(found.actions) == set(view.legal_actions)
    assert sum(found.visits) == found.simulations


def test_several_workers_do_so_many_simulations_together() -> None:
    position = in_the_middle(SLUGS[0])
    found = mcts(view_of(position), np.random.default_rng(1), simulations=1_001, workers=2)
    assert found.simulations == 1_001
    assert sum(found.visits) == found.simulations
    assert list(found.visits) == sorted(found.visits, reverse=True)
    assert abs(sum(found.means)) < 1e-9 or position.game.facts.cooperative
    assert mcts(view_of(position), np.random.default_rng(1), simulations=1, workers=4).simulations == 1


def test_contradicting_worlds_make_nothing_certain() -> None:
    """A proof of one tree is a proof for all; one tree may have determinized other worlds than the next."""

    def part(*bounds: tuple[int, int]) -> SearchResult:
        return SearchResult(
            actions=tuple(range(len(bounds))),
            visits=(10,) * len(bounds),
            values=(),
            bounds=bounds,
            means=(0.0, 0.0),
            simulations=10 * len(bounds),
            nodes=1,
            positions=1,
            seconds=1.0,
            full=False,
        ).ranked([2.0] * len(bounds), -1.0)

    one, other = part((1, 1), (1, 1), (-1, 1), (-1, -1)), part((-1, -1), (1, 1), (-1, 1), (-1, 1), (1, 1))
    found = merged([one, other], determinized=True)
    assert dict(zip(found.actions, found.bounds)) == {0: (-1, 1), 1: (1, 1), 2: (-1, 1), 3: (-1, 1), 4: (-1, 1)}
    assert dict(zip(found.actions, found.values))[0] == 0.0
    whole = merged([part((0, 1), (-1, 1)), part((-1, 0), (1, 1))], determinized=False)
    assert dict(zip(whole.actions, whole.bounds)) == {0: (0, 0), 1: (1, 1)}


def test_means_are_those_of_all_seats() -> None:
    """Of rivals they add up to nothing; the mover's is the mean of its actions."""
    found = mcts(RACE.start(seed=1, players=3), np.random.default_rng(1), simulations=4_000)
    assert abs(sum(found.means)) < 1e-9
    mover = RACE.start(seed=1, players=3).mover or 0
    weighted = sum(value * visits for value, visits in zip(found.values, found.visits)) / sum(found.visits)
    assert found.means[mover] == pytest.approx(weighted)


def test_a_horizon_asks_the_evaluator() -> None:
    """The plain evaluator sees nobody ahead: a search that asks it at once has nothing but finished games to go by."""
    position = RACE.start(seed=1)
    blind = mcts(position, np.random.default_rng(1), Plan(horizon=0), simulations=1)
    assert blind.means == (0.0, 0.0)


def test_a_tree_that_is_too_small_for_a_later_position_says_so(slug: str) -> None:
    game, luck = rookery.load(slug), Generator(1)
    views, position = list[Position](), game.start(players=game.facts.players[0]).settled(luck)
    while position.mover is not None and len(views) < 40:
        views.append(position.view(position.mover))
        position = position.after_unchecked(position.legal_actions[0]).settled(luck)
    few, many = (find(views, key=lambda view: len(view.legal_actions)) for find in (min, max))
    tree = Tree(few, luck, Plan(proves=False), nodes=len(few.legal_actions) + 1).think(5)
    with pytest.raises(ValueError, match=f"the position and its {len(many.legal_actions)} actions need one each"):
        tree.advance([], many)
    assert tree.position == few
    assert tree.think(5).simulations == 10


def test_what_a_tree_cannot_search_is_refused() -> None:
    position = RACE.start(seed=1)
    tree = Tree(position, np.random.default_rng(1)).think(10)
    before = tree.result()
    with pytest.raises(CannotPlay, match=r"this tree is of .* with 2 players, not of .* with 3"):
        tree.advance([], RACE.start(seed=1, players=3))
    assert tree.result() == before
    assert tree.advance([], position).result() == before
    with pytest.raises(ValueError, match="most -1; it must be a whole number, 1 or more"):
        Tree(position, np.random.default_rng(1), most=-1)
    with pytest.raises(ValueError, match="plan False; allowed: a Plan"):
        Tree(position, np.random.default_rng(1), plan=False)  # type: ignore[arg-type]
    other = 1 - (position.mover or 0)
    with pytest.raises(NotYourTurn, match="this is not the view of "):
        mcts(position.view(other), np.random.default_rng(1), simulations=5)
    with pytest.raises(ValueError, match="workers 0; it must be a whole number, 1 or more"):
        mcts(position, np.random.default_rng(1), simulations=5, workers=0)


def test_a_tree_that_has_not_begun_has_nothing_to_say() -> None:
    for slug in SLUGS:
        found = Tree(view_of(in_the_middle(slug)), np.random.default_rng(1), Plan(proves=False)).result()
        assert (found.actions, found.proved, found.sound) == ((), False, 0)


@pytest.mark.parametrize("common", [False, True])
def test_a_process_grows_the_tree_of_its_place_whoever_grows_the_others(common: bool) -> None:
    for slug in SLUGS:
        view, limits, plan = view_of(in_the_middle(slug)), AnalysisLimits(simulations=90), Plan(common=common)
        together = GrowingAnalysis(view, limits, 5, plan, workers=3).grow().part()
        last = GrowingAnalysis(view, limits, 5, plan, workers=3, places=range(2, 3)).grow().part()
        assert together is not None
        assert last is not None
        assert [found.visits for found in last.results] == [together.results[2].visits], slug
