"""Files of a site: their paths and contents, and how they are written."""

import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rookery.core.errors import Refusal
from rookery.server.ops.page_engine import ENGINE_LIST

__all__ = ["LIST", "Files", "SiteParts", "digest", "hashed", "older", "packed", "write"]

Files = dict[str, bytes]  # path from the folder of the site, with slashes -> contents

NAMING = ("index.html", ENGINE_LIST)  # files that name the others
LIST = "site.json"  # the names of all files: by it the next build knows the folder, and what of it is old


class SiteParts(NamedTuple):
    """Files of a site that do not know each other yet."""

    files: Files
    named: dict[str, Any]  # SiteFiles of web/src/worker/worker_messages.ts, but for the version


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def hashed(name: str, data: bytes) -> str:
    """A name with a hash of the contents, such as "python/rookery.0123456789abcdef.zip"."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}.{digest(data)[:16]}{dot}{ending}"


def packed(data: bytes) -> bytes:
    """Compressed by gzip, the same bytes every time."""
    return gzip.compress(data, 9, mtime=0)


def older(folder: Path) -> set[str]:
    """The files of the site that is there, if any. Raises Refusal if the folder holds anything else, OSError for a
    file."""
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        listed = json.loads((folder / LIST).read_text("utf-8"))
    except (OSError, ValueError):
        raise Refusal(f"{folder} holds other files; name a new or empty folder, or that of an older site") from None
    return {path for path in listed if (folder / path).resolve().is_relative_to(folder.resolve())}


def write(files: Mapping[str, bytes], folder: Path) -> None:
    """Write a site into a folder that is new, empty, or holds an older site, whose other files are removed. What names
    the other files comes last: until then an old page finds its files.

    Raises Refusal if the folder holds anything else, OSError if it cannot be written."""
    old = older(folder)
    for path in sorted(files, key=lambda path: (path in NAMING, path)):
        _replace(folder / path, files[path])
    listed = {path: digest(data) for path, data in sorted(files.items())}
    _replace(folder / LIST, json.dumps(listed, indent=1).encode())
    for path in old - set(files):
        (folder / path).unlink(missing_ok=True)


def _replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}-new")
    draft.write_bytes(data)
    draft.replace(path)
