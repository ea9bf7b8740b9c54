"""Building modules: what is kept, what an edit changes, and what is refused in a sentence."""

import importlib.util
import json
import shutil
from pathlib import Path

import pytest

import rookery
from rookery.core.compiling.sources import portable_stamp, source_of, stamp
from rookery.core.errors import CannotPlay, MissingExtra, Trouble
from rookery.core.position import Game
from rookery.wasm.build import build, module_stamp
from rookery.wasm.link import linked, linker
from tests.wasm.modules import built


def test_modules_are_small() -> None:
    """In bytes before compression; docs/webassembly.md has them compressed."""
    for slug in rookery.slugs():
        for files in built(slug).values():
            assert 1_000 < files.module.stat().st_size < 320_000


def test_a_module_is_copied_where_it_is_wanted(tmp_path: Path) -> None:
    slug = rookery.slugs()[0]
    found = build(rookery.load(slug), tmp_path / "new" / "folder")
    for name, files in found.items():
        assert files.module.read_bytes() == built(slug)[name].module.read_bytes()
        described = json.loads(files.description.read_text("utf-8"))
        assert (described["game"], described["module"]) == (slug, name)
        assert described["stamp"] in files.module.name


def test_the_stamp_does_not_tell_where_files_lie() -> None:
    """Machines with the same sources agree on it; the stamp of machine code differs, because Numba keeps paths."""
    source = source_of("rookery.core.chance")
    moved = source._replace(file=Path("/elsewhere") / source.file.name)
    assert portable_stamp(source) == portable_stamp(source_of("rookery.core.chance"))
    assert stamp(source) != stamp(moved)


def test_each_game_has_its_own_stamp() -> None:
    assert len({module_stamp(rookery.load(slug)) for slug in rookery.slugs()}) == len(rookery.slugs())


def test_a_variant_is_refused() -> None:
    game = Game(rookery.load(rookery.slugs()[0]).package)
    game.components = {"tiles.toml": "0" * 16}
    with pytest.raises(CannotPlay, match="has other components"):
        build(game)


def test_without_a_linker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'rookery-games\[wasm\]'"):
        linker()


def test_what_is_no_object_file_is_refused() -> None:
    with pytest.raises(Trouble, match="the linker refused the kernels"):
        linked(b"nothing", ["rules.legal"])
