"""Python as a page has it, for all tests of what it does there."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.core import registry
from rookery.core.position import Game
from rookery.site.page_python import library_files
from rookery.workshop import new_game
from tests.workshop import without_numpy

SLUG = "my_game"  # as the page calls every game that is written there


class PagePython:
    """The process, which has no other files than a page."""

    def __init__(self, folder: Path) -> None:
        library = folder / "library"
        for place, data in library_files().items():
            (library / place).parent.mkdir(parents=True, exist_ok=True)
            (library / place).write_bytes(data)
        command = [sys.executable, without_numpy.__file__, str(folder / "games")]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env={"PYTHONPATH": str(library)}, stdin=pipe, stdout=pipe, text=True)

    def __call__(self, called: str, *given: object) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([called, *given]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def opened(self, texts: Mapping[str, str]) -> Any:
        return self("opened", SLUG, json.dumps(texts))


def loaded(texts: Mapping[str, str], slug: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game in this process, which forgets no module: so it has another name."""
    new_game.write(folder / "games", {f"{slug}/{path}": text.replace(SLUG, slug) for path, text in texts.items()})
    monkeypatch.setattr(registry, "_WRITTEN_HERE", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(folder / "games")
    return rookery.load(slug)


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PagePython]:
    started = PagePython(tmp_path_factory.mktemp("page"))
    yield started
    started.process.kill()
    started.process.communicate()
