"""`python -m rookery.offline.build_pages FOLDER` writes the files of built_pages.py."""

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from rookery.bots import levels
from rookery.core.position import Game
from rookery.core.registry import load, slugs
from rookery.export import rules_page
from rookery.offline.built_pages import CODES_FILE, LEVELS_FILE
from rookery.server.bots.game_codes import code_name

__all__ = ["build_pages", "listed"]


def build_pages(folder: Path) -> None:
    """Write the files of all games. A game may have no rules."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [load(slug) for slug in slugs()]
    for game in games:
        (folder / f"{game.facts.slug}.svg").write_text(rules_page.picture(game), "utf-8")
        if (game.path / "rules.md").exists():
            (folder / f"{game.facts.slug}.html").write_text(rules_page.rules(game, code_name(game)), "utf-8")
    for name, told in listed(games).items():
        (folder / name).write_bytes(told)


def listed(games: Sequence[Game]) -> dict[str, bytes]:
    """The files that say something of each game."""
    said = {LEVELS_FILE: levels, CODES_FILE: code_name}
    return {name: msgspec.json.encode({game.facts.slug: of(game) for game in games}) for name, of in said.items()}


if __name__ == "__main__":
    build_pages(Path(sys.argv[1]))
