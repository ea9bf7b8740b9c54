"""What is drawn when the site is made: a page shows it before the worker is ready (web/src/net/site_file.ts)."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.export import rules_page
from rookery.offline.build_pages import listed
from rookery.offline.parlour import Parlour
from rookery.offline.storage import MemoryStorage
from rookery.server.bots.game_codes import code_name, code_of
from rookery.site.files import Files

__all__ = ["drawings"]


def drawings(games: Sequence[Game]) -> Files:
    """The list of games, and of each its drawings, its code, its picture for the lobby and its rules."""
    with tempfile.TemporaryDirectory(prefix="rookery-site-") as folder:
        for name, told in listed(games).items():
            Path(folder, name).write_bytes(told)
        files = {"games.json": asyncio.run(_cards(Path(folder)))}
    for game in games:
        slug = game.facts.slug
        files[f"art/{slug}.svg"] = game.art.encode()
        if code := code_of(game):
            files[f"code/{code.name}"] = code.text
        files[f"games/{slug}/picture.svg"] = rules_page.picture(game).encode()
        if (game.path / "rules.md").exists():  # a game from outside the package may have no rules page
            files[f"rules/{slug}.html"] = rules_page.rules(game, code_name(game)).encode()
    return files


async def _cards(pages: Path) -> bytes:
    """The list of games as the parlour in the page says it."""
    parlour = await Parlour.open(MemoryStorage(), pages)
    try:
        reply = await parlour.request("GET", "/api/games")
    finally:
        await parlour.close()
    if reply.status != 200:
        raise Trouble(f"the list of games cannot be made: {reply.body.decode()}")
    return reply.body
