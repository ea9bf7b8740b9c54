"""A small game as text of WebAssembly, of which a test replaces parts: two seats play six plies in turn.

A state is a word of 8 bytes: the number of plies, a secret, nothing. A kernel takes the address of a block of words:
word 0 is for its result, 1 to 3 are the states, 4 and later its other arguments (wasm/describe.py)."""

from collections.abc import Mapping
from typing import Any

import msgspec
import wasmtime

from rookery.wasm.given_game import GivenFacts, GivenField, GivenGame, GivenState

PLY = "(i32.load8_u (call $word (i32.const 1)))"
OVER = f"(i32.ge_u {PLY} (i32.const 6))"
FOREVER = "(loop $again (br $again))"
ACTIONS = "(call $word (i32.const 4))"
VERBS: Mapping[str, str] = {
    "setup": "(i32.store8 (call $word (i32.const 1)) (i32.const 0))",
    "mover": f"(call $answer (select (i64.const -2) (i64.extend_i32_u (i32.and {PLY} (i32.const 1))) {OVER}))",
    "legal": f"(i32.store {ACTIONS} (i32.const 0)) (i32.store offset=4 {ACTIONS} (i32.const 1))"
    f"(call $answer (select (i64.const 0) (i64.const 2) {OVER}))",
    "weights": "",
    "play": f"(i32.store8 (call $word (i32.const 1)) (i32.add {PLY} (i32.const 1)))",
    "utilities": f"(f64.store {ACTIONS} (f64.const 1)) (f64.store offset=8 {ACTIONS} (f64.const -1))",
    "hide": "(i32.store8 offset=1 (call $word (i32.const 1)) (i32.const 0))",
    "determinize": "",
    "knows": "(call $answer (i64.const 1))",
}
FACTS = GivenFacts(
    name="Six Plies",
    seats={2: ["First", "Second"]},
    seat_styles=["red", "blue"],
    actions=4,
    chance_actions=2,
    max_legal=4,
    longest=8,
    chance=True,
    hidden=True,
    cooperative=False,
)
STATE = GivenState(8, {"ply": GivenField("uint8", 0), "secret": GivenField("uint8", 1)})


def six_plies(*, memory: str = "1", heap: str = "4096", more: str = "", **verbs: str) -> bytes:
    """The module. `memory`: its size; `more`: further parts, after the exports; `verbs`: other bodies of verbs."""
    bodies = {**VERBS, **verbs}
    functions = "\n".join(
        f'(func ${name} (export "rules.{name}") (param i32) (global.set $block (local.get 0)) {body})'
        for name, body in bodies.items()
    )
    return assembled(
        f"""(module
        (memory (export "memory") {memory})
        (global (export "heap") i32 (i32.const {heap}))
        (global $block (mut i32) (i32.const 0))
        (func $word (param i32) (result i32)
            (i32.load (i32.add (global.get $block) (i32.shl (local.get 0) (i32.const 3)))))
        (func $answer (param i64) (i64.store (global.get $block) (local.get 0)))
        {functions}
        {more})"""
    )


def assembled(text: str) -> bytes:
    """WebAssembly, from its text."""
    return bytes(wasmtime.wat2wasm(text))


def given_six(module: bytes | None = None, *, state: GivenState = STATE, **facts: Any) -> GivenGame:
    """The game as data, with another module, other states, or other facts."""
    return GivenGame(msgspec.structs.replace(FACTS, **facts), state, six_plies() if module is None else module)


def by_chance(weight: str) -> dict[str, str]:
    """Bodies with which chance moves first, between two actions with this weight."""
    drawn = f"(i32.eqz {PLY})"
    return {
        "mover": f"(call $answer (select (i64.const -1) (select (i64.const -2) (i64.const 0) {OVER}) {drawn}))",
        "weights": f"(f64.store (call $word (i32.const 7)) (f64.const {weight}))"
        f"(f64.store offset=8 (call $word (i32.const 7)) (f64.const {weight}))",
    }
