"""A game as one file: a .zip with the folder of its package, as people keep it, send it and open it again."""

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import PurePosixPath

from rookery.core.errors import Refusal

TEXT_ENDINGS = (".py", ".md", ".toml", ".svg")  # of the files of a game that people write
FACTS_FILE = "facts.py"
MOST_ZIPPED = 200  # files
MOST_UNZIPPED = 4_000_000  # bytes
THE_DATE = (1980, 1, 1, 0, 0, 0)  # of all files: the same files are the same bytes
_OWN_NAME = re.compile(r"""(\bslug\s*=\s*["'])\w+(?=["'])""")  # in its facts
_USUAL = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError)


class NoGameInFile(Refusal):
    """A file is no .zip, or none with a game."""


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip, the same bytes every time."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files):
            archive.writestr(zipfile.ZipInfo(path, THE_DATE), files[path], zipfile.ZIP_DEFLATED)
    return target.getvalue()


def files_in(data: bytes) -> dict[str, bytes]:
    """The files of a zip of ours. One from elsewhere goes to `unzipped`, which trusts nothing in it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def unzipped(data: bytes) -> tuple[str, dict[str, str]]:
    """The package of the game in a file, and its texts by their paths in its folder. Other files stay behind.

    Raises NoGameInFile."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _game_in(archive)
    except _BROKEN as error:
        raise NoGameInFile(f"this file cannot be read as a .zip of a game: {error}") from None


def _game_in(archive: zipfile.ZipFile) -> tuple[str, dict[str, str]]:
    listed = archive.infolist()
    if len(listed) > MOST_ZIPPED or sum(one.file_size for one in listed) > MOST_UNZIPPED:
        most = f"{MOST_ZIPPED} files and {MOST_UNZIPPED // 1_000_000} MB"
        raise NoGameInFile(f"this .zip holds more than a game may: at most {most}")
    if any(one.compress_type not in _USUAL for one in listed):  # others unpack whole, however small they say they are
        raise NoGameInFile("this .zip is compressed in an unusual way; make it anew with the usual one, deflate")
    paths = [path for path in map(PurePosixPath, archive.namelist()) if ".." not in path.parts]
    homes = [path.parent for path in paths if path.name == FACTS_FILE]
    home = min(homes, key=lambda path: len(path.parts), default=None)
    if home is None or not home.name.isidentifier():
        raise NoGameInFile(f"no game is in this .zip: it has no folder with a {FACTS_FILE}")
    texts = {
        path.relative_to(home).as_posix(): archive.read(one).decode("utf-8")
        for one in listed
        if (path := PurePosixPath(one.filename)).suffix in TEXT_ENDINGS
        and path.is_relative_to(home)
        and ".." not in path.parts
    }
    return home.name, texts


def renamed(texts: Mapping[str, str], package: str, slug: str) -> dict[str, str]:
    """The texts of a game that calls itself `slug`, in a package of that name. `package`: that of the given texts."""
    imports = re.compile(rf"(?m)^(\s*(?:from|import)\s+){re.escape(package)}(?=[.\s])")
    made = {
        place: imports.sub(rf"\g<1>{slug}", text) if place.endswith(".py") else text for place, text in texts.items()
    }
    return made | {FACTS_FILE: _OWN_NAME.sub(rf"\g<1>{slug}", made.get(FACTS_FILE, ""), count=1)}
