"""A static site, and a plain file server that serves it in a folder below its root."""

import re
import subprocess
import sys
from pathlib import Path

from rookery.site.assemble import finished
from rookery.site.files import SiteParts, write

__all__ = ["FileServer"]

FOLDER = "games/parlour"  # below the root of the server


class FileServer:
    """`python -m http.server`."""

    def __init__(self, root: Path, parts: SiteParts) -> None:
        self._folder = root / FOLDER
        self.parts = parts
        self.put()
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(root)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        port = re.search(r"port (\d+)", self._process.stdout.readline())
        assert port is not None
        self.link = f"http://127.0.0.1:{port[1]}/{FOLDER}/"

    def put(self, note: str = "") -> None:
        """Put the site there. Another note makes another version of it."""
        files = {**self.parts.files, "licences.txt": self.parts.files["licences.txt"] + note.encode()}
        made = finished(SiteParts(files, self.parts.named))
        self.paths = sorted(made)
        write(made, self._folder)

    def close(self) -> None:
        self._process.terminate()
        self._process.communicate()
