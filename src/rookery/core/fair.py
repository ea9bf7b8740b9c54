"""Chance that can be checked: draws that were fixed before the game, and are proved afterwards.

    secret    32 random bytes that the house draws for one game, and tells when the game is over
    ticket    of a ply: HMAC-SHA-256 of its number under the secret; nobody can tell it from the others
    promise   told before the first ply: the root of a tree of hashes (Merkle 1987, RFC 6962) over the game's tickets
    words     what each seat adds after it has heard the promise, so that the house cannot choose what is drawn either
    number    HMAC-SHA-256 of the words under the ply's ticket, a whole number below 2**256
    draw      number / 2**256 of the way through the odds of the ply, in the order in which the rules list what can come

Who learns what was drawn may be told the ply's ticket and its branch of the tree at once, and check the draw alone:
nothing follows from a ticket about any other. docs/fair.md says the same in thirty lines that need no Rookery.
"""

import functools
import hashlib
import hmac
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

__all__ = ["WORD", "Luck", "branch", "drawn", "number", "promise", "root", "ticket", "tickets"]

BITS = 256
WORD = r"[0-9a-f]{0,64}"  # a seat's word: hexadecimal, "" of a seat that added none


class Luck(NamedTuple):
    """What is told of the chance of one game, all in hexadecimal."""

    promise: str
    tickets: int  # how many the promise is about: as many as the game can have plies, filled up to a power of two
    words: tuple[str, ...]  # one a seat
    secret: str = ""  # "" while the game goes on
    since: int = 0  # so many plies at the beginning were taken from another game, and not drawn here


def ticket(secret: bytes, ply: int) -> bytes:
    """[32] of a ply, counted from 1."""
    return hmac.digest(secret, b"rookery ply %d" % ply, "sha256")


def tickets(plies: int) -> int:
    """How many tickets a game of at most so many plies has: a power of two, so that the tree is even."""
    return 1 << max(0, plies - 1).bit_length()


def promise(secret: bytes, tickets: int) -> str:
    """The root of the tree over so many tickets; 2 µs each."""
    return _levels(secret, tickets)[-1][0].hex()


def branch(secret: bytes, tickets: int, ply: int) -> list[str]:
    """The hashes beside a ply's way up to the root, from the bottom."""
    place, beside = ply - 1, []
    for level in _levels(secret, tickets)[:-1]:
        beside.append(level[place ^ 1].hex())
        place >>= 1
    return beside


def root(card: bytes, ply: int, beside: Sequence[str]) -> str:
    """The promise that a ply's ticket and its branch belong to."""
    node, place = _leaf(card), ply - 1
    for other in map(bytes.fromhex, beside):
        node = _node(other, node) if place & 1 else _node(node, other)
        place >>= 1
    return node.hex()


def number(card: bytes, words: Sequence[str]) -> int:
    """0 .. 2**256 - 1, from a ply's ticket and the words of all seats."""
    return int.from_bytes(hmac.digest(card, ",".join(words).encode(), "sha256"), "big")


def drawn(drawn_number: int, odds: Sequence[float]) -> int:
    """Which of the things that can come a number draws: its index. `odds`: positive weights; all sums are exact."""
    shares = [Fraction(weight) for weight in odds]
    reached, wanted = Fraction(0), sum(shares) * drawn_number / 2**BITS
    for index, share in enumerate(shares):
        reached += share
        if wanted < reached:
            return index
    raise ValueError("nothing can be drawn: the odds are empty")


@functools.lru_cache(maxsize=16)  # who checks draws checks several
def _levels(secret: bytes, tickets: int) -> list[list[bytes]]:
    """The tree, leaves first."""
    levels = [[_leaf(ticket(secret, ply)) for ply in range(1, tickets + 1)]]
    while len(below := levels[-1]) > 1:
        levels.append([_node(below[i], below[i + 1]) for i in range(0, len(below), 2)])
    return levels


def _leaf(card: bytes) -> bytes:
    return hashlib.sha256(b"\0" + card).digest()  # another prefix than a node's: neither can be taken for the other


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
