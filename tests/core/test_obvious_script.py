"""What somebody writes first, as they would write it: `make mypy` checks it in strict mode, and it runs."""

from pathlib import Path

import numpy as np

import rookery
from rookery.bots import choose


def test_a_game_between_bots(tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    game = rookery.load(rookery.slugs()[0])
    p = game.start(seed=7)
    while not p.is_over:
        action = choose(p.view(p.mover), "random", generator)
        before, p = p, p.after(action).settled(generator)
    assert len(p.result().utilities) == p.players
    assert [p.role(seat) for seat in p.result().winners]
    (tmp_path / "end.svg").write_text(p.svg(marks=before.touched(action), size=400), "utf-8")
