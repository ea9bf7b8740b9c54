"""Machine code comes from another process, and takes over without a word."""

import importlib
import logging
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rookery.core.compiling import background, machine_code
from rookery.core.compiling.machine_code import Use, use_machine_code

KERNELS = """
from rookery.core.kernel import kernel
from rookery.core.protocol import Array


@kernel
def tripled(number: int) -> int:
    return 3 * number


@kernel
def summed(numbers: Array) -> int:
    total = 0
    for i in range(len(numbers)):
        total += tripled(numbers[i])
    return total
"""
NUMBERS = np.arange(5)


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A module of kernels that are hot at once."""
    name = f"hot_{request.node.name}"
    (tmp_path / f"{name}.py").write_text(KERNELS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(machine_code, "HOT", 0.0)
    monkeypatch.setattr(background, "COMPILER_IDLE", 0.1)
    monkeypatch.setattr(machine_code, "CACHE_RETRY_INTERVAL", 0.05)
    use_machine_code(Use.BACKGROUND)
    yield importlib.import_module(name)
    use_machine_code(Use.NONE)
    background._state.__init__()  # type: ignore[misc]


def test_what_was_typed_into_a_shell_has_machine_code_at_once() -> None:
    """There is no text of which a module could be made."""
    space: dict[str, Any] = {"__name__": "__shell__"}
    use_machine_code(Use.BACKGROUND)
    try:
        exec(KERNELS, space)
        assert space["summed"](NUMBERS) == 30
        assert space["summed"].signatures
    finally:
        use_machine_code(Use.NONE)


def patient(done: Any) -> bool:
    end = time.monotonic() + 60
    while not done() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(done())


def test_a_hot_kernel_gets_machine_code(kernels: Any) -> None:
    assert kernels.summed(NUMBERS) == 30
    assert not kernels.summed.signatures, "the first call does not wait for it"
    assert patient(lambda: kernels.summed(NUMBERS) == 30 and kernels.summed.signatures)
    assert patient(lambda: not background._state.running), "the process ends when it has nothing to do"


def test_what_cannot_be_compiled_stays_a_module_and_is_told_once(
    kernels: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert kernels.summed(NUMBERS) == 30
        Path(kernels.__file__).unlink()  # so the other process does not find it
        assert kernels.summed(NUMBERS) == 30
        assert patient(lambda: background._state.said)
        assert kernels.tripled(7) == 21
        assert kernels.summed(NUMBERS[1:]) == 30
    (said,) = (record.getMessage() for record in caplog.records)
    assert said.startswith("summed could not be compiled (No module named 'hot_")
    assert said.endswith("); it goes on as a module, up to twice as slow")


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_damaged_cache_leaves_the_kernel_a_module(kernels: Any, suffix: str) -> None:
    use_machine_code(Use.FIRST)
    assert kernels.summed(NUMBERS) == 30
    (kept,) = Path(kernels.summed._cache._cache_path).glob(f"*summed*.{suffix}")
    kept.write_bytes(b"\0\0\0")
    use_machine_code(Use.CACHED)
    del sys.modules[kernels.__name__]
    again = importlib.import_module(kernels.__name__)
    assert again.summed(NUMBERS) == 30
    assert not again.summed.signatures


@pytest.mark.parametrize("how", [Use.CACHED, Use.NONE])
def test_nothing_is_compiled_unless_it_is_wanted(kernels: Any, how: Use) -> None:
    use_machine_code(how)
    assert kernels.summed(NUMBERS) == kernels.summed(NUMBERS) == 30  # a first call asks for nothing
    assert background._tasks.empty()
    assert not kernels.summed.signatures
