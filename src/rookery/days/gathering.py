"""The words that people add before a day or an evening, from which its draws follow, together with a secret.

    word     16 random bytes in hexadecimal, which a visitor's browser adds to those of the next day or of an evening
    head     after some words: the SHA-256 of the head before the last one, a comma and that word; at first ""
    receipt  the number of a word and the head after it, given to the visitor at once

The last head is the client seed of the day's games (core/fair.py). A receipt fixes the words up to its own: nothing can
be removed, exchanged or put in between there, and nobody knows the last head before the last word.
"""

import hashlib
from collections.abc import Iterable

from msgspec import Struct

DAY_WORD = r"[0-9a-f]{32}"  # a regular expression for one


class Receipt(Struct, frozen=True):
    """The receipt that a visitor gets for a word, and can compare with the list when the day begins."""

    day: int  # for which it counts, since 1970; 0: for an evening
    number: int  # counts from 1
    head: str  # after it


def joined(head: str, word: str) -> str:
    """The head after one more word."""
    return hashlib.sha256(f"{head},{word}".encode()).hexdigest()


def head_of(words: Iterable[str]) -> str:
    """The head after all words, in their order; "" without any."""
    head = ""
    for word in words:
        head = joined(head, word)
    return head
