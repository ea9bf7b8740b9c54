"""Kernels as modules: whatever they are called with, they do to it what the Python function does."""

import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
import pytest

import rookery
from rookery.core.compiling import kernel_memory, lent, module_kernel
from rookery.core.compiling.call_arguments import plain_arguments
from rookery.core.compiling.kernel_memory import KernelMemory
from rookery.core.compiling.module_kernel import MEMORY, ModuleKernel
from rookery.core.errors import BrokenKernel, NoRoom
from rookery.core.protocol import Array
from rookery.search import Tree


class Row(NamedTuple):
    values: Array
    out: Array


def total(values: Array, factor: float) -> float:
    found = 0.0
    for i in range(len(values)):
        found += values[i] * factor
    return found


def twice(values: Array, factor: float) -> float:
    return float(values[0]) * 2.0 * factor


def all_one(values: Array, number: int) -> None:
    values[:] = number


def filled(grid: Array, number: int) -> None:
    for i in range(grid.shape[0]):
        for j in range(grid.shape[1]):
            grid[i, j] = number + 10 * i + j


def sums(row: Row, more: tuple[int, int]) -> int:
    row.out[0] = row.values[0] + more[0] * more[1]
    return int(row.out[0] + row.values[0])


def both(number: int, word: np.uint64) -> tuple[int, bool, float]:
    return number - 1, number < 0, number / 2 + float(word)


def of_words(word: np.uint64, short: int) -> np.uint64:
    return word ^ np.uint64(short)


def moved(state: Any) -> int:
    state.count += 1
    return int(state.count)


STATE = np.dtype((np.record, [("count", np.int16), ("rest", np.uint8, (6,))]))


def module(function: Callable[..., Any], folder: Path, *, checked: bool = False) -> ModuleKernel:
    return ModuleKernel(function, folder, checked=checked)


def grid_of(kind: str) -> Any:
    grid = np.zeros((6, 8), np.int32)
    return {"whole": grid, "rows": grid[::2], "columns": grid[:, 1::3], "turned": grid.T, "back": grid[::-1, ::-1]}[
        kind
    ]


@pytest.mark.parametrize("kind", ["whole", "rows", "columns", "turned", "back"])
def test_arrays_are_read_and_written_wherever_their_elements_lie(tmp_path: Path, kind: str) -> None:
    one, other = grid_of(kind), grid_of(kind)
    filled(one, -3)
    module(filled, tmp_path)(other, -3)
    assert one.tolist() == other.tolist()
    assert one.base is None or (one.base == other.base).all()


def test_a_reversed_array_is_filled(tmp_path: Path) -> None:
    values = np.arange(6)
    ModuleKernel(all_one, tmp_path)(values[::-1][1:4], 7)
    assert values.tolist() == [0, 1, 7, 7, 7, 5]


@pytest.mark.parametrize("dtype", ["int8", "int16", "int64", "float32", "float64", "bool"])
def test_numbers_of_every_format(tmp_path: Path, dtype: str) -> None:
    values = np.arange(5).astype(dtype)
    values.flags.writeable = False
    assert module(total, tmp_path)(values, 0.5) == total(values, 0.5)


def test_arrays_that_overlap_stay_one_memory(tmp_path: Path) -> None:
    values = np.arange(4)
    assert module(sums, tmp_path)(Row(values, values[:1]), (3, np.int8(-5))) == -30
    assert values.tolist() == [-15, 1, 2, 3]
    assert module(sums, tmp_path)(Row(values[1:], values[2:]), (1, 1)) == 3
    assert values.tolist() == [-15, 1, 2, 3]


def added(one: Array, other: Array, number: int) -> int:
    one[0] += number
    other[0] += 1
    return int(one[0])


