"""The trees of refusals that core/errors.py and server/errors.py draw are the trees of their classes."""

import re
from types import ModuleType

import pytest

from rookery.core import errors as core
from rookery.server import errors as server

ROOTS = {"Refusal": "ValueError", "Trouble": "RuntimeError"}


def drawn(errors: ModuleType) -> dict[str, str]:
    """Name -> base, from the drawing; what another module defines is a base there, and nothing more."""
    found, above = {}, {-1: "Exception"}
    for line in (errors.__doc__ or "").splitlines()[2:]:
        match = re.match(r"([\s│]*)(?:[├└]─ )?([A-Z]\w+)( \(core\))?", line)
        assert match, line
        depth = len(match[1])
        base = above[max(d for d in above if d < depth)]
        if not match[3]:
            found[match[2]] = ROOTS.get(match[2], base) if depth == 0 else base
        above = {d: name for d, name in above.items() if d < depth} | {depth: match[2]}
    return found


def classes(errors: ModuleType) -> dict[str, type[Exception]]:
    return {
        name: value
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == errors.__name__
    }


@pytest.mark.parametrize("errors", [core, server], ids=["core", "server"])
def test_every_error_is_drawn_under_its_base(errors: ModuleType) -> None:
    assert drawn(errors) == {name: value.__mro__[1].__name__ for name, value in classes(errors).items()}


@pytest.mark.parametrize("errors", [core, server], ids=["core", "server"])
def test_every_error_says_what_it_means(errors: ModuleType) -> None:
    for name, value in classes(errors).items():
        assert (value.__doc__ or "").rstrip().endswith("."), name


def test_no_name_stands_for_two_errors() -> None:
    assert not set(classes(core)) & set(classes(server))
