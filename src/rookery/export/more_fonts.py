"""Fonts of this machine with letters that our own font lacks: Chinese, Japanese, Korean, and signs such as emoji."""

import functools
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rookery.export.raster import library

# how names of files begin: fonts with many letters, on Linux, macOS and Windows. The first are taken first
FONT_FILES = (
    *("notosanscjk", "notosanssc", "notosansjp", "notosanskr", "sourcehansans", "wqy", "droidsansfallback"),
    *("pingfang", "hiraginosans", "applesdgothicneo", "arialunicode", "msyh", "msgothic", "yugoth", "meiryo", "malgun"),
    *("simsun", "ipag", "takao", "vl-gothic", "nanumgothic", "uming", "notoemoji", "seguisym", "symbola", "unifont"),
)
_ENDINGS = (".ttf", ".otf", ".ttc", ".otc")


class FoundFont(NamedTuple):
    path: Path
    letters: frozenset[str]  # those of the wanted ones that it has


def fonts_with(wanted: set[str]) -> Iterator[FoundFont]:
    """Fonts that together have as many of these letters as possible."""
    left = frozenset(wanted)
    for path in _files():
        if not left:
            return
        if letters := left & _letters(path):
            left -= letters
            yield FoundFont(path, letters)


@functools.cache
def _letters(path: Path) -> frozenset[str]:
    """The letters of a font, the first one in a file of several; none if the file cannot be read."""
    fonts: Any = library("fontTools.ttLib")
    try:
        with fonts.TTFont(path, fontNumber=0, lazy=True) as font:
            return frozenset(map(chr, font.getBestCmap() or ()))
    except (OSError, fonts.TTLibError, AssertionError, LookupError, ValueError, struct.error):
        return frozenset()


@functools.cache
def _files() -> tuple[Path, ...]:
    """The files of these fonts on this machine, in the order of FONT_FILES."""
    ranked = []
    for folder in _folders():
        for path in folder.rglob("*"):
            name = path.name.lower().replace(" ", "")
            rank = next((rank for rank, known in enumerate(FONT_FILES) if name.startswith(known)), None)
            if rank is not None and path.suffix.lower() in _ENDINGS:
                ranked.append((rank, str(path)))
    return tuple(Path(path) for _, path in sorted(ranked))


def _folders() -> list[Path]:
    """The folders in which systems keep fonts."""
    named = ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"]
    if windows := os.environ.get("WINDIR"):
        named.append(f"{windows}\\Fonts")
    own = ("~/.fonts", "~/.local/share/fonts", "~/Library/Fonts", "~/AppData/Local/Microsoft/Windows/Fonts")
    named += map(os.path.expanduser, own)  # without a home folder they stay as they are, and are not there
    return [Path(name) for name in named if os.path.isdir(name)]
