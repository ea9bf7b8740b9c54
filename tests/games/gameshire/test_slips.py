"""Positions with a slip of the pen: what `position` lets in all the same can be read again and played to an end."""

import random
import re

from rookery import Position
from rookery.core.errors import UnreadablePosition
from rookery.testing.rule_laws import fields_stay_in_range
from rookery.testing.walks import Case, Walk
from tests.games.gameshire.drawn import GAME

GAMES, SLIPS = 12, 8  # random positions, and slips of each
LETTERS = "0123456789ABCDEFWORPGYx."
STEPS = ("spring", "autumn", "choose", "record", "top", "resource", "refresh", "cross", "over")


def slipped(text: str, generator: random.Random) -> str:
    """A word is missing, a letter is missing or another one, or something else is to be done."""
    words = text.split(" ")
    at = generator.randrange(len(words))
    where = generator.choice([match.start() for match in re.finditer(r"[0-9A-Za-z.]", words[at])])
    match generator.randrange(4):
        case 0:
            words[at] = words[at][:where] + generator.choice(LETTERS) + words[at][where + 1 :]
        case 1:
            words[at] = words[at][:where] + words[at][where + 1 :]
        case 2:
            words.pop(at)
        case _:
            words[at % 2] = generator.choice(STEPS)
    return " ".join(words)


def wandered(generator: random.Random, plies: int) -> Position:
    position = GAME.start(players=generator.randrange(1, 7), green="2", yellow="2", red="2")
    for _ in range(plies):
        if position.is_over:
            break
        position = position.after_unchecked(generator.choice(position.legal_actions))
    return position


def play_on(position: Position, generator: random.Random) -> None:
    for _ in range(GAME.facts.longest):
        fields_stay_in_range(Case(Walk(GAME, 0, (position,), ()), 0))
        if position.is_over:
            return
        position = position.after_unchecked(generator.choice(position.legal_actions))
    raise AssertionError("it does not end")


def test_what_is_let_in_can_be_played_to_an_end() -> None:
    generator, let_in = random.Random(7), 0
    for _ in range(GAMES):
        good = wandered(generator, generator.randrange(4, 120))
        for _ in range(SLIPS):
            text = slipped(good.text, generator)
            try:
                position = GAME.position(text, players=good.players, **good.options)
            except UnreadablePosition:
                continue
            assert GAME.position(position.text, players=good.players, **good.options) == position
            try:
                play_on(position, generator)
            except Exception as error:
                raise AssertionError(f"{good.players} players, {good.options}: {text}") from error
            let_in += 1
    assert 0 < let_in < GAMES * SLIPS / 3
