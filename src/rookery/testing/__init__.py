"""What every game must hold, to be run on any game: yours too.

    >>> from rookery.testing import check
    >>> check(rookery.load("gleebs"))

or `python -m rookery.testing gleebs` in a shell. A broken law is a `LawBroken` that names law, game, seed and ply.
"""

from rookery.testing.laws import LAWS, check
from rookery.testing.walks import LawBroken

__all__ = ["LAWS", "LawBroken", "check"]