@pytest.mark.parametrize("number", [-(2**63), -1, 2**63 - 1])
@pytest.mark.parametrize("kind", ["apart", "one array", "one memory", "lent", "read only"])
def test_plain_arguments_are_as_good_as_any(tmp_path: Path, kind: str, number: int) -> None:
    """What most calls have is passed on by a shorter way, unless arrays may overlap."""
    shared = np.frombuffer(bytearray(16), np.int64)
    lists = []
    for plain in (plain_arguments, lambda given: None):
        arrays = {
            "apart": [np.zeros(2, np.int64), np.frombuffer(bytearray(8), np.int64)],
            "one array": [np.zeros(2, np.int64)] * 2,
            "one memory": [shared, shared[:1]],
            "lent": [lent.zeros(2, np.int64), np.zeros(1, np.int64)],
            "read only": [np.frombuffer(bytes(16), np.int64), np.zeros(1, np.int64)],
        }[kind]
        shared[:] = 0
        with mock.patch.object(module_kernel, "plain_arguments", plain):
            result = module(added, tmp_path)(*arrays, number)
        lists.append((result, [array.tolist() for array in arrays]))
    assert lists[0] == lists[1]


def test_several_results_and_words_of_64_bits(tmp_path: Path) -> None:
    assert module(both, tmp_path)(-7, np.uint64(2**63)) == both(-7, np.uint64(2**63))
    assert module(of_words, tmp_path)(np.uint64(2**64 - 1), 5) == 2**64 - 6
    assert module(of_words, tmp_path)(2**64 - 1, np.uint8(5)) == 2**64 - 6


def test_a_record_is_changed_where_it_lies(tmp_path: Path) -> None:
    states = np.zeros(3, STATE)
    assert [module(moved, tmp_path)(states[1]) for _ in range(2)] == [1, 2]
    assert states["count"].tolist() == [0, 2, 0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["a text"], "a kernel takes numbers, arrays, records and tuples of these, not str"),
        ([np.zeros(2, object), 1.0], "a kernel takes arrays of int8, "),
        ([np.zeros(2, ">i4"), 1.0], "a kernel takes arrays of int8, "),
        ([np.zeros(2), 2**65], "the number 36893488147419103232 does not fit into 64 bits"),
        ([None, 1.0], "not NoneType"),
    ],
)
def test_what_no_kernel_takes_is_one_sentence(tmp_path: Path, given: list[Any], said: str) -> None:
    with pytest.raises(BrokenKernel, match=said):
        module(total, tmp_path)(*given)


def test_a_copy_on_disk_is_used_again_and_a_broken_one_is_made_again(tmp_path: Path) -> None:
    assert module(total, tmp_path)(np.ones(3), 2.0) == 6.0
    (kept,) = tmp_path.glob("total-*.module")
    before = kept.stat().st_mtime_ns
    assert module(total, tmp_path)(np.ones(3), 2.0) == 6.0
    assert kept.stat().st_mtime_ns == before
    for damaged in (b"", b"{}\n", kept.read_bytes()[:-100], b"null\n" + bytes(50)):
        kept.write_bytes(damaged)
        assert module(total, tmp_path)(np.ones(3), 2.0) == 6.0


@pytest.mark.parametrize("head", ["null", "{}", "[]", "5"])
def test_a_copy_with_another_head_is_made_again(tmp_path: Path, head: str) -> None:
    ModuleKernel(total, tmp_path)(np.ones(3), 2.0)
    (kept,) = tmp_path.glob("*.module")
    kept.write_bytes(head.encode() + b"\n" + kept.read_bytes().partition(b"\n")[2])
    assert ModuleKernel(total, tmp_path)(np.ones(3), 2.0) == 6.0


def test_the_copy_of_another_kernel_is_not_taken(tmp_path: Path) -> None:
    ModuleKernel(total, tmp_path)(np.ones(3), 2.0)
    ModuleKernel(twice, tmp_path)(np.ones(3), 2.0)
    one, other = sorted(tmp_path.glob("*.module"))
    one.write_bytes(other.read_bytes())
    assert ModuleKernel(total, tmp_path)(np.ones(3), 2.0) == 6.0


