"""The tree of refusals in core/errors.py is the tree of its classes."""

import re

from rookery.core import errors


def drawn() -> dict[str, str]:
    """Name -> base, from the drawing."""
    found, above = {}, {-1: "Exception"}
    for line in (errors.__doc__ or "").splitlines()[2:]:
        match = re.match(r"([\s│]*)(?:[├└]─ )?([A-Z]\w+)", line)
        assert match, line
        depth = len(match[1])
        base = above[max(d for d in above if d < depth)]
        found[match[2]] = {0: {"Refusal": "ValueError", "Trouble": "RuntimeError"}}.get(depth, {}).get(match[2], base)
        above = {d: name for d, name in above.items() if d < depth} | {depth: match[2]}
    return found


def classes() -> dict[str, type[Exception]]:
    return {
        name: value
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == errors.__name__
    }


def test_every_error_is_drawn_under_its_base() -> None:
    assert drawn() == {name: value.__mro__[1].__name__ for name, value in classes().items()}


def test_every_error_says_what_it_means() -> None:
    for name, value in classes().items():
        assert (value.__doc__ or "").rstrip().endswith("."), name
        assert name in errors.__all__
