"""What the language of kernels does not have: texts, and what their authors are told."""

# ruff: noqa: E501  # an entry of the list is a line

from typing import NamedTuple


class Refusal(NamedTuple):
    text: str  # its last function is compiled
    told: str
    line: int


REFUSALS: list[Refusal] = []
KERNEL = "def f(a: int, x: float, xs: Array, cells: Array, w: np.uint64) -> int:\n    {}\n    return 0\n"


def line(statement: str, told: str, *, line: int = 1) -> None:
    """A statement that is refused in a kernel."""
    REFUSALS.append(Refusal(KERNEL.format(statement.replace("\n", "\n    ")), told, line + 1))


def whole(text: str, told: str, *, line: int) -> None:
    """A whole text."""
    REFUSALS.append(Refusal(text, told, line))


line(
    "try:\n    a = 1\nfinally:\n    a = 2",
    "`try` is not in the language of kernels; write a test before what could go wrong",
)
line("with a:\n    pass", "`with` is not in the language of kernels; write the statements alone")
line("b = lambda: 1", "a function in a kernel is not in the language of kernels; write a kernel of the module")
line(
    "b = [1, 2]",
    "a list, set or dictionary is not in the language of kernels; write a tuple, or an array that is given to the kernel",
)
line(
    "b = {1: 2}",
    "a list, set or dictionary is not in the language of kernels; write a tuple, or an array that is given to the kernel",
)
line(
    "b = {1}",
    "a list, set or dictionary is not in the language of kernels; write a tuple, or an array that is given to the kernel",
)
line('b = "text"', "'text' is not a number, and kernels have nothing else; write a number for it")
line('b = f"{a}"', "a text is not in the language of kernels; write numbers")
line("b = None", "None is not a number, and kernels have nothing else; write a number for it")
line("b = 1j", "1j is not a number, and kernels have nothing else; write a number for it")
line("b = ...", "Ellipsis is not a number, and kernels have nothing else; write a number for it")
line('b = b"x"', "b'x' is not a number, and kernels have nothing else; write a number for it")
line("b = max(a, b=3)", "calls in kernels have plain arguments; write them in order, without names and stars")
line("b = abs(x=a)", "calls in kernels have plain arguments; write them in order, without names and stars")
line("b = max(*xs)", "calls in kernels have plain arguments; write them in order, without names and stars")
line("def g():\n    return 1", "a function in a kernel is not in the language of kernels; write a kernel of the module")
line("class G:\n    pass", "a class is not in the language of kernels; write a NamedTuple of the module")
line(
    "global TOTAL",
    "a variable from outside is not in the language of kernels; write an array that is given to the kernel",
)
line(
    "nonlocal_ = TOTAL",
    "TOTAL is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "while a:\n    a -= 1\nelse:\n    a = 1",
    "a loop with `else` is not in the language of kernels; write an if statement after it",
)
line(
    "for i in range(3):\n    pass\nelse:\n    a = 1",
    "a loop with `else` is not in the language of kernels; write an if statement after it",
)
line("for i in xs:\n    a += i", "a loop goes over range(...) or a tuple in kernels")
line("for i, j in range(3):\n    pass", "a loop over range(...) has one variable, and one to three bounds")
line("for i in range(3, 4, 5, 6):\n    pass", "a loop over range(...) has one variable, and one to three bounds")
line("for i in range():\n    pass", "a loop over range(...) has one variable, and one to three bounds")
line("for i in range(0, 9, a):\n    pass", "the step of a range must be a constant that is not 0")
line("for i in range(0, 9, 0):\n    pass", "the step of a range must be a constant that is not 0")
line("for i in range(x):\n    pass", "this is a float where a whole number is needed; write int(...)")
line(
    "for i in enumerate(xs):\n    pass",
    "enumerate is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line("for xs[0] in range(3):\n    pass", "a loop over range(...) has one variable, and one to three bounds")
line("b = xs[::2]", "a slice with a step is not in the language of kernels; write a loop")
line("b = xs[1:3:1]", "a slice with a step is not in the language of kernels; write a loop")
line("b = a ** 2", "whole numbers have no ** in kernels; write * or a loop")
line("b = xs @ xs", "xs is an array where a number is needed")
line("b = x // 2.0", "floats have no // in kernels; write int(...) or math.floor(...)")
line("b = x % 2.0", "floats have no % in kernels; write int(...) or math.floor(...)")
line("b = x & 1", "floats have no bits in kernels; write int(...) or math.floor(...)")
line("b = x << 1", "floats have no bits in kernels; write int(...) or math.floor(...)")
line("b = ~x", "a float has no ~; write int(...) around it, or `not`")
line("b = ~(a > 1)", "a bool has no ~; write int(...) around it, or `not`")
line("b = w + a", "an np.uint64 and a signed number do not mix; write np.uint64(...) or np.int64(...) around one")
line("b = w + 1", "an np.uint64 and a signed number do not mix; write np.uint64(...) or np.int64(...) around one")
line("b = w + x", "an np.uint64 and a float do not mix; write float(...) around the first")
line("b = -w", "an np.uint64 has no sign; write np.int64(...)")
line("b = w < a", "this is a whole number where an np.uint64 is needed; write np.uint64(...)")
line("b = w < x", "an np.uint64 and a float do not mix; write float(...) around the first")
line("b = w ** w", "np.uint64 has no ** in kernels; write * or a loop")
line(
    "b = nothing",
    "nothing is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = nothing + 1",
    "nothing is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = nothing(3)",
    "nothing is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = print(a)",
    "print is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = sum(xs)",
    "sum is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = np.sum(xs)",
    "np.sum is nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = np.zeros(3)",
    "np.zeros is nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = math.sin(x)",
    "math.sin is nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = cells[0].weight",
    "the record has no field weight; it has small, byte, short, word16, half, word32, long, word, flag, single, double, row, grid",
)
line("b = cells[0].small.big", "a whole number has no big in kernels")
line(
    "cells[0].weight = 3",
    "the record has no field weight; it has small, byte, short, word16, half, word32, long, word, flag, single, double, row, grid",
)
line("b = xs.sum()", "an array has no sum() in kernels")
line("b = xs.size", "an array has no size in kernels")
line("b = a.real", "a whole number has no real in kernels")
line("b = lowest_bit(a, a)", "lowest_bit takes one argument")
line("b = lowest_bit()", "lowest_bit takes one argument")
line("b = lowest_bit(x)", "this is a float where a whole number is needed; write int(...)")
line("b = min(a)", "min takes two or more numbers in kernels")
line("b = min(xs)", "min takes two or more numbers in kernels")
line("b = min(a, w)", "an np.uint64 and a signed number do not mix; write np.uint64(...) or np.int64(...) around one")
line("b = range(3)", "range is only for loops; write for i in range(...)")
line("b = int(a, 2)", "int takes one argument")
line('b = int("3")', "'3' is not a number, and kernels have nothing else; write a number for it")
line("b = len(a)", "a whole number has no length")
line("b = len(xs, 2)", "len takes one argument")
line("b = float()", "float takes one argument")
line("b = np.uint64(x)", "a float is no np.uint64; write np.uint64(int(...))")
line(
    "b = math.sqrt(np.float64(cells[0].single)) + math.sqrt(cells[0].single)",
    "a float32 has no math.sqrt; write math.sqrt(np.float64(...))",
)
line("b = f(a, x, xs, cells, w)", "f calls itself; write a loop, with a stack in an array", line=0)
line("yield a", "`yield` is not in the language of kernels; write results into an array")
line("b = yield", "`yield` is not in the language of kernels; write results into an array")
line("await_ = (yield a)", "`yield` is not in the language of kernels; write results into an array")
line("assert a", "`assert` is not in the language of kernels; write a law or a test")
line("raise ValueError", "`raise` is not in the language of kernels; write a result that says what is wrong")
line("del a", "`del` is not in the language of kernels; write nothing in its place")
line("import math", "an import in a kernel is not in the language of kernels; write it at the top of the module")
line(
    "from math import sqrt",
    "an import in a kernel is not in the language of kernels; write it at the top of the module",
)
line("a: int = 3", "an annotation of a variable is not in the language of kernels; write the assignment without it")
line("a: int", "an annotation of a variable is not in the language of kernels; write the assignment without it")
line("return", "this kernel returns a whole number, not nothing; write what it returns")
line("return a, a", "this kernel returns a whole number, not a tuple of 2; write what it returns")
line("return x", "this is a float where a whole number is needed; write int(...)")
line("return xs", "this kernel returns a whole number, not an array; write what it returns")
line("b = (c := 3)", ":= is not in the language of kernels; write an assignment before it")
line("b = [i for i in xs]", "`for` in an expression is not in the language of kernels; write a loop")
line(
    "b = sum(i for i in xs)",
    "sum is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = a if a else xs",
    "this is either a whole number or an array; write both as one kind, or an if statement with two names",
)
line(
    "b = a if a else w",
    "this is either a whole number or an np.uint64; write both as one kind, or an if statement with two names",
)
line(
    "b = cells[0] if a else xs",
    "this is either a record or an array; write both as one kind, or an if statement with two names",
)
line("b = a and xs", "the value of `and` and `or` is a bool in kernels; write bool(...) around the whole")
line("b = a and w", "the value of `and` and `or` is a bool in kernels; write bool(...) around the whole")
line(
    "b = cells[0].single and cells[0].single",
    "the value of `and` and `or` is a bool in kernels; write bool(...) around the whole",
)
line("b = a is None", "None is not a number, and kernels have nothing else; write a number for it")
line("b = a is not 3", "`is` is not in the language of kernels; write == or !=")
line("b = a in xs", "`in` is only for tuples of numbers in kernels")
line("b = a in 3", "`in` is only for tuples of numbers in kernels")
line("b = a < 2 in (1, 2)", "(1, 2) is a tuple of 2 where a number is needed")
line("b = a in (1, xs)", "`in` is only for tuples of numbers in kernels")
line("b = xs < 3", "xs is an array where a number is needed")
line("b = not xs", "xs is an array where a number is needed")
line("b = -xs", "xs is an array where a number is needed")
line("b = xs + 1", "xs is an array where a number is needed")
line("b = xs[x]", "an index must be a whole number, not a float; write int(...)")
line("b = xs[w]", "an index must be a whole number, not an np.uint64; write np.int64(...)")
line("b = xs[a > 1]", "an index must be a whole number, not a bool; write int(...)")
line("b = xs[0, 0]", "2 indexes are too many; allowed: 1")
line('b = xs["a"]', "'a' is not a number, and kernels have nothing else; write a number for it")
line("b = xs[None]", "None is not a number, and kernels have nothing else; write a number for it")
line("b = xs[...]", "Ellipsis is not a number, and kernels have nothing else; write a number for it")
line("b = a[0]", "a whole number has no elements")
line("b = (1, 2)[5]", "the index 5 is outside of a tuple of 2")
line("b = (1, 2)[-3]", "the index -3 is outside of a tuple of 2")
line("b = (1, 2.5)[a]", "a tuple takes a constant index unless its items are numbers of one kind")
line("b = (xs, xs)[a]", "a tuple takes a constant index unless its items are numbers of one kind")
line("b = (1, 2)[0:1]", "a tuple takes one index in kernels, and no slice; write its items")
line("b = (1, 2)[0, 1]", "a tuple takes one index in kernels, and no slice; write its items")
line("b = cells[0].row[3]", "the index is 3, but there are 3 elements; allowed: 0 .. 2")
line("b = cells[0].row[-4]", "the index is -4, but there are 3 elements; allowed: 0 .. 2")
line("b = cells[0].row[0:9]", "the bound of a slice is 9, but there are 3 elements; allowed: 0 .. 3")
line("b = cells[0].row[2:1]", "this slice ends before it begins; write its bounds in order")
line("b = xs[x:]", "a bound of a slice must be a whole number, not a float; write int(...)")
line("b = xs.copy()", "only an array of a record's field or of a constant can be copied; write a loop")
line("b = cells.copy()", "only an array of a record's field or of a constant can be copied; write a loop")
line("b = cells[0].row.copy(1)", "an array of 3 has no copy() in kernels")
line("b = cells[0].copy()", "a record has no copy() in kernels")
line("b = cells[0].row.copy", "an array of 3 has no copy in kernels")
line("a = xs", "a is a whole number and an array; use two names")
line("a = x = xs", "a is a whole number and an array; use two names")
line("*b, c = (1, 2)", "*b cannot be assigned to; write names, elements or fields")
line("[b, c] = (1, 2)", "[b, c] cannot be assigned to; write names, elements or fields")
line("b, c = 1, 2, 3", "2 names stand for 3 values")
line("b, c = a", "a whole number is not taken apart into names; write an index for each part")
line("b, c = xs", "an array is not taken apart into names; write an index for each part")
line("b, c, d = cells[0].row[:2]", "an array of 2 is not taken apart into names; write an index for each part")
line("(1, 2)[0] = 3", "(1, 2)[0] cannot be assigned to; write names, elements or fields")
line("xs = 3", "xs is an array and a whole number; use two names")
line("xs[:] = xs[:, 0]", "2 indexes are too many; allowed: 1")
line("xs[:] = cells", "only a number is assigned to all of an array, not an array; write a loop")
line("xs[0] = 1.5", "this is a float where a whole number is needed; write int(...)")
line("xs[0] = xs", "a number is assigned to a field or an element")
line("xs[:] = 2.5", "this is a float where a whole number is needed; write int(...)")
line("xs[:] = (1, 2)", "only a number is assigned to all of an array, not a tuple of 2; write a loop")
line("xs.shape = 3", "xs.shape cannot be assigned to; write names, elements or fields")
line("cells[:] = cells", "only a number is assigned to all of an array, not an array; write a loop")
line("cells[0] = 3", "a record takes another of its kind, not a whole number")
line("cells[0] = xs", "a record takes another of its kind, not an array")
line("cells[0].flag = 0.5", "this is a float where a bool is needed; write bool(...)")
line(
    "cells[0].row[0:2] = cells[0].row[0:3]",
    "only a number is assigned to all of an array, not an array of 3; write a loop",
)
line(
    "cells[0].row[:] = cells[0].grid",
    "only a number is assigned to all of an array, not an array of 2 by 3; write a loop",
)
line(
    "cells[0].row = cells[0].grid[0]",
    "only a number is assigned to all of an array, not an array of 3; write a loop",
)
line("xs += 1", "xs is an array where a number is needed")
line("xs[:] += 1", "xs[:] is not one number; write an assignment, or a loop")
line("xs[0] += 1.5", "this is a float where a whole number is needed; write int(...)")
line("xs.a += 1", "an array has no a in kernels")
line("cells[0].row += 1", "cells[0].row is not one number; write an assignment, or a loop")
line("nothing += 1", "nothing has no value yet; assign to it before this line, and before the loop")
line(
    "cells[0].byte = cells[0].byte - cells[0].byte",
    "this is a number from an unsigned field where a whole number is needed; write np.int64(...)",
)
line(
    "b = -cells[0].byte", "this is a number from an unsigned field where a whole number is needed; write np.int64(...)"
)
line(
    "b = cells[0].byte << 3",
    "this is a number from an unsigned field where a whole number is needed; write np.int64(...)",
)
line(
    "return cells[0].byte",
    "this is a number from an unsigned field where a whole number is needed; write np.int64(...)",
)
line(
    "for i in range(cells[0].byte):\n    pass",
    "this is a number from an unsigned field where a whole number is needed; write np.int64(...)",
)
line(
    "c = cells[0].byte\nd = cells[0].word16 - c",
    "this is a number from an unsigned field where a whole number is needed; write np.int64(...)",
    line=2,
)

line("a + 1", "a + 1 is not used; assign it to a name, or remove it")
line("a", "a is not used; assign it to a name, or remove it")
line("xs[0]", "xs[0] is not used; assign it to a name, or remove it")
line("print", "print is not used; assign it to a name, or remove it")
line("b = a << 64", "a shift by 64 is not defined; allowed: 0 .. 63")
line("b = a << -1", "a shift by -1 is not defined; allowed: 0 .. 63")
line("b = a >> 99", "a shift by 99 is not defined; allowed: 0 .. 63")
line("b = 99999999999999999999", "99999999999999999999 does not fit 64 bits; define a constant np.uint64(...) for it")
line("b = -99999999999999999999", "-99999999999999999999 does not fit 64 bits; define a constant np.uint64(...) for it")
line("match a:\n    case 1:\n        pass", "`match` is not in the language of kernels; write if and elif")
line('async_ = 1 if a else "x"', "'x' is not a number, and kernels have nothing else; write a number for it")
line("b = np", "np is a module; write one of its names after a dot")
line("b = math", "math is a module; write one of its names after a dot")
line("b = int", "int is a function; kernels can only call it")
line(
    "b = Array",
    "Array is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line("b = NamedTuple", "NamedTuple is a function; kernels can only call it")
line(
    "b = np.int32(a)",
    "np.int32 is nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = np.float32(x)",
    "np.float32 is nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = print",
    "print is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line("b = f", "f is a function; kernels can only call it")
line("b = int(xs)", "xs is an array where a number is needed")
line("b = bool(xs)", "xs is an array where a number is needed")
line("b = abs(w)", "this is an np.uint64 where a whole number is needed; write np.int64(...)")
line("b = abs(xs)", "xs is an array where a number is needed")
line("b = math.floor(xs)", "xs is an array where a number is needed")
line("b = a.b.c", "a whole number has no b in kernels")
line(
    "b = np.linalg.norm(xs)",
    "np.linalg.norm is nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line("b = xs[0].real", "a whole number has no real in kernels")
line("b = later\nlater = 3", "later has no value yet; assign to it before this line, and before the loop")
line(
    "b = 1 if later2 else 2\nfor i in range(3):\n    later2 = i",
    "later2 has no value yet; assign to it before this line, and before the loop",
)
line(
    "b = max(1, 2, w)", "an np.uint64 and a signed number do not mix; write np.uint64(...) or np.int64(...) around one"
)
line("b = a @ a", "whole numbers have no @ in kernels; write * or a loop")
line("b = (yield)", "`yield` is not in the language of kernels; write results into an array")
line("b = True + xs", "xs is an array where a number is needed")
line(
    "b = __name__",
    "__name__ is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line(
    "b = sorted",
    "sorted is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
)
line("b = (1, (2, 3))[a]", "a tuple takes a constant index unless its items are numbers of one kind")
line("b = ((1, 2), (3, 4))[a]", "a tuple takes a constant index unless its items are numbers of one kind")
line("b = ()[a]", "a tuple takes a constant index unless its items are numbers of one kind")
line("b = (a,)[0][0]", "a whole number has no elements")
line("b = int(*xs)", "calls in kernels have plain arguments; write them in order, without names and stars")
line("b = (lambda: 3)()", "lambda: 3 is not a kernel, nor a function of their language")
line("b = xs[0](3)", "xs[0] is not a kernel, nor a function of their language")
line("b = f(a)(a)", "f(a) is not a kernel, nor a function of their language")
line("b = (f)(a)", "f takes 5 arguments, not 1")
line("b = f.x(a)", "f is a function; kernels can only call it")
line("b = 'abc'[a]", "'abc' is not a number, and kernels have nothing else; write a number for it")
line("b = -'a'", "'a' is not a number, and kernels have nothing else; write a number for it")
line("b = not 'a'", "'a' is not a number, and kernels have nothing else; write a number for it")
line("b = xs[f]", "f is a function; kernels can only call it")
line("b = a + f", "f is a function; kernels can only call it")
line("b = a + int", "int is a function; kernels can only call it")
line("b = a + np", "np is a module; write one of its names after a dot")
line("b = f[0]", "f is a function; kernels can only call it")
line("b = f.name", "f is a function; kernels can only call it")
line("b = int.real", "int is a function; kernels can only call it")
line("f[0] = 3", "f is a constant of the module; a kernel changes only what it is given")
line("f.x = 3", "f is a constant of the module; a kernel changes only what it is given")
line("np.x = 3", "np is a constant of the module; a kernel changes only what it is given")
line("math.pi += 1", "math is a constant of the module; a kernel changes only what it is given")
line("a.b = 3", "a whole number has no b in kernels")
line("a[0] = 3", "a whole number has no elements")
line("for range in range(3):\n    pass", "range has no value yet; assign to it before this line, and before the loop")
line("for i in range(start=3):\n    pass", "a loop over range(...) has one variable, and one to three bounds")
line("for i in range(*xs):\n    pass", "a star is not in the language of kernels; write each value by itself")
line("for i in (1, 2.5, xs):\n    pass", "i is a whole number and a float; use two names")
line("for i, j in ((1, 2), (3, 4, 5)):\n    pass", "2 names stand for 3 values")
line("for i in 3:\n    pass", "a loop goes over range(...) or a tuple in kernels")
line("for i in cells[0].row:\n    pass", "a loop goes over range(...) or a tuple in kernels")
line("while xs:\n    pass", "xs is an array where a number is needed")
line("if xs:\n    pass", "xs is an array where a number is needed")
line("if 'a':\n    pass", "'a' is not a number, and kernels have nothing else; write a number for it")
whole("def f(a) -> int:\n    return 0\n", "the parameter a has no annotation; write what it is, as in n: int", line=1)
whole("def f(a: int):\n    return 0\n", "the kernel does not say what it returns; write -> int, or -> None", line=1)
whole("def f(a: int):\n    a = 1\n", "the kernel does not say what it returns; write -> int, or -> None", line=1)
whole(
    "def f(a: int, *b: int) -> int:\n    return 0\n",
    "a kernel has plain parameters; write them without defaults, stars and slashes",
    line=1,
)
whole(
    "def f(a: int = 3) -> int:\n    return 0\n",
    "a kernel has plain parameters; write them without defaults, stars and slashes",
    line=1,
)
whole(
    "def f(*, a: int) -> int:\n    return 0\n",
    "a kernel has plain parameters; write them without defaults, stars and slashes",
    line=1,
)
whole(
    "def f(a: int, /) -> int:\n    return 0\n",
    "a kernel has plain parameters; write them without defaults, stars and slashes",
    line=1,
)
whole(
    "def f(a: int, **b: int) -> int:\n    return 0\n",
    "a kernel has plain parameters; write them without defaults, stars and slashes",
    line=1,
)
whole(
    "def f(a: int) -> tuple[int, Array]:\n    return a, a\n",
    "a kernel returns int, float, bool, np.uint64, a tuple of these, or None; write one of them after ->",
    line=1,
)
whole(
    "def f(a: int) -> tuple[int, ...]:\n    return a, a\n",
    "a kernel returns int, float, bool, np.uint64, a tuple of these, or None; write one of them after ->",
    line=1,
)
whole(
    "def f(a: int) -> Array:\n    return a\n",
    "a kernel returns int, float, bool, np.uint64, a tuple of these, or None; write one of them after ->",
    line=1,
)
whole(
    "def f(a: int) -> 'int':\n    return a\n",
    "a kernel returns int, float, bool, np.uint64, a tuple of these, or None; write one of them after ->",
    line=1,
)
whole(
    "def f(a: Array) -> int:\n    return a\n",
    "this kernel returns a whole number, not an array; write what it returns",
    line=2,
)
whole(
    "def f(a: int) -> int:\n    return " + " + ".join(["a"] * 600) + "\n",
    "an expression or a branch is nested too deeply; write it as several statements",
    line=1,
)
whole(
    "def f(a: int) -> None:\n    return a\n",
    "this kernel returns nothing, not a whole number; write what it returns",
    line=2,
)
whole(
    "def f(a: int) -> str:\n    return a\n",
    "a kernel returns int, float, bool, np.uint64, a tuple of these, or None; write one of them after ->",
    line=1,
)
whole(
    "def f(a: int) -> int:\n    return a\ndef g(a: int) -> int:\n    return f(a, a)\n",
    "f takes 1 argument, not 2",
    line=4,
)
whole(
    "def f(a: int) -> int:\n    return a\ndef g(a: int) -> int:\n    return f(0.5)\n",
    "this is a float where a whole number is needed; write int(...)",
    line=4,
)
whole(
    "def f(a: int) -> int:\n    return a\ndef g(a: int) -> int:\n    return f((1, 2))\n",
    "a is a whole number, not a tuple of 2",
    line=4,
)
whole(
    "def h(a: float) -> float:\n    return a\ndef g(a: int) -> int:\n    return int(h(a))\n",
    "a is a float, not a whole number; write float(...)",
    line=4,
)
whole(
    "def h(a: Array) -> int:\n    return a[0]\ndef g(a: int) -> int:\n    return h(a)\n",
    "a whole number has no elements",
    line=2,
)
whole("def h(a: Array) -> None:\n    return\ndef g(a: int) -> int:\n    return h(a)\n", "h returns nothing", line=4)
whole(
    "def f(a: int) -> int:\n    return g(a)\ndef g(a: int) -> int:\n    return f(a)\n",
    "g calls itself; write a loop, with a stack in an array",
    line=3,
)
whole("def g(a: int) -> int:\n    return g(a)\n", "g calls itself; write a loop, with a stack in an array", line=1)
whole(
    "h = lambda a: a\ndef g(a: int) -> int:\n    return h(a)\n",
    "h is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=3,
)
whole(
    "class C:\n    def m(a: int) -> int:\n        return a\nh = C.m\ndef g(a: int) -> int:\n    return h(a)\n",
    "h is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=6,
)
whole(
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(1)\n    return b.x\n",
    "B has 2 fields, not 1",
    line=5,
)
whole(
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(1, 2)\n    return b.z\n",
    "B has no field z; it has x, y",
    line=6,
)
whole(
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(1, 2)\n    b.x = 3\n    return b.x\n",
    "b.x cannot be assigned to; write names, elements or fields",
    line=6,
)
whole(
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(1, 2)\n    b.x += 3\n    return b.x\n",
    "b.x is not one number; write an assignment, or a loop",
    line=6,
)
whole(
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    return B(1, 2)\n",
    "this kernel returns a whole number, not a B; write what it returns",
    line=5,
)
whole(
    "class B(NamedTuple):\n    x: int\n    y: int\ndef g(a: int) -> int:\n    b = B(x=1, y=2)\n    return 0\n",
    "calls in kernels have plain arguments; write them in order, without names and stars",
    line=5,
)
whole(
    "T = np.zeros(3)\ndef g(a: int) -> int:\n    T[0] = 3\n    return a\n",
    "T is a constant of the module; a kernel changes only what it is given",
    line=3,
)
whole(
    "T = np.zeros(3)\ndef g(a: int) -> int:\n    T[:] = 3\n    return a\n",
    "T is a constant of the module; a kernel changes only what it is given",
    line=3,
)
whole(
    "T = np.zeros(3)\ndef g(a: int) -> int:\n    T[0] += 3\n    return a\n",
    "T is a constant of the module; a kernel changes only what it is given",
    line=3,
)
whole(
    "T = [1, 2]\ndef g(a: int) -> int:\n    return T[a]\n",
    "T is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=3,
)
whole(
    "T = {1: 2}\ndef g(a: int) -> int:\n    return T[a]\n",
    "T is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=3,
)
whole(
    "T = 'abc'\ndef g(a: int) -> int:\n    return T[a]\n",
    "T is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=3,
)
whole(
    "T = ('abc', 'd')\ndef g(a: int) -> int:\n    return T[a]\n",
    "a tuple takes a constant index unless its items are numbers of one kind",
    line=3,
)
whole(
    "T = ('abc', 'd')\ndef g(a: int) -> int:\n    return T[0] + 1\n", "T[0] is a str where a number is needed", line=3
)
whole(
    "T = ('abc', 'd')\ndef g(a: int) -> int:\n    b = T[0]\n    return b\n",
    "this kernel returns a whole number, not a str; write what it returns",
    line=4,
)
whole(
    "T = 2**70\ndef g(a: int) -> int:\n    return T + a\n",
    "T does not fit 64 bits; define a constant np.uint64(...) for it",
    line=3,
)
whole(
    "T = np.array(['a'])\ndef g(a: int) -> int:\n    return T[0]\n",
    "T is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=3,
)
whole(
    "T = np.array(5)\ndef g(a: int) -> int:\n    return T\n",
    "T is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=3,
)
whole(
    "T = np.array(5)\ndef g(a: int) -> int:\n    return len(T)\n",
    "T is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=3,
)
whole(
    "T = np.zeros(3, [('a', 'i8')])\ndef g(a: int) -> int:\n    return int(T[0].a)\n",
    "T is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=3,
)
whole("import os\ndef g(a: int) -> int:\n    return os.path.join(a)\n", "os.path.join returns nothing", line=3)
whole(
    "import random\ndef g(a: int) -> int:\n    return random.shuffle(a)\n",
    "random.shuffle is nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=3,
)
whole(
    "import os.path\njoin = os.path.join\ndef g(a: int) -> int:\n    return join(a, a)\n",
    "join takes 1 argument, not 2",
    line=4,
)
whole(
    "import functools\nh = functools.cache(len)\ndef g(a: int) -> int:\n    return h(a)\n",
    "h is not defined, or nothing that a kernel can use: numbers, NumPy's arrays of numbers, tuples and NamedTuples of these, kernels, and int, float, bool, len, min, max",
    line=4,
)
whole(
    "def g(a: int) -> int:\n    x: int\n    return a\n",
    "an annotation of a variable is not in the language of kernels; write the assignment without it",
    line=2,
)
whole(
    "TOTAL = 3\ndef g(a: int) -> int:\n    b = TOTAL\n    TOTAL = 4\n    return b\n",
    "TOTAL has no value yet; assign to it before this line, and before the loop",
    line=3,
)
whole(
    "TOTAL = 3\ndef g(a: int) -> int:\n    for i in range(a):\n        if i > 1:\n            a = y\n        y = i\n    return a\n",
    "y has no value yet; assign to it before this line, and before the loop",
    line=5,
)
whole(
    "def h(a: Array) -> int:\n    return h((a, a))\n\n\ndef g(a: int) -> int:\n    return h((a, a))\n",
    "the kernel is called with too many kinds of arguments, or too large ones; write fewer of them",
    line=1,
)
line("a = 1.5", "a is a whole number and a float; use two names")
line("a = a > 3", "a is a whole number and a bool; use two names")
line("b = 0\nb = b / 2", "b is a whole number and a float; use two names", line=2)
line("ys = cells[0].row\nys = cells[0].row[1:]", "ys is an array of 3 and an array of 2; use two names", line=2)
line("b = a or 3", "the value of `and` and `or` is a bool in kernels; write bool(...) around the whole")
line("b = cells[0].grid[:, 0]", "only the last index may be a slice in kernels; write a loop")
line("b = int(w)", "this is an np.uint64 where a whole number is needed; write np.int64(...)")
line(
    "b = int(cells[0].byte)",
    "this is a number from an unsigned field where a whole number is needed; write np.int64(...)",
)
line("x = cells[0].byte / 2.0", "this is a number from an unsigned field where a float is needed; write np.int64(...)")
line(
    "xs[0] = cells[0].byte",
    "this is a number from an unsigned field where a whole number is needed; write np.int64(...)",
)
