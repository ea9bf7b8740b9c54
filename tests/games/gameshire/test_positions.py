"""Positions as text: the way back from every position of a game, and what `position` refuses, each with its reason."""

import random

import pytest

from tests.games.gameshire.drawn import GAME, game

OPTIONS: list[dict[str, str]] = [{}, {"green": "3", "yellow": "4", "red": "4"}, {"red": "4", "review": "unseen"}]
BLANK = "/".join(["........"] * 8)
GOOD = f"spring choose 1 {BLANK},{BLANK} market:1+1,2+2,3+3 top:7"
READ = [GOOD]  # what rows spoil


@pytest.mark.parametrize("players", GAME.facts.players)
def test_every_position_can_be_written_and_read(players: int) -> None:
    generator = random.Random(players)
    for number, options in enumerate(OPTIONS):
        positions = game(players, 200 * players + number, options)
        for position in generator.sample(positions, min(len(positions), 40)) + positions[-1:]:
            text = position.text
            assert GAME.position(text, players, **position.options) == position
            assert GAME.from_json(position.to_json()) == position


REFUSED: list[tuple[str, dict[str, str], str]] = [
    ("", {}, "a position begins with a season, a phase"),
    ("spring choose 1", {}, "a position begins with a season, a phase"),
    (GOOD.replace("spring", "winter"), {}, "'winter' is not a season"),
    (GOOD.replace("choose", "sleep"), {}, "'sleep' is not a phase"),
    (GOOD.replace("choose 1", "choose 3"), {}, "'3' is not a seat; allowed: 1, 2"),
    (GOOD.replace("choose 1", "choose 0"), {}, "'0' is not a seat; allowed: 1, 2"),
    (GOOD.replace(f",{BLANK}", ""), {}, "a position needs one map for each seat, 2 in all"),
    (GOOD.replace("........", ".......", 1), {}, "map 1 is not 8 rows of 8 boxes"),
    (GOOD.replace("........", "..7.....", 1), {}, "map 1 is not 8 rows of 8 boxes"),
    (GOOD.replace("1+1", "21+1"), {}, "'21' is not a season card"),
    (GOOD.replace("1+1", "1+19"), {}, "'19' is not a resource card"),
    (GOOD.replace("1+1", "1"), {}, "each season card needs a resource card"),
    (GOOD.replace("2+2", "1+2"), {}, "lies in two places"),
    (GOOD.replace("2+2", "2+1"), {}, "lies in two places"),
    (GOOD.replace("top:7", "top:3"), {}, "lies in two places"),
    (GOOD.removesuffix(" top:7"), {}, "in sight on the deck"),
    (GOOD.replace(",3+3", ""), {}, "filled up to 3 pairs"),
    (GOOD.replace("3+3", "3+3,4+4"), {}, "4 pairs are more than three plus one for each use of a skill"),
    (GOOD + " seasons:7", {}, "lies in two places"),
    (GOOD + " nonsense:7", {}, "'nonsense' is not a known name; did you mean chosen? allowed: chosen"),
    (GOOD + " came:1", {}, "more wrinkles of one colour came than this table has"),
    (GOOD + " seen:1", {}, "as many of each colour as the table has"),
    (GOOD, {"green": "1"}, "wrinkles are seen before the first draw"),
    (GOOD + " gifts:W@1,W@1,W@1,W@1,-,-", {}, "more gifts than its share"),
    (GOOD + " gifts:W@3,-,-,-,-,-", {}, "'3' is not a seat"),
    (GOOD + " gifts:W,-,-,-,-,-", {}, "'' is not a seat"),
    (GOOD + " delivered:A", {}, "gifts are delivered in Autumn only"),
    (GOOD.replace("spring", "autumn"), {}, "all gifts are chosen before Autumn"),
    (GOOD + " learned:X", {}, "'X' is not a value of learned; allowed: W, O, R, P, G, Y"),
    (GOOD + " uses:9", {}, "'9' is not a value of uses"),
    (GOOD + " spent:1", {}, "more boons are spent"),
    (GOOD.replace("........", "W.......", 1), {}, "only skill R writes on the border"),
    (GOOD + " shaded:" + "0" * 15 + "1," + "0" * 16, {}, "shaded in Autumn"),
    (GOOD + " out:1", {}, "the game is over when all gifts are delivered"),
    (GOOD + " chosen:left", {}, "this phase does not allow the field chosen"),
    (GOOD + " records:1", {}, "this phase does not allow the field recorder"),
    (GOOD + " asked:1", {}, "this phase does not allow the field asked"),
    (GOOD + " left:1", {}, "this phase does not allow the field left"),
    (GOOD + " covered:A", {}, "this phase does not allow the field covered"),
    (GOOD + " back:choose", {}, "this phase does not allow the field back"),
    (GOOD.replace("choose", "record"), {}, "this phase needs the field chosen"),
    (GOOD.replace("choose", "crown"), {}, "this phase needs the field chosen"),
    (GOOD.replace("choose", "begin"), {}, "the first seat is drawn first"),
    (GOOD.replace("choose", "pick"), {}, "nothing can be done in it"),
    (GOOD.replace("choose", "top"), {}, "a top card is drawn only if there is none"),
    (GOOD.replace("choose", "resource"), {}, "a resource card is drawn only for a season card without one"),
    (GOOD.replace("choose", "over"), {}, "the game is over when all gifts are delivered"),
    (GOOD.replace("choose", "shade"), {}, "this phase needs the field asked"),
]


CONTRADICTIONS: list[tuple[str, tuple[int, ...], object]] = [
    # field, places in it, value
    ("holding", (0, 3), 1),
    ("season_deck", (), 1),
    ("resource_deck", (), 0),
    ("in_deck", (), [1, 0, 0]),
    ("width", (), 2),
    ("needed", (), 1),
    ("ways", (), 1),
    ("dealt", (), 0),
    ("deck", (), 0),
    ("players", (), 3),
]
