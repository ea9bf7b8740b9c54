"""Machine code from the cache is never stale: an edited rule takes effect, and the rest is not compiled again.

A copy of Heap in a folder of its own, found by its entry point as any outside game is, plays in new processes.
"""

import json
import os
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

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for path in HEAP.glob("*.py"):
            self.write(f"heap/{path.name}", path.read_text().replace("tests.laws.heap", "heap"))
        self.write("heap-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: heap\nVersion: 1\n")
        self.write("heap-1.dist-info/entry_points.txt", "[rookery.games]\nheap = heap\n")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text()
        assert text.count(old) == 1
        self.write(name, text.replace(old, new))

    def play(self) -> tuple[int, int, int]:
        """Ways to play four plies; kernels loaded from the cache; kernels compiled. In a new process."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "ROOKERY_CACHE": str(self.folder / "cache")}
        ran = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        ways, hits, misses = json.loads(ran.stdout)
        return ways, hits, misses


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("shelf"))


def test_an_edited_rule_takes_effect_and_the_cache_serves_the_rest(shelf: Shelf) -> None:
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
