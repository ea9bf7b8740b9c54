"""WebAssembly and the rules as modules agree on every byte of random games; in the soak WebAssembly and machine code,
with every choice of an option."""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

import rookery
from rookery.core.position import Game
from rookery.core.protocol import CHANCE, OVER, SPECTATOR, UNTOLD, Settings, States
from tests.wasm.runtimes import Twice, built, module_of, native

TRANSITIONS, SOAK_TRANSITIONS = 400, 100_000  # of each game


def tables(game: Game) -> list[Settings]:
    """The settings of tables: for each number of players, each choice of each option with others at random."""
    facts, generator, found = game.facts, np.random.default_rng(0), []
    for players in facts.players:
        values = {
            option.name: [*option.choices_of(players), *filter(None, [option.example])] for option in facts.options
        }
        chosen = [(name, value) for name, of in values.items() for value in of] or [("", "")]
        for name, value in chosen:
            others = {other: str(generator.choice(of)) for other, of in values.items()}
            found.append(facts.settings(players, others | ({name: value} if name else {})))
    return [found[i] for i in generator.permutation(len(found))]


def play_twice(twice: Twice, game: Game, settings: Settings, generator: np.random.Generator) -> int:
    """Play a random game both ways, asking every verb at every ply; return the number of plies."""
    facts, states, seen = game.facts, game.blank(1), game.blank(1)
    players = int(settings[0])
    actions, weights = np.zeros(facts.max_legal, np.int32), np.zeros(facts.max_legal)
    stream, out = generator.integers(0, 2**64, 1, np.uint64), np.zeros(players)
    history = np.full(facts.longest, UNTOLD, np.int32)
    twice("rules.setup", states, 0, settings)
    first = states.copy()
    for plies in itertools.count():
        mover, count = twice("rules.mover", states, 0), twice("rules.legal", states, 0, actions)
        for seat in range(players if facts.points else 0):
            twice("rules.points", states, 0, seat)
        for seat in range(SPECTATOR, players):
            seen[0] = states[0]
            twice("rules.hide", seen, 0, seat)
            twice("rules.determinize", seen, 0, seat, stream)
        if mover == OVER:
            twice("rules.utilities", states, 0, out)
            if facts.hidden:
                twice("rules.resample_history", first, 0, states[0], 0, history[:plies], stream)
            return plies
        if mover == CHANCE:
            twice("rules.weights", states, 0, actions, count, weights)
            action = twice("rules.draw", states, 0, actions, weights, stream)
        else:
            action = int(generator.choice(actions[:count]))
        for seat in range(SPECTATOR, players):
            if twice("rules.knows", states, 0, action, seat) and seat == 0:
                history[plies] = action
        twice("rules.play", states, 0, action)
    raise AssertionError("a game ends")


def games_of(slug: str, transitions: int) -> Iterator[int]:
    """Plies of random games until there are enough, at every table in turn."""
    game = rookery.load(slug)
    module = module_of(built(slug))
    twice, generator = Twice(module, native(game, module.kernels)), np.random.default_rng(22)
    done = 0
    for settings in itertools.cycle(tables(game)):
        plies = play_twice(twice, game, settings, generator)
        yield plies
        done += plies
        if done >= transitions:
            return


def test_rules_agree(slug: str) -> None:
    assert sum(games_of(slug, TRANSITIONS)) >= TRANSITIONS


@pytest.mark.soak
@pytest.mark.usefixtures("machine_code")
def test_rules_agree_for_long(slug: str) -> None:
    plies = [*games_of(slug, SOAK_TRANSITIONS)]
    assert sum(plies) >= SOAK_TRANSITIONS
    assert len(plies) >= len(tables(rookery.load(slug))), "every table was played"


def test_another_rule_is_noticed() -> None:
    """A verb that writes another byte, and one that answers otherwise."""
    game = rookery.load(rookery.slugs()[0])
    module = module_of(built(rookery.slugs()[0]))
    kernels = native(game, module.kernels)

    def other_play(states: States, i: int, action: int) -> None:
        kernels["rules.play"](states, i, action)
        states.view(np.uint8)[0] ^= 1

    twice = Twice(module, kernels | {"rules.play": other_play, "rules.mover": lambda states, i: 7})
    states = game.start(seed=1).states
    with pytest.raises(AssertionError, match=r"rules\.play left other bytes in State"):
        twice("rules.play", states, 0, game.start(seed=1).legal_actions[0])
    with pytest.raises(AssertionError, match=r"rules\.mover returned"):
        twice("rules.mover", game.start(seed=1).states, 0)
