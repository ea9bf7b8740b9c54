"""The corners of the kernels' language: small functions, what to call them with, and what all forms give.

`...` in place of a result stands for what plain Python gives. Where plain Python differs, because its whole numbers do
not end at 64 bits or NumPy's are narrow, the result is written down, and machine code gives the same (a soak test).
"""

# ruff: noqa: E501  # an entry of the list is a line

import math
from dataclasses import dataclass
from textwrap import dedent
from typing import Any, NamedTuple

import numpy as np

LEAST, MOST = -(2**63), 2**63 - 1
NAN, INF = math.nan, math.inf
W = np.uint64


class Call(NamedTuple):
    args: tuple[Any, ...]
    result: Any  # ... : as plain Python


@dataclass(frozen=True)
class Corner:
    name: str  # of the function that is called
    text: str
    calls: tuple[Call, ...]
    plain: bool  # whether plain Python gives the same


CORNERS: list[Corner] = []


def corner(text: str, *calls: tuple[Any, ...], plain: bool = True) -> None:
    """The last function of the text is called; a call is its arguments and then its result."""
    text = dedent(text).strip() + "\n"
    name = text.rpartition("def ")[2].partition("(")[0]
    assert all(name != other.name for other in CORNERS), name
    CORNERS.append(Corner(name, text, tuple(Call(call[:-1], call[-1]) for call in calls), plain))


class Pair(NamedTuple):
    """A bundle; the texts define one like it."""

    left: Any
    right: Any


CELL = np.dtype(
    (
        np.record,
        [
            ("small", "i1"),
            ("byte", "u1"),
            ("short", "i2"),
            ("word16", "u2"),
            ("half", "i4"),
            ("word32", "u4"),
            ("long", "i8"),
            ("word", "u8"),
            ("flag", "?"),
            ("single", "f4"),
            ("double", "f8"),
            ("row", "i1", (3,)),
            ("grid", "i4", (2, 3)),
        ],
    )
)


def cell(**fields: Any) -> np.ndarray[Any, Any]:
    """An array of two records."""
    made = np.zeros(2, CELL)
    for name, value in fields.items():
        made[name][0] = value
    made["small"][1], made["row"][1], made["half"][1], made["double"][1] = -9, (4, 5, 6), 1 << 20, -0.5
    return made


def ints(*values: int) -> np.ndarray[Any, Any]:
    return np.array(values, np.int64)


def some_singles(count: int) -> np.ndarray[Any, Any]:
    return (np.arange(count) * 0.37 - 2.1).astype(np.float32)


def floats(*values: float) -> np.ndarray[Any, Any]:
    return np.array(values, np.float64)


GRID = np.arange(12, dtype=np.int64).reshape(3, 4)

