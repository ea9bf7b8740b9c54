"""Small functions do in a page what they do in Python; what is not in the subset is refused with line and advice."""

import asyncio
import base64
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rookery.compiler.errors import NotInLanguage
from rookery.core.protocol import Actions, Array
from rookery.javascript.value_kinds import Is, many, of_annotation
from tests.javascript.answers import Answers
from tests.javascript.drawn_cases import wire
from tests.javascript.lowered import HEAD, lowered, module_of
from tests.javascript.whole_programs import WHOLE_PROGRAMS, Program

PROGRAMS = [
    Program(
        "a variable is a list or a tuple as it was made",
        """
def f(n: int) -> tuple[list[int], list[int], tuple[int, ...], tuple[int, ...]]:
    a = [n]
    b = a
    b += [n + 1]
    c: tuple[int, ...] = (n,)
    d = c
    d += (n + 1,)
    return a, b, c, d
""",
        ((1,), (1 << 60,)),
    ),
    Program(
        "numbers grow beyond 2 ** 53 and come back",
        """
def f(a: int, b: int) -> list[int]:
    found = [a * b, a + b, a - b, (a * b) // 7, (a * b) % 7, a << 40, (a << 40) >> 39, ~a, -a, a & b, a | b, a ^ b]
    x = 1
    for _ in range(70):
        x = x * 3 + 1
    return [*found, x, x % 1000, x >> 60]
""",
        ((3, 4), ((1 << 53) - 1, 5), (-7, 2), (1 << 62, -(1 << 61))),
    ),
    Program(
        "products and sums of small numbers leave the small",
        """
def f(n: int) -> list[int]:
    a = 16777216
    b = a * a
    c = b + b
    d = c + c
    e = d + d
    g = e + e
    h = g + g
    i = h + h + 1
    return [b, h, i, 1099511627776 * 1099511627777, i % 10, len("ab") * a * a * a]
""",
        ((1,),),
    ),
    Program(
        "bits of small numbers",
        """
def f(n: int) -> list[int]:
    a, b = 12345, -7
    found = [a & b, a | b, a ^ b, a >> 3, b >> 3, a >> 31, a >> 32, b >> 40, a & n, b & n, n & 255]
    return [*found, *[x + (x > 3) for x in (1, 5)], sum(x == n for x in (1, 5)), n - (n > 3)]
""",
        ((5,), (-(1 << 60) - 1,), ((1 << 53) + 5,)),
    ),
    Program(
        "lists side by side, and what is not there",
        """
def f(n: int) -> object:
    a, b, c = [1, 2, 3, n], ["x", "y"], ((1, 2), (3, 4))
    a[0], a[1] = a[1], a[0]
    d, e = n, 2 * n
    d, e = e, d
    found = list[object]()
    for x, y in zip(a, b):
        found.append((x, y))
    for i, (x, z) in enumerate(c, 1):
        if i == n:
            continue
        found.append((i, x, z))
    for pair in enumerate(b):
        found.append(pair)
    for x in a:
        if x == n and len(a) < 6:
            a.append(n)
    found += [(k, i, y) for k, (i, y) in enumerate(zip(a, "xyz"))]
    index = -2
    try:
        found.append(a[index] + a[n])
    except IndexError:
        found.append("none")
    return found, d, e, a[-1], b[index], "xyz"[index], [None, 1][0], a[n > 2]
""",
        ((1,), (2,), (9,)),
    ),
    Program(
        "names that JavaScript does not allow",
        """
def f(default: int, new: int) -> object:
    function = default + new
    for delete in range(function):
        new += delete
    return [var * 2 for var in (function, new)], {"class": 1}["class"]
""",
        ((1, 2), (3, 4)),
    ),
    Program(
        "loops, continue and break",
        """
def f(n: int) -> list[int]:
    found = list[int]()
    for i in range(2, n):
        if i % 2:
            continue
        if i > 8:
            break
        found.append(i)
    while len(found) < 9:
        found.append(-1)
    for i in range(n, 0, -2):
        found.append(i)
    return found
""",
        ((0,), (5,), (20,)),
    ),
    Program(
        "targets of many forms",
        """
def f(rows: list[tuple[int, list[int]]]) -> list[object]:
    found = list[object]()
    for i, (head, [first, *rest]) in enumerate(rows, 1):
        a, (b, *c), d = head, (first, *rest, i), i
        *e, last = (a, b, d)
        found.append((a, b, c, d, e, last))
    x = y = 3
    x, y = y + 1, x + 2
    return [*found, x, y, [k + m for k, (m, *_) in rows], {k: m for k, m in enumerate("ab")}["a" < "b"]]
""",
        (([],), ([(1, [2]), (3, [4, 5, 6])],)),
    ),
    Program(
        "classes of data",
        """
class Point(NamedTuple):
    x: int
    y: int = 2
    length: int = 7

    def moved(self, *, by: int) -> "Point":
        return self._replace(x=self.x + by)

    @property
    def sum(self) -> int:
        return self.x + self.y

class Part(Struct, frozen=True, kw_only=True):
    id: str
    at: Point
    words: str = ""

@dataclass(slots=True)
class Drawn:
    parts: list[Part] = field(default_factory=list)

    def add(self, *given: Part, twice: bool = False) -> None:
        self.parts += given
        if twice:
            self.parts += given

class Layout:
    def __init__(self, n: int) -> None:
        self.rows: list[int] = [0] * n
        self.count = n

    def grow(self, by: int) -> int:
        self.rows[0] += by
        self.count += by
        return self.count

def f(n: int) -> object:
    point = Point(n)
    part = Part(id="a", at=point)
    drawn, layout = Drawn(), Layout(n)
    other = replace(part, words="b", at=point.moved(by=3))
    drawn.add(part, other, twice=True)
    x, y, _ = other.at
    return (point.sum, point == (n, 2, 7), part == other, part == replace(other, words="", at=Point(x=n)), x, y,
            len(drawn.parts), {part: 1, other: 2}[replace(part)], point.length, layout.grow(4), layout.rows,
            [it.id for it in drawn.parts if it.words], point._replace(x=0, y=0), point + (1,), isinstance(part, Part),
            isinstance(n, str))
""",
        ((1,), (5,)),
    ),
    Program(
        "generators, lambdas and functions in functions",
        """
def pairs(n: int) -> Iterator[tuple[int, int]]:
    for i in range(n):
        yield i, i * i
    yield from ((-1, k) for k in range(2))

def f(n: int) -> object:
    base = n + 1
    def added(x: int, by: int = 2) -> int:
        return x + base + by
    double = lambda x: x * 2 + base
    first = next(pairs(n))
    return (first, [*pairs(n)], added(3), added(3, by=5), double(4), sorted([3, 1, 2], key=lambda x: -x),
            max([(1, "a"), (3, "b"), (3, "c")], key=operator.itemgetter(0)), sum(x for x, _ in pairs(n)),
            next((x for x in range(n) if x > 2), None), any(x > 1 for x, _ in pairs(n)), all(x < 9 for x in range(n)),
            "-".join(str(x) for x in range(n)), tuple(x for x in range(3)), dict(a=1, b=n),
            list(map(added, [1, 2])), functools.partial(added, 1)())
""",
        ((1,), (5,)),
    ),
    Program(
        "truth, and what `and` and `or` give",
        """
def f(a: list[int], b: str, c: int | None) -> object:
    found = (a or [9], b and "y", c or 5, not a, bool(b), a and b and c, 1 < len(a) <= 3, c is None, c is not None)
    return found, "x" if a else "y" if b else "z", 0 if c is None else c
""",
        (([], "", None), ([1, 2], "b", 0), ([1, 2, 3, 4], "", 7)),
    ),
    Program(
        "texts",
        """
def f(n: int, name: str, odd: bool | None) -> list[str]:
    return [f"{n} {name!r} {odd} {n:016x} {n / 4:g} `${name}` {{}}", name.capitalize(), f"{'a' if n else 'b'}", str(n),
            "a" * n + name, name[::-1], name[-1:], f"{-n}" + str(odd), "".join(reversed(name)), " x ".strip()]
""",
        ((3, "Bob's", True), (0, "", None), (255, "a\\b", False)),
    ),
    Program(
        "dictionaries and sets",
        """
def f(n: int) -> object:
    kept: dict[tuple[int, ...], list[int]] = {}
    for i in range(n):
        kept.setdefault((i % 3, i % 2), []).append(i)
    gone = kept.pop((0, 0), None)
    kept[1, 1] = [7]
    if (2, 0) in kept:
        del kept[2, 0]
    names = {x for x, _ in kept}
    more = names | {9} - {1}
    return (gone, [*kept.items()], sorted(more), len(names & more), 9 in more, {**kept, (5,): []}.get((5,)),
            [name for name in kept], {1: "a", True: "b"}[1], {(True, 2): 1}.get((1, 2)), {(1.5, 2): 1}.get((1, 5, 2)),
            {("a", "bc"): 1}.get(("ab", "c")), {(70000,): 1}.get((4464,)), {(1, 2): 1}.get((True, 2)),
            frozenset([1, 2]) == frozenset([2, 1]))
""",
        ((0,), (8,)),
    ),
    Program(
        "collections that may be sets",
        """
def g(some: Collection[int], more: Any) -> object:
    return sorted({*some, *more}), sorted({x + y for x in some for y in more}), 3 in some

def f(n: int) -> object:
    return g({n, 2}, [1]), g((n, 3), {4, 5})
""",
        ((0,), (3,)),
    ),
    Program(
        "what fails",
        """
def g(n: int) -> int:
    if n < 0:
        raise ValueError(f"{n} is too small")
    return [1, 2][n]

def f(n: int) -> list[object]:
    found = list[object]()
    try:
        found.append(g(n))
    except (ValueError, KeyError):
        found.append("value")
    except IndexError:
        found.append("index")
    with contextlib.suppress(LookupError):
        found.append({1: 2}[n])
    return found
""",
        ((-1,), (0,), (1,), (2,)),
    ),
    Program(
        "constants of the module",
        """
ROWS = np.array([[1, 2], [3, 1 << 60]])
SHARED = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
TABLE = {"a": (SHARED, SHARED), "b": (SHARED, (1.5, float("inf")))}
PATTERN = ", *"

@functools.lru_cache(64)
def found(row: int, names: tuple[str, ...]) -> list[int]:
    return [*ROWS[row].tolist(), len(names)]

FINDERS = (found, found)

def f(n: int) -> object:
    many = [FINDERS[row % 2](row % 2, (str(row),)) for row in range(90)]
    names = ("a",)
    return (many, found(n, names), found(n, names), found(n, ("a", "b")), found(n, names) is found(n, names),
            ROWS[n, 1], TABLE["a"][0], TABLE["b"], re.split(PATTERN, "a, b"), ROWS.tolist(),
            list(itertools.pairwise(SHARED[:3])))
""",
        ((0,), (1,)),
    ),
]