def test_a_call_in_the_middle_of_a_call_changes_nothing(tmp_path: Path) -> None:
    """As a signal handler or a destructor makes it."""
    kernel, numbers = ModuleKernel(total, tmp_path), np.ones(3)
    thread = module_kernel._THREADS.own
    inner: list[float] = []

    def interrupted(*given: Any) -> None:
        inner.append(kernel(np.ones(50), 7.0))
        called(*given)

    called = thread._call
    with mock.patch.object(thread, "_call", interrupted):
        assert kernel(numbers, 2.0) == 6.0
    assert inner == [350.0]


def test_large_copies_are_not_kept(tmp_path: Path) -> None:
    assert ModuleKernel(total, tmp_path)(np.ones(1 << 22), 1.0) == 1 << 22
    assert module_kernel._THREADS.own._copies.size <= module_kernel.MAX_KEPT


def test_a_checked_module_names_the_index(tmp_path: Path) -> None:
    def said(length: int) -> str:
        with pytest.raises(BrokenKernel) as caught:
            module(moves_one, tmp_path, checked=True)(np.zeros(length, np.int8), 3)
        return str(caught.value)

    assert module(moves_one, tmp_path, checked=True)(np.zeros(4, np.int8), 3) == 1
    line = moves_one.__code__.co_firstlineno + 1
    assert said(3) == f"{__file__}:{line}, in moves_one: index 3 of 3"
    assert module(moves_one, tmp_path, checked=True)(np.zeros(4, np.int8), 3) == 1, "the next call goes on"


def moves_one(values: Array, i: int) -> int:
    values[i] += 1
    return int(values[i])


# ── Memory ───────────────────────────────────────────────────────────────────
def test_memory_is_given_back_and_joined() -> None:
    room = KernelMemory()
    held = [room.array(size, np.int8) for size in (100, 5_000_000, 64, 1)]
    view = held[1][4_000_000:]
    view[:] = 7
    assert all(array.flags.writeable and array.ctypes.data % 64 == 0 for array in held)
    grown = room.array(200_000_000, np.int8)
    grown[-1] = 1
    assert int(view.min()) == int(view.max()) == 7, "memory that grows moves nothing"
    places = [array.ctypes.data for array in held]
    del held
    gc.collect()
    assert room.array(100, np.int8).ctypes.data == places[0]
    assert int(view.max()) == 7, "a view holds its memory"
    del view, grown
    gc.collect()
    whole = room.take(kernel_memory.MOST_BYTES - 2048)
    with pytest.raises(NoRoom, match="kernels need 4,096 more bytes"):
        room.take(4096)
    room.give_back(whole, kernel_memory.MOST_BYTES - 2048)
    assert room.take(4096) == whole


def test_a_table_that_is_too_large_is_refused_by_name() -> None:
    with pytest.raises(NoRoom):
        MEMORY.array(2**40, np.int8)
    assert lent.zeros((2, 3), np.int32).tolist() == [[0] * 3] * 2


def test_two_threads_search_as_one_does() -> None:
    """Trees of many sizes, in all games; the memory that they took is free afterwards."""
    work = [(slug, seed, nodes) for seed in range(6) for slug in rookery.slugs() for nodes in (2_000, 60_000)]

    def searched(slug: str, seed: int, nodes: int) -> str:
        position = rookery.load(slug).start(seed=seed)
        mover = position.mover
        if mover is None or mover < 0:
            position = position.settled(np.random.default_rng(seed))
        assert position.mover is not None
        view = position.view(position.mover)
        tree = Tree(view, np.random.default_rng(seed), nodes=nodes).think(60)
        return repr((tree.result().actions, tree.means, tree.simulations))

    alone = [searched(*one) for one in work]
    free = sum(size for _, size in MEMORY._free)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda one: searched(*one), work)) == alone
    gc.collect()
    MEMORY.take(1)
    assert free - sum(size for _, size in MEMORY._free) < 50_000_000
