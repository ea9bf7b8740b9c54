"""What a page asks about any position of a game. The page keeps the actions, and a server keeps nothing."""

from typing import Annotated

from msgspec import Meta, Struct

from rookery.core.scene import Scene
from rookery.server.wire.messages import Entry, Moment, ShortText

__all__ = ["BoardAsked", "BoardPreview", "BoardPreviewAsked", "BoardShown", "BoardWhy", "BoardWhyAsked"]

MAX_ACTIONS = 4096


class BoardAsked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/games/{slug}/board -> BoardShown."""

    players: int
    options: dict[ShortText, ShortText]
    actions: Annotated[list[int], Meta(max_length=MAX_ACTIONS)]  # from the start of the game, chance included
    # of them, those whose positions are not asked for; the others' are told one by one if they are few
    seen: int | None = None
    eyes: int | None = None  # the seat whose view is shown; None: that of the seat that decides


class BoardShown(Struct, frozen=True):
    game: str  # its name
    rules: int  # version of its rules
    styles: list[str]  # of the seats
    seats: list[str]  # what they are called
    moves: list[Entry]  # the actions that were not seen
    moments: list[Moment]  # the positions after each of them; if there are none or too many, the last one


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
