"""Nothing on a board is written smaller than people can read on a phone."""

import re
from pathlib import Path

import numpy as np
import pytest

import rookery

HOUSE = [game for game in map(rookery.load, rookery.slugs()) if game.package.startswith("rookery.")]
BOARD = 390 - 24  # px: width of a phone, without the page's margins
LEAST = 10.5  # px
LEGIBLE = (Path(__file__).parents[2] / "web/src/scene/label_size.ts").read_text("utf-8")
SAFE_GROWTH = float(
    re.findall(r"^const SAFE_GROWTH = ([\d.]+)", LEGIBLE, re.M)[0]
)  # the page enlarges small letters so much, always


@pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.facts.slug)
def test_what_is_written_can_be_read_on_a_phone(game: rookery.Game) -> None:
    dice, small = np.random.default_rng(2), set[str]()
    for players in game.facts.players:
        position, ply = game.start(players=players, seed=2), 0
        while not position.is_over:
            position, ply = position.after_unchecked(int(dice.choice(position.legal_actions))), ply + 1
            if ply % 16 == 0 or position.is_over:
                scene = position.scene(0).narrowed()
                unit = SAFE_GROWTH * BOARD / scene.width
                small |= {
                    f"{label.text!r}: {label.size * unit:.1f} px" for label in scene.labels if label.size * unit < LEAST
                }
    assert not small