STATES = """
class State(Fields):
    turn: Annotated[int, cell(np.int8, low=-1, high=3)]
    mask: Annotated[int, cell(np.int64, low=-(1 << 62), high=1 << 62)]
    board: Annotated[Array, cell(np.int8, 3, 2, low=0, high=9)]

STATE = packed(State)

def change(pos: State, n: int) -> None:
    pos.board[0] = n
    pos.board[1, 1] = pos.board[0, 1] + 1
    pos.board[2] = pos.board[1]
    pos.board[0][1:] = pos.board[1][:1]
    pos.board[2][0] += 4
    pos.turn = n > 3
    pos.mask |= 1 << 40 | 1 << n

def f(pos: State, n: int) -> object:
    states = copies_of(pos, 2)
    change(states[0], n)
    states[1] = states[0]
    change(packed_of(states[1]), 1)
    kept = states[0].copy()
    change(kept, 2)
    return [told(one) for one in (packed_of(pos), states[0], states[1], kept)]

def told(pos: State) -> list[object]:
    return [int(pos.turn), int(pos.mask), pos.board.tolist(), pos.board.T.tolist(), pos.board[:2].tolist()]
"""


def test_an_array_is_known_as_one_in_every_python() -> None:
    """From Python 3.12 on, NumPy's annotation is an alias."""

    class Alias:
        __value__ = list[int]

    assert of_annotation(Array) == many("cells")
    assert of_annotation(Actions) == many("cells", Is.INT)
    assert of_annotation(Alias) == many("list", Is.INT)


