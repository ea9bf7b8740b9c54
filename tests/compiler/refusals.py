"""What the language of kernels does not have: what authors are told, and the texts of which they are told it."""

# ruff: noqa: E501  # a text is a line

from typing import NamedTuple


class Refusal(NamedTuple):
    text: str  # its last function is compiled
    told: str
    line: int


REFUSALS: list[Refusal] = []
KERNEL = "def f(a: int, x: float, xs: Array, cells: Array, w: np.uint64) -> int:\n    {}\n    return 0\n"
USABLE = (
    "nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and "
    "int, float, bool, len, min, max"
)
UNKNOWN, UNUSABLE = f"is not defined, or {USABLE}", f"is {USABLE}"


def lines(told: str, *statements: str, line: int = 1) -> None:
    """Statements that are refused in a kernel with the same sentence."""
    for statement in statements:
        REFUSALS.append(Refusal(KERNEL.format(statement.replace("\n", "\n    ")), told, line + 1))


def whole(told: str, *texts: str, line: int) -> None:
    """Whole texts that are refused with the same sentence in the same line."""
    REFUSALS.extend(Refusal(text, told, line) for text in texts)


lines(
    "`try` is not in the language of kernels; write a test before what could go wrong",
    "try:\n    a = 1\nfinally:\n    a = 2",
)
lines("`with` is not in the language of kernels; write the statements alone", "with a:\n    pass")
lines(
    "a function in a kernel is not in the language of kernels; write a kernel of the module",
    "b = lambda: 1",
    "def g():\n    return 1",
)
lines(
    "a list, set or dictionary is not in the language of kernels; write a tuple, or an array that is given to the kernel",
    "b = [1, 2]",
    "b = {1: 2}",
    "b = {1}",
)
lines("'text' is not a number, and kernels have nothing else; write a number for it", 'b = "text"')
lines("a text is not in the language of kernels; write numbers", 'b = f"{a}"')
lines(
    "None is not a number, and kernels have nothing else; write a number for it",
    "b = None",
    "b = a is None",
    "b = xs[None]",
)
lines("1j is not a number, and kernels have nothing else; write a number for it", "b = 1j")
lines("Ellipsis is not a number, and kernels have nothing else; write a number for it", "b = ...", "b = xs[...]")
lines("b'x' is not a number, and kernels have nothing else; write a number for it", 'b = b"x"')
lines(
    "calls in kernels have plain arguments; write them in order, without names and stars",
    "b = max(a, b=3)",
    "b = abs(x=a)",
    "b = max(*xs)",
    "b = int(*xs)",
)
lines("a class is not in the language of kernels; write a NamedTuple of the module", "class G:\n    pass")
lines(
    "a variable from outside is not in the language of kernels; write an array that is given to the kernel",
    "global TOTAL",
)
lines(f"TOTAL {UNKNOWN}", "nonlocal_ = TOTAL")
lines(
    "a loop with `else` is not in the language of kernels; write an if statement after it",
    "while a:\n    a -= 1\nelse:\n    a = 1",
    "for i in range(3):\n    pass\nelse:\n    a = 1",
)
lines(
    "a loop goes over range(...) or a tuple in kernels",
    "for i in xs:\n    a += i",
    "for i in 3:\n    pass",
    "for i in cells[0].row:\n    pass",
)
lines(
    "a loop over range(...) has one variable, and one to three bounds",
    "for i, j in range(3):\n    pass",
    "for i in range(3, 4, 5, 6):\n    pass",
    "for i in range():\n    pass",
    "for xs[0] in range(3):\n    pass",
    "for i in range(start=3):\n    pass",
)
lines(
    "the step of a range must be a constant that is not 0",
    "for i in range(0, 9, a):\n    pass",
    "for i in range(0, 9, 0):\n    pass",
)
lines(
    "this is a float where a whole number is needed; write int(...)",
    "for i in range(x):\n    pass",
    "b = lowest_bit(x)",
    "return x",
    "xs[0] = 1.5",
    "xs[:] = 2.5",
    "xs[0] += 1.5",
)
lines(f"enumerate {UNKNOWN}", "for i in enumerate(xs):\n    pass")
lines("a slice with a step is not in the language of kernels; write a loop", "b = xs[::2]", "b = xs[1:3:1]")
lines("whole numbers have no ** in kernels; write * or a loop", "b = a ** 2")
lines(
    "xs is an array where a number is needed",
    "b = xs @ xs",
    "b = xs < 3",
    "b = not xs",
    "b = -xs",
    "b = xs + 1",
    "xs += 1",
    "b = int(xs)",
    "b = bool(xs)",
    "b = abs(xs)",
    "b = math.floor(xs)",
    "b = True + xs",
    "while xs:\n    pass",
    "if xs:\n    pass",
)
lines("floats have no // in kernels; write int(...) or math.floor(...)", "b = x // 2.0")
lines("floats have no % in kernels; write int(...) or math.floor(...)", "b = x % 2.0")
lines("floats have no bits in kernels; write int(...) or math.floor(...)", "b = x & 1", "b = x << 1")
lines("a float has no ~; write int(...) around it, or `not`", "b = ~x")
lines("a bool has no ~; write int(...) around it, or `not`", "b = ~(a > 1)")
lines(
    "an np.uint64 and a signed number do not mix; write np.uint64(...) or np.int64(...) around one",
    "b = w + a",
    "b = w + 1",
    "b = min(a, w)",
    "b = max(1, 2, w)",
)
lines("an np.uint64 and a float do not mix; write float(...) around the first", "b = w + x", "b = w < x")
lines("an np.uint64 has no sign; write np.int64(...)", "b = -w")
lines("this is a whole number where an np.uint64 is needed; write np.uint64(...)", "b = w < a")
lines("np.uint64 has no ** in kernels; write * or a loop", "b = w ** w")
lines(f"nothing {UNKNOWN}", "b = nothing", "b = nothing + 1", "b = nothing(3)")
lines(f"print {UNKNOWN}", "b = print(a)", "b = print")
lines(f"sum {UNKNOWN}", "b = sum(xs)", "b = sum(i for i in xs)")
lines(f"np.sum {UNUSABLE}", "b = np.sum(xs)")
lines(f"np.zeros {UNUSABLE}", "b = np.zeros(3)")
lines(f"math.sin {UNUSABLE}", "b = math.sin(x)")
lines(
    "the record has no field weight; it has small, byte, short, word16, half, word32, long, word, flag, single, double, row, grid",
    "b = cells[0].weight",
    "cells[0].weight = 3",
)
lines("a whole number has no big in kernels", "b = cells[0].small.big")
lines("an array has no sum() in kernels", "b = xs.sum()")
lines("an array has no size in kernels", "b = xs.size")
lines("a whole number has no real in kernels", "b = a.real", "b = xs[0].real")
lines("lowest_bit takes one argument", "b = lowest_bit(a, a)", "b = lowest_bit()")
lines("min takes two or more numbers in kernels", "b = min(a)", "b = min(xs)")
lines("range is only for loops; write for i in range(...)", "b = range(3)")
lines("int takes one argument", "b = int(a, 2)")
lines("'3' is not a number, and kernels have nothing else; write a number for it", 'b = int("3")')
lines("a whole number has no length", "b = len(a)")
lines("len takes one argument", "b = len(xs, 2)")
lines("float takes one argument", "b = float()")
lines("a float is no np.uint64; write np.uint64(int(...))", "b = np.uint64(x)")
lines(
    "a float32 has no math.sqrt; write math.sqrt(np.float64(...))",
    "b = math.sqrt(np.float64(cells[0].single)) + math.sqrt(cells[0].single)",
)
lines("f calls itself; write a loop, with a stack in an array", "b = f(a, x, xs, cells, w)", line=0)
lines(
    "`yield` is not in the language of kernels; write results into an array",
    "yield a",
    "b = yield",
    "await_ = (yield a)",
    "b = (yield)",
)
lines("`assert` is not in the language of kernels; write a law or a test", "assert a")
lines("`raise` is not in the language of kernels; write a result that says what is wrong", "raise ValueError")
lines("`del` is not in the language of kernels; write nothing in its place", "del a")
lines(
    "an import in a kernel is not in the language of kernels; write it at the top of the module",
    "import math",
    "from math import sqrt",
)
lines(
    "an annotation of a variable is not in the language of kernels; write the assignment without it",
    "a: int = 3",
    "a: int",
)
lines("this kernel returns a whole number, not nothing; write what it returns", "return")
lines("this kernel returns a whole number, not a tuple of 2; write what it returns", "return a, a")
lines("this kernel returns a whole number, not an array; write what it returns", "return xs")
lines(":= is not in the language of kernels; write an assignment before it", "b = (c := 3)")
lines("`for` in an expression is not in the language of kernels; write a loop", "b = [i for i in xs]")
lines(
    "this is either a whole number or an array; write both as one kind, or an if statement with two names",
    "b = a if a else xs",
)
lines(
    "this is either a whole number or an np.uint64; write both as one kind, or an if statement with two names",
    "b = a if a else w",
)
lines(
    "this is either a record or an array; write both as one kind, or an if statement with two names",
    "b = cells[0] if a else xs",
)
lines(
    "the value of `and` and `or` is a bool in kernels; write bool(...) around the whole",
    "b = a and xs",
    "b = a and w",
    "b = cells[0].single and cells[0].single",
    "b = a or 3",
)
lines("`is` is not in the language of kernels; write == or !=", "b = a is not 3")
lines("`in` is only for tuples of numbers in kernels", "b = a in xs", "b = a in 3", "b = a in (1, xs)")
lines("(1, 2) is a tuple of 2 where a number is needed", "b = a < 2 in (1, 2)")
lines("an index must be a whole number, not a float; write int(...)", "b = xs[x]")
lines("an index must be a whole number, not an np.uint64; write np.int64(...)", "b = xs[w]")
lines("an index must be a whole number, not a bool; write int(...)", "b = xs[a > 1]")
lines("2 indexes are too many; allowed: 1", "b = xs[0, 0]", "xs[:] = xs[:, 0]")
lines(
    "'a' is not a number, and kernels have nothing else; write a number for it",
    'b = xs["a"]',
    "b = -'a'",
    "b = not 'a'",
    "if 'a':\n    pass",
)
lines("a whole number has no elements", "b = a[0]", "b = (a,)[0][0]", "a[0] = 3")
lines("the index 5 is outside of a tuple of 2", "b = (1, 2)[5]")
lines("the index -3 is outside of a tuple of 2", "b = (1, 2)[-3]")
lines(
    "a tuple takes a constant index unless its items are numbers of one kind",
    "b = (1, 2.5)[a]",
    "b = (xs, xs)[a]",
    "b = (1, (2, 3))[a]",
    "b = ((1, 2), (3, 4))[a]",
    "b = ()[a]",
)
lines("a tuple takes one index in kernels, and no slice; write its items", "b = (1, 2)[0:1]", "b = (1, 2)[0, 1]")
lines("the index is 3, but there are 3 elements; allowed: 0 .. 2", "b = cells[0].row[3]")
lines("the index is -4, but there are 3 elements; allowed: 0 .. 2", "b = cells[0].row[-4]")
lines("the bound of a slice is 9, but there are 3 elements; allowed: 0 .. 3", "b = cells[0].row[0:9]")
lines("this slice ends before it begins; write its bounds in order", "b = cells[0].row[2:1]")
lines("a bound of a slice must be a whole number, not a float; write int(...)", "b = xs[x:]")
lines(
    "only an array of a record's field or of a constant can be copied; write a loop",
    "b = xs.copy()",
    "b = cells.copy()",
)
lines("an array of 3 has no copy() in kernels", "b = cells[0].row.copy(1)")
lines("a record has no copy() in kernels", "b = cells[0].copy()")
lines("an array of 3 has no copy in kernels", "b = cells[0].row.copy")
lines("a is a whole number and an array; use two names", "a = xs", "a = x = xs")
lines("*b cannot be assigned to; write names, elements or fields", "*b, c = (1, 2)")
lines("[b, c] cannot be assigned to; write names, elements or fields", "[b, c] = (1, 2)")
lines("2 names stand for 3 values", "b, c = 1, 2, 3", "for i, j in ((1, 2), (3, 4, 5)):\n    pass")
lines("a whole number is not taken apart into names; write an index for each part", "b, c = a")
lines("an array is not taken apart into names; write an index for each part", "b, c = xs")
lines("an array of 2 is not taken apart into names; write an index for each part", "b, c, d = cells[0].row[:2]")
lines("(1, 2)[0] cannot be assigned to; write names, elements or fields", "(1, 2)[0] = 3")
lines("xs is an array and a whole number; use two names", "xs = 3")
lines("only a number is assigned to all of an array, not an array; write a loop", "xs[:] = cells", "cells[:] = cells")
lines("a number is assigned to a field or an element", "xs[0] = xs")
lines("only a number is assigned to all of an array, not a tuple of 2; write a loop", "xs[:] = (1, 2)")
lines("xs.shape cannot be assigned to; write names, elements or fields", "xs.shape = 3")
lines("a record takes another of its kind, not a whole number", "cells[0] = 3")
lines("a record takes another of its kind, not an array", "cells[0] = xs")
lines("this is a float where a bool is needed; write bool(...)", "cells[0].flag = 0.5")
lines(
    "only a number is assigned to all of an array, not an array of 3; write a loop",
    "cells[0].row[0:2] = cells[0].row[0:3]",
    "cells[0].row = cells[0].grid[0]",
)
lines(
    "only a number is assigned to all of an array, not an array of 2 by 3; write a loop",
    "cells[0].row[:] = cells[0].grid",
)
lines("xs[:] is not one number; write an assignment, or a loop", "xs[:] += 1")
lines("an array has no a in kernels", "xs.a += 1")
lines("cells[0].row is not one number; write an assignment, or a loop", "cells[0].row += 1")
lines("nothing has no value yet; assign to it before this line, and before the loop", "nothing += 1")
lines(
    "this is a number from an unsigned field where a whole number is needed; write np.int64(...)",
    "cells[0].byte = cells[0].byte - cells[0].byte",
    "b = -cells[0].byte",
    "b = cells[0].byte << 3",
    "return cells[0].byte",
    "for i in range(cells[0].byte):\n    pass",
    "b = int(cells[0].byte)",
    "xs[0] = cells[0].byte",
)
lines(
    "this is a number from an unsigned field where a whole number is needed; write np.int64(...)",
    "c = cells[0].byte\nd = cells[0].word16 - c",
    line=2,
)
lines("a + 1 is not used; assign it to a name, or remove it", "a + 1")
lines("a is not used; assign it to a name, or remove it", "a")
lines("xs[0] is not used; assign it to a name, or remove it", "xs[0]")
lines("print is not used; assign it to a name, or remove it", "print")
lines("a shift by 64 is not defined; allowed: 0 .. 63", "b = a << 64")
lines("a shift by -1 is not defined; allowed: 0 .. 63", "b = a << -1")
lines("a shift by 99 is not defined; allowed: 0 .. 63", "b = a >> 99")
lines("99999999999999999999 does not fit 64 bits; define a constant np.uint64(...) for it", "b = 99999999999999999999")
lines(
    "-99999999999999999999 does not fit 64 bits; define a constant np.uint64(...) for it", "b = -99999999999999999999"
)
lines("`match` is not in the language of kernels; write if and elif", "match a:\n    case 1:\n        pass")
lines("'x' is not a number, and kernels have nothing else; write a number for it", 'async_ = 1 if a else "x"')
lines("np is a module; write one of its names after a dot", "b = np", "b = a + np")
lines("math is a module; write one of its names after a dot", "b = math")
lines("int is a function; kernels can only call it", "b = int", "b = a + int", "b = int.real")
lines(f"Array {UNKNOWN}", "b = Array")
lines("NamedTuple is a function; kernels can only call it", "b = NamedTuple")
lines(f"np.int32 {UNUSABLE}", "b = np.int32(a)")
lines(f"np.float32 {UNUSABLE}", "b = np.float32(x)")
lines(
    "f is a function; kernels can only call it",
    "b = f",
    "b = f.x(a)",
    "b = xs[f]",
    "b = a + f",
    "b = f[0]",
    "b = f.name",
)
lines("this is an np.uint64 where a whole number is needed; write np.int64(...)", "b = abs(w)", "b = int(w)")
lines("a whole number has no b in kernels", "b = a.b.c", "a.b = 3")
lines(f"np.linalg.norm {UNUSABLE}", "b = np.linalg.norm(xs)")
lines("later has no value yet; assign to it before this line, and before the loop", "b = later\nlater = 3")
lines(
    "later2 has no value yet; assign to it before this line, and before the loop",
    "b = 1 if later2 else 2\nfor i in range(3):\n    later2 = i",
)
lines("whole numbers have no @ in kernels; write * or a loop", "b = a @ a")
lines(f"__name__ {UNKNOWN}", "b = __name__")
lines(f"sorted {UNKNOWN}", "b = sorted")
lines("lambda: 3 is not a kernel, nor a function of their language", "b = (lambda: 3)()")
lines("xs[0] is not a kernel, nor a function of their language", "b = xs[0](3)")
lines("f(a) is not a kernel, nor a function of their language", "b = f(a)(a)")
lines("f takes 5 arguments, not 1", "b = (f)(a)")
lines("'abc' is not a number, and kernels have nothing else; write a number for it", "b = 'abc'[a]")
lines("f is a constant of the module; a kernel changes only what it is given", "f[0] = 3", "f.x = 3")
lines("np is a constant of the module; a kernel changes only what it is given", "np.x = 3")
lines("math is a constant of the module; a kernel changes only what it is given", "math.pi += 1")
lines("range has no value yet; assign to it before this line, and before the loop", "for range in range(3):\n    pass")
lines("a star is not in the language of kernels; write each value by itself", "for i in range(*xs):\n    pass")
lines("i is a whole number and a float; use two names", "for i in (1, 2.5, xs):\n    pass")
lines("a is a whole number and a float; use two names", "a = 1.5")
lines("a is a whole number and a bool; use two names", "a = a > 3")
lines("b is a whole number and a float; use two names", "b = 0\nb = b / 2", line=2)
lines("ys is an array of 3 and an array of 2; use two names", "ys = cells[0].row\nys = cells[0].row[1:]", line=2)
lines("only the last index may be a slice in kernels; write a loop", "b = cells[0].grid[:, 0]")
lines("this is a number from an unsigned field where a float is needed; write np.int64(...)", "x = cells[0].byte / 2.0")

