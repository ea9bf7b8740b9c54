"""Positions with a slip of the pen: what is let in all the same can be written, read again, and played to an end."""

import random
import re

import pytest

import rookery
from rookery import Position
from rookery.core.errors import UnreadablePosition
from rookery.core.position import Game
from rookery.testing import rule_laws
from rookery.testing.walks import Case, Walk, tables

LAWS = (
    rule_laws.fields_stay_in_range,
    rule_laws.mover_is_somebody,
    rule_laws.legal_is_empty_exactly_when_over,
    rule_laws.legal_lists_each_action_once,
    rule_laws.weights_are_positive,
)


def slipped(text: str, other: str, generator: random.Random) -> str:
    """A letter or a word is missing, or another one: words come from another position of the game."""
    words, others = text.split(" "), other.split(" ")
    at = generator.randrange(len(words))
    where = generator.choice([match.start() for match in re.finditer(r"[0-9A-Za-z.-]", words[at])])
    match generator.randrange(5):
        case 0:
            letters = re.sub(r"\s", "", text + other)
            words[at] = words[at][:where] + generator.choice(letters) + words[at][where + 1 :]
        case 1:
            words[at] = words[at][:where] + words[at][where + 1 :]
        case 2:
            words.pop(at)
        case _:
            words[at % len(others)] = others[at % len(others)]
    return " ".join(words)


def wandered(game: Game, players: int, options: dict[str, str], generator: random.Random) -> Position:
    """A position of a random game."""
    positions = [game.start_with(game.facts.settings(players, options))]
    while not positions[-1].is_over:
        positions.append(positions[-1].after_unchecked(generator.choice(positions[-1].legal_actions)))
    return generator.choice(positions)


def play_on(position: Position, generator: random.Random) -> None:
    """AssertionError if a law is broken on the way to the end, or if there is no end."""
    for _ in range(position.game.facts.longest + 1):
        for law in LAWS:
            law(Case(Walk(position.game, 0, (position,), ()), 0))
        if position.is_over:
            return
        position = position.after_unchecked(generator.choice(position.legal_actions))
    raise AssertionError("it does not end")


@pytest.mark.parametrize("slips", [60, pytest.param(1_000, marks=pytest.mark.soak)])
def test_what_is_let_in_can_be_played_to_an_end(slug: str, slips: int) -> None:
    game, generator, let_in = rookery.load(slug), random.Random(slips), 0
    for _ in range(slips):
        players, options = generator.choice(tables(game))
        good, other = (wandered(game, players, options, generator) for _ in range(2))
        text = slipped(good.text, other.text, generator)
        if text == good.text:
            continue
        try:
            position = game.position(text, players, **options)
        except UnreadablePosition:
            continue
        try:
            assert game.position(position.text, players, **options) == position
            play_on(position, generator)
        except Exception as error:
            raise AssertionError(f"{slug}, {players} players, {options}: {text}") from error
        let_in += 1
    assert 0 < let_in < slips
