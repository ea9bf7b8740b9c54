"""Machine code from the cache is never stale: an edited rule takes effect, and the rest is not compiled again.

A copy of Heap in a folder of its own, found by its entry point as any outside game is, plays in new processes. What a
kernel can be made of is found in tests/core/compiling/test_sources.py.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HEAP = Path(__file__).parent / "heap"

PLAY = """
import json, sys
import rookery, rookery.search

ways = rookery.search.perft(rookery.load("heap").start(), 4)
modules = [module for name, module in list(sys.modules.items()) if name.startswith(("heap", "rookery"))]
kernels = {id(k): k for module in modules for k in vars(module).values() if hasattr(k, "stats")}
found = {name: sum(sum(getattr(k.stats, name).values()) for k in kernels.values()) for name in k_names}
print(json.dumps([ways, found["cache_hits"], found["cache_misses"]]))
""".replace("k_names", repr(("cache_hits", "cache_misses")))


class Shelf:
    """A folder in which the copy is installed, and a cache of its own."""

    def __init__(self, folder: Path, cache: str = "cache") -> None:
        self.folder = folder
        self.cache = folder / cache
        for path in HEAP.glob("*.py"):
            self.write(f"heap/{path.name}", path.read_text().replace("tests.laws.heap", "heap"))
        self.write("heap-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: heap\nVersion: 1\n")
        self.write("heap-1.dist-info/entry_points.txt", "[rookery.games]\nheap = heap\n")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text()
        assert text.count(old) == 1
        self.write(name, text.replace(old, new))

    def play(self) -> tuple[int, int, int]:
        """Ways to play four plies; kernels loaded from the cache; kernels compiled. In a new process."""
        ways, hits, misses = json.loads(self.run(PLAY))
        return ways, hits, misses

    def run(self, code: str, **more: str) -> str:
        """What a new process prints."""
        found = {"PYTHONPATH": str(self.folder), "ROOKERY_CACHE": str(self.cache), "ROOKERY_MACHINE_CODE": "first"}
        command, environment = [sys.executable, "-c", code], os.environ | found | more
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("shelf"))


def test_an_edited_rule_takes_effect(shelf: Shelf) -> None:
    """As a module, which lies in the folder of the machine code: its name is a stamp of all that both are made of."""

    def ways() -> int:
        return int(json.loads(shelf.run(PLAY, ROOKERY_MACHINE_CODE="none"))[0])

    assert ways() == 3**4
    shelf.edit("heap/rules.py", "FEWEST = 1", "FEWEST = 2")
    assert ways() == 2**4, "a constant in the kernels' own file"
    shelf.edit("heap/facts.py", "MOST = 3", "MOST = 4")
    assert ways() == 3**4, "a constant in another file"


@pytest.mark.soak  # its processes compile for half a minute
def test_an_edited_rule_takes_effect_and_the_cache_serves_the_rest(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    ways, hits, misses = shelf.play()
    assert ways == 3**4
    assert (hits == 0, misses > 0) == (True, True), "the first process compiles"

    ways, hits, misses = shelf.play()
    assert ways == 3**4
    assert (hits > 0, misses == 0) == (True, True), "the second one loads what the first one compiled"

    shelf.edit("heap/rules.py", "FEWEST = 1", "FEWEST = 2")
    assert shelf.play()[0] == 2**4, "a constant in the kernels' own file"

    shelf.edit("heap/facts.py", "MOST = 3", "MOST = 4")
    assert shelf.play()[0] == 3**4, "a constant in another file: the edit that Numba alone would miss"

    for name in (others := ("scene.py", "notation.py", "rules.md", "art.svg")):
        shelf.write(f"heap/{name}", "")
    shelf.write("heap/engine.toml", "[levels]\neasy = { simulations = 7 }\n")
    assert shelf.play()[2] == 0, f"no kernel is made of {others}, nor of what its engine's file says"

    shelf.write("heap/cards.toml", "")
    assert shelf.play()[2] > 0, "a kernel may be made of any other table"


@pytest.mark.soak  # its processes compile for half a minute
def test_a_cache_folder_around_the_sources(tmp_path: Path) -> None:
    """For example a home folder: the game's own files are then below the cache folder, but are not copies."""
    shelf = Shelf(tmp_path, ".")
    assert shelf.play()[0] == 3**4
    shelf.edit("heap/facts.py", "MOST = 3", "MOST = 2")
    assert shelf.play()[0] == 2**4


@pytest.mark.soak  # its processes compile for half a minute
def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    """Numba would then keep machine code beside the sources, stamped by one file alone."""
    shelf = Shelf(tmp_path)
    shelf.play()
    for folder in [path for path in shelf.cache.glob("*/*") if path.is_dir()]:
        shutil.rmtree(folder)
        folder.touch()  # nobody can write there, root included
    ways, hits, _ = shelf.play()
    assert (ways, hits) == (3**4, 0)
    assert not list((tmp_path / "heap").rglob("*.nbi"))


@pytest.mark.soak  # its processes compile for half a minute
def test_no_place_for_a_cache(tmp_path: Path) -> None:
    """It is then in a temporary folder, which other processes of the same program share, and which goes with them."""
    shelf = Shelf(tmp_path, "METADATA/cache")
    shelf.write("METADATA", "a file, where a folder would be needed")
    again = f"import subprocess; subprocess.run([sys.executable, '-c', {PLAY!r}], check=True)"
    first, second = map(json.loads, shelf.run(f"{PLAY}sys.stdout.flush()\n{again}", TMPDIR=str(tmp_path)).splitlines())
    assert (first[1], second[2]) == (0, 0), "the first compiles, the second loads"
    assert not list(tmp_path.glob("rookery-*"))


THREADS = """
import importlib, threading, time
import rookery, rookery.core.kernel as kernel

game, find = rookery.load("heap"), kernel._folder_for
game.rules

def slowly(*folders):
    time.sleep(0.1 if threading.current_thread() is not threading.main_thread() else 0)
    return find(*folders)

kernel._folder_for = slowly
threading.Thread(target=importlib.import_module, args=["rookery.core.chance"], daemon=True).start()
time.sleep(0.05)
game.start()
"""


def test_two_threads_may_begin_at_once(shelf: Shelf) -> None:
    """One imports a file with kernels that the other needs for a copy that it makes: nobody waits for ever."""
    shelf.run(THREADS)
