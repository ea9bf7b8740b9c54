"""What the kinds of a game's actions (its kind_of.py) have in common with the words of these actions."""

import importlib
import re
from collections.abc import Mapping

import rookery
from rookery.core.generator import Generator
from rookery.core.protocol import CHANCE


def check_kinds(slug: str, words: Mapping[str, str], games: int = 3) -> None:
    """In random games an action is of a kind if and only if its words match that kind's pattern. `words`: kind ->
    pattern, of all kinds that such games have."""
    game, luck, seen = rookery.load(slug), Generator(0), set[str]()
    kinds = importlib.import_module(game.kinds)
    patterns = {kind: re.compile(pattern) for kind, pattern in words.items()}
    assert patterns.keys() <= {*kinds.KINDS}
    for seed in range(games):
        position = game.start(seed=seed)
        while not position.is_over:
            if position.mover == CHANCE:
                position = position.settled(luck)
                continue
            for action in position.legal_actions:
                own = kinds.KINDS[kinds.kind(position.states[0], action)]
                said = f"{position.format(action)}: {position.words(action)}"
                fitting = {kind for kind, pattern in patterns.items() if pattern.search(said)}
                assert fitting == {own}, said
                seen.add(own)
            position = position.after_unchecked(luck.choice(position.legal_actions))
    assert seen == patterns.keys()
