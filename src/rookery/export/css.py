"""The part of CSS that drawings are coloured with: rules, which of them an element gets, and variables.

Selectors are names, classes and ids, one inside another (`.piece.red`, `.zone.farm rect`). Anything else (`:hover`,
`@media`, `a > b`) is left out, as programs leave out CSS that they do not know.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["COMMENT", "RULE", "Rule", "Simple", "declarations", "inherited", "resolved", "rules", "styled"]

MAX_VARIABLES = 100  # variables that one value is made of; more of them stand for each other, in a circle
COMMENT = re.compile(r"/\*.*?\*/", re.S)
_AT_RULE = re.compile(r"@[^{};]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\})")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_DECLARATION = re.compile(r"\s*([-\w]+)\s*:((?:[^;()]|\((?:[^()]|\([^()]*\))*\))*);?")
_SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][\w-]+)*)")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")


@dataclass(frozen=True, slots=True)
class Simple:
    """One element, as a part of a selector wants it, or as it is."""

    tag: str = ""  # "" = any
    id: str = ""
    classes: frozenset[str] = frozenset()

    def fits(self, element: "Simple") -> bool:
        return self.tag in ("", element.tag) and self.id in ("", element.id) and self.classes <= element.classes


@dataclass(frozen=True, slots=True)
class Rule:
    """Declarations for the elements that one selector fits."""

    path: tuple[Simple, ...]  # from the outermost element inwards; the last one is the element itself
    weight: tuple[int, int, int]  # ids, classes, names: of rules that contradict each other the heavier one holds
    declared: Mapping[str, str]

    def fits(self, line: Sequence[Simple]) -> bool:
        """`line`: the element, last, after all that it is inside of."""
        if not self.path[-1].fits(line[-1]):
            return False
        around = iter(reversed(line[:-1]))
        return all(any(part.fits(element) for element in around) for part in reversed(self.path[:-1]))


def rules(sheet: str) -> list[Rule]:
    """The rules of a style sheet, the strongest last."""
    text = _AT_RULE.sub("", COMMENT.sub("", sheet))
    found = [
        Rule(path, _weight(path), declared)
        for selectors, body in RULE.findall(text)
        if (declared := declarations(body))
        for path in map(_path, selectors.split(","))
        if path
    ]
    return sorted(found, key=lambda rule: rule.weight)  # a stable sort: of equals the later one is stronger


def declarations(body: str) -> dict[str, str]:
    """CSS such as "fill: red; --x: 1" as a dictionary."""
    return {name: value.strip() for name, value in _DECLARATION.findall(body)}


def _path(selector: str) -> tuple[Simple, ...]:
    """() for a selector that is none of ours."""
    parts = []
    for text in selector.split():
        if (match := _SIMPLE.fullmatch(text)) is None:
            return ()
        marks = re.findall(r"([.#])([\w-]+)", match[2])
        classes = frozenset(name for sign, name in marks if sign == ".")
        ids = [name for sign, name in marks if sign == "#"]
        parts.append(Simple((match[1] or "").replace("*", ""), ids[-1] if ids else "", classes))
    return tuple(parts)


def _weight(path: Sequence[Simple]) -> tuple[int, int, int]:
    return sum(bool(p.id) for p in path), sum(len(p.classes) for p in path), sum(bool(p.tag) for p in path)


def styled(line: Sequence[Simple], sheet: Sequence[Rule]) -> dict[str, str]:
    """What the rules, in the order of `rules`, declare for the last element of a line."""
    declared: dict[str, str] = {}
    for rule in sheet:
        if rule.fits(line):
            declared |= rule.declared
    return declared


def resolved(value: str, variables: Mapping[str, str]) -> str | None:
    """A value with what its variables stand for; None where one stands for nothing, or for itself."""
    for _ in range(MAX_VARIABLES):
        if (match := _VARIABLE.search(value)) is None:
            return value
        if (found := variables.get(match[1], match[2])) is None:
            return None
        value = f"{value[: match.start()]}{found.strip()}{value[match.end() :]}"
    return None


def inherited(variables: Mapping[str, str], declared: Mapping[str, str]) -> dict[str, str]:
    """The variables of an element: those around it, and its own."""
    return dict(variables) | dict(_own(variables, declared))


def _own(variables: Mapping[str, str], declared: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    for name, value in own.items():
        others = {**variables, **{other: text for other, text in own.items() if other != name}}
        if (found := resolved(value, others)) is not None:
            yield name, found
