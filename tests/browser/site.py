"""A static site, and a plain file server that serves it in a folder below its root."""

import fcntl
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import rookery
from rookery.site.assemble import finished, parts
from rookery.site.files import SiteParts, write

FOLDER = "games/parlour"  # below the root of the server
START = 60_000  # ms until a worker of a page has its program and answers, on a machine with other things to do


def made_once(folder: Path) -> SiteParts:
    """The parts of a site. Of the processes that run tests side by side, whose folders lie in one, the first makes
    them."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return parts(rookery.slugs())
    with (folder.parent / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kept = folder.parent / "site.pickle"
        if not kept.exists():
            kept.write_bytes(pickle.dumps(parts(rookery.slugs())))
        return SiteParts(*pickle.loads(kept.read_bytes()))


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
