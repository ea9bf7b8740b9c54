"""What the scene says and offers beyond the laws of scenes; and that what rules.md says under its pictures is so."""

import re

import pytest

from rookery import Position
from tests.games.grackles.boards import EMPTY, PASSING, SKIPPING, UP
from tests.games.grackles.drawn import GAME, SIX, START, actions, drawn

BOARDS = [
    (drawn(START), "Purple: draw a tile", "Choose the stack"),
    (
        drawn(SIX),
        "Purple: draw a tile, settle birds or rotate a tile",
        "Choose the stack, one end of a line or a rotation",
    ),
    (drawn(SIX, tokens="0,0"), "Purple: draw a tile or settle birds", "Choose the stack or one end of a line"),
    (EMPTY.at(), "Purple: settle birds or rotate a tile", "Choose one end of a line or a rotation"),
    (PASSING.at(), "Purple: rotate a tile or pass", "Choose a rotation or pass"),
    (UP.at("B turn").after("f12-f14"), "Purple has no move. Blue: settle birds", "Choose one end of a line"),
]
_NAMED = re.compile(r"from ([a-p]\d+) to ([a-p]\d+)|(Rotate the tile on .* turn)")


@pytest.mark.parametrize(("position", "caption", "prompt"), BOARDS)
def test_it_says_what_the_turn_allows(position: Position, caption: str, prompt: str) -> None:
    scene = position.scene()
    assert (scene.caption, scene.prompts[0]) == (caption, prompt)


def test_after_a_rotation_it_asks_for_a_tile_and_after_a_spot_for_the_other_end() -> None:
    scene = drawn(SIX).scene(0)
    told = {path[0]: scene.prompt(path[:1]) for choice in scene.choices for path in choice.ways if len(path) == 2}
    assert told.pop("r90") == "Choose the tile to rotate a quarter turn clockwise"
    assert told.pop("r180") == "Choose the tile to rotate a half turn"
    assert told.pop("r270") == "Choose the tile to rotate a quarter turn anticlockwise"
    assert set(told.values()) == {"Choose the other end of the line"}
    assert {spot.id for spot in scene.spots if spot.style == "ready"} == set(told)


def test_it_says_who_was_skipped_but_not_who_passed() -> None:
    skipped, passed = SKIPPING.at("B turn").after("j12-l12"), PASSING.at(tokens="2,5").after("pass")
    assert (skipped.mover, skipped.scene().caption) == (1, "Purple has no move. Blue: settle birds")
    assert (passed.mover, passed.scene().caption.partition(":")[0]) == (1, "Blue")


def test_gaps_are_where_the_next_tile_can_go() -> None:
    for position in (drawn(SIX), drawn(SIX, "P place:PKGB"), EMPTY.at()):
        gaps = {spot.id for spot in position.scene().spots if spot.style.startswith("gap")}
        placing = position if "place" in position.text else position.after("draw").after("tile PKGB") if gaps else None
        assert gaps == ({text.split()[0] for text in actions(placing)} if placing else set())


def test_examples_of_the_book_are_so() -> None:
    """Every line, extension and rotation that a caption names lies there or can be played."""
    examples = re.findall(r"```position\n(.+)\n(.+)\n```", GAME.rules_page)
    assert len(examples) >= 7
    named = 0
    for text, caption in examples:
        position = GAME.position(text)
        can = {*actions(position), *map(position.words, position.legal_actions), *text.split()[1].split(",")}
        for start, end, rotation in _NAMED.findall(caption):
            assert {f"{start}-{end}", f"{start}+{end}", rotation} & can, caption
            named += 1
    assert named >= 5
