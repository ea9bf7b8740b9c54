"""The laws that every game must keep, as tests for any game, including your own.

    >>> from rookery.testing import check
    >>> check(rookery.load("gleebs"))

or, in a shell, `rookery check gleebs`. A broken law raises `LawBroken`, which names the law, the game, the seed and the
ply.
"""

import typing

if typing.TYPE_CHECKING:
    from rookery.testing.laws import LAWS, check
    from rookery.testing.walks import LawBroken

__all__ = ["LAWS", "LawBroken", "check"]


def __getattr__(name: str) -> typing.Any:
    """Load the laws on first use: `rookery check` needs them only in its child processes."""
    if name in __all__:
        import importlib

        home = "walks" if name == "LawBroken" else "laws"
        return getattr(importlib.import_module(f"rookery.testing.{home}"), name)
    raise AttributeError(f"module 'rookery.testing' has no attribute {name!r}")
