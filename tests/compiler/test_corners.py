"""Each corner of the language gives the same as a module, in plain Python, and as machine code."""

import pytest

from tests.compiler.corners import CORNERS, Call, Corner
from tests.compiler.running import Text, Wasm, agrees, copied, entry, machine, plain, same

# those that plain Python cannot tell are compared with machine code in every run, as far as there is time
QUICK = ("divide_by_minus_1", "to_int_far")


def expected(program: Text, corner: Corner, call: Call) -> tuple[object, list[object] | None]:
    """The result of a call, and its arguments after it, if plain Python knows them."""
    args = copied(call.args)
    found = plain(program, corner.name)(*args) if corner.plain else None
    return (found if call.result is ... else call.result), (args if corner.plain else None)


@pytest.mark.parametrize("corner", CORNERS, ids=lambda corner: corner.name)
@pytest.mark.parametrize("checked", [False, True])
def test_the_module_gives_what_plain_python_gives(corner: Corner, checked: bool) -> None:
    program = Text(corner.text)
    wasm = Wasm(program, [entry(corner.name, corner.calls[0].args)], checked=checked)
    for call in corner.calls:
        result, after = expected(program, corner, call)
        if corner.plain:
            assert same(plain(program, corner.name)(*copied(call.args)), result), call
        args = copied(call.args)
        found = wasm.run(corner.name, args)
        assert same(found, result), (call, found, result)
        assert after is None or agrees(args, after), (call, args, after)


def compare_with_machine_code(corner: Corner) -> None:
    program = Text(corner.text)
    wasm = Wasm(program, [entry(corner.name, corner.calls[0].args)])
    compiled = machine(program)(corner.name)
    for call in corner.calls:
        args, beside = copied(call.args), copied(call.args)
        one, other = wasm.run(corner.name, args), compiled(*beside)
        assert same(one, other), (call, one, other)
        assert call.result is ... or same(one, call.result), (call, one)
        assert agrees(args, beside), (call, args, beside)


@pytest.mark.parametrize("name", QUICK)
def test_machine_code_gives_the_same_where_python_differs(name: str) -> None:
    compare_with_machine_code(next(corner for corner in CORNERS if corner.name == name))


@pytest.mark.soak
@pytest.mark.parametrize("corner", CORNERS, ids=lambda corner: corner.name)
def test_machine_code_gives_the_same(corner: Corner) -> None:
    compare_with_machine_code(corner)
