"""Verifiable draws: they are fixed before the game and can be checked after it.

    secret        32 random bytes that the operator draws for one game, and publishes when the game is over
    ticket        of a ply: HMAC-SHA-256 of "rookery ply N" under the secret, where N is its number; without the
                  secret, no ticket follows from the others
    tree          root of a Merkle tree of hashes (Merkle 1987, RFC 6962) over the tickets of all plies
    pledge        everything that a check relies on: the tree, and which game it is for (`Pledge`)
    commitment    SHA-256 of the pledge as canonical JSON; published before the first ply. The page calls it the promise
    client seeds  what each seat adds after it has seen the commitment, so that the operator cannot choose the draws,
                  as long as the last seed is added by nobody on the operator's side. The page calls one a word
    number        HMAC-SHA-256 of the client seeds, joined by commas in the order of the seats, under the ply's ticket:
                  a whole number below 2**256
    draw          the outcome that lies number / 2**256 of the way through the odds of the ply, in the order of `legal`

A ticket reveals nothing about any other. So a player who knows what was drawn may receive the ticket of that ply and
its audit path at once, and check that draw alone. docs/fair.md has a program that does all this without Rookery, and
says who could cheat whom, and how it would be noticed.
"""

import functools
import hashlib
import hmac
import json
import math
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

NUMBER_BITS = 256
LEAVES_PER_PART = 32  # of a tree: only the levels above the parts are kept; remaking a part takes 0.1 ms
CLIENT_SEED = r"[0-9a-f]{0,64}"  # a regular expression for one: hexadecimal; "" for a seat that added none


