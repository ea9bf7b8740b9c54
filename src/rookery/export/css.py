"""The part of CSS that colours drawings: rules, the elements that they match, and variables.

Selectors are names, classes, ids and descendants of these (`.piece.red`, `.zone.farm rect`). Anything else (`:hover`,
`@media`, `a > b`) is ignored, as browsers ignore CSS that they do not know.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

MAX_VARIABLES = 100  # substitutions in one value; more of them mean that variables refer to each other in a circle
COMMENT = re.compile(r"/\*.*?\*/", re.S)
AT_RULE = re.compile(r"@[^{};]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\})")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_DECLARATION = re.compile(r"\s*([-\w]+)\s*:((?:[^;()]|\((?:[^()]|\([^()]*\))*\))*);?")
_SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][\w-]+)*)")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")


@dataclass(frozen=True, slots=True)
class Simple:
    """A compound selector such as `rect.red#a`, or the same properties of an element."""

    tag: str = ""  # "" = any
    id: str = ""
    classes: frozenset[str] = frozenset()

    def fits(self, element: "Simple") -> bool:
        return self.tag in ("", element.tag) and self.id in ("", element.id) and self.classes <= element.classes


@dataclass(frozen=True, slots=True)
class Rule:
    """The declarations for elements that match one selector."""

    path: tuple[Simple, ...]  # from the outermost element inwards; the last one is the element itself
    weight: tuple[int, int, int]  # specificity: numbers of ids, classes, names; of two rules the heavier one wins
    declared: Mapping[str, str]

    def fits(self, line: Sequence[Simple]) -> bool:
        """Whether the selector matches the last element of `line`, which follows its ancestors, outermost first."""
        if not self.path[-1].fits(line[-1]):
            return False
        around = iter(reversed(line[:-1]))
        return all(any(part.fits(element) for element in around) for part in reversed(self.path[:-1]))


def rules(sheet: str) -> list[Rule]:
    """The rules of a style sheet, from the weakest to the strongest."""
    text = AT_RULE.sub("", COMMENT.sub("", sheet))
    matching = [
        Rule(path, _weight(path), declared)
        for selectors, body in RULE.findall(text)
        if (declared := declarations(body))
        for path in map(_path, selectors.split(","))
        if path
    ]
    return sorted(matching, key=lambda rule: rule.weight)  # a stable sort: of equal weights the later rule wins


def declarations(body: str) -> dict[str, str]:
    """CSS such as "fill: red; --x: 1" as a dictionary."""
    return {name: value.strip() for name, value in _DECLARATION.findall(body)}


def _path(selector: str) -> tuple[Simple, ...]:
    """A selector as a path of compound selectors, or () for a selector that is not supported."""
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
    """The declarations of `sheet` (in the order of `rules`) for the last element of a line of ancestors."""
    declared: dict[str, str] = {}
    for rule in sheet:
        if rule.fits(line):
            declared |= rule.declared
    return declared


def resolved(value: str, variables: Mapping[str, str]) -> str | None:
    """A value with its variables replaced; None if a variable is not defined or refers to itself."""
    for _ in range(MAX_VARIABLES):
        if (match := _VARIABLE.search(value)) is None:
            return value
        if (replacement := variables.get(match[1], match[2])) is None:
            return None
        value = f"{value[: match.start()]}{replacement.strip()}{value[match.end() :]}"
    return None


def inherited(variables: Mapping[str, str], declared: Mapping[str, str]) -> dict[str, str]:
    """The variables of an element: those it inherits, and its own."""
    return dict(variables) | dict(_own(variables, declared))


def _own(variables: Mapping[str, str], declared: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    for name, value in own.items():
        others = {**variables, **{other: text for other, text in own.items() if other != name}}
        if (found := resolved(value, others)) is not None:
            yield name, found
