"""Positions of a game that is studied, as a page describes them: by the actions that led there."""

from collections.abc import Iterable

from msgspec import Struct

from rookery.core.errors import UnknownOption
from rookery.core.position import Position
from rookery.core.registry import load


class StudiedPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and whose view of it is meant."""

    game: str  # slug
    players: int
    options: dict[str, str]
    actions: list[int]  # that led to it
    eyes: int | None  # the seat from whose view it is analysed; None: all hands are open


def studied(game: str, players: int, options: dict[str, str], actions: Iterable[int]) -> Position:
    """The whole position. Raises UnknownGame, UnknownOption, IllegalAction."""
    loaded = load(game)
    position = loaded.start_with(loaded.facts.settings(players, options))
    for action in actions:
        position = position.after(action)
    return position


def seen_by_eyes(asked: StudiedPosition) -> Position:
    """The position as the analysis may know it: the view of the seat, or, with all hands open, the whole position.
    Raises as `studied`."""
    position = studied(asked.game, asked.players, asked.options, asked.actions)
    if asked.eyes is None:
        return position
    if not 0 <= asked.eyes < position.players:
        raise UnknownOption(f"there is no seat {asked.eyes}; this table has {position.players}")
    return position.view(asked.eyes)
