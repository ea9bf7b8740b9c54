"""The games in examples/ that programs made with the workshop: the laws hold, and their twins agree."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.core import registry
from rookery.testing import check
from rookery.testing.twins import check_twin

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = sorted(path.parents[1].name for path in EXAMPLES.glob("*/tests/twin.py"))


def twin_of(slug: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"twin_of_{slug}", EXAMPLES / slug / "tests" / "twin.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Twin


@pytest.mark.parametrize("slug", GAMES)
def test_an_example_keeps_the_laws_and_agrees_with_its_twin(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_WRITTEN_HERE", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(EXAMPLES / slug)
    game = rookery.load(slug)
    check(game, games=2)
    check_twin(game, twin_of(slug), games=40)
