"""Modules that somebody wrote to do harm, or by mistake: each is refused in a sentence that says why."""

import json
import random
import subprocess
import sys
import time

import msgspec
import pytest
import wasmtime

from rookery.core.errors import BrokenRules, ForbiddenModule
from rookery.core.protocol import CHANCE
from rookery.wasm.given_game import MOST_MODULE, MOST_STATE, GivenField, GivenGame, GivenPoints, GivenState
from rookery.wasm.module_game import module_game
from rookery.wasm.sandbox import MOST_STEPS, together
from tests.wasm.hostile import ACTIONS, FOREVER, PLY, by_chance, given_six, six_plies

DAMAGED = 60  # modules
LONGEST = 5.0  # seconds of work for a refusal, on a slow machine; the limit of a call is some hundredths
GROWING = "(loop $again (drop (memory.grow (i32.const 1))) (br $again))"
LISTED = "(i32.store {0} (i32.const {1})) (i32.store offset=4 {0} (i32.const {2})) (call $answer (i64.const 2))"


def test_the_harmless_game_is_played_to_its_end() -> None:
    game = module_game(given_six())
    position = game.start()
    for _ in range(6):
        assert position.legal_actions == (0, 1)
        position = position.after(1)
    assert position.is_over
    assert position.result().winners == (0,)
    assert game.start().told(1) == ("1", "a move")


