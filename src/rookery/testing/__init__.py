"""What every game must hold, to be run on any game: yours too.

    >>> from rookery.testing import check
    >>> check(rookery.load("gleebs"))

or, in a shell, `python -m rookery.testing gleebs --checked`. A broken law is a `LawBroken` that names law, game, seed
and ply.
"""

import typing

if typing.TYPE_CHECKING:
    from rookery.testing.laws import LAWS, check
    from rookery.testing.walks import LawBroken

__all__ = ["LAWS", "LawBroken", "check"]


def __getattr__(name: str) -> typing.Any:
    """The laws are loaded when somebody asks for them: `python -m rookery.testing` tries them in other processes."""
    if name in __all__:
        import importlib

        home = "walks" if name == "LawBroken" else "laws"
        return getattr(importlib.import_module(f"rookery.testing.{home}"), name)
    raise AttributeError(f"module 'rookery.testing' has no attribute {name!r}")
