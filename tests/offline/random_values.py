"""Random values of the types of messages, as msgspec knows them, and wrong ones: a new message or field is among them
by itself."""

import json
import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import NODEFAULT, inspect

Known = Mapping[str, Callable[[], Any]]

WORDS = [
    "",
    "a",
    "Ann",
    "  two  words ",
    "é",
    "e\u0301",
    "日本",
    "👩\u200d👧",
    "\u202eevil",
    "\x00",
    "<b>",
    '"\\',
    "ß" * 40,
]
LETTERS = "0123456789abcdef"  # they match the patterns of keys and seeds
ALWAYS = ("rated", "who")  # names whose values are the known ones, or wrong: others make a difference by design
DEEP = [3, 60, 2000]  # lists within each other
HALF = "\ud83d"  # half a letter
ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    1e9,
    2**31,
    2**53 + 1,
    2**64,
    -(2**63) - 1,
    1e308,
    float("nan"),
    "",
    "0",
    [],
    {},
    [[]],
]


class RandomValues:
    """Draws values. `known`: what makes most values of fields with these names."""

    def __init__(self, dice: random.Random, known: Known) -> None:
        self._dice = dice
        self._known = known

    def some(self, chance: float) -> bool:
        """Whether something happens that has this chance."""
        return self._dice.random() < chance

    # ── Right ────────────────────────────────────────────────────────────────
    def of(self, kind: inspect.Type) -> Any:
        """A value of a type."""
        match kind:
            case inspect.StructType():
                return self.fields(kind)
            case inspect.UnionType(types=types):
                return self.of(self._dice.choice(types))
            case inspect.LiteralType(values=values):
                return self._dice.choice(values)
            case inspect.ListType(item_type=item):
                return [self.of(item) for _ in range(self._dice.randint(kind.min_length or 0, 4))]
            case inspect.DictType(key_type=key, value_type=value):
                return {self.of(key): self.of(value) for _ in range(self._dice.randint(0, 2))}
            case inspect.IntType(ge=least, le=most):
                return self._number(least or 0, most)
            case inspect.StrType():
                return self._text(kind)
            case inspect.BoolType():
                return self.some(0.5)
            case inspect.NoneType():
                return None
        raise NotImplementedError(f"values of {kind}")

    def fields(self, kind: inspect.StructType) -> dict[str, Any]:
        """An object of a struct, with its tag if it has one."""
        made: dict[str, Any] = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
        for field in kind.fields:
            if field.required or self.some(0.5):
                made[field.encode_name] = self._field(field)
        return made

    def _field(self, field: inspect.Field) -> Any:
        if (known := self._known.get(field.encode_name)) is not None and (
            field.encode_name in ALWAYS or self.some(0.9)
        ):
            return known()
        if field.default is not NODEFAULT and self.some(0.1):
            return field.default
        return self.of(field.type)

    def _number(self, least: int, most: int | None) -> int:
        most = 2**63 - 1 if most is None else most
        numbers: list[int] = [least, most, *range(least, min(most, least + 5))]
        return self._dice.choice(numbers)

    def _text(self, kind: inspect.StrType) -> str:
        least, most = kind.min_length or 0, kind.max_length or 64
        for _ in range(50):
            letters = "".join(self._dice.choices(LETTERS, k=self._dice.choice([1, 16, 40, most])))
            text = letters if kind.pattern or self.some(0.2) else self._dice.choice(WORDS)
            if least <= len(text) <= most and re.search(kind.pattern or "", text):
                return text
        return "a" * least

    # ── Wrong ────────────────────────────────────────────────────────────────
    def spoilt(self, made: dict[str, Any]) -> dict[str, Any]:
        """An object in which something is changed."""
        made, name = dict(made), self._dice.choice([*made, "more"])
        change = self._dice.randrange(5)
        if change == 0:
            made.pop(name, None)
        elif change == 1:
            made[self._dice.choice(["colour", "Type", "ply ", HALF])] = self._dice.choice(ODD)
        elif isinstance(inner := made.get(name), dict) and inner:
            made[name] = self.spoilt(inner)
        elif isinstance(inner, list) and inner and isinstance(inner[0], dict):
            made[name] = [self.spoilt(inner[0]), *inner[1:]]
        elif isinstance(inner, list) and change < 4:
            made[name] = [*inner, self._dice.choice(ODD)] * self._dice.choice([1, 20])
        else:
            made[name] = self._wrong()
        return made

    def _wrong(self) -> Any:
        match self._dice.randrange(4):
            case 0:
                return self._dice.choice([HALF, f"a{HALF}b", "x" * 600, "x" * 5000])
            case 1:
                return json.loads("[" * 40 + "]" * 40)
        return self._dice.choice(ODD)

    def text(self, made: Any) -> str:
        """JSON of a value, sometimes written otherwise, or broken."""
        text = json.dumps(made, ensure_ascii=self.some(0.5))
        if self.some(0.9):
            return text
        at = self._dice.randrange(len(text) + 1)
        depth = self._dice.choice(DEEP)
        return self._dice.choice(
            [
                text[:at],
                text[:at] + self._dice.choice('{}[]",:\\0-.e \n\x01é\ud800') + text[at:],
                text[:at] + text[at + 1 :],
                f" \n{text}\t ",
                text + text,
                "\ufeff" + text,
                text.replace("}", ', "more": ' + "[" * depth + "]" * depth + "}", 1),
                "[" * depth,
                '{"a":' * depth,
                text.replace("{", '{"type": "look", "type": 3, ', 1),
                "",
                "hello",
                "null",
            ]
        )
