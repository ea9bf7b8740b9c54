"""What is kept of a table, as plain data: enough to open it again exactly as it was."""

import hashlib
import secrets
from typing import Literal

from msgspec import Struct

__all__ = ["Played", "Seat", "Sheet", "digest", "new_id", "new_key"]


class Seat(Struct, frozen=True):
    """A place at a table and who sits there."""

    kind: Literal["person", "bot"]
    level: str = ""  # of a bot
    name: str = ""  # of a person; may be empty
    key: str = ""  # sha256 of the secret key, hexadecimal: the key itself is kept nowhere. "" for a bot


class Sheet(Struct, frozen=True):
    """A table, but for its moves."""

    id: str
    game: str  # its title
    rules: int  # version of the rules under which it is played
    players: int
    options: dict[str, str]
    seats: tuple[Seat, ...]
    created: str  # ISO 8601, UTC
    next: str = ""  # the table of the rematch


class Played(Struct, frozen=True):
    """One ply."""

    ply: int  # counts from 1
    seat: int | None  # None: chance
    action: int
    key: str  # Position.key after it: proves that a replay is the same game
    remark: str = ""  # what a bot said of it, to everybody


def new_id() -> str:
    """The name of a table in links, 96 random bits: who has it may watch."""
    return secrets.token_urlsafe(12)


def new_key() -> str:
    """The secret of a seat, 192 random bits: who has it plays there."""
    return secrets.token_urlsafe(24)


def digest(key: str) -> str:
    """What is kept of a key. A plain hash is enough: nobody can try 2**192 keys."""
    return hashlib.sha256(key.encode()).hexdigest()
