"""Each fault that is planted in the runtime or in the lowering is found by the tests of this folder."""

import functools
import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rookery.javascript
from tests.javascript.answers import Answers, runtime_of, runtime_text
from tests.javascript.page_faults import IN_LOWERING, IN_RUNTIME, PageFault
from tests.javascript.test_lowering import PROGRAMS, states_of_games, told_of
from tests.javascript.test_runtime import CASES, MORE, agrees, case_of, with_examples
from tests.often import others_in_soak

TIMEOUT = 20.0  # seconds: a fault may loop for ever
EXAMPLES = 30  # of each function of the runtime
FOLDER = Path(rookery.javascript.__file__).parent
TESTS = Path(__file__).parent
# copies of modules, by the names under which they are imported
FILES = {
    "faulty_page": FOLDER / "__init__.py",
    **{f"faulty_page.{path.stem}": path for path in FOLDER.glob("*.py") if path.stem != "__init__"},
    "faulty_page.lowered": TESTS / "lowered.py",
}
PLACES = {"rookery.javascript": "faulty_page", "tests.javascript.lowered": "faulty_page.lowered"}


class Copies(MetaPathFinder, Loader):
    """Imports copies of the lowering with a fault in one of them."""

    def __init__(self, fault: PageFault) -> None:
        self.fault = fault

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package = fullname == "faulty_page"
        return ModuleSpec(fullname, self, is_package=package) if fullname in FILES else None

    def exec_module(self, module: ModuleType) -> None:
        file = FILES[module.__name__]
        text = file.read_text("utf-8")
        if file == FOLDER / self.fault.file:
            text = broken(text, self.fault)
        for name, copy in PLACES.items():
            text = text.replace(name, copy)
        exec(compile(text, str(file), "exec"), vars(module))


def broken(text: str, fault: PageFault) -> str:
    assert text.count(fault.text) == 1, fault
    return text.replace(fault.text, fault.broken)


@contextmanager
def planted(fault: PageFault) -> Iterator[Any]:
    """The lowering of these tests with a fault."""
    copies = Copies(fault)
    sys.meta_path.insert(0, copies)
    try:
        yield importlib.import_module("faulty_page.lowered").lowered
    finally:
        sys.meta_path.remove(copies)
        for name in [name for name in sys.modules if name.partition(".")[0] == "faulty_page"]:
            del sys.modules[name]


@functools.cache
def asked_of_runtime() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """What is asked of each function of the runtime, and what Python answers."""
    found = list[tuple[dict[str, Any], dict[str, Any]]]()
    for name in (*CASES, *MORE):
        with_examples(name, EXAMPLES, functools.partial(_noted, found, name))
    return found


def _noted(found: list[tuple[dict[str, Any], dict[str, Any]]], name: str, args: tuple[Any, ...]) -> None:
    found.append(case_of(name, args))


def is_wrong(lower: Any, runtime: Path | None = None) -> bool:
    """Whether a program answers otherwise than Python."""
    try:
        with Answers(runtime, TIMEOUT) as answers:
            for program in PROGRAMS:
                module, asked = told_of(program)
                answers.load(lower(module))
                if any(answer is not None for _, answer in answers.each(iter(asked))):
                    return True
            return bool(states_of_games(answers, lower))
    except Exception:  # noqa: BLE001  # a fault may show itself in any way
        return True


def runtime_is_wrong(text: str) -> bool:
    runtime = runtime_of(text, "faulty")
    try:
        with Answers(runtime, TIMEOUT) as answers:
            wanted = asked_of_runtime()
            found = answers.each(asked for asked, _ in wanted)
            if any(not agrees(answer, right) for (_, answer), (_, right) in zip(found, wanted, strict=True)):
                return True
    except (AssertionError, OSError):  # Node has ended
        return True
    return is_wrong(importlib.import_module("tests.javascript.lowered").lowered, runtime)


def test_nothing_is_found_where_there_is_no_fault() -> None:
    with planted(PageFault("SHARED_FROM = 24", "SHARED_FROM = 9999", "page_module.py")) as lower:
        assert not is_wrong(lower)


@pytest.mark.soak
def test_nothing_is_found_in_our_runtime() -> None:
    assert not runtime_is_wrong(runtime_text())


@pytest.mark.soak
@pytest.mark.parametrize("fault", IN_RUNTIME, ids=lambda fault: fault.broken)
def test_each_fault_of_the_runtime_is_found(fault: PageFault) -> None:
    assert runtime_is_wrong(broken(runtime_text(), fault))


@pytest.mark.parametrize("fault", others_in_soak(IN_LOWERING, IN_LOWERING[::5]), ids=lambda fault: fault.broken)
def test_each_fault_of_the_lowering_is_found(fault: PageFault) -> None:
    with planted(fault) as lower:
        assert is_wrong(lower)