# ── Whole numbers ────────────────────────────────────────────────────────────
corner(
    "def wrap_add(a: int, b: int) -> int:\n    return a + b - 1",
    (MOST, 2, LEAST),
    (LEAST, 0, MOST),
    (3, 4, 6),
    (MOST, MOST, -3),
)
corner(
    "def wrap_multiply(a: int, b: int) -> int:\n    return a * b", (1 << 62, 4, 0), (MOST, 3, MOST - 2), (-7, 6, -42)
)
corner(
    "def wrap_by_constants(a: int) -> int:\n    return (a * 8 + 5) * 3 - 100", (1 << 61, -85), (-3, -157), (MOST, ...)
)
corner("def negative(a: int) -> int:\n    return -a", (LEAST, LEAST), (5, -5), (0, 0))
corner("def absolute(a: int) -> int:\n    return abs(a)", (LEAST, LEAST), (-5, 5), (6, 6))
corner("def least_number() -> int:\n    return -9223372036854775808", (LEAST,))
corner(
    "def divide(a: int, b: int) -> int:\n    return a // b",
    *((a, b, a // b) for a in (7, -7, 0, MOST, LEAST, 8, -8) for b in (1, 2, 3, -2, -3, 7, MOST, LEAST)),
    (5, 0, 0),
    (-5, 0, 0),
    (0, 0, 0),
    (LEAST, 0, 0),
    (7, -1, -7),
)
corner(
    "def modulo(a: int, b: int) -> int:\n    return a % b",
    *((a, b, a % b) for a in (7, -7, 0, MOST, LEAST, 8, -8) for b in (1, 2, 3, -2, -3, 7, MOST, LEAST)),
    (5, 0, 0),
    (-5, 0, 0),
    (LEAST, 0, 0),
    (LEAST, -1, 0),
    (7, -1, 0),
)
corner("def divide_least(a: int, b: int) -> int:\n    return a // b", (LEAST, -1, 0), plain=False)
corner("def divide_by_minus_1(a: int) -> int:\n    return a // -1", (LEAST, 0), (7, -7), (-7, 7), (0, 0), plain=False)
corner("def divide_by_0(a: int) -> int:\n    return a // 0 + a % 0", (5, 0), (-5, 0), plain=False)
for by in (1, 2, 3, 7, 8, 10, 64, 1 << 62, -1, -2, -3, -8):
    name = str(by).replace("-", "minus_")
    values = (0, 1, 5, 7, 8, -1, -5, -7, -8, 1000, -1000, MOST, LEAST + 1)
    corner(f"def floor_{name}(a: int) -> int:\n    return a // {by}", *((a, a // by) for a in values))
    corner(f"def rest_{name}(a: int) -> int:\n    return a % {by}", *((a, a % by) for a in values))
corner(
    "def constant_division() -> int:\n    return -7 // 2 * 10000 + -7 % 3 * 1000 + 7 // -2 * 10 + -7 % -3", (-38041,)
)
corner("def true_division(a: int, b: int) -> float:\n    return a / b", (7, 2, 3.5), (-1, 4, -0.25), (MOST, 3, ...))
corner(
    "def divide_by_no_float(a: float, b: float) -> float:\n    return a / b",
    (1.0, 0.0, INF),
    (-1.0, 0.0, -INF),
    (0.0, 0.0, NAN),
    plain=False,
)
corner(
    "def shift_left(a: int, b: int) -> int:\n    return a << b", (1, 0, 1), (1, 63, LEAST), (3, 63, LEAST), (-5, 4, -80)
)
corner(
    "def shift_right(a: int, b: int) -> int:\n    return a >> b", (-1, 63, -1), (LEAST, 63, -1), (9, 0, 9), (-9, 1, -5)
)
corner(
    "def shift_constants(a: int) -> int:\n    return (a << 0) + (a << 63) + (a >> 63) + (a >> 0)",
    (3, 6 + LEAST),
    (-4, -9),
)
corner(
    "def bits(a: int, b: int) -> int:\n    return (a & b) * 3 + (a | b) * 5 + (a ^ b) * 7 + ~a",
    (12, 10, ...),
    (-1, 77, ...),
)
corner("def mask_of_masks(a: int) -> int:\n    return ((a & 255) & 60) | ((a | 1) | 6)", (0, ...), (-1, ...), (77, ...))
corner(
    "def bits_of_bools(a: int) -> int:\n    return int((a > 1) & (a < 9)) + 2 * int((a > 3) | (a == 0)) + 4 * int((a > 5) ^ (a < 7))",
    *((a, ...) for a in range(10)),
)
corner("def sums_of_bools(a: int) -> int:\n    return int(a > 1) + int(a > 2) * 3 + int(not a)", (0, 1), (2, 1), (3, 4))
corner("def bool_as_number(a: int) -> int:\n    flag = a > 2\n    return flag + a", (3, 4), (2, 2))
corner(
    "def folded() -> int:\n    return (3 - 5) * 7 + (1 << 40) - (-9 >> 1) + (6 & 3) + (6 | 3) + (6 ^ 3) + (-8 >> 2)",
    (...,),
)
corner(
    "def folded_comparisons() -> int:\n    return int(-1 < 1) + 2 * int(-1 > 1) + 4 * int(-3 <= -3) + 8 * int(2 >= 3) + 16 * int(3 == 3) + 32 * int(3 != 3)",
    (21,),
)
corner(
    "def subtract_constant(a: int) -> int:\n    return a - 7 - -3 + 9 - 9223372036854775807",
    (0, ...),
    (-5, ...),
    (MOST, ...),
)

# ── Bits ─────────────────────────────────────────────────────────────────────
corner(
    "def lowest(a: int) -> int:\n    return lowest_bit(a)",
    (0, 64),
    (1, 0),
    (12, 2),
    (LEAST, 63),
    (-1, 0),
    (1 << 40, 40),
)
corner("def without(a: int) -> int:\n    return without_lowest(a)", (0, 0), (12, 8), (LEAST, 0), (-1, -2), (1, 0))
corner("def count(a: int) -> int:\n    return count_bits(a)", (0, 0), (12, 2), (LEAST, 1), (-1, 64))
corner(
    "def float_bits(a: float) -> int:\n    return bits_of(a)",
    (1.0, 0x3FF0000000000000),
    (-0.0, LEAST),
    (0.1, ...),
    (INF, ...),
)
corner(
    "def bits_float(a: int) -> float:\n    return float_of(a)", (0x3FF0000000000000, 1.0), (LEAST, -0.0), (1, 5e-324)
)
corner(
    """
    def members(mask: int) -> int:
        total, left = 0, mask
        while left:
            total = total * 3 + lowest_bit(left)
            left = without_lowest(left)
        return total
    """,
    (0, 0),
    (0b1011, ...),
    (LEAST | 5, ...),
    (-1, ...),
)

# ── Floats ───────────────────────────────────────────────────────────────────
corner(
    "def to_int(a: float) -> int:\n    return int(a)",
    (9.99, 9),
    (-9.99, -9),
    (0.5, 0),
    (-0.5, 0),
    (-(2.0**63), LEAST),
    (2.0**62, 1 << 62),
    (-0.0, 0),
)
corner(
    "def to_int_far(a: float) -> int:\n    return int(a)",
    *((a, LEAST) for a in (NAN, INF, -INF, 1e30, -1e30, 2.0**63)),
    plain=False,
)
corner(
    "def floor(a: float) -> int:\n    return math.floor(a)", (9.99, 9), (-9.99, -10), (-0.5, -1), (-(2.0**63), LEAST)
)
corner(
    "def floor_far(a: float) -> int:\n    return math.floor(a)", *((a, LEAST) for a in (NAN, INF, 1e30)), plain=False
)
corner("def to_float(a: int) -> float:\n    return float(a)", (MOST, 2.0**63), (2**53 + 1, 2.0**53), (-3, -3.0))
corner("def root(a: float) -> float:\n    return math.sqrt(a)", (2.0, ...), (0.0, 0.0), (-0.0, -0.0), (INF, INF))
corner("def root_of_int(a: int) -> float:\n    return math.sqrt(a)", (16, 4.0), (MOST, ...))
corner("def root_below_0(a: float) -> float:\n    return math.sqrt(a)", (-1.0, NAN), (NAN, NAN), plain=False)
corner(
    "def is_nan(a: float) -> int:\n    return int(math.isnan(a)) + 2 * int(math.isnan(a * 0.0))",
    (NAN, 3),
    (INF, 2),
    (1.0, 0),
)
corner("def absolute_float(a: float) -> float:\n    return abs(a)", (-0.0, 0.0), (-INF, INF), (2.5, 2.5))
corner("def negative_float(a: float) -> float:\n    return -a", (0.0, -0.0), (-0.0, 0.0), (2.5, -2.5))
corner("def minus_0() -> float:\n    return -0.0", (-0.0,))
corner("def add_0(a: float) -> float:\n    return a + 0.0", (-0.0, 0.0), (1.5, 1.5))
corner("def subtract_0(a: float) -> float:\n    return 0.0 - a", (0.0, 0.0), (-0.0, 0.0), (1.5, -1.5))
corner(
    "def sums(a: float, b: float, c: float) -> float:\n    return a * b + c - a / b",
    (0.1, 0.2, 0.3, ...),
    (1e308, 10.0, 1.0, ...),
)
corner("def folded_floats() -> float:\n    return 0.1 + 0.2 - 0.3 * 3.0 + abs(-2.5)", (...,))
corner("def overflow() -> float:\n    return 1e308 * 10.0 - 1.0", (INF,))
corner("def mixed(a: int, b: float) -> float:\n    return a + b * a - a / 2", (3, 0.1, ...), (2**53 + 1, 1.0, ...))
corner(
    "def truth_of_floats(a: float) -> int:\n    return int(bool(a)) + 2 * int(not a) + (4 if a else 0)",
    (0.0, 2),
    (-0.0, 2),
    (NAN, 5),
    (0.5, 5),
)
corner(
    "def comparisons(a: float, b: float) -> int:\n    return int(a < b) + 2 * int(a <= b) + 4 * int(a > b) + 8 * int(a >= b) + 16 * int(a == b) + 32 * int(a != b)",
    *((a, b, ...) for a in (NAN, 0.0, -0.0, 1.0, INF) for b in (NAN, 0.0, -1.0, INF)),
)
corner(
    "def not_comparisons(a: float, b: float) -> int:\n    return int(not a < b) + 2 * int(not a <= b) + 4 * int(not a > b) + 8 * int(not a >= b) + 16 * int(not a == b)",
    *((a, b, ...) for a in (NAN, 0.0, 1.0) for b in (NAN, 0.0, 1.0)),
)
corner(
    "def int_comparisons(a: int, b: int) -> int:\n    return int(a < b) + 2 * int(a <= b) + 4 * int(a > b) + 8 * int(a >= b) + 16 * int(a == b) + 32 * int(a != b)",
    *((a, b, ...) for a in (LEAST, -1, 0, 1, MOST) for b in (LEAST, -1, 0, MOST)),
)
corner(
    "def not_int_comparisons(a: int, b: int) -> int:\n    n = 0\n    if not a < b:\n        n += 1\n    if not a <= b:\n        n += 2\n    if not a > b:\n        n += 4\n    if not a >= b:\n        n += 8\n    return n",
    *((a, b, ...) for a in (LEAST, -1, 0, MOST) for b in (LEAST, -1, 0, MOST)),
)
corner(
    "def int_beside_float(a: int, b: float) -> int:\n    return int(a < b) + 2 * int(a == b)",
    (2**53 + 1, 2.0**53, 2),
    (3, 3.5, 1),
)

# ── min and max ──────────────────────────────────────────────────────────────
for name in ("min", "max"):
    corner(
        f"def {name}_floats(a: float, b: float) -> float:\n    return {name}(a, b)",
        *((a, b, ...) for a in (NAN, 0.0, -0.0, 1.0, -INF) for b in (NAN, 0.0, -0.0, 2.0)),
    )
    corner(
        f"def {name}_three(a: float, b: float, c: float) -> float:\n    return {name}(a, b, c)",
        *((*t, ...) for t in ((3.0, NAN, 2.0), (NAN, 1.0, 2.0), (0.0, -0.0, 0.0), (5.0, 4.0, 6.0))),
    )
    corner(
        f"def {name}_ints(a: int, b: int, c: int) -> int:\n    return {name}(a, b, c)",
        *((*t, ...) for t in ((3, LEAST, 2), (1, 1, 1), (MOST, -1, 0), (0, 5, 5))),
    )
    corner(
        f"def {name}_mixed(a: int, b: float) -> float:\n    return {name}(a, b)",
        *((a, b, float((min if name == "min" else max)(a, b))) for a in (3, 0) for b in (3.0, 2.5, -0.0, NAN)),
    )
    corner(
        f"def {name}_words(a: np.uint64, b: np.uint64) -> np.uint64:\n    return {name}(a, b)",
        *((W(a), W(b), ...) for a in (0, 2**63, 5) for b in (2**63 + 1, 7)),
    )
    corner(
        f"def {name}_bools(a: int) -> int:\n    return int({name}(a > 1, a > 2)) + {name}(a > 1, 5)",
        *((a, ...) for a in range(4)),
    )

# ── np.uint64 ────────────────────────────────────────────────────────────────
words = ((W(a), W(b)) for a in (0, 1, 5, 2**63, 2**64 - 1) for b in (1, 3, 2**63, 2**64 - 1))
corner(
    "def word_sums(a: np.uint64, b: np.uint64) -> np.uint64:\n    return a + b * b - (a ^ b) + (a & b) + (a | b) + ~a",
    *((*t, ...) for t in words),
)
words = ((W(a), W(b)) for a in (0, 1, 5, 2**63, 2**64 - 1) for b in (1, 3, 2**63, 2**64 - 1))
corner(
    "def word_division(a: np.uint64, b: np.uint64) -> np.uint64:\n    return a // b * np.uint64(1000) + a % b",
    *((*t, ...) for t in words),
)
corner(
    "def word_by_0(a: np.uint64, b: np.uint64) -> np.uint64:\n    return a // b + a % b",
    (W(5), W(0), 0),
    (W(2**63), W(0), 0),
    plain=False,
)
corner(
    "def word_by_constant(a: np.uint64) -> np.uint64:\n    return a // np.uint64(10) + a % np.uint64(7)",
    (W(2**64 - 1), ...),
    (W(99), ...),
)
corner(
    "def word_shifts(a: np.uint64) -> np.uint64:\n    return (a >> np.uint64(63)) + (a << np.uint64(1)) + (a >> np.uint64(0))",
    (W(2**63 + 5), ...),
    (W(7), ...),
)
corner(
    "def word_shift_by(a: np.uint64, b: np.uint64) -> np.uint64:\n    return (a >> b) ^ (a << b)",
    (W(2**63 + 5), W(63), ...),
    (W(7), W(0), ...),
)
words = ((W(a), W(b)) for a in (0, 5, 2**63, 2**64 - 1) for b in (5, 2**63 - 1, 2**64 - 1))
corner(
    "def word_comparisons(a: np.uint64, b: np.uint64) -> int:\n    return int(a < b) + 2 * int(a <= b) + 4 * int(a > b) + 8 * int(a >= b) + 16 * int(a == b) + 32 * int(a != b)",
    *((*t, ...) for t in words),
)
corner(
    "def word_beside_constant(a: np.uint64) -> int:\n    return int(a < 3) + 2 * int(a > 0) + 4 * int(a == 5)",
    (W(0), 1),
    (W(5), 6),
    (W(2**63), 2),
)
corner(
    "def word_as_float(a: np.uint64) -> float:\n    return float(a)",
    (W(2**63 + 5), 2.0**63),
    (W(2**64 - 1), 2.0**64),
    (W(3), 3.0),
)
corner("def word_as_int(a: np.uint64) -> int:\n    return np.int64(a) // 2", (W(7), 3), (W(2**64 - 1), -1))
corner(
    "def int_as_word(a: int) -> np.uint64:\n    return np.uint64(a) >> np.uint64(1)", (7, 3), (-1, MOST), plain=False
)
corner("def truth_of_words(a: np.uint64) -> int:\n    return int(bool(a)) + 2 * int(not a)", (W(0), 2), (W(2**63), 1))
corner(
    "def word_constant(a: np.uint64) -> np.uint64:\n    return a * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)",
    (W(2**63 + 1), ...),
    (W(0), ...),
)

# ── Fields ───────────────────────────────────────────────────────────────────
corner(
    """
    def widened(cells: Array, at: int) -> int:
        c = cells[at]
        return int(c.small) * 2 + int(c.short) * 3 + int(c.half) * 5 + int(c.long) + 7 * int(c.flag)
    """,
    (cell(small=-128, short=-30000, half=LEAST >> 32, long=MOST - 9, flag=True), 0, ...),
    (cell(small=127, short=2, half=-3), 0, ...),
    (cell(), 1, ...),
)
corner(
    """
    def widened_unsigned(cells: Array) -> int:
        c = cells[0]
        n = np.int64(c.byte) - np.int64(c.word16)
        return n + (np.int64(c.word32) << 3) - 1
    """,
    (cell(byte=200, word16=65535, word32=2**32 - 1), ...),
    (cell(byte=1), ...),
)
corner(
    """
    def cut(cells: Array, n: int) -> int:
        c = cells[0]
        c.small = n
        c.byte = n
        c.short = n
        c.word16 = n
        c.half = n
        c.word32 = n
        c.long = n
        c.flag = n
        c.row[1] = n
        c.grid[1, 2] = n
        return int(c.small) + int(c.short) * 3 + int(c.half) * 5
    """,
    (cell(), 5, 45),
    (cell(flag=True), 0, 0),
    (cell(), 300, 44 + 900 + 1500),
    (cell(), -1, -9),
    (cell(), 0x1234_5678_9ABC_DEF0, -16 + 3 * -8464 + 5 * (0x9ABCDEF0 - 2**32)),
    plain=False,
)
corner(
    "def cut_word(cells: Array) -> int:\n    c = cells[0]\n    c.word = c.long\n    c.long = c.word\n    return int(c.long)",
    (cell(long=-5, word=9), -5),
    plain=False,
)
corner(
    "def singles(cells: Array, x: float) -> float:\n    c = cells[0]\n    c.single = x\n    return c.single * 2.0",
    (cell(), 0.1, float(np.float32(0.1)) * 2),
    (cell(), 1e300, INF),
    (cell(), 1e-46, 0.0),
    plain=False,
)
corner(
    "def single_constant(cells: Array) -> float:\n    cells[0].single = 1e300\n    return cells[0].single + 1.0",
    (cell(), INF),
    plain=False,
)
corner(
    """
    def single_sums(xs: Array, ys: Array) -> float:
        total = xs[0] * ys[0]
        for i in range(1, len(xs)):
            total += xs[i] * ys[i]
        xs[0] = total
        return np.float64(total)
    """,
    (np.array([0.1, 0.2, 0.3], np.float32), np.array([0.7, 1e8, -3.3], np.float32), ...),
)
corner(
    """
    def short_loops(xs: Array, n: int) -> int:
        total = 0
        for i in range(4):
            i = i * n
            total = total * 10 + i
        for i in range(5, -1, -2):
            if xs[i] < 0:
                continue
            for j in range(3):
                if xs[i] + j > 8:
                    break
                xs[j] += i
            total += xs[i] << i
        return total * 100 + i
    """,
    *((ints(0, -1, 7, 3, 9, 5), n, ...) for n in (0, 2, 5)),
)
corner(
    """
    def four_singles(out: Array, row: Array, n: int) -> int:
        a, b, j, late = row[1], row[2], 99, 0
        for j in range(n):
            late = j + 1
            out[j] = out[j] - a * row[j] + row[j + 1] * b
        return j * 100 + late
    """,
    *((some_singles(13), some_singles(14), n, (n - 1) * 100 + n if n else 9900) for n in (0, 1, 3, 4, 5, 8, 13)),
)
corner(
    """
    def changing_singles(out: Array, n: int) -> int:
        a, b, c = out[1], out[2], out[3]
        for j in range(n):
            a = a * b
            out[j] = a
        s = b
        for j in range(n):
            t = s
            s = c
            out[j] = out[j] + t
        k = 3
        for j in range(n):
            k = k - 1
            out[j + k] = b
        for j in range(n):
            k += 2
            out[j] = out[j + 1]
        return k
    """,
    *((some_singles(15), n, 3 + n) for n in (0, 3, 4, 9)),
)
corner(
    """
    def noted(xs: Array) -> int:
        xs[0] += 1
        return xs[0] & 1


    def calls_in_slices(m: Array, xs: Array) -> int:
        row = m[noted(xs), xs[0] :]
        total = row[0] * 100 + len(row)
        total = total * 100 + xs[0 : noted(xs) + 2][1]
        total = total * 100 + (noted(xs) << xs[0])
        return total * 10 + m[noted(xs) :][0, 1]
    """,
    (np.arange(20).reshape(2, 10), ints(2, 4, 7), ...),
)
corner(
    """
    def far_ranges(n: int) -> int:
        total = 0
        for i in range(9223372036854775806, -1, -1):
            total += 1
            if total > n:
                break
        for i in range(0, 9223372036854775807):
            if i > n:
                break
            total += i
        return total
    """,
    (5, ...),
)
corner(
    """
    def overlapping_singles(xs: Array, at: int, by: int, n: int) -> int:
        low, high = xs[at : at + n], xs[by : by + n]
        for j in range(n):
            high[j] = low[j] + high[j]
        for j in range(2, n):
            low[j] = high[j - 2] * high[j]
        late, one = False, xs[by]
        for j in range(n):
            late = j > 5
            low[j] = one
        return int(late)
    """,
    *((some_singles(20), at, 6, 10, 1) for at in (0, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
)
corner(
    "def single_times_double(xs: Array, y: float) -> float:\n    return float(xs[0]) * y",
    (np.array([0.1], np.float32), 0.3, ...),
)
corner(
    "def single_stays(xs: Array) -> float:\n    return np.float64(xs[0] / xs[1] - xs[0])",
    (np.array([0.1, 0.3], np.float32), ...),
)
corner(
    "def float_of_single(xs: Array) -> float:\n    return np.float64(float(xs[0]) * float(xs[1]))",
    (np.array([0.1, 0.3], np.float32), float(np.float32(0.1) * np.float32(0.3))),
    plain=False,
)
corner(
    "def single_abs(xs: Array) -> float:\n    xs[1] = -abs(xs[0])\n    return np.float64(min(xs[0], xs[1]))",
    (np.array([-0.1, 0.3], np.float32), ...),
)
corner(
    "def single_from_int(xs: Array, n: int) -> float:\n    xs[0] = n\n    return np.float64(xs[0])",
    (np.zeros(1, np.float32), 2**25 + 1, 2.0**25),
    (np.zeros(1, np.float32), 2**62 + 2**38 + 1, float(np.float32(2**62 + 2**39))),
    plain=False,
)
corner(
    "def single_from_word(xs: Array, n: np.uint64) -> float:\n    xs[0] = n\n    return np.float64(xs[0])",
    (np.zeros(1, np.float32), W(2**63 + 2**39 + 1), float(2**63 + 2**40)),
    plain=False,
)
corner(
    "def single_compared(xs: Array) -> int:\n    return int(xs[0] < xs[1]) + 2 * int(xs[0] == 0.5) + 4 * int(xs[0] < 0.1)",
    (np.array([0.5, 0.75], np.float32), 3),
)
corner(
    "def row_of_record(cells: Array) -> int:\n    row = cells[1].row\n    a, b, c = row[0], row[1], row[2]\n    return int(a) * 100 + int(b) * 10 + int(c)",
    (cell(), 456),
)
corner(
    "def record_copy(cells: Array) -> int:\n    cells[0] = cells[1]\n    return int(cells[0].half)",
    (cell(small=3, row=(1, 2, 3)), 1 << 20),
)
corner(
    "def pick(c: Array) -> int:\n    return int(c.small)\n\n\ndef record_chosen(cells: Array, n: int) -> int:\n    c = cells[0] if n > 2 else cells[1]\n    c.half = n\n    return pick(c) + pick(cells[0] if n < 5 else cells[1])",
    (cell(small=3), 1, ...),
    (cell(small=3), 3, ...),
    (cell(small=3), 9, ...),
)
corner(
    "def swapped_records(cells: Array) -> int:\n    a, b = cells[0], cells[1]\n    a, b = b, a\n    return int(a.small) * 100 + int(b.small)",
    (cell(small=3), -897),
)

# ── Conditions ───────────────────────────────────────────────────────────────
MARK = """
def mark(log: Array, n: int) -> int:
    log[log[0] + 1] = n
    log[0] += 1
    return n
"""
LOG = np.zeros(40, np.int64)


def marking(name: str, parameters: str, body: str, *calls: tuple[Any, ...], result: str = "int") -> None:
    """A corner that calls `mark`, which writes down in which order it is called."""
    text = (
        MARK.replace("mark", f"{name}_mark")
        + f"\n\ndef {name}(log: Array{parameters}) -> {result}:\n"
        + body.replace("mark(", f"{name}_mark(log, ")
    )
    corner(text, *((LOG, *call) for call in calls))


marking(
    "and_values",
    ", a: int, b: int",
    "    both = mark(a) > 1 and mark(b) > 1\n    return int(both)",
    (0, 5, 0),
    (3, 5, 1),
)
marking(
    "or_values",
    ", a: int, b: int",
    "    one = mark(a) > 1 or bool(mark(b) and mark(7)) or mark(9) > b\n    return int(one)",
    (0, 5, 1),
    (3, 5, 1),
    (0, 0, 1),
    (0, -1, 1),
)
marking(
    "and_tests",
    ", a: int, b: int",
    "    if mark(a) > 1 and mark(b) > 1 or mark(7) == a:\n        return 1\n    return 0",
    (0, 5, ...),
    (3, 5, ...),
    (7, 0, ...),
    (3, 0, ...),
)
marking(
    "not_tests",
    ", a: int, b: int",
    "    while not (mark(a) > 1 and not mark(b) > 1):\n        a += 1\n        if a > 5:\n            break\n    return a",
    (0, 5, ...),
    (0, 0, ...),
    (3, 0, ...),
)
marking(
    "chained",
    ", a: int, b: int, c: int",
    "    return int(mark(a) < mark(b) <= mark(c) != mark(4))",
    (1, 2, 3, ...),
    (2, 1, 3, ...),
    (1, 3, 2, ...),
    (1, 2, 4, ...),
)
marking("chained_alone", ", a: int", "    if 0 < mark(a) < 9:\n        return 1\n    return 2", (1, 1), (0, 2), (9, 2))
marking(
    "within",
    ", a: int",
    "    return int(mark(a) in (mark(1), mark(2), 5)) + 2 * int(a not in (1, 5))",
    (1, ...),
    (2, ...),
    (7, ...),
)
marking("if_else", ", a: int", "    return mark(1) if mark(a) else mark(2)", (1, 1), (0, 2))
marking(
    "if_else_nested",
    ", a: int",
    "    return mark(1) if a > 5 else mark(2) if a > 2 else mark(3)",
    (9, 1),
    (4, 2),
    (0, 3),
)
corner(
    "def and_of_bools(a: int) -> int:\n    both = a > 1 and a < 5\n    either = a == 1 or a == 9\n    return int(both) + 2 * int(either)",
    *((a, ...) for a in range(10)),
)
corner("def within_floats(a: float) -> int:\n    return int(a in (0.0, 1.5, -2.0))", (-0.0, 1), (1.5, 1), (NAN, 0))
corner(
    "COLOURS = (2, 3, 5)\n\n\ndef within_constants(a: int) -> int:\n    return int(a in COLOURS) + 2 * int(a not in COLOURS)",
    (3, 1),
    (4, 2),
)
corner(
    "def tuples_chosen(a: int, b: int) -> int:\n    x, y = (a, b) if a < b else (b, a)\n    return x * 10 + y",
    (1, 2, 12),
    (2, 1, 12),
    (5, 5, 55),
)
corner(
    "def tuple_chosen_part(a: int, b: int) -> int:\n    return ((a, b) if a * b > 9 else (b, a))[1]",
    (1, 2, 1),
    (4, 5, 5),
)
corner(
    "def arrays_chosen(xs: Array, ys: Array, n: int) -> int:\n    zs = xs if n % 3 > 1 else ys\n    zs[0] += 1\n    return len(zs) * 100 + zs[0]",
    (ints(1, 2), ints(7), 2, 202),
    (ints(1, 2), ints(7), 3, 108),
)
corner(
    "def array_chosen_length(xs: Array, ys: Array, n: int) -> int:\n    return len(xs if n % 3 > 1 else ys)",
    (ints(1, 2), ints(7), 2, 2),
    (ints(1, 2), ints(7), 3, 1),
)
corner(
    "def constant_condition(a: int) -> int:\n    if 3 > 2:\n        b = a\n    else:\n        b = 2 * a\n    return b if 1 > 2 else b + 1",
    (5, 6),
)

# ── Tuples and bundles ───────────────────────────────────────────────────────
corner("def swap(a: int, b: int) -> int:\n    a, b = b, a\n    return a * 10 + b", (1, 2, 21))
corner(
    "def rotate(a: int, b: int, c: int) -> int:\n    a, b, c = b, c, a + b\n    a, (b, c) = c, (a, b)\n    return a * 100 + b * 10 + c",
    (1, 2, 3, 323),
)
corner(
    "def swap_arrays(xs: Array, ys: Array) -> int:\n    xs, ys = ys, xs\n    xs[0] = 5\n    return len(xs) * 10 + len(ys)",
    (ints(1), ints(2, 3), 21),
)
corner(
    "def swap_elements(xs: Array, i: int, j: int) -> int:\n    xs[i], xs[j] = xs[j], xs[i]\n    return xs[0]",
    (ints(1, 2, 3), 0, 2, 3),
    (ints(1, 2, 3), 1, 1, 1),
)
corner("def index_then_element(xs: Array, i: int) -> int:\n    i, xs[i] = 0, 9\n    return i", (ints(1, 2, 3), 2, 0))
corner(
    "def tuple_variable(a: int, b: int) -> int:\n    t = (a, b)\n    t = (t[1], t[0])\n    return t[0] * 10 + t[1] + len(t) * 100 + t[-1] * 1000",
    (1, 2, ...),
)
corner(
    "def tuple_of_tuples(a: int) -> int:\n    t = ((a, 2), (3, (a + 1, 5)))\n    (b, c), (d, (e, f)) = t\n    return b + 10 * c + 100 * d + 1000 * e + 10000 * f + t[1][1][0]",
    (7, ...),
)
corner("def tuple_index(i: int) -> int:\n    return (5, 7, 9)[i]", (0, 5), (1, 7), (2, 9))
corner(
    "def tuple_index_variables(a: int, i: int) -> int:\n    return (a, a + 1, a * a)[i]",
    (5, 0, 5),
    (5, 1, 6),
    (5, 2, 25),
)
marking("tuple_index_calls", ", i: int", "    return (mark(1), mark(2), mark(3))[mark(i)]", (0, ...), (2, ...))
corner(
    "def tuple_index_bools(i: int) -> int:\n    return int((True, False, True)[i]) + int((1.5, 2.5, 0.5)[i] * 2.0)",
    (0, 4),
    (1, 5),
    (2, 2),
)
marking("tuple_part", "", "    return (mark(1), mark(2))[0] + (mark(3), mark(4))[1]", (5,))
corner(
    "def two(a: int) -> tuple[int, float]:\n    return a + 1, a / 2\n\n\ndef several_results(a: int) -> float:\n    b, c = two(a)\n    d, e = two(b)\n    return b + c * 10 + d * 100 + e * 1000",
    (3, ...),
)
corner(
    "def both(a: int) -> tuple[int, int]:\n    return a, a * a\n\n\ndef part_of_results(a: int) -> int:\n    return both(a + 1)[1] + both(a)[0] * 100",
    (3, 316),
)
corner(
    "def branches(a: int) -> tuple[int, int]:\n    if a > 3:\n        return 1, a\n    for i in range(a):\n        if i == 2:\n            return i, a\n    return a, 9\n\n\ndef results_of_branches(a: int) -> int:\n    x, y = branches(a)\n    y, x = branches(a + y) if x == 1 else (x, y)\n    return x * 10 + y",
    *((a, ...) for a in range(6)),
)
BUNDLE = "class Pair(NamedTuple):\n    left: Array\n    right: int\n\n\n"
corner(
    BUNDLE
    + "def bundle_argument(p: Pair) -> int:\n    p.left[0] += p.right\n    xs, n = p\n    return xs[0] * n + len(p.left)",
    (Pair(ints(3, 4), 5), 42),
)
corner(
    BUNDLE.replace("Pair", "Duo")
    + "def inside(p: Duo, k: int) -> int:\n    return p.left[k] + p.right\n\n\ndef bundle_made(xs: Array, k: int) -> int:\n    p = Duo(xs, k)\n    q = Duo(xs[1:], p.right + 1)\n    p = q if k > 1 else p\n    return inside(p, 0) + 100 * inside(Duo(xs, 7), 1)",
    (ints(3, 4, 5), 1, ...),
    (ints(3, 4, 5), 2, ...),
)
corner(
    "class Two(NamedTuple):\n    one: int\n    two: int\n\n\ndef bundle_turned(a: int, b: int) -> int:\n    p = Two(a, b)\n    p = Two(p.two, p.one)\n    return p.one * 10 + p.two + p[0] * 100 + p[-1] * 1000",
    (1, 2, ...),
)
corner(
    "class Odd(NamedTuple):\n    one: int\n    two: int\n\n\ndef bundle_chosen_part(a: int) -> int:\n    return (Odd(a, 1) if a * a > 9 else Odd(2, a)).two",
    (5, 1),
    (2, 2),
)
corner(
    "class Act(NamedTuple):\n    TAKE: int\n    PUT: int\n\n\nACT = Act(3, 8)\nLINES = ((1, 2), (3, 4))\n\n\ndef constants(a: int) -> int:\n    (x, y), z = LINES\n    return ACT.TAKE * a + ACT.PUT + LINES[1][0] * 100 + y * z[1] + len(LINES)",
    (5, ...),
)
corner(
    "TABLE = np.array([[1, -2, 3], [4, 5, 6]], np.int8)\nHALVES = np.array([0.5, 0.25])\n\n\ndef constant_arrays(i: int, j: int) -> float:\n    row = TABLE[i]\n    return TABLE[i, j] + TABLE[1, 2] * 10.0 + row[j] * 100.0 + HALVES[j - 1] + len(TABLE) + TABLE[i - 1, 0] * 1000.0",
    (1, 1, ...),
    (1, 2, ...),
)
corner(
    "BIG = np.arange(2000)\nLAST = 1999\n\n\ndef large_table(i: int) -> int:\n    return BIG[LAST] + BIG[-1] + BIG[i] + BIG[i + 100] + BIG[i + 1000] - BIG[i - 1]",
    (5, ...),
    (999, ...),
)
corner(
    "FLAGS = np.array([True, False, True])\nWORDS = np.array([2**63, 5], np.uint64)\n\n\ndef other_tables(i: int) -> int:\n    return int(FLAGS[i]) + 2 * int(WORDS[i] > WORDS[1 - i])",
    (0, 3),
    (1, 0),
)

# ── Arrays ───────────────────────────────────────────────────────────────────
corner(
    "def negative_indexes(xs: Array) -> int:\n    xs[-2] = 7\n    return xs[-1] * 10 + xs[-len((1, 2, 3))]",
    (ints(1, 2, 3), 31),
)
corner(
    "def two_axes(m: Array, i: int) -> int:\n    m[i, 1] += m[-1, -2]\n    return m[i, 1] * 100 + m.shape[0] * 10 + m.shape[1] + m[i][2]",
    (GRID, 1, ...),
    (GRID, 0, ...),
)
corner(
    "def slices(xs: Array, i: int, j: int) -> int:\n    part = xs[i + 1 : j - 1]\n    part[0] = 50\n    return len(part) * 1000 + part[1] + len(xs[2:]) * 100 + xs[2:][0] + xs[:3][2] + xs[1:-1][0]",
    (ints(*range(10)), 1, 7, ...),
    (ints(*range(10)), 3, 9, ...),
)
corner(
    "def slice_lengths(xs: Array, i: int, j: int) -> int:\n    return len(xs[i + 1 :]) * 100 + len(xs[i * 2 : j + 1]) + xs[i + 1 :].shape[0] * 10000",
    (ints(*range(10)), 1, 7, ...),
    (ints(*range(10)), 3, 8, ...),
)
corner(
    "def slice_of_slice(xs: Array, i: int) -> int:\n    part = xs[2:9][i:]\n    part = part[1:]\n    return part[0] * 10 + len(part)",
    (ints(*range(10)), 2, ...),
)
corner(
    "def rows(m: Array, i: int) -> int:\n    row = m[i]\n    row[1] = 70\n    rest = m[1:]\n    return row[3] + len(row) * 100 + rest[0, 2] * 1000 + rest.shape[0] + m[i, 1:3][1]",
    (GRID, 1, ...),
    (GRID, 2, ...),
)
corner(
    "def fills(xs: Array, m: Array, k: int) -> int:\n    xs[:] = 3\n    xs[1:3] = k\n    xs[4:4] = 9\n    m[1] = k * 2\n    m[0, 2:] = 5\n    m[2, 1:3] = -1\n    return xs[0]",
    (ints(*range(8)), GRID, 7, 3),
)
corner(
    "def fill_grid(cells: Array, k: int) -> int:\n    cells[0].grid[:] = k\n    cells[1].row[:] = -1\n    cells[1].grid[0] = k + 1\n    return 0",
    (cell(), 5, 0),
)
corner(
    "def fill_shorter(a: Array, b: Array, c: Array) -> int:\n    a[:] = True\n    b[:] = 2.5\n    c[1:] = -1\n    return 0",
    (np.zeros(3, np.bool_), np.zeros(4, np.float32), np.zeros(5, np.int16), 0),
)
corner("def fill_all(m: Array) -> int:\n    m[:] = 8\n    return m[2, 3]", (GRID, 8))
corner("def fill_from_itself(xs: Array) -> int:\n    xs[0:4] = xs[1] * 2\n    return xs[3]", (ints(1, 5, 6, 7, 8), 10))
corner(
    "def own_copy(cells: Array) -> int:\n    kept = cells[0].row.copy()\n    cells[0].row[1] = 9\n    kept[2] = 4\n    grid = cells[0].grid.copy()\n    cells[0].grid[1, 1] = 5\n    return int(kept[1]) * 100 + int(kept[2]) + int(grid[1, 1]) + int(grid[1, 2])",
    (cell(row=(1, 2, 3), grid=((1, 2, 3), (4, 5, 6))), ...),
)
corner(
    "def copy_in_loop(cells: Array) -> int:\n    total = 0\n    for i in range(3):\n        row = cells[0].row.copy()\n        row[i] += 5\n        cells[0].row[2 - i] = row[i]\n        total = total * 100 + int(row[0]) + int(row[1]) + int(row[2])\n    return total",
    (cell(row=(1, 2, 3)), ...),
)
corner(
    "def deep_index(a: int, xs: Array) -> int:\n    return xs[(a << 32) + 1] + xs[((a + 2) << 1) - 3]",
    (0, ints(5, 6, 7), ...),
)
corner(
    "def index_of_index(xs: Array, i: int) -> int:\n    return xs[xs[xs[i] - 1] % 3]",
    (ints(2, 1, 0), 0, ...),
    (ints(1, 2, 1), 2, ...),
)
corner(
    "def big_offsets(m: Array, i: int) -> int:\n    return m[i, 300] + m[i - 1, 299] + m[2, i + 200] + m[i + 1, i + 2]",
    (np.arange(1200).reshape(3, 400), 1, ...),
)
corner(
    "def three_axes(m: Array, i: int, j: int) -> int:\n    m[i, j, 1] = 99\n    part = m[i]\n    return part[j, 0] + part[1 - j][1] * 100 + m[1 - i, j, 1] * 10000 + part.shape[1]",
    (np.arange(8).reshape(2, 2, 2), 1, 0, ...),
    (np.arange(8).reshape(2, 2, 2), 0, 1, ...),
)

# ── Augmented assignment and order ───────────────────────────────────────────
marking("order_of_sum", "", "    return mark(1) - mark(2) * mark(3) + mark(4)", (...,))
marking("order_of_division", "", "    return mark(9) // mark(2) + mark(9) % mark(4) + (mark(1) << mark(2))", (...,))
marking("order_of_arguments", "", "    return max(mark(1), min(mark(5), mark(2)), mark(3))", (...,))
marking("order_of_store", "", "    log[mark(20)] = mark(5) + log[0]\n    return log[20]", (...,))
marking("order_of_targets", "", "    log[mark(20)], log[mark(21)] = mark(3), mark(4)\n    return log[21]", (...,))
marking("read_before_call", "", "    a = log[0] + mark(7) + log[0]\n    log[30] += mark(3)\n    return a", (...,))
marking("changed_by_value", "", "    log[0] += mark(5)\n    return log[0]", (...,))
marking("augmented_index", "", "    log[mark(25)] += 2\n    log[mark(26)] -= mark(1)\n    return log[25]", (...,))
marking("call_as_statement", "", "    mark(1)\n    mark(mark(3))\n    return log[0]", (3,))
marking("every_part", "", "    t = (mark(1), mark(2))\n    return t[1]", (2,))
marking("held_first", ", a: int", "    b = a\n    a = mark(9)\n    return b * 100 + a", (4, 409))
marking(
    "tests_in_order",
    ", a: int",
    "    if mark(a) > 1 or mark(0) > 0:\n        return mark(6)\n    if not (mark(a) == 1 and mark(8) == 8):\n        return mark(7)\n    return mark(5)",
    *((a, ...) for a in range(3)),
)
corner(
    """
    def augmented(xs: Array, cells: Array, i: int) -> int:
        xs[i] += 5
        xs[i + 1] *= -3
        xs[0] //= 2
        xs[1] %= 4
        xs[2] <<= 3
        xs[3] >>= 1
        xs[4] |= 8
        xs[5] &= 12
        xs[6] ^= 5
        cells[0].long += 100
        cells[0].double /= 4.0
        cells[1].row[i] -= 7
        x = i
        x -= xs[i]
        x *= 2
        return x
    """,
    (ints(-7, -7, 3, -9, 16, 31, 6, 0), cell(long=7, double=1.0), 2, ...),
)

# ── Loops ────────────────────────────────────────────────────────────────────
corner(
    "def ranges(a: int, b: int) -> int:\n    n = 0\n    for i in range(a, b):\n        n = n * 3 + i\n    for i in range(b, a, -2):\n        n = n * 3 - i\n    for i in range(a, b, 3):\n        n += i\n    for i in range(b):\n        n -= 7 * i\n    return n",
    *((a, b, ...) for a in (-2, 0, 5) for b in (-1, 0, 6, 7)),
)
corner(
    "def loop_variable(n: int) -> int:\n    i = 77\n    total = 0\n    for i in range(n):\n        total += i\n        i *= 10\n        total += i\n    return total * 1000 + i",
    (0, 77),
    (3, ...),
)
corner(
    "def bounds_change(n: int) -> int:\n    total = 0\n    for i in range(n, 2 * n):\n        n += 5\n        total += i\n    return total + n",
    (3, ...),
    (0, ...),
)
corner(
    "def nested(n: int) -> int:\n    total = 0\n    for i in range(n):\n        if i == 2:\n            continue\n        for j in range(i, n):\n            if j == 5:\n                break\n            if (i + j) % 2:\n                continue\n            total += 10 * i + j\n        while total % 7:\n            total += 1\n            if total % 5 == 0:\n                break\n            if total % 3 == 0:\n                continue\n            total += 2\n    return total",
    *((n, ...) for n in (0, 3, 9)),
)
corner(
    "def over_tuples(n: int) -> int:\n    total = 0\n    for a in (1, 5, n):\n        for b in (2, 3):\n            if a == b:\n                continue\n            if a * b > 14:\n                break\n            total = total * 10 + a * b\n        if total > 5000:\n            break\n    return total",
    (2, ...),
    (0, ...),
    (30, ...),
)
corner(
    "def over_pairs(n: int) -> int:\n    total = 0\n    for a, b in ((1, 2), (n, 3), (4, n)):\n        total = total * 10 + a * b\n    return total",
    (5, ...),
)
corner(
    "def tuple_changed(a: int, b: int) -> int:\n    total = 0\n    for x in (a, b, a + b):\n        a, b = 50, 60\n        total = total * 100 + x\n    return total",
    (1, 2, 10203),
)
marking(
    "over_calls",
    "",
    "    total = 0\n    for x in (mark(1), mark(2)):\n        total = total * 10 + x + mark(5)\n    return total",
    (...,),
)
corner(
    "DIRECTIONS = (-1, 1, 8)\n\n\ndef over_constants(n: int) -> int:\n    total = n\n    for step in DIRECTIONS:\n        total = total * 3 + step\n    return total * 100 + step",
    (5, ...),
)
corner(
    "def over_arrays(xs: Array, ys: Array) -> int:\n    total = 0\n    for zs in (xs, ys):\n        for i in range(len(zs)):\n            total = total * 10 + zs[i]\n    return total",
    (ints(1, 2), ints(3, 4, 5), 12345),
)
corner(
    "def returns_inside(n: int) -> int:\n    for i in range(10):\n        while True:\n            if i == n:\n                return i * 100\n            break\n    return -1",
    (4, 400),
    (50, -1),
)
corner(
    "def changed_parameters(a: int, xs: Array) -> int:\n    a += 1\n    xs = xs[a:]\n    a *= len(xs)\n    return a + xs[0]\n\n\ndef parameters_stay(a: int, xs: Array) -> int:\n    b = changed_parameters(a, xs)\n    return b * 100 + a + len(xs)",
    (1, ints(1, 2, 3, 4, 5), ...),
)
corner(
    "def one_for_all(xs: Array) -> int:\n    total = 0\n    for i in range(len(xs)):\n        total += int(xs[i])\n    xs[0] = 1\n    return total\n\n\ndef specialised(a: Array, b: Array, c: Array, m: Array) -> int:\n    return one_for_all(a) + 100 * one_for_all(b) + 10000 * one_for_all(c) + one_for_all(m[1])",
    (np.array([1, -2], np.int8), np.array([2.5, 3.5]), np.array([1, 2, 3], np.int32), GRID, ...),
)
corner(
    "def nothing(xs: Array, k: int) -> None:\n    if k > 2:\n        return\n    xs[k] = 5\n\n\ndef calls_nothing(xs: Array) -> int:\n    for k in range(5):\n        nothing(xs, k)\n    return xs[2]",
    (ints(1, 2, 3, 4, 5), 5),
)
corner(
    "def early(a: int) -> int:\n    if a > 5:\n        return 1\n    b = a * 2\n    if b > 5:\n        return b\n    return -1\n\n\ndef inlined_returns(n: int) -> int:\n    total = 0\n    for i in range(n):\n        total = total * 3 + early(i) * early(i + 2) - early(total)\n    return total",
    (0, 0),
    (9, ...),
)
corner(
    "def keeps(a: int, b: int) -> int:\n    a = a + b\n    c = a * 2\n    return c - a\n\n\ndef inlined_twice(a: int, b: int) -> int:\n    c = keeps(a, b) * 100 + keeps(b, keeps(a, a))\n    return c + a + b",
    (3, 5, ...),
)
corner(
    "def halves(a: int) -> int:\n    while a % 2 == 0 and a > 0:\n        a //= 2\n    return a\n\n\ndef inlined_loop(a: int) -> int:\n    total = 0\n    for i in range(a):\n        total += halves(i) * halves(a) if halves(i + a) > 3 else halves(halves(i))\n    return total",
    (0, 0),
    (12, ...),
)
corner(
    "def inner_first(xs: Array, i: int) -> int:\n    xs[i] += 1\n    return i\n\n\ndef call_in_index(xs: Array) -> int:\n    xs[inner_first(xs, 1)] = xs[inner_first(xs, 2)] * 10 + xs[1]\n    return xs[1]",
    (ints(0, 0, 0), ...),
)
corner(
    "def loads_stay(xs: Array, n: int) -> int:\n    total = 0\n    for i in range(n):\n        before = xs[0]\n        xs[i % 2] += i\n        total = total * 3 + before + xs[0]\n    return total",
    (ints(1, 2), 5, ...),
)
corner(
    "def store_between(cells: Array, n: int) -> int:\n    total = 0\n    c = cells[0]\n    d = cells[n]\n    while c.long < 20:\n        d.long = d.long + c.long + 3\n        total += c.long * d.long\n        c.long += 1\n    return total",
    (cell(long=5), 0, ...),
    (cell(long=5), 1, ...),
)
corner(
    "def moving_row(m: Array) -> int:\n    row = m[0]\n    total = 0\n    for i in range(3):\n        total = total * 7 + row[1]\n        row = m[i]\n        m[i, 1] = total % 11\n    return total + row[1]",
    (GRID, ...),
)
corner(
    "def shrinking(xs: Array) -> int:\n    total = 0\n    while len(xs) > 1:\n        total = total * 10 + xs[0]\n        xs = xs[1:]\n    return total + len(xs)",
    (ints(1, 2, 3, 4), 124),
    (ints(7), 1),
)
corner(
    "def written_later(n: int) -> int:\n    total = 0\n    last = 0\n    for i in range(n):\n        if i > 1:\n            total += last\n        last = i * i\n    return total",
    (6, ...),
)
corner(
    "def guarded(xs: Array, n: int) -> int:\n    total = 0\n    for i in range(5):\n        if n != 0 and xs[0] // n > i:\n            total += xs[0] % n\n        if n > 2:\n            total += int(1.0 / (n - 2)) + (1 << n)\n    return total",
    (ints(17), 0, 0),
    (ints(17), 5, ...),
    (ints(17), -3, ...),
)
corner("def shifts_in_a_row(a: int) -> int:\n    return ((a >> 3) >> 2) + ((a << 3) << 2)", (1000, ...), (-1000, ...))
corner(
    "def far_index(xs: Array, a: int, b: int) -> int:\n    return xs[(a << 40) + b]",
    (ints(5, 6, 7), 1, 1 - (1 << 40), 6),
)
corner(
    "def length_by_constants(xs: Array, i: int) -> int:\n    return len(xs[i + 1 : i + 3]) * 10 + xs[i + 1 : i + 3][1]",
    (ints(*range(9)), 3, 25),
)
corner(
    "def second_record(cells: Array) -> float:\n    return cells[1].half + cells[1].double * 4.0 + cells[1].row[2]",
    (cell(), ...),
)
LARGE = "    for i in range(a):\n        for j in range(b):\n            a += i * j % 7 - (a >> 3)\n            b -= (j ^ i) % 5 + (b & 1)\n            if a + b > 100:\n                return b, a, i\n"
corner(
    f"def large(a: int, b: int) -> tuple[int, int, int]:\n{LARGE}    return a, b, 7\n\n\ndef calls_large(a: int, b: int) -> int:\n    c, d, e = large(a, b)\n    c, f, g = large(d, c + 50)\n    return c + d * 100 + e * 10000 + f * 7 + g",
    (3, 4, ...),
    (9, 2, ...),
)
corner(
    "def many_locals(a: int) -> int:\n"
    + "".join(f"    x{i} = a * {i} + {f'x{i - 1}' if i else 'a'}\n" for i in range(150))
    + "    return x149 - x3 + x70",
    (7, ...),
)
