"""Trees that go on from a position of which something is proved."""

import numpy as np

import rookery
from rookery.core.position import Position
from rookery.search import Tree
from rookery.search.kernels.nodes import NO_NODE

FOUR = rookery.load("connect_four")


def after(columns: str) -> Position:
    position = FOUR.start()
    for column in columns:
        position = position.after(column)
    return position


def test_a_root_without_children_is_not_kept() -> None:
    """A win in one was looked up there, so that it is proved, and nobody has seen which action wins."""
    tree = Tree(after("adadbd"), np.random.default_rng(1)).think(500)
    reached = after("adadbdg")
    assert tree._nodes[tree._child(0, 6)]["first"] == NO_NODE
    found = tree.advance([6], reached).think(100).result()
    assert (reached.format(found.best), found.values[0], found.means) == ("d", 1.0, (-1.0, 1.0))


def test_a_proved_root_that_is_kept_tells_what_it_is_worth() -> None:
    """Nothing is searched from there, so that no simulation could tell."""
    tree = Tree(after("dacg"), np.random.default_rng(1)).think(20_000)
    assert tree.result().proved
    kept = tree.advance([4], after("dacge")).think(100).result()
    assert kept.simulations > 1
    assert (kept.proved, kept.values[0], kept.means) == (True, -1.0, (1.0, -1.0))
