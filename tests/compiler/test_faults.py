"""Each fault that is planted in the compiler is found by the corners of the language, or by random programs."""

import functools
from types import ModuleType
from typing import Any

import pytest

from tests.compiler.corners import CORNERS
from tests.compiler.faults import FAULTS, planted
from tests.compiler.programs import program
from tests.compiler.running import Text, copied, plain
from tests.compiler.test_programs import arguments
from tests.planting import Fault

IN_EVERY_RUN = FAULTS[::16]
SEEDS = (3, 5, 8)


def whole() -> str:
    """All corners as one text."""
    return "\n\n".join(corner.text for corner in CORNERS)


@functools.cache
def expected() -> list[tuple[str, tuple[Any, ...], object, list[Any] | None]]:
    """For each call: the function, the arguments, the result, and the arguments after it if they are known."""
    text, made = Text(whole()), list[tuple[str, tuple[Any, ...], object, list[Any] | None]]()
    for corner in CORNERS:
        for call in corner.calls:
            after = copied(call.args) if corner.plain else None
            found = plain(text, corner.name)(*after) if after is not None else None
            made.append((corner.name, call.args, found if call.result is ... else call.result, after))
    return made


@functools.cache
def expected_of_programs() -> list[tuple[str, list[Any], object, list[Any]]]:
    made = []
    for seed in SEEDS:
        text, after = program(seed), arguments(seed)
        made.append((text, arguments(seed), plain(Text(text), "g3")(*after), after))
    return made


def failed(running: ModuleType) -> bool:
    """Whether something comes out wrong in this copy of the harness."""
    entries = {corner.name: running.entry(corner.name, corner.calls[0].args) for corner in CORNERS}
    try:
        wasm = running.Wasm(running.Text(whole()), list(entries.values()))
        for name, given, result, after in expected():
            args = running.copied(given)
            found = wasm.run(name, args)
            if not running.same(found, result) or (after is not None and not running.agrees(args, after)):
                return True
        for text, start, result, after in expected_of_programs():
            args = running.copied(start)
            found = running.Wasm(running.Text(text), [running.entry("g3", start)]).run("g3", args)
            if not running.same(found, result) or not running.agrees(args, after):
                return True
    except Exception:  # noqa: BLE001  # a fault may show itself in any way
        return True
    return False


def test_nothing_is_found_where_there_is_no_fault() -> None:
    with planted(Fault("inlining.py", "INLINED_NODES = 40", "INLINED_NODES = 30")) as running:
        assert not failed(running)


@pytest.mark.parametrize("fault", IN_EVERY_RUN, ids=lambda fault: fault.broken)
def test_a_fault_is_found(fault: Fault) -> None:
    with planted(fault) as running:
        assert failed(running)


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.broken)
def test_each_fault_is_found(fault: Fault) -> None:
    with planted(fault) as running:
        assert failed(running)