def told_of(program: Program) -> tuple[ModuleType, list[dict[str, Any]]]:
    """A program as a module, and its calls with their answers."""
    module = module_of(program.text)
    waits = inspect.iscoroutinefunction(module.f)
    answers = [asyncio.run(module.f(*given)) if waits else module.f(*given) for given in program.calls]
    given = zip(program.calls, answers, strict=True)
    return module, [{"call": "f", "args": wire(x), "answer": plain(y), "waits": waits} for x, y in given]


@pytest.mark.parametrize("program", [*PROGRAMS, *WHOLE_PROGRAMS], ids=lambda program: program.name)
def test_a_page_does_what_python_does(program: Program, answers: Answers) -> None:
    module, calls = told_of(program)
    answers.load(lowered(module, of_game=program in PROGRAMS))
    for case, answer in answers.each(iter(calls)):
        assert answer is None, (case, answer)


def states_of_games(answers: Answers, lower: Callable[[ModuleType], str]) -> list[Any]:
    """What a page makes of states otherwise than Python."""
    module = module_of(STATES)
    states = np.zeros(1, module.STATE)
    states[0].mask, states[0].board[0, 0] = -(1 << 61) - 1, 3
    answers.load(lower(module))
    answers.give({"view": {"state": base64.b64encode(states.tobytes()).decode()}})
    asked = [{"call": "f", "args": ["$pos", n], "answer": wire(module.f(states[0], n))} for n in (0, 5)]
    return [(case, answer) for case, answer in answers.each(iter(asked)) if answer is not None]


