"""Whole programs, small: classes, errors, managers and coroutines, which games have not. Each has a function `f`."""

from typing import Any, NamedTuple


class Program(NamedTuple):
    """A function `f`, and what it is called with."""

    name: str
    text: str
    calls: tuple[tuple[Any, ...], ...] = ((),)


WHOLE_PROGRAMS = [
    Program(
        "classes with bases, super, properties and constants",
        """
class Shape:
    SIDES = 0
    made = ("none", "of", "them", "is", "made")

    def __init__(self, name: str, *others: str, size: int = 1) -> None:
        self.name, self.size = name, size
        self.others = others
        self.found = 0

    @property
    def area(self) -> int:
        return self.size

    @functools.cached_property
    def once(self) -> int:
        self.found += 1
        return self.area * 10

    @classmethod
    def of(cls, name: str) -> "Shape":
        return cls(name, "of", size=cls.SIDES + 2)

    @classmethod
    def two(cls) -> "list[Shape]":
        return [cls.of("one"), cls.of("two")]

    @staticmethod
    def twice(n: int) -> int:
        return 2 * n

    def told(self) -> str:
        return f"{self.name} {self.SIDES} {self.twice(self.area)} {self.kind()}"

    def kind(self) -> str:
        return "shape"

    def parts(self) -> Iterator[str]:
        yield self.name
        yield from self.others

class Square(Shape):
    SIDES = 4

    def __init__(self, name: str, *others: str, size: int = 1) -> None:
        super().__init__(name, *others, "square", size=size)
        self.wide = size

    @property
    def area(self) -> int:
        return self.wide * self.wide

    @staticmethod
    def twice(n: int) -> int:
        return 3 * n

    def kind(self) -> str:
        return super().kind() + " of four"

    def parts(self) -> Iterator[str]:
        yield "square"
        yield from super().parts()

class Plain:
    limit = 3

    def get(self, name: str, otherwise: int = 0) -> str:
        return f"got {name} {otherwise}"

def f(n: int) -> object:
    shape, square = Shape("a", "b", size=n), Square("s", size=n + 1)
    kinds = [Shape, Square]
    made = [kind.of("x") for kind in kinds]
    pick = square.kind
    return ([shape.area, square.area], [shape.once, shape.once, shape.found, square.once], shape.told(), square.told(),
            [*shape.parts()], [*square.parts()], [one.told() for one in made], [len(kind.two()) for kind in kinds],
            Square.of("y").name, isinstance(square, Shape), isinstance(shape, Square), pick(), Plain().get("x", 2),
            Plain().limit, square.made, Shape.SIDES + Square.SIDES, shape == square, shape == shape,
            [type(one) is Square for one in made])
""",
        ((1,), (5,)),
    ),
    Program(
        "objects have methods that collections have, too",
        """
class Box:
    def __init__(self) -> None:
        self.held: list[object] = []
    def add(self, x: int) -> int:
        self.held.append(("add", x))
        return x + 1
    def get(self, x: int) -> str:
        return f"box {x}"
    def copy(self) -> str:
        return "copy"
    def pop(self) -> str:
        return "pop"
    def update(self, more: int) -> None:
        self.held.append(("update", more))
    def index(self, x: int) -> int:
        return -x
    def count(self, x: int) -> int:
        return 100 + x
    def values(self) -> str:
        return "values"
    def __len__(self) -> int:
        return len(self.held)
    def __contains__(self, x: object) -> bool:
        return x == 7
    def __iter__(self) -> Iterator[object]:
        return iter(self.held)

class Pair(NamedTuple):
    one: int
    two: int

    def get(self, x: int) -> int:
        return self.one + x

def all_of(it: Any) -> list[object]:
    found = [it.add(1), it.get(2), it.copy(), it.pop(), it.index(3), it.count(4), it.values()]
    it.update(5)
    return [*found, it.held]

def some_of(it: Any) -> list[object]:
    return [it.index(3), it.count(3), it.copy()]

def f(n: int) -> object:
    box = Box()
    kept: Any = {2: "two"}
    taken: Any = {5}
    taken.add(n)
    kept.update({n: "n"})
    letters: Any = "abcab"
    return (all_of(box), some_of([1, 3, 3])[:2], some_of([3])[2], Pair(1, n).get(2), Pair(3, 3).count(3), kept.get(2),
            kept.pop(n), sorted(taken), letters.count("a"), letters.index("c"), len(box), bool(box), [*box],
            7 in box, 8 in box, bool(Box()), [any_pair(Pair(n, 3))])

def any_pair(pair: Any) -> object:
    return pair.get(4), pair.index(3)
""",
        ((1,), (5,)),
    ),
    Program(
        "own errors: their classes, words, order, else, finally",
        """
class Trouble(Exception):
    status = 400

    def __init__(self, words: str, *, more: int = 0) -> None:
        super().__init__(words)
        self.more = more

class Worse(Trouble):
    status = 500

class Other(ValueError):
    pass

def fails(n: int) -> int:
    match n:
        case 0:
            raise Trouble("a", more=3)
        case 1:
            raise Worse("b")
        case 2 | 3:
            raise Other("c", n)
        case _ if n == 4:
            raise LookupError
    return [10, 20][n - 5]

def tried(n: int, told: list[object]) -> str:
    try:
        found = fails(n)
    except Worse as error:
        told.append(("worse", str(error), error.status, error.more))
        return "returned"
    except (Trouble, Other) as error:
        told.append(("trouble", isinstance(error, ValueError), error.args[0]))
    except LookupError:
        told.append("lookup")
        raise
    else:
        told.append(found)
        if n == 6:
            raise Trouble("from else")
    finally:
        told.append("finally")
    return "end"

def f(n: int) -> object:
    told = list[object]()
    for i in range(2):
        try:
            told.append(tried(n, told))
            if n == 2:
                continue
        except Exception as error:
            try:
                {1: 2}[n + 9]
            except KeyError as inner:
                told.append(isinstance(inner, LookupError))
            told.append((type(error).__name__, isinstance(error, Trouble)))
            try:
                raise
            except LookupError as again:
                told.append(again is error)
            except Trouble:
                told.append("trouble again")
        finally:
            told.append(i)
            if n == 1:
                break
    return told
""",
        ((0,), (1,), (2,), (3,), (4,), (5,), (6,), (7,)),
    ),
    Program(
        "match and isinstance of many classes",
        """
class A(Struct, tag=True):
    n: int

class B(A, tag=True):
    m: int = 4

@dataclass
class C:
    at: list[int] = field(default_factory=list)
    b: B = field(default_factory=lambda: B(1))

class D(Struct):
    KIND = "of all"
    rows: list[int] = []
    names: dict[str, int] = field_of(default_factory=dict)

def told(x: Any) -> object:
    match x:
        case B():
            return "B"
        case A() | C():
            return "A or C"
        case int() if x > 3:
            return "large"
        case int() | str():
            return "plain"
        case None:
            return "none"
    return isinstance(x, (dict, bytes)), isinstance(x, A | C), isinstance(x, bool | str)

def f(n: int) -> object:
    one, two, three = C(), C(), D()
    one.at.append(n)
    one.b.n += n
    three.rows.append(n)
    three.names["a"] = n
    return ([told(x) for x in (A(1), B(2), one, n, "a", None, {}, b"a", [n])], one.at, two.at, one.b.n, two.b.n,
            D().rows, D().names, three.KIND, D.KIND, one == two, C() == two, B(1).m, B(1, 2) == B(1, m=2))
""",
        ((1,), (5,)),
    ),
    Program(
        "functions as values",
        """
def joined(a: int, b: int = 2, *, c: int = 3, d: int = 4) -> list[int]:
    return [a, b, c, d]

def counted(told: list[str], name: str) -> str:
    told.append(name)
    return name

def named(first: object, second: object = None, *rest: object, **options: object) -> object:
    return first, second, [*rest], {**options}

class Owner:
    def __init__(self) -> None:
        self.n = 1
    def more(self, by: int, *, times: int = 1) -> int:
        self.n += by * times
        return self.n
    @classmethod
    def name(cls, n: int) -> str:
        return f"{cls.__name__} {n}"

def f(n: int) -> object:
    owner, told = Owner(), list[str]()
    more = owner.more
    partly = functools.partial(joined, n)
    waiting = [lambda x, i=i: x * 10 + i for i in range(3)]
    if n > 1:
        def chosen(x: int, y: int = n * 2) -> int:
            return x + y
    else:
        def chosen(x: int, y: int = 5) -> int:
            return x - y
    held = []
    for i in range(3):
        def late(x: int, i: int = i) -> int:
            return x + i
        held.append(late)
    options = {"p": n, "q": 2}
    names = [Owner.name]
    return (more(2), partly(), partly(5), [one(n) for one in waiting], chosen(1), [one(1) for one in held],
            named(1, **options), named(1, 2, 3, 4),
            named(1, second=3, z=4), [name(n) for name in names],
            named(second=counted(told, "a"), first=counted(told, "b")), told,
            max([], default=None), max([n, 2], default=0))
""",
        ((1,), (5,)),
    ),
    Program(
        "bytes",
        """
def f(n: int) -> object:
    data = b"ab\\x00\\xff" + bytes([n, 1])
    words = "a\\u00e9".encode()
    return (data[0], data[-1], len(data), data.hex(), [*data[1:3]], words.decode(), b" x ".strip().decode(),
            data == b"",
            bytes.fromhex("0aff")[1], b",".join([b"a", b"b"]).decode(), b"abc".startswith(b"ab"), b"abcab".count(b"ab"),
            int.from_bytes(b"\\x01\\x00", "big"), (n + 256).to_bytes(2, "little").hex(),
            b"b" in b"abc",
            b"xxaxx".strip(b"x").decode(), b"xxaxx".rstrip(b"x").decode())
""",
        ((1,), (200,)),
    ),
    Program(
        "forms of texts",
        """
def f(n: int, x: float, name: str) -> list[str]:
    width = 6
    return [f"{n:4}|{name:<5}|{name:>5}|{n:08}|{name:{width}}|{name!r:>9}|{n!s:4}", f"{x:.2f} {x:+.0f} {x:.1f}",
            "xxaxx".strip("x"), " a".lstrip(), name.removesuffix("b")]
""",
        ((1, 2.0, "ab"), (-12, -0.25, "b"), (0, 0.5, ""), (7, 1.5, "x"), (7, 2.675, "x"), (7, -2.5, "x")),
    ),
    Program(
        "other values of some fields",
        """
class Base(Struct):
    n: int
    name: str = ""

class Below(Base):
    more: int = 0

class Pair(NamedTuple):
    one: int
    two: str = "b"

@dataclass(frozen=True)
class Card:
    n: int
    of: int = 2

def renamed(it: Base, **changes: Any) -> Base:
    return replace(it, **changes)

def changed(it: Base) -> Base:
    return replace(it, n=it.n + 1)

def f(n: int) -> object:
    below = changed(Below(n, more=5))
    rows = [0, 1, 2, 3, 4, 5]
    del rows[1:3]
    del rows[-1]
    kept = {"a": 1}
    same = kept
    same |= {"b": n}
    card = dataclass_replace(Card(n), of=n)
    return (below, isinstance(below, Below), renamed(below, name="x", n=0), Pair(n)._asdict(),
            Pair(n)._replace(two="c"), rows, kept, card, card == Card(n, n))
""",
        ((1,), (5,)),
    ),
    Program(
        "optional kinds and annotated variables",
        """
class Node:
    def __init__(self, n: int, next: "Node | None" = None) -> None:
        self.n, self.next = n, next
        self.name = None
        self.total = 0
        self.limit = LIMIT
        self.rows: list[int] | None = None

    def sum(self) -> int:
        return self.n + (self.next.sum() if self.next is not None else 0)

LIMIT = 5

def f(n: int) -> object:
    node: Node | None = Node(n, Node(2))
    found: dict[str, int | None] = {"a": None, "b": 0}
    names: list[str] | None = None
    before = node.name or "no name"
    node.name = "x"
    node.limit = n * 1_000_000_007
    node.total = 1 << 60
    node.total += node.limit * node.limit
    if n > 1:
        names = ["a"]
        node.rows = [n]
        node.rows += [n + 1]
    value: int | None = found["a"]
    other = 1 if value is None else value
    return (node.sum(), node.next.next is None, found["b"] or 7, found.get("c"), names or [], [*(names or ())], other,
            before, node.name + "y", node.limit, node.total, node.rows, getattr(node, "rows", 3),
            getattr(node, "none", 3), hasattr(node, "sum"))
""",
        ((1,), (5,)),
    ),
    Program(
        "imports in functions",
        """
def f(n: int) -> object:
    from itertools import pairwise as linked
    from urllib.parse import unquote
    def inner(x: float) -> int:
        from math import ceil as up
        return up(x)
    return inner(n / 2), list(linked([n, 1])), unquote("a%20b")
""",
        ((1,), (5,)),
    ),
    Program(
        "a coroutine, with what waits in its parts",
        """
class Worker:
    def __init__(self) -> None:
        self.told = list[object]()

    async def work(self, n: int) -> int:
        self.told.append(f"begin {n}")
        await asyncio.sleep(0)
        self.told.append(f"end {n}")
        if n == 3:
            raise ValueError("three")
        return n * 2

class More(Worker):
    async def work(self, n: int) -> int:
        return 1 + await super().work(n)

    async def all(self, n: int) -> list[int]:
        return [await self.work(x) for x in range(n) if await self.even(x)]

    async def even(self, x: int) -> bool:
        return x % 2 == 0

async def guarded(told: list[object], lock: asyncio.Lock, n: int) -> int:
    async with lock:
        await asyncio.sleep(0)
        told.append(lock.locked())
        return {1: 1, 5: 5}[n]

async def f(n: int) -> object:
    more = More()
    told = more.told
    found = list[object]()
    lock = asyncio.Lock()
    with contextlib.suppress(KeyError):
        found.append(await guarded(told, lock, n))
        told.append("found")
    told.append(lock.locked())
    if (value := await more.work(n)) > 4 and (again := await more.work(value)):
        found.append(again)
    first = asyncio.create_task(more.work(10))
    try:
        found.append((await first, await more.all(n), {x: await more.work(x) for x in range(2)}))
        found.append(joined(b=await more.work(20), a=await more.work(21)))
        found.append([any([await more.even(x) for x in range(n)]), await more.work(3)])
    except ValueError as error:
        found.append(str(error))
    finally:
        await asyncio.sleep(0)
        told.append("finally")
    return found, told

def joined(a: int, b: int) -> list[int]:
    return [a, b]
""",
        ((1,), (2,), (5,)),
    ),
    Program(
        "arrays that kernels are lent",
        """
from rookery.core.compiling import lent

CARD = np.dtype((np.record, [("worth", np.float64), ("word", np.uint64), ("place", np.int8), ("seen", np.int32)]))

def f(n: int) -> object:
    cards = lent.zeros(n + 2, CARD)
    cards[0] = (0.5, (1 << 63) + n, -3, 1 << 20)
    cards[n + 1]["place"] = -n
    cards["seen"][1] = 7 * n
    cards[-1]["worth"] = n / 3
    last = cards[n + 1]
    numbers = lent.empty(4, np.int32)
    for i in range(4):
        numbers[i] = i - 2
    words = lent.words_of(lent.zeros(3, PAIR))
    return [
        [float(cards[i]["worth"]), int(cards[i]["word"]), int(cards["place"][i]), int(cards[i]["seen"])]
        for i in range(n + 2)
    ] + [[len(cards), int(last["place"]), int(numbers[3]), int(numbers[-4]), len(words)]]

PAIR = np.dtype((np.record, [("one", np.int64), ("other", np.int64)]))
""",
        ((0,), (1,), (5,)),
    ),
    Program(
        "data that is checked, and told as JSON",
        """
import dataclasses, msgspec, typing
from numbers import Integral, Real

@dataclasses.dataclass(frozen=True)
class Limits:
    most: int = 3
    share: float = 0.5
    kind: str = "none"

    def __post_init__(self) -> None:
        if not isinstance(self.most, Integral) or not isinstance(self.share, Real) or self.most < 1:
            raise ValueError(f"most {self.most!r}; it must be 1 or more, not {self.most:,}")

    @property
    def words(self) -> str:
        return f"{self.share:.0%} of {self.most:,}"

@dataclasses.dataclass(frozen=True)
class Named(Limits):
    values: tuple[int, ...] = ()

@typing.runtime_checkable
class Teller(typing.Protocol):
    def told(self) -> str: ...

class Bird:
    def told(self) -> str:
        return "bird"

@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    values: dict[int, tuple[int, ...]]

class Message(msgspec.Struct, frozen=True):
    part: Part | None

BEFORE = Limits(1_234_567)
WITHIN = {"a": Named(7, values=(1, 2))}

def f(n: int) -> object:
    told = [BEFORE.words, WITHIN["a"].words, [*WITHIN["a"].values], isinstance(BEFORE, Limits)]
    try:
        told.append(Named(n, values=(n,)).words)
        told.append(dataclasses.replace(BEFORE, most=n - 1).words)
    except ValueError as error:
        told.append(str(error))
    told += [isinstance(Bird(), Teller), isinstance(BEFORE, Teller)]
    text = msgspec.json.encode(Message(Part("x", {n: (n, n + 1)})))
    read = msgspec.json.decode(text, type=Message)
    told += [text.decode(), read.part.name if read.part else "", [*read.part.values[n]] if read.part else []]
    return told
""",
        ((0,), (1,), (5,)),
    ),
]
