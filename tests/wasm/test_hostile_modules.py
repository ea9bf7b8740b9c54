"""Modules that somebody wrote to do harm, or by mistake: each is refused in a sentence that says why."""

import json
import random
import subprocess
import sys
import time

import msgspec
import pytest

from rookery.core.errors import BrokenRules, ForbiddenModule
from rookery.core.protocol import CHANCE
from rookery.wasm.given_game import MOST_STATE, GivenField, GivenGame, GivenState
from rookery.wasm.module_game import module_game
from rookery.wasm.sandbox import MOST_STEPS, together
from tests.hostile_games import ANSWERS, DATA, FORMS, HostileRules
from tests.wasm.hostile import given_six, six_plies

DAMAGED = 60  # modules
LONGEST = 5.0  # seconds of work for a refusal, on a slow machine; the limit of a call is some hundredths


def read(rules: HostileRules) -> GivenGame:
    """The game, as a server reads it."""
    given = msgspec.json.decode(json.dumps(rules.game()), type=GivenGame)
    given.check()
    return given


def test_the_harmless_game_is_played_to_its_end() -> None:
    game = module_game(given_six())
    position = game.start()
    for _ in range(6):
        assert position.legal_actions == (0, 1)
        position = position.after(1)
    assert position.is_over
    assert position.result().winners == (0,)
    assert game.start().told(1) == ("1", "a move")


@pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in {**FORMS, **DATA}.items()])
def test_what_is_no_game_is_refused(rules: HostileRules) -> None:
    with pytest.raises(rules.error, match=rules.words):
        module_game(read(rules))


@pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in ANSWERS.items()])
def test_an_answer_that_no_rules_may_give_is_refused(rules: HostileRules) -> None:
    """In a sentence, and soon."""
    given = read(rules)
    start = time.process_time()
    with pytest.raises(rules.error, match=rules.words):
        module_game(given)
    assert time.process_time() - start < LONGEST


def test_a_seat_of_a_larger_table_has_no_turn_at_a_smaller_one() -> None:
    seats = {2: ["First", "Second"], 3: ["First", "Second", "Third"]}
    module = six_plies(mover="(call $answer (i64.const 2))")
    with pytest.raises(BrokenRules, match="the turn of seat 2, and there are 2"):
        module_game(given_six(module, seats=seats, seat_styles=["red", "blue", "green"]))


def test_a_module_remembers_nothing() -> None:
    """Neither what it wrote into its memory nor what it put into a global."""
    remembered = "(i64.store (i32.const 100) (i64.add (i64.load (i32.const 100)) (i64.const 1)))"
    told = "(call $answer (i64.load (i32.const 100)))"
    kept = "(global.set $seen (i32.add (global.get $seen) (i32.const 1)))"
    told_too = "(call $answer (i64.add (i64.load (i32.const 100)) (i64.extend_i32_u (global.get $seen))))"
    game = module_game(
        given_six(
            six_plies(hide=remembered + kept, knows=told + told_too, more="(global $seen (mut i32) (i32.const 0))")
        )
    )
    position = game.start()
    for _ in range(6):
        position.view(0)
        assert not position.knows(0, 0), "nothing was written, as far as this call can see"
        position = position.after(0)


def test_calls_together_have_a_limit() -> None:
    most = MOST_STEPS // 10
    step = "(global.set $i (i32.add (global.get $i) (i32.const 1)))"
    some = f"(loop $again {step} (br_if $again (i32.lt_u (global.get $i) (i32.const {most // 100}))))"
    game = module_game(given_six(six_plies(knows=some, more="(global $i (mut i32) (i32.const 0))")))
    position = game.start()
    with together(most):
        game.bindings.knows(position.states, 0, 0, 0)
        with pytest.raises(BrokenRules, match="knows does not end"):
            [game.bindings.knows(position.states, 0, action, 0) for action in range(1, 100)]
    game.bindings.knows(position.states, 0, 100, 0)  # alone it may take as many as before


def test_states_that_are_larger_than_the_module_believes_harm_nobody() -> None:
    """The size is what the server copies; whatever the module does with it stays in its own memory."""
    game = module_game(given_six(state=GivenState(MOST_STATE, {"ply": GivenField("uint8", 0)})))
    assert len(game.start().after(0).state.tobytes()) == MOST_STATE


TRAPPED = """
import faulthandler
from tests.wasm.hostile import given_six, six_plies
from rookery.wasm.module_game import module_game
game = module_game(given_six(six_plies(play="(unreachable)")))
faulthandler.enable()  # its handlers come after those of the runtime
try:
    game.start().after(0)
except ValueError as error:
    print(error)
"""


def test_a_trap_is_no_signal() -> None:
    """Something else in the process may handle such signals, and end it."""
    told = subprocess.run([sys.executable, "-c", TRAPPED], capture_output=True, text=True, check=True)
    assert told.stdout == "the rules of Six Plies cannot be followed: play gives up\n"


@pytest.mark.parametrize("seed", range(4))
def test_a_module_with_damage_is_refused_or_played(seed: int) -> None:
    """Whatever some changed bytes do, nothing but a refusal comes of it."""
    chance, whole = random.Random(seed), six_plies()
    refused = 0
    for _ in range(DAMAGED):
        module = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            module[chance.randrange(8, len(module))] = chance.randrange(256)
        try:
            position = module_game(given_six(bytes(module))).start()
            for _ in range(10):
                if position.is_over or position.mover == CHANCE:
                    break
                before, action = position, chance.choice(position.legal_actions)
                position = position.after(action)
                position.game.vouch(position, before, action)
        except (ForbiddenModule, BrokenRules):
            refused += 1
    assert DAMAGED / 4 < refused < DAMAGED