FORMS = {
    "no module": (b"", "no module of WebAssembly"),
    "a program": (b"#!/bin/sh", "no module of WebAssembly"),
    "cut off": (six_plies()[:-3], "cut off"),
    "a section longer than the file": (six_plies() + b"\x00\xff\xff\x7f", "cut off"),
    "a length without end": (six_plies() + b"\x0a\xff\xff\xff\xff\xff\xff", "cut off"),
    "an unknown section": (six_plies() + b"\x63\x00", "unknown section"),
    "nonsense inside": (six_plies().replace(b"rules.mover", b"rules.legal"), "no valid WebAssembly"),
    "imports": (bytes(wasmtime.wat2wasm('(module (import "env" "read" (func)))')), "imports something"),
    "a table": (six_plies(more="(table 10 funcref)"), "has a table"),
    "a start": (six_plies(more="(func $go) (start $go)"), "starts by itself"),
    "much memory": (six_plies(memory="65"), "memory of at most 4,194,304 bytes"),
    "shared memory": (six_plies(memory="1 2 shared"), "no valid WebAssembly"),
    "memory of 64 bits": (six_plies(memory="i64 1"), "no valid WebAssembly"),
    "more and more memory": (six_plies(legal=GROWING), "asks for more memory"),
    "a call by number": (six_plies(legal="(drop (ref.null func))"), "the instruction 0xd0"),
    "no memory": (bytes(wasmtime.wat2wasm("(module)")), "must export a memory"),
    "no heap": (bytes(wasmtime.wat2wasm('(module (memory (export "memory") 1))')), "must export heap"),
    "no verbs": (six_plies().replace(b"rules.mover", b"rules.mower"), "must export rules.mover"),
    "another type": (
        six_plies(more='(func (export "rules.points") (result i32) (i32.const 1))'),
        "must export rules.points, a function of one i32",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_module_of_another_form_is_refused(form: str) -> None:
    module, words = FORMS[form]
    with pytest.raises(ForbiddenModule, match=words):
        module_game(given_six(module, points=GivenPoints("point", "points")))


ANSWERS: dict[str, tuple[dict[str, str], str]] = {
    "mover without end": ({"mover": FOREVER}, "mover does not end"),
    "legal without end": ({"legal": FOREVER}, "legal does not end"),
    "set-up without end": ({"setup": FOREVER}, "setup does not end"),
    "a trap": ({"legal": "(unreachable)"}, "legal gives up"),
    "recursion": ({"mover": "(call $self)", "more": "(func $self (call $self))"}, "mover calls itself too often"),
    "an address far away": ({"hide": "(i32.store (i32.const -8) (i32.const 1))"}, "hide reaches outside its memory"),
    "a division by zero": ({"mover": "(drop (i32.div_u (i32.const 1) (i32.const 0)))"}, "mover divides by zero"),
    "a heap at the end": ({"heap": "4194300"}, "setup has no room"),
    "a heap below zero": ({"heap": "-16"}, "setup has no room"),
    "data outside": ({"more": '(data (i32.const 65530) "much too long")'}, "setup reaches outside its memory"),
    "a billion actions": ({"legal": "(call $answer (i64.const 1000000000))"}, "legal counts 1000000000 actions"),
    "fewer actions than none": ({"legal": "(call $answer (i64.const -1))"}, "legal counts -1 actions"),
    "an action twice": ({"legal": LISTED.format(ACTIONS, 1, 1)}, "legal lists an action twice"),
    "an unknown action": ({"legal": LISTED.format(ACTIONS, 0, 4)}, "not one of the 4 of the facts"),
    "an action below zero": ({"legal": LISTED.format(ACTIONS, -1, 0)}, "not one of the 4 of the facts"),
    "nothing to do": ({"legal": ""}, "nobody can go on"),
    "seat 77": ({"mover": "(call $answer (i64.const 77))"}, "mover names the seat 77"),
    "a seat below all": ({"mover": "(call $answer (i64.const -3))"}, "mover names the seat -3"),
    "weights that are no numbers": (by_chance("nan"), "weights gives a weight"),
    "weights without limit": (by_chance("inf"), "weights gives a weight"),
    "weights that cannot be added": (by_chance("1e308"), "weights gives a weight"),
    "weights of nothing": (by_chance("0"), "weights gives a weight"),
    "utilities that are no numbers": (
        {"mover": "(call $answer (i64.const -2))", "utilities": f"(f64.store {ACTIONS} (f64.const nan))"},
        "utilities gives a number",
    ),
    "hiding that goes on": (
        {"hide": f"(i32.store8 (call $word (i32.const 1)) (i32.add {PLY} (i32.const 1)))"},
        "what is hidden changes when it is hidden again",
    ),
    "hiding what the mover needs": (
        {"hide": "(i32.store8 (call $word (i32.const 1)) (i32.const 6))"},
        "who is to move cannot see all that is legal",
    ),
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_that_no_rules_may_give_is_refused(answer: str) -> None:
    """In a sentence, and soon."""
    parts, words = ANSWERS[answer]
    module = six_plies(**parts)
    start = time.process_time()
    with pytest.raises(BrokenRules, match=words):
        module_game(given_six(module))
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


DATA = {
    "a name as markup": ({"name": "<script>alert(1)</script>"}, "name"),
    "a name that turns the text": ({"name": "ab\u202edc"}, "name"),
    "a seat as markup": ({"seats": {2: ["<b>", "b"]}}, "seats"),
    "a style that is more than that": ({"seat_styles": ['red" onclick="x', "blue"]}, "seat_styles"),
    "too many seats": ({"seats": {99: ["a"] * 99}}, "seats"),
    "a seat without a name": ({"seats": {2: ["a"]}}, "name each seat"),
    "no seats": ({"seats": {}}, "name each seat"),
    "a seat without a style": ({"seat_styles": ["red"]}, "each seat a style"),
    "a billion actions": ({"actions": 10**9}, "actions"),
    "more of chance than there are": ({"chance_actions": 4}, "more legal actions, or more of chance"),
    "a game without end": ({"longest": 10**9}, "longest"),
    "an option twice": ({"options": [{"name": "a", "choices": ["x"]}] * 2}, "two options have the same name"),
    "a choice twice": ({"options": [{"name": "a", "choices": ["x", "x"]}]}, "two choices of the option a"),
    "a default for some": ({"options": [{"name": "a", "choices": ["x"], "only": {"x": [3]}}]}, "limits its default"),
    "a fact that is none": ({"opened": "lambda: 1"}, "opened"),
}


@pytest.mark.parametrize("change", DATA)
def test_facts_that_no_game_has_are_refused(change: str) -> None:
    facts, words = DATA[change]
    data = json.loads(msgspec.json.encode(given_six()))
    data["facts"] |= facts
    with pytest.raises((msgspec.ValidationError, ForbiddenModule), match=words):
        msgspec.json.decode(json.dumps(data), type=GivenGame).check()


STATES = {
    "no size": {"size": 0},
    "a size below zero": {"size": -8},
    "no whole words": {"size": 9},
    "a size without limit": {"size": 2**40},
    "no fields": {"fields": {}},
    "a field outside": {"fields": {"ply": {"kind": "uint8", "offset": 8}}},
    "a field that is too long": {"fields": {"ply": {"kind": "int64", "offset": 0, "shape": [2]}}},
    "a shape without limit": {"fields": {"ply": {"kind": "int8", "offset": 0, "shape": [4096] * 4}}},
    "a kind that is none": {"fields": {"ply": {"kind": "object", "offset": 0}}},
    "a name that is none": {"fields": {"__class__; x": {"kind": "int8", "offset": 0}}},
    "no description": {"fields": "much"},
}


@pytest.mark.parametrize("change", STATES)
def test_states_that_cannot_be_are_refused(change: str) -> None:
    data = json.loads(msgspec.json.encode(given_six()))
    data["state"] |= STATES[change]
    with pytest.raises((msgspec.ValidationError, ForbiddenModule)):
        msgspec.json.decode(json.dumps(data), type=GivenGame).check()


def test_states_that_are_larger_than_the_module_believes_harm_nobody() -> None:
    """The size is what the server copies; whatever the module does with it stays in its own memory."""
    game = module_game(given_six(state=GivenState(MOST_STATE, {"ply": GivenField("uint8", 0)})))
    assert len(game.start().after(0).state.tobytes()) == MOST_STATE


def test_a_module_that_is_too_large_is_refused() -> None:
    data = msgspec.json.encode(given_six(six_plies() + bytes(MOST_MODULE)))
    with pytest.raises(msgspec.ValidationError, match="262144"):
        msgspec.json.decode(data, type=GivenGame)


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
