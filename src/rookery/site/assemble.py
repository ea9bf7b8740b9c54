"""Builds a site into a folder."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import rookery
from rookery.core.errors import Trouble
from rookery.offline.engine_file import engine_program
from rookery.offline.page_program import program_text
from rookery.page_engine.engine_parts import Files, game_files
from rookery.page_engine.made_files import digest, hashed
from rookery.server.bots.game_codes import code_name
from rookery.site.drawings import drawings
from rookery.site.files import SiteParts, older, write
from rookery.site.icons import SITE_DESCRIPTION, icons
from rookery.site.node_programs import WEB
from rookery.site.page import SERVICE_WORKER, built_page, minified, with_files, with_list
from rookery.site.page_python import python_files

log = logging.getLogger(__name__)

LICENCES = "licences.txt"  # which the page has
PROGRAMS = ("code/", "engine/engine.")  # the beginnings of the paths of programs that were lowered from Python
ReportStep = Callable[[int, str], None]  # gets how many steps are done, and what comes next


def steps(slugs: Sequence[str]) -> int:
    """Of `build`, for a bar."""
    return len(slugs) + 4


def build(folder: Path, slugs: Sequence[str], report: ReportStep = lambda done, words: None, server: str = "") -> Files:
    """Build the site of these games into `folder`; returns its files. `report` gets how many of `steps(slugs)` are
    done, and what comes next. `server`: the address of the server where friends play the games that people make; "/":
    the one that serves the folder; "": there is none.

    Raises MissingExtra if a tool is missing, Trouble if a step fails, Refusal if the folder holds other files."""
    older(folder)  # a folder that must not be touched is refused before a minute of work
    made = parts(slugs, report)
    files = finished(SiteParts(made.files, made.named | {"server": server}))
    write(files, folder)
    return files


def parts(slugs: Sequence[str], report: ReportStep = lambda done, words: None) -> SiteParts:
    """Everything that a site is made of. `report`: see build. Raises MissingExtra, Trouble."""
    games = [rookery.load(slug) for slug in slugs]
    files = Files()
    report(0, "the engine")
    engine = engine_program(games)
    for words in engine.warnings:
        log.warning("%s", words)
    files[f"engine/{engine.name}"] = engine.text
    for done, game in enumerate(games, 1):
        report(done, game.facts.name)
        if code := code_name(game):
            made = game_files(game, f"../code/{code}", engine.name)
            files |= {f"engine/{path}": data for path, data in made.items()}
    report(len(games) + 1, "the page")
    files |= built_page(WEB)
    report(len(games) + 2, "pictures and rules")
    files |= drawings(games)
    text = program_text(slugs).encode()
    program = hashed("code/parlour.js", text)
    files[program] = text
    codes = {game.facts.slug: code_name(game) for game in games}
    files |= minified({path: data for path, data in files.items() if path.startswith(PROGRAMS)}, WEB)
    report(len(games) + 3, "icons")
    files |= icons(WEB, SITE_DESCRIPTION)
    named = {"program": program, "engine": {"program": engine.name}, "codes": codes, "python": None, "server": ""}
    try:
        python = python_files(WEB, games)
        files |= python.files
        files[LICENCES] += python.licences
        named["python"] = python.list
    except Trouble as missing:
        log.warning("Nobody can write a game in this site: %s", missing)
    return SiteParts(files, named)


def finished(made: SiteParts) -> Files:
    """The site, with the names of all files in its page and in its service worker."""
    files = dict(made.files)
    version = digest("\n".join(f"{path} {digest(data)}" for path, data in sorted(files.items())).encode())[:16]
    script = files.pop(SERVICE_WORKER).decode()
    files["index.html"] = with_files(files["index.html"].decode(), {**made.named, "version": version}).encode()
    files[SERVICE_WORKER] = with_list(script, version, files).encode()
    return files
