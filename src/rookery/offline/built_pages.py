"""What was made of the games when the page was built, because it takes libraries or time that the page lacks.

    SLUG.html     the rules of a game, as an HTML fragment
    SLUG.svg      its picture for the front page
    levels.json   by slug: the names of the levels of bots, weakest first
    codes.json    by slug: the name of the code with which pages draw the game (server/bots/game_codes.py)

`python -m rookery.offline.build_pages FOLDER` writes them.
"""

from pathlib import Path
from typing import Any

import msgspec

from rookery.core.position import Game

__all__ = ["CODES_FILE", "LEVELS_FILE", "BuiltPages"]

LEVELS_FILE, CODES_FILE = "levels.json", "codes.json"


class BuiltPages:
    """The files of a folder; GamePages."""

    def __init__(self, folder: Path | None) -> None:
        """`folder`: None: there are no files."""
        self._folder = folder
        self._levels: dict[str, tuple[str, ...]] = self._listed(LEVELS_FILE, dict[str, tuple[str, ...]])
        self._codes: dict[str, str] = self._listed(CODES_FILE, dict[str, str])

    async def picture(self, game: Game) -> str:
        return self._read(f"{game.facts.slug}.svg")

    async def rules(self, game: Game) -> str:
        return self._read(f"{game.facts.slug}.html")

    def levels(self, game: Game) -> tuple[str, ...]:
        """The names of the levels that play a game, weakest first. It takes longer if the file does not say so."""
        return self._levels.get(game.facts.slug) or _levels_of(game)

    def code(self, game: Game) -> str:
        """The name of the code of a game; "" if there is none: then the worker draws its tables."""
        return self._codes.get(game.facts.slug, "")

    def _listed(self, name: str, kind: object) -> Any:
        """What a file says by slug; nothing if there is no such file."""
        try:
            return msgspec.json.decode(self._read(name), type=kind)
        except FileNotFoundError:
            return {}

    def _read(self, name: str) -> str:
        """Raises FileNotFoundError."""
        if self._folder is None:
            raise FileNotFoundError(name)
        return (self._folder / name).read_text("utf-8")


def _levels_of(game: Game) -> tuple[str, ...]:
    from rookery.bots import levels  # imported here because searches take long to import

    return levels(game)