def test_states_are_changed_and_copied_as_records_are(answers: Answers) -> None:
    assert states_of_games(answers, lowered) == []


def plain(value: Any) -> Any:
    """A result as answers.mjs writes it."""
    if isinstance(value, dict):
        return {"$dict": [[plain(name), plain(one)] for name, one in value.items()]}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return {"$float": "Infinity"} if value == float("inf") else wire(value)


HARD = "not in the subset that pages run"
REFUSED = [
    ("def f(x: int) -> None:\n    while x:\n        pass\n    else:\n        pass\n", 2, "`else` of a loop"),
    ("def f(x: set[int]) -> list[int]:\n    return [a for a in x]\n", 2, "a set has no order"),
    ("def f(x: set[int]) -> list[int]:\n    return list(x)\n", 2, "a set has no order"),
    ("def f(x: set[int]) -> object:\n    return list(enumerate(x))\n", 2, "a set has no order"),
    ("def f(x: float) -> str:\n    return f'{x}'\n", 2, "give the float a form, as in {share:g}"),
    ("def f(x: float) -> str:\n    return f'{x:e}'\n", 2, "the form 'e' is not in the subset"),
    ("def f(x: list[float]) -> float:\n    return sum(x)\n", 2, "newer Pythons' `sum` adds floats in another way"),
    ("def f(x, y) -> None:\n    x += y\n", 2, "`+=` to what may be a list or a tuple; annotate x"),
    ("def f(x: set[int]) -> None:\n    x |= {1}\n", 2, "a set is not changed so; write `update`"),
    ("def f(x: int) -> int:\n    return x ** 2\n", 2, "`**` and `@` are not in the subset; write a product"),
    ("def f(x: int) -> int:\n    x **= 2\n    return x\n", 2, "`**=` and `@=` are not in the subset"),
    ("def f(x: int, y: int) -> bool:\n    return x is y\n", 2, "`is` is not for numbers and texts; write =="),
    ("def f(x: int) -> str:\n    return str.zfill('a', x)\n", 2, f"str.zfill is {HARD}"),
    ("def f(x: str) -> str:\n    return x.zfill(3)\n", 2, "the method zfill is not in the subset"),
    ("def f(x: bytes) -> bytes:\n    return x.upper()\n", 2, "the method upper of bytes is not in the subset"),
    ("def f(x: int) -> object:\n    return open('a')\n", 2, f"open is {HARD}"),
    ("A = object()\ndef f(x: int) -> object:\n    return A\n", 3, "a constant of the class object is not"),
    ("def f(x: str) -> list[str]:\n    return textwrap.wrap(x, 3)\n", 2, "textwrap.wrap needs break_long_words=False"),
    ("def f(x) -> int:\n    return g(x)(a=1)\ndef g(x: int) -> object:\n    return g\n", 2, "arguments without names"),
    ("def f(x: int) -> int:\n    return undefined_name\n", 2, "undefined_name is no name here"),
    ("def f(x: object) -> bool:\n    return isinstance(x, float)\n", 2, "pages cannot tell 1.0 from 1"),
    ("def f(x: object) -> bool:\n    return isinstance(x, list)\n", 2, "isinstance is not in the subset with list"),
    ("def f(x: int) -> None:\n    raise\n", 2, "a bare `raise` is in the subset only in an `except`"),
    ("def f(x: object) -> None:\n    with x:\n        pass\n", 2, "`with` is in the subset only with"),
    ("def f(x: int) -> object:\n    return functools.partial(g, a=1)\ndef g(a): pass\n", 2, "write a lambda"),
    ("def f(x: int) -> None:\n    global y\n", 2, f"`global` is {HARD}; write a parameter"),
    (
        "def f(x: object) -> None:\n    match x:\n        case [1, y]: pass\n",
        2,
        "a pattern of `case` is in",
    ),
    ("class A:\n    x = 1\ndef f(x: int) -> None:\n    A.x = x\n", 4, "A.x never changes in a page"),
    ("class A(dict):\n    pass\ndef f(x: int) -> object:\n    return A()\n", 1, "the class A has the bases dict"),
    (
        "class A:\n    def __call__(self) -> None: pass\ndef f(x: int) -> object:\n    return A()\n",
        2,
        "__call__ is not",
    ),
    (
        "class A:\n    @functools.cache\n    def a(self) -> int: return 1\ndef f(x: A) -> int:\n    return A().a()\n",
        3,
        "with cache",
    ),
    (
        "class A:\n    pass\nclass B:\n    pass\nclass C(A, B):\n    pass\ndef f(x: int) -> object:\n    return C()\n",
        5,
        "the class C has the bases A, B",
    ),
]
REFUSED_IN_PROGRAMS = [
    (
        "async def f(x: object) -> object:\n    return (await y for y in x)\n",
        2,
        "`await` in a generator is not in the subset",
    ),
    (
        "import msgspec\nclass A(Struct):\n    x: Annotated[int, msgspec.Meta(gt=0)]\n"
        "def f(x: str) -> object:\n    return msgspec.json.decode(x, type=A)\n",
        5,
        "JSON with the limits of",
    ),
    ("async def f(x: object) -> object:\n    return [y async for y in x]\n", 2, "`async for` in a comprehension"),
    ("async def f(x: object) -> None:\n    async for y in x:\n        pass\n", 2, "`async for` is not in the subset"),
    ("async def f(x: object) -> object:\n    yield x\n", 1, "an `async def` with `yield` is not in the subset"),
    ("async def f(x: object) -> object:\n    async with x as y:\n        pass\n", 2, "`async with` is in the"),
]
REFUSED_IN_GAMES = [
    (
        "class State(Fields):\n    turn: Annotated[int, cell(np.int8, low=0, high=1)]\n"
        "def f(x: State) -> None:\n    x.turns[0] = 1\n",
        4,
        "State has no field turns; did you mean turn? it has turn",
    ),
    ("def f(x: int) -> str:\n    return '\U0001f426'\n", 2, "letters beyond U+FFFF"),
    ("def f(x: Any) -> object:\n    return x.__dict__\n", 2, "pages have no __dict__"),
    ("def f(x: object) -> object:\n    return x.other()\n", 2, "the method other is not in the subset, or what x is"),
    ("def f(x: int) -> bytes:\n    return bytes([x])\n", 2, "bytes is not in the subset that games run"),
    ("async def f(x: object) -> object:\n    return await x\n", 2, "awaited is not in the subset that games run"),
    (
        "class A:\n    def add(self, x: int) -> None: pass\ndef f(x) -> object:\n    x.add(1)\n    return A()\n",
        4,
        "what x is must be annotated",
    ),
]


@pytest.mark.parametrize(
    ("text", "line", "words", "of_game"),
    [
        *((*case, True) for case in (*REFUSED, *REFUSED_IN_GAMES)),
        *((*case, False) for case in (*REFUSED, *REFUSED_IN_PROGRAMS)),
    ],
)
def test_what_is_not_in_the_subset_is_refused(text: str, line: int, words: str, of_game: bool) -> None:
    module = module_of(text)
    with pytest.raises(NotInLanguage) as refused:
        lowered(module, of_game=of_game)
    assert words in str(refused.value)
    assert f".py:{line + HEAD.count(chr(10))}" in str(refused.value)
    assert "in " in str(refused.value)
