"""What is drawn when the site is made, so that a page shows it before the worker is ready (web/src/net/site_file.ts)."""

from collections.abc import Iterable

import msgspec

from rookery.core.position import Game
from rookery.export import rules_page
from rookery.server.bots.bot_pool import BotPool
from rookery.server.rooms.catalog import Catalog
from rookery.site.files import Files

__all__ = ["drawings"]


def drawings(games: Iterable[Game]) -> Files:
    """The list of games, and of each its drawings, its picture for the lobby and its rules."""
    cards = Catalog(BotPool("rookery.bots", 0, 0.0), 0.0).cards()
    files = {"games.json": msgspec.json.encode(cards)}
    for game in games:
        slug = game.facts.slug
        files[f"art/{slug}.svg"] = game.art.encode()
        files[f"games/{slug}/picture.svg"] = rules_page.picture(game).encode()
        try:
            files[f"rules/{slug}.html"] = rules_page.rules(game).encode()
        except FileNotFoundError:  # a game from outside the package may have no rules page
            continue
    return files
