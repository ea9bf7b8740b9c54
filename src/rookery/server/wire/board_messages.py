"""What a page asks about any position of a game. The page keeps the actions, and a server keeps nothing."""

from typing import Annotated

from msgspec import Meta, Struct

from rookery.core.scene import Scene
from rookery.server.wire.messages import Entry, Moment, ShortText

__all__ = [
    "BoardAsked",
    "BoardDraw",
    "BoardDrawn",
    "BoardMoves",
    "BoardPreview",
    "BoardPreviewAsked",
    "BoardShown",
    "BoardWhy",
    "BoardWhyAsked",
    "PlayedGame",
]

MAX_ACTIONS = 4096


class BoardAsked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/games/{slug}/board -> BoardShown, .../board/moves -> BoardMoves, .../board/draw -> BoardDrawn."""

    players: int
    options: dict[ShortText, ShortText]
    actions: Annotated[list[int], Meta(max_length=MAX_ACTIONS)]  # from the start of the game, chance included
    # of them, those whose positions are not asked for; the others' are told one by one if they are few
    seen: int | None = None
    # the seat whose view is shown; None: all hands are open, and the view of the seat that decides, or decided last, is
    # shown
    eyes: int | None = None
    # the key of a puzzle: the board begins with its position, as its seat sees it; the fields `players`, `options` and
    # `eyes` say nothing then
    puzzle: ShortText | None = None


class BoardDraw(Struct, frozen=True):
    """What chance can bring."""

    action: int
    words: str
    chance: float  # 0 .. 1


class BoardShown(Struct, frozen=True):
    name: str  # of the game
    rules: int  # version of its rules
    styles: list[str]  # of the seats
    seats: list[str]  # what they are called
    moves: list[Entry]  # the actions that were not seen
    moments: list[Moment]  # the positions after each of them; if there are none or too many, the last one
    draws: list[BoardDraw]  # where chance moves, the most likely first; empty if the seat does not know them all


class BoardMoves(Struct, frozen=True):
    moves: list[Entry]  # the actions that were not seen


class BoardDrawn(Struct, frozen=True):
    actions: list[int]  # of chance, drawn by their odds until a seat decides or the game is over


class BoardPreviewAsked(BoardAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/games/{slug}/board/preview -> BoardPreview."""

    action: int


class BoardPreview(Struct, frozen=True):
    scene: Scene  # after the action


class BoardWhyAsked(BoardAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/games/{slug}/board/why -> BoardWhy."""

    path: Annotated[list[ShortText], Meta(max_length=16)]  # the clicks so far
    spot: ShortText  # which does nothing


class BoardWhy(Struct, frozen=True):
    words: str


class PlayedGame(Struct, frozen=True):
    """GET /api/tables/{table}/actions: a game that is over, for whoever studies it."""

    game: str  # slug
    players: int
    options: dict[str, str]
    actions: list[int]  # as in BoardAsked
