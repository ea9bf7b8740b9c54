"""A static site, and a plain file server that serves it in a folder below its root."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import rookery
from rookery.page_engine.made_files import made_file
from rookery.site.assemble import finished, parts
from rookery.site.files import SiteParts, write

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src/rookery/server/page"
FOLDER = "games/parlour"  # below the root of the server
BUILDING = 600.0  # seconds for another process to build a site: two at once take twice as long
START = 60_000  # ms until a worker of a page has its program and answers, on a machine with other things to do


def made_once() -> SiteParts:
    """The parts of a site, from the cache folder while nothing that they are made of has changed."""
    games = [rookery.load(slug).path for slug in rookery.slugs()]
    folders = [ROOT / "src", *games, *[path for path in (ROOT / "web").iterdir() if path.name != "node_modules"]]
    files = {path for folder in folders for path in [folder, *folder.rglob("*")] if path.is_file() and is_source(path)}
    of = tuple(data for path in sorted(files) for data in (str(path).encode(), path.read_bytes()))
    made = made_file("site.pickle", of, lambda: pickle.dumps(parts(rookery.slugs())), patience=BUILDING)
    return SiteParts(*pickle.loads(made))


def is_source(path: Path) -> bool:
    """Neither the built page of a server nor what Python keeps."""
    return "__pycache__" not in path.parts and BUILT not in path.parents


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
