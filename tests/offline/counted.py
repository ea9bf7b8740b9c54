"""Ids, keys and secrets that two parlours have in common. They are lowered with the parlour, too."""

from typing import Any

import rookery
from rookery.offline.page_game import GamesOfSite, games_of_site

_made = [0, 0]  # ids, keys


def begin() -> None:
    """Count from the start."""
    _made[:] = 0, 0


def new_id() -> str:
    _made[0] += 1
    return f"{_made[0]:016}"


def new_key() -> str:
    _made[1] += 1
    return f"{_made[1]:032}"


def new_secret() -> bytes:
    return bytes(range(32))


PATCHES: dict[str, Any] = {
    "rookery.server.rooms.new_table.new_id": new_id,
    "rookery.server.rooms.new_table.new_key": new_key,
    "rookery.server.rooms.table_manager.new_key": new_key,
    "rookery.server.days.daily_play.new_id": new_id,
    "rookery.server.rooms.new_table.new_secret": new_secret,
    "rookery.server.rooms.table_actor.PRESENCE_DEBOUNCE": 1e6,  # who is here is told with other news
}


def told(brain: Any) -> GamesOfSite:
    """That of all games, with the levels of a module of bots."""
    levels = {slug: brain.levels(rookery.load(slug)) for slug in rookery.slugs()}
    return games_of_site(rookery.slugs())._replace(levels=levels)
