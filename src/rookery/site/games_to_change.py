"""The games of a site as their authors may change them: each a package of texts in a .zip, under another name."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rookery.core.position import Game
from rookery.lessons.lesson import LESSONS_FILE
from rookery.page_engine.engine_parts import Files
from rookery.page_engine.made_files import hashed
from rookery.testing.lesson_laws import RULE_ID
from rookery.workshop.game_zip import FACTS_FILE, TEXT_ENDINGS, renamed, zipped

# They are about the game as it is, and wrong as soon as a number changes. So are puzzles, tables of results and
# networks, which are no texts.
LEFT_BEHIND = (LESSONS_FILE, "bench.toml")
_LOST = re.compile(r'(?m)^learned = \w+\n|^lesson = "[^"]*"\n|, lesson = "[^"]*"')  # what leads to networks and lessons


class GamesToChange(NamedTuple):
    """Files of a site, and what its page is told of them."""

    files: Files
    listed: list[dict[str, object]]  # GameToChange of web/src/own/begin.ts, in the order of the games


def game_to_change(game: Game) -> bytes:
    """A .zip with the game's texts, in the package my_SLUG."""
    slug, name = f"my_{game.facts.slug}", game.facts.name
    texts = {path.relative_to(game.path).as_posix(): _text(path) for path in _texts_of(game.path)}
    texts = renamed(texts, game.package, slug)
    texts[FACTS_FILE] = texts[FACTS_FILE].replace(f'name="{name}"', f'name="My {name}"', 1)
    untaught = sorted({*RULE_ID.findall(texts.get("rules.md", ""))})
    texts[LESSONS_FILE] = "\n".join(["[excused]", *(f'{rule} = "it may still change"' for rule in untaught), ""])
    return zipped({f"{slug}/{place}": text.encode() for place, text in texts.items()})


def games_to_change(games: Sequence[Game], folder: str) -> GamesToChange:
    """The files of a site with these games, in `folder`."""
    files, listed = Files(), []
    for game in games:
        data = game_to_change(game)
        path = folder + hashed(f"{game.facts.slug}.zip", data)
        files[path] = data
        listed.append({"name": game.facts.name, "file": path, "bytes": len(data)})
    return GamesToChange(files, listed)


def _texts_of(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in TEXT_ENDINGS and path.name not in LEFT_BEHIND]


def _text(path: Path) -> str:
    text = path.read_text("utf-8")
    return _LOST.sub("", text) if path.name == "engine.toml" else text
