"""Kernels that pages run as JavaScript do there what they do as modules, as machine code and in plain Python."""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core.compiling.module_kernel import ModuleKernel
from rookery.core.position import Game
from tests.compiler.running import same
from tests.javascript.answers import Answers
from tests.javascript.drawn_cases import names_of, wire
from tests.javascript.kernel_calls import Called, calls_of, kernels_of
from tests.javascript.plain_kernels import KernelCall, taken
from tests.planting import Fault, broken

POSITIONS, STEP = 40, 97  # of random games; and of how many positions of recorded ones one is looked at
SOAK_POSITIONS, SOAK_STEP = 1_000, 1
MOST, SOAK_MOST = 10, 1_000  # calls of each kernel
NONE = Fault("", "export default", "export default")


def differences(called: list[Called], form: Callable[[Any], Any]) -> list[str]:
    """The calls that come out otherwise than in plain Python. `form`: from a kernel to what is called in its place."""
    wrong = []
    for kernel, name, calls in called:
        run = form(kernel)
        for call in calls:
            given = tuple(map(taken, call.given))
            result = run(*given)
            if not (equal(result, call.result) and equal(given, call.after)):
                wrong.append(f"{name}{call.given}: {result} and {call.result}")
    return wrong


def equal(one: Any, other: Any) -> bool:
    """Whether two values are equal as bytes."""
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, np.ndarray | np.void):
        return bool(one.tobytes() == other.tobytes())
    return same(one, other)


def page_differences(game: Game, called: list[Called], answers: Answers, fault: Fault = NONE) -> list[str]:
    """The calls that come out otherwise in a page."""
    answers.load(broken(kernels_of(game)[1], fault))
    cases = (case_of(game, name, call) for _, name, calls in called for call in calls)
    return [f"{case['args']}: {case['answer']} and {found}" for case, found in answers.each(cases) if found is not None]


def case_of(game: Game, name: str, call: KernelCall) -> dict[str, Any]:
    answer = [wire(call.result), [kept(game, value) for value in call.after]]
    return {"call": "kernel", "args": [name, [sent(value) for value in call.given]], "answer": answer}


def sent(value: Any) -> Any:
    """An argument as answers.mjs reads it."""
    if isinstance(value, np.void):
        return {"$state": base64.b64encode(value.tobytes()).decode()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"$new": [type(value).__name__, [sent(one) for one in value]]}
    if isinstance(value, np.ndarray) and value.dtype.names:
        return [sent(one) for one in value]
    return wire(value.tolist() if isinstance(value, np.ndarray) else value)


def kept(game: Game, value: Any) -> Any:
    """What has become of an argument, as answers.mjs tells it."""
    if isinstance(value, np.void):
        return {name: wire(value[name].tolist()) for name in names_of(game)}
    if isinstance(value, tuple) or (isinstance(value, np.ndarray) and value.dtype.names):
        return [kept(game, one) for one in value]
    return wire(value.tolist() if isinstance(value, np.ndarray) else value)


def as_module(folder: Path) -> Callable[[Any], Any]:
    return lambda kernel: ModuleKernel(kernel.py_func, folder)


@pytest.mark.parametrize("slug", rookery.slugs())
def test_kernels_do_the_same(slug: str, answers: Answers, tmp_path: Path) -> None:
    game = rookery.load(slug)
    called = calls_of(game, POSITIONS, STEP, MOST)
    assert sum(bool(one.calls) for one in called) > len(called) * 3 // 4
    assert differences(called, as_module(tmp_path)) == []
    assert page_differences(game, called, answers) == []


@pytest.mark.soak
@pytest.mark.usefixtures("machine_code")
@pytest.mark.parametrize("slug", rookery.slugs())
def test_kernels_do_the_same_for_long(slug: str, answers: Answers, tmp_path: Path) -> None:
    game = rookery.load(slug)
    called = calls_of(game, SOAK_POSITIONS, SOAK_STEP, SOAK_MOST)
    assert sum(not one.calls for one in called) <= 1, "weights where chance never moves, or what games hardly reach"
    assert differences(called, as_module(tmp_path)) == []
    assert differences(called, lambda kernel: kernel) == [], "machine code"
    assert page_differences(game, called, answers) == []


def test_other_kernels_are_noticed(answers: Answers) -> None:
    """One that answers otherwise, one that leaves another byte, and a page that multiplies where it should add."""
    game = rookery.load(rookery.slugs()[0])
    called = calls_of(game, 20, STEP, 5)

    def other_answer(kernel: Any) -> Any:
        def run(*given: Any) -> Any:
            result = kernel(*given)
            return 1 - int(result) if isinstance(result, int | float) else result

        return run

    def other_byte(kernel: Any) -> Any:
        def run(*given: Any) -> Any:
            result = kernel(*given)
            for value in given:
                if isinstance(value, np.void):
                    value[names_of(game)[0]] += 1
            return result

        return run

    assert differences(called, lambda kernel: kernel) == []
    assert len(differences(called, other_answer)) > len(called) // 2
    assert len(differences(called, other_byte)) > len(called) // 2
    assert len(page_differences(game, called, answers, Fault("", "add: $add,", "mul: $add,"))) > len(called) // 9
