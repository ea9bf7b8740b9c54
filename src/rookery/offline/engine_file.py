"""The engine's program as a file. `python -m rookery.offline.engine_file SLUG ...` makes it of these games and
writes it to the standard output for page_engine/apart.py; it stays in the cache folder."""

import contextlib
import hashlib
import os
import sys
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

import rookery
from rookery.core.kernel import user
from rookery.core.position import Game
from rookery.offline.engine_program import engine_text
from rookery.page_engine.engine_parts import EngineProgram
from rookery.page_engine.made_files import GZIP, hashed, is_whole, made_file, packed

NICENESS = 10  # pages come first: nobody waits for their engine yet
SOURCES = ("*.py", "*.toml")  # of what the engine is made of


def loadable(slugs: Iterable[str]) -> list[Game]:
    """Those that can be loaded; the catalog says what is wrong with the others (server/rooms/catalog.py)."""
    games = []
    for slug in slugs:
        with contextlib.suppress(Exception):  # the files of another author may raise anything
            games.append(rookery.load(slug))
    return games


def engine_program(games: Sequence[Game]) -> EngineProgram:
    """The engine of these games, from the cache folder if that can be used. It leaves out games that it cannot know,
    and warns of them."""

    def made() -> bytes:
        return packed(msgspec.msgpack.encode(_made(games)))

    try:
        kept = made_file("engine.packed", _sources(games), made, whole=is_whole)
    except OSError as error:
        engine = _made(games)
        engine.warnings.append(f"The engine of pages is made anew at each start: {error}")
        return engine
    return msgspec.msgpack.decode(zlib.decompress(kept, GZIP), type=EngineProgram)


def _made(games: Sequence[Game]) -> EngineProgram:
    warnings = list[str]()
    known = [game for game in games if _is_known(game, warnings)]
    text = engine_text(known).encode()
    return EngineProgram(hashed("engine.js", text), text, [game.facts.slug for game in known], warnings)


def _is_known(game: Game, warnings: list[str]) -> bool:
    """Whether the engine can be made of it; else there is one more warning. Games of this package are known."""
    if _is_ours(game):
        return True
    try:
        engine_text([game])
    except Exception as error:  # noqa: BLE001  # whatever the files of another author raise
        warnings.append(
            f"Pages offer no hints and no reviews of {game.facts.slug}: {str(error) or type(error).__name__}"
        )
        return False
    return True


def _is_ours(game: Game) -> bool:
    return game.path.is_relative_to(Path(rookery.__file__).parent)


def _sources(games: Sequence[Game]) -> tuple[bytes, ...]:
    """All that it is made of, and for whom: nobody runs what others left."""
    folders = [Path(rookery.__file__).parent, *(game.path for game in games if not _is_ours(game))]
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for ending in SOURCES for path in folder.rglob(ending)):
            total.update(f"{path.relative_to(folder)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.digest(), " ".join(game.facts.slug for game in games).encode(), str(user()).encode()


def main() -> None:
    """Raises SystemExit with a sentence if it cannot be made."""
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a game may print when it is imported
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        program = engine_program(loadable(sys.argv[1:]))
    except OSError as error:
        raise SystemExit(str(error)) from None
    if not answer.isatty():
        answer.write(msgspec.msgpack.encode(program))
        answer.flush()


if __name__ == "__main__":
    main()
