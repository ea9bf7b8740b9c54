"""What pieces do of their own from scene to scene."""

import random
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import rookery
from rookery.core.errors import CannotPlay
from rookery.core.scene import MOTION_NAMES, motions_of
from rookery.javascript.game_module import module_text
from tests.often import OURS

GAMES = 3


@pytest.mark.parametrize("slug", rookery.slugs())
def test_motions_are_those_of_drawings_and_styles_that_pieces_have(slug: str) -> None:
    game = rookery.load(slug)
    looks = {look for look, _ in motions_of(game.scenery)}
    drawings = {element.get("id") for element in ElementTree.fromstring(game.art).iter()}
    rest = looks - drawings
    for seed in range(GAMES):
        chance, position = random.Random(seed), game.start()
        while rest and not position.is_over:
            position = position.after(chance.choice(position.legal_actions))
            rest -= {style for piece in position.scene().pieces for style in piece.style.split()}
    assert not rest


def test_each_motion_is_one_that_a_game_has() -> None:
    games = [rookery.load(slug) for slug in rookery.slugs()]
    assert {motion for game in games for _, motion in motions_of(game.scenery)} == set(MOTION_NAMES)


def test_a_motion_that_cannot_be_is_refused() -> None:
    assert motions_of(SimpleNamespace()) == []
    with pytest.raises(ValueError, match="there is no motion hops; allowed: flies, falls, turns, shakes"):
        motions_of(SimpleNamespace(MOTIONS={"bird": "hops"}))


def test_a_game_with_such_a_motion_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    game = OURS[0]
    monkeypatch.setattr(game.scenery, "MOTIONS", {"top": "hops"}, raising=False)
    with pytest.raises(CannotPlay, match=f"^the sounds and motions of {game.facts.name} cannot be played: "):
        module_text(game)
