"""Files of a site: their paths and contents, and how they are written."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rookery.core.errors import Refusal
from rookery.page_engine.engine_parts import Files
from rookery.page_engine.made_files import digest
from rookery.whole_file import write_whole

NAMING = "index.html"  # the file that names the others
LIST = "site.json"  # the names of all files: by it the next build knows the folder, and what of it is old


class SiteParts(NamedTuple):
    """Files of a site that do not know each other yet."""

    files: Files
    named: dict[str, Any]  # SiteFiles of web/src/worker/worker_messages.ts, but for the version


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
    """Write a site into a folder that is new, empty, or holds an older site, whose other files are removed. Files that
    name others come last: until then an old page finds its files.

    Raises Refusal if the folder holds anything else, OSError if it cannot be written."""
    old = older(folder)
    for path in sorted(files, key=lambda path: (path == NAMING, path)):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, files[path])
    listed = {path: digest(data) for path, data in sorted(files.items())}
    write_whole(folder / LIST, json.dumps(listed, indent=1).encode())
    for path in old - set(files):
        (folder / path).unlink(missing_ok=True)
