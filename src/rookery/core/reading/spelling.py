"""Numbers by their names, in notations of games: how they are read, and refused if they are wrong.

`names` are those of the numbers 0, 1, 2 .., which a notation also writes them with.
"""

import re
from collections.abc import Sequence

from rookery.core.errors import one_of


def must(holds: object, words: str) -> None:
    """Raise ValueError with these words unless it holds."""
    if not holds:
        raise ValueError(words)


def number_named(text: str, names: Sequence[str], what: str) -> int:
    """The number of a name. Raises ValueError, which calls it `what` ("a piece")."""
    if text not in names:
        raise ValueError(f"{text!r} is not {what}; {one_of(text, names)}")
    return names.index(text)


def numbers_named(text: str, names: Sequence[str], what: str, joint: str = "") -> list[int]:
    """The numbers of names that follow each other, with `joint` between them: "B3Y1" -> [2, 3].

    Raises ValueError, also for a name that comes twice."""
    words = text.split(joint) if joint else re.findall("|".join(names), text)
    numbers = [number_named(word, names, what) for word in (words if text and joint.join(words) == text else [text])]
    must(len(set(numbers)) == len(numbers), f"{text!r} names {what} twice")
    return numbers


def set_named(text: str, names: Sequence[str], what: str, joint: str = "") -> int:
    """The mask of the numbers that `numbers_named` reads."""
    return sum(1 << number for number in numbers_named(text, names, what, joint))
