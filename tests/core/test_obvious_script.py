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


def test_many_records(tmp_path: Path) -> None:
    record = rookery.Record(rookery.load(rookery.slugs()[0]), names=["Ada", "Ben"])
    record.settle(np.random.default_rng(1))
    (tmp_path / "games.jsonl").write_text(record.dumps() * 3, "utf-8")
    assert [one.names for one in rookery.records(tmp_path / "games.jsonl")] == [("Ada", "Ben")] * 3