class Pledge(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that the operator commits to. Any later change would change the commitment."""

    game: str  # its slug
    rules: int  # version of its rules
    components: dict[str, str]  # of a variant: file -> hash of its text; {} for the game itself
    players: int
    options: dict[str, str]  # every option of the game, named
    since: int  # the number of plies at the start that were taken from another game, and not drawn here
    opening: str  # a hash of those plies that does not reveal them: see the function `opening`
    tickets: int  # leaves of the tree: the most plies of the game, rounded up to a power of two
    tree: str  # its root
    bots: tuple[int, ...]  # seats of bots, which add no client seed


class Luck(Struct, frozen=True):
    """The published facts about the draws of one game; commitment, client seeds and secret are hexadecimal."""

    commitment: str
    pledge: Pledge
    client_seeds: tuple[str, ...]  # [P] of each seat
    secret: str = ""  # "" while the game goes on


class OldLuck(Luck, frozen=True, rename={"commitment": "promise", "client_seeds": "words"}):
    """As older records say it, which are written again as they were read: so their seal stays true."""

    commitment: str
    pledge: Pledge
    client_seeds: tuple[str, ...]
    secret: str = ""


def canonical(pledge: Pledge) -> bytes:
    """The pledge as JSON with one spelling (RFC 8785): keys sorted, no spaces, UTF-8."""
    fields = msgspec.to_builtins(pledge)
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment(pledge: Pledge) -> str:
    """The SHA-256 of the pledge, in hexadecimal; it is published before the game."""
    return hashlib.sha256(canonical(pledge)).hexdigest()


def opening(secret: bytes, actions: Sequence[str]) -> str:
    """The hash of the plies taken from another game: HMAC-SHA-256 of their actions, one per line, under ticket 0.

    Without the secret, nobody can find the actions by trial."""
    return hmac.digest(ticket(secret, 0), "\n".join(actions).encode(), "sha256").hex()


def ticket(secret: bytes, ply: int) -> bytes:
    """The ticket of a ply, counted from 1: 32 bytes. Ticket 0 draws nothing: it is the key of `opening`."""
    return hmac.digest(secret, f"rookery ply {ply}".encode(), "sha256")


def tickets(plies: int) -> int:
    """The number of tickets for a game of at most `plies` plies: a power of two, so that the tree is full."""
    return 1 << max(0, plies - 1).bit_length()


def tree(secret: bytes, tickets: int) -> str:
    """The root of the tree over so many tickets, a power of two, in hexadecimal; it takes 2 µs a ticket."""
    return _top(secret, tickets)[-1][0].hex()


def parts(secret: bytes, tickets: int) -> Iterator[bytes]:
    """The roots of the tree's parts, in steps of 0.1 ms. They are cached: after the last one, `tree` is fast."""
    return (_part(secret, tickets, part) for part in range(math.ceil(tickets / LEAVES_PER_PART)))


def audit_path(secret: bytes, tickets: int, ply: int) -> list[str]:
    """The sibling hashes on the path from a ply's leaf to the root, in hexadecimal, from the bottom up."""
    part, place = divmod(ply - 1, LEAVES_PER_PART)
    siblings = list[str]()
    for levels, index in ((_below(secret, tickets, part), place), (_top(secret, tickets), part)):
        siblings += [level[index >> height ^ 1].hex() for height, level in enumerate(levels[:-1])]
    return siblings


def root(ticket: bytes, ply: int, siblings: Sequence[str]) -> str:
    """The root that follows from a ply's ticket and its audit path, in hexadecimal."""
    node, index = _leaf(ticket), ply - 1
    for sibling in map(bytes.fromhex, siblings):
        node = _node(sibling, node) if index & 1 else _node(node, sibling)
        index >>= 1
    return node.hex()


def number(ticket: bytes, client_seeds: Sequence[str]) -> int:
    """The number 0 .. 2**256 - 1 that a ply's ticket and the client seeds of all seats give."""
    return int.from_bytes(hmac.digest(ticket, ",".join(client_seeds).encode(), "sha256"), "big")


def drawn(drawn_number: int, odds: Sequence[float]) -> int:
    """The index of the outcome that a number draws. `odds`: positive weights; all sums are exact.

    Raises ValueError for empty odds."""
    ratios = [weight.as_integer_ratio() for weight in odds]
    whole = max((below for _, below in ratios), default=1)  # all are powers of two
    shares = [above * (whole // below) for above, below in ratios]  # as whole numbers, so that all sums are exact
    reached, wanted = 0, sum(shares) * drawn_number  # in shares and in shares / 2**NUMBER_BITS
    for index, share in enumerate(shares):
        reached += share
        if wanted < reached << NUMBER_BITS:
            return index
    raise ValueError("nothing can be drawn: the odds are empty")


@functools.lru_cache(maxsize=4096)  # games; 10 KB each at most
def _top(secret: bytes, tickets: int) -> list[list[bytes]]:
    """The levels of the tree from the roots of its parts upwards."""
    return _grown(list(parts(secret, tickets)))


@functools.lru_cache(maxsize=4096)  # parts of a few games; 100 bytes each
def _part(secret: bytes, tickets: int, part: int) -> bytes:
    """The root of one part of the tree."""
    return _below(secret, tickets, part)[-1][0]


def _below(secret: bytes, tickets: int, part: int) -> list[list[bytes]]:
    """The levels of one part of the tree, leaves first; not cached, because it is quickly remade."""
    first = part * LEAVES_PER_PART + 1
    return _grown([_leaf(ticket(secret, ply)) for ply in range(first, min(first + LEAVES_PER_PART, tickets + 1))])


def _grown(leaves: list[bytes]) -> list[list[bytes]]:
    """All levels of a tree, from its leaves up to its root. The number of leaves must be a power of two."""
    levels = [leaves]
    while len(below := levels[-1]) > 1:
        levels.append([_node(below[i], below[i + 1]) for i in range(0, len(below), 2)])
    return levels


# leaves and nodes are hashed with different prefixes (RFC 6962), so that no node can be passed off as a ticket's leaf
def _leaf(ticket: bytes) -> bytes:
    return hashlib.sha256(b"\0" + ticket).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
