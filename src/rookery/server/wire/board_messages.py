"""Messages about positions outside a table. The page draws them, and plays on from there, by itself."""

from msgspec import Struct


class BoardCard(Struct, frozen=True):
    """A position of a game."""

    name: str  # of the game
    rules: int  # version of its rules
    seats: list[str]  # their names
    styles: list[str]  # of the seats
    code: str  # of the game: /code/{code}; "": pages cannot draw it
    view: str  # the bytes of its state, in base64
    viewer: int | None  # the seat that sees it so; None: nothing is hidden in it


class PlayedGame(Struct, frozen=True):
    """A game that is over, for whoever studies it."""

    game: str  # slug
    players: int
    options: dict[str, str]
    actions: list[int]  # from the start, chance included
