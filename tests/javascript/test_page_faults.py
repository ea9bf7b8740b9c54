"""Each fault that is planted in the runtime or in the lowering is found by the tests of this folder."""

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rookery.javascript
from tests import planting
from tests.javascript import lowered
from tests.javascript.answers import Answers, runtime_of, runtime_text
from tests.javascript.page_faults import IN_LOWERING, IN_RUNTIME
from tests.javascript.test_lowering import PROGRAMS, states_of_games, told_of
from tests.javascript.test_runtime import EVERY_CASE, agrees, case_of, examined
from tests.javascript.whole_programs import WHOLE_PROGRAMS
from tests.often import others_in_soak
from tests.planting import Copied, Fault, broken, files_of

TIMEOUT = 20.0  # seconds: a fault may loop for ever
EXAMPLES = 30  # of each function of the runtime
FOLDER = Path(rookery.javascript.__file__).parent
COPIED = Copied(
    FOLDER,
    {**files_of(FOLDER, "faulty_page"), "faulty_page.lowered": Path(lowered.__file__)},
    (("rookery.javascript", "faulty_page"), ("tests.javascript.lowered", "faulty_page.lowered")),
)


def planted(fault: Fault) -> AbstractContextManager[ModuleType]:
    """The lowering of these tests with a fault."""
    return planting.planted(COPIED, fault, "faulty_page.lowered")


@functools.cache
def asked_of_runtime() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """What is asked of each function of the runtime, and what Python answers."""
    found = list[tuple[dict[str, Any], dict[str, Any]]]()
    for name, (does, strategies) in EVERY_CASE.items():
        examined(strategies, EXAMPLES, functools.partial(_noted, found, does, name))
    return found


def _noted(
    found: list[tuple[dict[str, Any], dict[str, Any]]], does: Callable[..., Any], name: str, args: tuple[Any, ...]
) -> None:
    found.append(case_of(does, name, args))


def is_wrong(lower: Any, runtime: Path | None = None) -> bool:
    """Whether a program answers otherwise than Python."""
    try:
        with Answers(runtime, TIMEOUT) as answers:
            for program in (*PROGRAMS, *WHOLE_PROGRAMS):
                module, asked = told_of(program)
                answers.load(lower(module))
                if any(answer is not None for _, answer in answers.each(iter(asked))):
                    return True
            return bool(states_of_games(answers, lower))
    except Exception:  # noqa: BLE001  # a fault may show itself in any way
        return True


def runtime_is_wrong(text: str) -> bool:
    runtime, wanted = runtime_of(text, "faulty"), asked_of_runtime()
    try:
        with Answers(runtime, TIMEOUT) as answers:
            found = answers.each(asked for asked, _ in wanted)
            if any(not agrees(answer, right) for (_, answer), (_, right) in zip(found, wanted, strict=True)):
                return True
    except (AssertionError, OSError):  # Node has ended
        return True
    return is_wrong(lowered.lowered, runtime)


def test_nothing_is_found_where_there_is_no_fault() -> None:
    with planted(Fault("page_module.py", "SHARED_FROM = 24", "SHARED_FROM = 9999")) as copy:
        assert not is_wrong(copy.lowered)


@pytest.mark.soak
def test_nothing_is_found_in_our_runtime() -> None:
    assert not runtime_is_wrong(runtime_text())


@pytest.mark.soak
@pytest.mark.parametrize("fault", IN_RUNTIME, ids=lambda fault: fault.broken)
def test_each_fault_of_the_runtime_is_found(fault: Fault) -> None:
    assert runtime_is_wrong(broken(runtime_text(), fault))


@pytest.mark.parametrize("fault", others_in_soak(IN_LOWERING, IN_LOWERING[::5]), ids=lambda fault: fault.broken)
def test_each_fault_of_the_lowering_is_found(fault: Fault) -> None:
    with planted(fault) as copy:
        assert is_wrong(copy.lowered)
