"""Builds a site into a folder."""

from collections.abc import Callable, Sequence
from pathlib import Path

import rookery
from rookery.core.position import Game
from rookery.offline.page_program import program_text
from rookery.page_engine.engine_parts import engine_parts
from rookery.page_engine.made_files import digest, hashed
from rookery.page_engine.python_files import MODULES_FOLDER
from rookery.page_engine.runtime import WEB
from rookery.server.bots.game_codes import code_name
from rookery.site.drawings import drawings
from rookery.site.files import Files, SiteParts, older, write
from rookery.site.icons import SITE_DESCRIPTION, icons
from rookery.site.page import SERVICE_WORKER, built_page, with_files, with_list
from rookery.wasm.build import build as build_modules

__all__ = ["build", "finished", "parts", "steps"]

ReportStep = Callable[[int, str], None]  # gets how many steps are done, and what comes next


def steps(slugs: Sequence[str]) -> int:
    """Of `build`, for a bar."""
    return len(slugs) + 4


def build(folder: Path, slugs: Sequence[str], report: ReportStep = lambda done, words: None) -> Files:
    """Build the site of these games into `folder`; returns its files. `report` gets how many of `steps(slugs)` are
    done, and what comes next.

    Raises MissingExtra if a tool is missing, Trouble if a step fails, Refusal if the folder holds other files."""
    older(folder)  # a folder that must not be touched is refused before a minute of work
    files = finished(parts(slugs, report))
    write(files, folder)
    return files


def parts(slugs: Sequence[str], report: ReportStep = lambda done, words: None) -> SiteParts:
    """Everything that a site is made of. `report`: see build. Raises MissingExtra, Trouble."""
    games = [rookery.load(slug) for slug in slugs]
    modules = _modules(games, report)
    report(len(games), "Python")
    made = engine_parts(games)
    made.add_package("site", modules)
    report(len(games) + 1, "the page")
    files = built_page(WEB) | made.files
    report(len(games) + 2, "pictures and rules")
    files |= drawings(games)
    text = program_text(slugs).encode()
    program = hashed("code/parlour.js", text)
    files[program] = text
    codes = {game.facts.slug: code_name(game) for game in games}
    report(len(games) + 3, "icons")
    files |= icons(WEB, SITE_DESCRIPTION)
    return SiteParts(files, made.named | {"program": program, "codes": codes})


def _modules(games: Sequence[Game], report: ReportStep) -> Files:
    """The WebAssembly of all games, by the path below site-packages where Python finds it."""
    files = Files()
    for done, game in enumerate(games):
        report(done, game.facts.name)
        for built in build_modules(game).values():
            files |= {f"{MODULES_FOLDER}/{path.name}": path.read_bytes() for path in built}
    return files


def finished(made: SiteParts) -> Files:
    """The site, with the names of all files in its page and in its service worker."""
    files = dict(made.files)
    version = digest("\n".join(f"{path} {digest(data)}" for path, data in sorted(files.items())).encode())[:16]
    script = files.pop(SERVICE_WORKER).decode()
    files["index.html"] = with_files(files["index.html"].decode(), {**made.named, "version": version}).encode()
    files[SERVICE_WORKER] = with_list(script, version, files).encode()
    return files
