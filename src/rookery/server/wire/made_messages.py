"""The messages about games that people made, which only a server answers."""

from typing import Annotated

from msgspec import Meta, Struct

from rookery.server.table.clock import Clock
from rookery.server.wire.messages import NewSeat, ShortText
from rookery.wasm.given_game import GivenGame


class NewMadeTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The order of a table of a game that somebody made. Its seats are for people, and only its links lead there."""

    game: GivenGame
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: dict[ShortText, Annotated[str, Meta(max_length=64)]] = {}
    clock: Clock | None = None  # None: no time limit
    delay: Annotated[int, Meta(ge=0, le=1000)] = 0  # plies by which spectators see the game late


class MadeAllowed(Struct, frozen=True):
    """Whether people may bring games here."""

    allowed: bool
