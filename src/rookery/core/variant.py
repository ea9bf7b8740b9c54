"""A game with other components: the same rules over another mix of tiles, another set of cards.

    mix = (rookery.load("grackles").path / "tiles.toml").read_text("utf-8")
    mine = rookery.variant("grackles", {"tiles.toml": mix.replace("PBKG = 4", "PBKG = 5").replace(...)})

A variant is a game like any other, beside the one from which it was made. Its rules are compiled for its components
when it is first played, and stay in the cache until a month after the last use. Its records and other files name the
changed components, with hashes; to read them, a process must make the same variant first.
"""

import contextlib
import functools
import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rookery.core.compiling.sources import ARGUMENT_FILES
from rookery.core.errors import UnknownOption, UnknownRules, one_of
from rookery.core.position import Game
from rookery.core.registry import load

_COPIED = (".py", ".toml", ".json", ".csv", ".svg", ".md")
_HERE: "list[Variant]" = []  # those made in this process


class Variant(Game):
    """A copy of a game's folder with other files of components."""

    def __init__(self, package: str, slug: str, files: Mapping[str, str]) -> None:
        super().__init__(package)
        self._made_of = slug, dict(files)
        own = load(slug).path
        changed = {name: text for name, text in files.items() if text != (own / name).read_text("utf-8")}
        self.components = {name: _hash(text) for name, text in sorted(changed.items()) if name not in ARGUMENT_FILES}

    def __repr__(self) -> str:
        slug, files = self._made_of
        return f"rookery.variant({slug!r}, {files!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return variant, self._made_of


def variant(slug: str, files: Mapping[str, str]) -> Variant:
    """The game of that slug with other texts for some of its .toml files; `files`: file name -> text.

    Equal texts give the same object. Raises UnknownGame; TypeError for `files` of another form; UnknownOption for a
    file that the game does not have; and the game's own ValueError, which names the line, for invalid components."""
    game = load(slug)
    if not isinstance(files, Mapping) or not all(isinstance(text, str) for pair in files.items() for text in pair):
        raise TypeError(f"files must map names to texts, {{'NAME.toml': text}}; this is {files!r}")
    there = sorted(path.name for path in game.path.glob("*.toml"))
    for name in files:
        if name not in there:
            raise UnknownOption(f"{game.facts.name} has no components in {name!r}; {one_of(name, there)}")
    return _made(slug, tuple(sorted(files.items())))


def with_components(slug: str, components: Mapping[str, str]) -> Game:
    """The game that a file names by its slug and the hashes of its components (Game.identity).

    Raises UnknownGame, and UnknownRules for a variant that was not made in this process, because hashes do not contain
    its components."""
    game = load(slug)
    for known in (game, *_HERE):
        if known.facts.slug == slug and known.components == components:
            return known
    texts = ", ".join(f"{name!r}: text" for name in components)
    raise UnknownRules(
        f"played with other components of {game.facts.name}, whose hashes are {dict(components)}; "
        f"make that game first, with the same texts: rookery.variant({slug!r}, {{{texts}}})"
    )


@functools.cache
def _made(slug: str, files: tuple[tuple[str, str], ...]) -> Variant:
    from rookery.core.kernel import user  # here because it loads Numba

    game = load(slug)
    paths = sorted(path for path in game.path.rglob("*") if path.suffix in _COPIED)
    texts = {path.relative_to(game.path).as_posix(): path.read_text("utf-8") for path in paths} | dict(files)
    home = _hash(repr((user(), game.package, sorted(texts.items()))))
    outer, inner = f"rookery_variant_{home}", game.path.name
    own = re.compile(rf"^(\s*(?:from|import)\s+){re.escape(game.package)}\b", re.M)
    _write(
        outer,
        inner,
        {
            name: own.sub(rf"\g<1>{outer}.{inner}", text) if name.endswith(".py") else text
            for name, text in texts.items()
        },
    )
    new = Variant(f"{outer}.{inner}", slug, dict(files))
    try:
        importlib.import_module(f"{new.package}.rules")  # raises now if its components are invalid
    except ValueError as error:  # its path in the cache means nothing to the caller
        raise ValueError(str(error).replace(f"{new.path}{os.sep}", "")) from None
    _HERE.append(new)
    return new


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _write(outer: str, inner: str, texts: Mapping[str, str]) -> None:
    """Write the package atomically, because another process may write the same one, and make it importable."""
    from rookery.core.kernel import cache_root  # here because it loads Numba

    folder = cache_root() / outer.rpartition("_")[2]  # named like all cache folders, to be removed in time
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):  # another user's
        os.utime(folder)  # the month starts again at each use
    if not (folder / outer).exists():
        draft = Path(tempfile.mkdtemp(dir=folder))
        try:
            for name, text in texts.items():
                path = draft / inner / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
            with contextlib.suppress(OSError):  # another process was quicker
                draft.replace(folder / outer)
        finally:
            shutil.rmtree(draft, ignore_errors=True)  # if it was not moved
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    importlib.invalidate_caches()
