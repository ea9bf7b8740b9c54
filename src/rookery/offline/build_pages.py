"""`python -m rookery.offline.build_pages FOLDER` writes the files of built_pages.py."""

import sys
from pathlib import Path

import msgspec

from rookery.bots import levels
from rookery.core.registry import load, slugs
from rookery.export import rules_page
from rookery.offline.built_pages import CODES_FILE, LEVELS_FILE
from rookery.server.bots.game_codes import code_name

__all__ = ["build_pages"]


def build_pages(folder: Path) -> None:
    """Write the files of all games. A game may have no rules."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [load(slug) for slug in slugs()]
    for game in games:
        (folder / f"{game.facts.slug}.svg").write_text(rules_page.picture(game), "utf-8")
        if (game.path / "rules.md").exists():
            (folder / f"{game.facts.slug}.html").write_text(rules_page.rules(game, code_name(game)), "utf-8")
    (folder / LEVELS_FILE).write_bytes(msgspec.json.encode({game.facts.slug: levels(game) for game in games}))
    (folder / CODES_FILE).write_bytes(msgspec.json.encode({game.facts.slug: code_name(game) for game in games}))


if __name__ == "__main__":
    build_pages(Path(sys.argv[1]))
