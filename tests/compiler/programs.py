"""Random programs of the language, as text: whole numbers, floats, bools, arrays, loops, calls of one another.

Whole numbers wrap around. So that plain Python does the same, each is made a np.int64 where Python would make an int.
Names of whole numbers begin with n, those of floats with f.
"""

import random
from collections.abc import Sequence

PRELUDE = """
def whole(f: float) -> int:
    return np.int64(f) if -1e15 < f < 1e15 else np.int64(7)


def divided(a: int, b: int) -> int:
    return a // b if b > 0 or b < -1 else a


def rest(a: int, b: int) -> int:
    return a % b if b > 0 or b < -1 else b


"""
NUMBERS = [0, 1, 2, 3, 5, 7, 8, -1, -2, -9, 63, 255, 1 << 31, 1 << 32, (1 << 62) + 5, -(1 << 63) + 1, (1 << 63) - 1]
FLOATS = ["0.0", "1.0", "-0.5", "2.5", "1e300", "-3.0", "0.1"]

WHOLE_LINES = (
    "n1, n2 = n2, n1",
    "xs[0], xs[1] = xs[1], xs[2]",
    "n1, f1 = n1 + 1, f2",
    "m[1] = n2",
    "m[2, 1:] = n1",
    "xs[1:3] = n2",
    "f1 = xs[0] / 8",
)
# in loops over k1; s1 and s2 are float32, and so are the elements of zs
SINGLES_CHANGED = ("s1 = s1 {0} s2", "s2 = s1", "s1 = zs[k1]", "k2 = k1 + {1}", "k2 = k2 + 1", "zs[{1}] = s1")
SINGLES_STORED = (
    "zs[k1] = zs[k1] {0} s1 * zs[k1 + {1}]",
    "zs[k1 + {1}] = zs[k1] {0} s1",
    "zs[k1 + {1}] = s1 {0} zs[k1] {0} zs[k1 + {2}]",
    "zs[k1 + {1}] = zs[k1] {0} s2",
    "zs[k1] = s1",
    "zs[k2 & 15] = zs[k1]",
)


class Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.functions: list[str] = []
        self.names: list[str] = []
        self.fixed: set[str] = set()  # variables of loops
        self.depth = 0
        self.left = 0

    def pick(self, options: Sequence[str]) -> str:
        return self.random.choice(options)

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def number(self, depth: int = 3) -> str:
        kind = self.below(16) if depth else self.below(3)
        if kind == 0:
            return f"np.int64({self.random.choice(NUMBERS)})"
        if kind == 1:
            name = self.pick([name for name in self.names if name[0] == "n"])
            return f"np.int64({name})" if name in self.fixed else name
        if kind == 2:
            return f"np.int64({self.pick(['xs', 'small'])}[{self.pick(['0', '1', '2', '3', '-1', '-2'])}])"
        a, b = self.number(depth - 1), self.number(depth - 1)
        if kind < 7:
            return f"({a} {self.pick(['+', '-', '*', '&', '|', '^'])} {b})"
        if kind == 7:
            return f"({a} {self.pick(['//', '%'])} {self.pick(['1', '2', '3', '4', '7', '10', '64', '-3', '-4'])})"
        if kind == 8:
            return f"({a} {self.pick(['<<', '>>'])} ({b} & 63))"
        if kind == 9:
            return f"{self.pick(['divided', 'rest', 'min', 'max'])}({a}, {b})"
        if kind == 10:
            return f"({a} if {self.test(depth - 1)} else {b})"
        if kind == 11:
            return f"{self.pick(['xs', 'm[2, 0:]', 'm[1]', 'xs[0:4]'])}[{a} & 3]"
        if kind == 12:
            return f"whole({self.real(depth - 1)})"
        if kind == 13 and self.functions:
            array = self.pick(["xs", "m[0]", "m[1]", "m[2]"])
            return f"{self.pick(self.functions)}({a}, {self.real(depth - 1)}, {array}, ys, small, m, zs)"
        if kind == 14:
            return f"np.int64({self.pick(['lowest_bit', 'count_bits', 'without_lowest', '-', '~'])}({a}))"
        return f"m[{a} & 3, {b} & 3]"

    def real(self, depth: int = 2) -> str:
        kind = self.below(8) if depth else self.below(3)
        if kind == 0:
            return self.pick(FLOATS)
        if kind == 1:
            return self.pick([name for name in self.names if name[0] == "f"])
        if kind == 2:
            return f"ys[{self.pick(['0', '1', '2', '-1'])}]"
        if kind == 3:
            return f"float({self.number(depth - 1)})"
        a, b = self.real(depth - 1), self.real(depth - 1)
        if kind < 6:
            return f"({a} {self.pick(['+', '-', '*'])} {b})"
        if kind == 6:
            return f"({a} / ({b} if {b} > 0.5 or {b} < -0.5 else 2.0))"
        return f"({a} if {self.test(depth - 1)} else {b})"

    def test(self, depth: int = 2) -> str:
        kind = self.below(7) if depth > 0 else 0
        if kind < 3:
            return f"{self.number(0)} {self.pick(['<', '<=', '>', '>=', '==', '!='])} {self.number(max(0, depth))}"
        if kind == 3:
            return f"{self.real(0)} {self.pick(['<', '>=', '==', '!='])} {self.real(max(0, depth))}"
        if kind == 4:
            return f"(not {self.test(depth - 1)})"
        if kind == 5:
            return f"({self.number(0)} <= {self.number(depth - 1)} < {self.number(0)})"
        return f"({self.test(depth - 1)} {self.pick(['and', 'or'])} {self.test(depth - 1)})"

    def statements(self, indent: int) -> list[str]:
        made = [line for _ in range(1 + self.below(4)) for line in self.statement(indent)]
        return made

    def statement(self, indent: int) -> list[str]:
        space = "    " * indent
        self.left -= 1
        kind = self.below(14) if self.left > 0 and indent < 4 else self.below(7)
        free = [name for name in self.names if name[0] == "n" and name not in self.fixed]
        if kind == 0:
            return [f"{space}{self.pick(free)} = {self.number()}"]
        if kind == 1:
            return [f"{space}{self.pick(free)} {self.pick(['+', '-', '*', '&', '|', '^'])}= {self.number(2)}"]
        if kind == 2:
            return [f"{space}{self.pick(['f1', 'f2'])} = {self.real()}"]
        if kind == 3:
            return [f"{space}xs[{self.number(1)} & 3] {self.pick(['=', '+=', '-=', '^='])} {self.number(2)}"]
        if kind == 4:
            return [f"{space}m[{self.number(1)} & 3, {self.number(1)} & 3] = {self.number(2)}"]
        if kind == 5 and self.below(3):
            return [f"{space}{self.pick(WHOLE_LINES)}"]
        if kind == 5:
            lines = [self.pick(SINGLES_CHANGED) for _ in range(self.below(3))] + [self.pick(SINGLES_STORED)]
            places = f"zs[{self.below(9)}], zs[{self.below(9)}], 0"
            around = [f"s1, s2, k2 = {places}", f"for k1 in range({self.below(3)}, n1 & 15):"]
            filled = ["    " + line.format(self.pick("+-*"), self.below(5), self.below(5)) for line in lines]
            return [space + line for line in (*around, *filled, "xs[2] += k2")]
        if kind == 6:
            return [
                f"{space}small[{self.number(0)} & 3] = ({self.number(1)}) & 63",
                f"{space}ys[{self.number(1)} & 1] = {self.real()}",
            ]
        if kind < 10:
            made = [f"{space}if {self.test()}:", *self.statements(indent + 1)]
            return [*made, f"{space}else:", *self.statements(indent + 1)] if self.below(2) else made
        if kind < 12:
            self.depth += 1
            name = f"n_loop{self.depth}"
            self.names.append(name)
            self.fixed.add(name)
            head = self.pick(["range(3)", "range(1, (n1 & 3) + 2)", "range(4, 0, -1)", "(1, 5, n2)", "range(len(xs))"])
            body = self.statements(indent + 1)
            if self.below(2):
                body += [
                    f"{space}    if {self.test()}:",
                    f"{space}        {self.pick(['break', 'continue', f'return n1 + np.int64({name})'])}",
                    *self.statement(indent + 1),
                ]
            self.names.remove(name)
            return [f"{space}for {name} in {head}:", *body]
        if kind == 12:
            self.depth += 1
            name = f"n_while{self.depth}"
            first = [f"{space}{name} = n1 & 7", f"{space}while {name} > 0:", f"{space}    {name} -= 1"]
            return [*first, *self.statements(indent + 1)]
        return [f"{space}if {self.test()}:", f"{space}    return {self.number()}"]

    def function(self, name: str) -> str:
        self.names, self.fixed, self.left = ["n1", "n2", "f1", "f2"], set(), 8
        head = f"def {name}(n1: int, f1: float, xs: Array, ys: Array, small: Array, m: Array, zs: Array) -> int:"
        body = ["    n2 = n1 * 3 + 1", "    f2 = f1 * 0.5", *self.statements(1), *self.statements(1)]
        body.append(f"    return {self.number()}")
        self.functions.append(name)
        return "\n".join([head, *body]) + "\n\n\n"


def program(seed: int) -> str:
    """The text of a program; its last function is `g3`."""
    writer = Writer(seed)
    return PRELUDE + "".join(writer.function(f"g{number}") for number in range(1, 4))