whole("the parameter a has no annotation; write what it is, as in n: int", "def f(a) -> int:\n    return 0\n", line=1)
whole(
    "the kernel does not say what it returns; write -> int, or -> None",
    "def f(a: int):\n    return 0\n",
    "def f(a: int):\n    a = 1\n",
    line=1,
)
whole(
    "a kernel has plain parameters; write them without defaults, stars and slashes",
    "def f(a: int, *b: int) -> int:\n    return 0\n",
    "def f(a: int = 3) -> int:\n    return 0\n",
    "def f(*, a: int) -> int:\n    return 0\n",
    "def f(a: int, /) -> int:\n    return 0\n",
    "def f(a: int, **b: int) -> int:\n    return 0\n",
    line=1,
)
whole(
    "a kernel returns int, float, bool, np.uint64, a tuple of these, or None; write one of them after ->",
    "def f(a: int) -> tuple[int, Array]:\n    return a, a\n",
    "def f(a: int) -> tuple[int, ...]:\n    return a, a\n",
    "def f(a: int) -> Array:\n    return a\n",
    "def f(a: int) -> 'int':\n    return a\n",
    "def f(a: int) -> str:\n    return a\n",
    line=1,
)
whole(
    "this kernel returns a whole number, not an array; write what it returns",
    "def f(a: Array) -> int:\n    return a\n",
    line=2,
)
whole(
    "an expression or a branch is nested too deeply; write it as several statements",
    f"def f(a: int) -> int:\n    return {' + '.join('a' * 600)}\n",
    line=1,
)
whole(
    "this kernel returns nothing, not a whole number; write what it returns",
    "def f(a: int) -> None:\n    return a\n",
    line=2,
)
whole(
    "f takes 1 argument, not 2",
    "def f(a: int) -> int:\n    return a\ndef g(a: int) -> int:\n    return f(a, a)\n",
    line=4,
)
whole(
    "this is a float where a whole number is needed; write int(...)",
    "def f(a: int) -> int:\n    return a\ndef g(a: int) -> int:\n    return f(0.5)\n",
    line=4,
)
whole(
    "a is a whole number, not a tuple of 2",
    "def f(a: int) -> int:\n    return a\ndef g(a: int) -> int:\n    return f((1, 2))\n",
    line=4,
)
whole(
    "a is a float, not a whole number; write float(...)",
    "def h(a: float) -> float:\n    return a\ndef g(a: int) -> int:\n    return int(h(a))\n",
    line=4,
)
whole(
    "a whole number has no elements",
    "def h(a: Array) -> int:\n    return a[0]\ndef g(a: int) -> int:\n    return h(a)\n",
    line=2,
)
whole("h returns nothing", "def h(a: Array) -> None:\n    return\ndef g(a: int) -> int:\n    return h(a)\n", line=4)
whole(
    "g calls itself; write a loop, with a stack in an array",
    "def f(a: int) -> int:\n    return g(a)\ndef g(a: int) -> int:\n    return f(a)\n",
    line=3,
)
whole("g calls itself; write a loop, with a stack in an array", "def g(a: int) -> int:\n    return g(a)\n", line=1)
whole(f"h {UNKNOWN}", "h = lambda a: a\ndef g(a: int) -> int:\n    return h(a)\n", line=3)
whole(
    f"h {UNKNOWN}",
    "class C:\n    def m(a: int) -> int:\n        return a\nh = C.m\ndef g(a: int) -> int:\n    return h(a)\n",
    line=6,
)
whole(
    "B has 2 fields, not 1",
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(1)\n    return b.x\n",
    line=5,
)
whole(
    "B has no field z; it has x, y",
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(1, 2)\n    return b.z\n",
    line=6,
)
whole(
    "b.x cannot be assigned to; write names, elements or fields",
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(1, 2)\n    b.x = 3\n    return b.x\n",
    line=6,
)
whole(
    "b.x is not one number; write an assignment, or a loop",
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(1, 2)\n    b.x += 3\n    return b.x\n",
    line=6,
)
whole(
    "this kernel returns a whole number, not a B; write what it returns",
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    return B(1, 2)\n",
    line=5,
)
whole(
    "calls in kernels have plain arguments; write them in order, without names and stars",
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(x=1, y=2)\n    return 0\n",
    line=5,
)
whole(
    "T is a constant of the module; a kernel changes only what it is given",
    "T = np.zeros(3)\ndef g(a: int) -> int:\n    T[0] = 3\n    return a\n",
    "T = np.zeros(3)\ndef g(a: int) -> int:\n    T[:] = 3\n    return a\n",
    "T = np.zeros(3)\ndef g(a: int) -> int:\n    T[0] += 3\n    return a\n",
    line=3,
)
whole(
    f"T {UNKNOWN}",
    "T = [1, 2]\ndef g(a: int) -> int:\n    return T[a]\n",
    "T = {1: 2}\ndef g(a: int) -> int:\n    return T[a]\n",
    "T = 'abc'\ndef g(a: int) -> int:\n    return T[a]\n",
    "T = np.array(['a'])\ndef g(a: int) -> int:\n    return T[0]\n",
    "T = np.array(5)\ndef g(a: int) -> int:\n    return T\n",
    "T = np.array(5)\ndef g(a: int) -> int:\n    return len(T)\n",
    "T = np.zeros(3, [('a', 'i8')])\ndef g(a: int) -> int:\n    return int(T[0].a)\n",
    line=3,
)
whole(
    "a tuple takes a constant index unless its items are numbers of one kind",
    "T = ('abc', 'd')\ndef g(a: int) -> int:\n    return T[a]\n",
    line=3,
)
whole(
    "T[0] is a str where a number is needed", "T = ('abc', 'd')\ndef g(a: int) -> int:\n    return T[0] + 1\n", line=3
)
whole(
    "this kernel returns a whole number, not a str; write what it returns",
    "T = ('abc', 'd')\ndef g(a: int) -> int:\n    b = T[0]\n    return b\n",
    line=4,
)
whole(
    "T does not fit 64 bits; define a constant np.uint64(...) for it",
    "T = 2**70\ndef g(a: int) -> int:\n    return T + a\n",
    line=3,
)
whole("os.path.join returns nothing", "import os\ndef g(a: int) -> int:\n    return os.path.join(a)\n", line=3)
whole(f"random.shuffle {UNUSABLE}", "import random\ndef g(a: int) -> int:\n    return random.shuffle(a)\n", line=3)
whole(
    "join takes 1 argument, not 2",
    "import os.path\njoin = os.path.join\ndef g(a: int) -> int:\n    return join(a, a)\n",
    line=4,
)
whole(f"h {UNKNOWN}", "import functools\nh = functools.cache(len)\ndef g(a: int) -> int:\n    return h(a)\n", line=4)
whole(
    "an annotation of a variable is not in the language of kernels; write the assignment without it",
    "def g(a: int) -> int:\n    x: int\n    return a\n",
    line=2,
)
whole(
    "TOTAL has no value yet; assign to it before this line, and before the loop",
    "TOTAL = 3\ndef g(a: int) -> int:\n    b = TOTAL\n    TOTAL = 4\n    return b\n",
    line=3,
)
whole(
    "y has no value yet; assign to it before this line, and before the loop",
    "TOTAL = 3\ndef g(a: int) -> int:\n    for i in range(a):\n        if i > 1:\n            a = y\n        y = i\n    return a\n",
    line=5,
)
whole(
    "the kernel is called with too many kinds of arguments, or too large ones; write fewer of them",
    "def h(a: Array) -> int:\n    return h((a, a))\n\n\ndef g(a: int) -> int:\n    return h((a, a))\n",
    line=1,
)
