"""Building modules: where they lie, when they are others, and what is refused in a sentence."""

import gzip
import json
from pathlib import Path

import pytest

import rookery
from rookery.core.compiling import sources
from rookery.core.compiling.sources import Source, portable_stamp, source_of, stamp
from rookery.core.errors import CannotPlay
from rookery.core.position import Game
from rookery.wasm.build import build, module_stamp, shipped
from tests.wasm.runtimes import built


def test_modules_are_small() -> None:
    """Compressed as a server sends them, in bytes."""
    for slug in rookery.slugs():
        assert 500 < len(gzip.compress(built(slug).module.read_bytes())) < 35_000


def test_a_module_is_copied_where_it_is_wanted(tmp_path: Path) -> None:
    slug = rookery.slugs()[0]
    found = build(rookery.load(slug), tmp_path / "new" / "folder")
    assert found.module.read_bytes() == built(slug).module.read_bytes()
    described = json.loads(found.description.read_text("utf-8"))
    assert found.module.name == f"{slug}-{described['stamp']}.wasm"
    assert build(rookery.load(slug), tmp_path / "new" / "folder") == found, "once more into the same folder"


def test_modules_of_an_installed_wheel_are_used_as_long_as_the_sources_are_theirs(tmp_path: Path) -> None:
    game = rookery.load(rookery.slugs()[0])
    assert shipped(game, tmp_path) is None
    found = build(game, tmp_path)
    assert shipped(game, tmp_path) == found
    found.module.rename(found.module.with_name(found.module.name.replace(module_stamp(game), "0" * 16)))
    assert shipped(game, tmp_path) is None


def package_in(folder: Path, value: int) -> Source:
    """A package of two files and a table."""
    package = folder / "rookery_anywhere"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "table.toml").write_text("weight = 1")
    (package / "rules.py").write_text(f"from rookery.core.kernel import kernel\nVALUE = {value}\n")
    return Source("rookery_anywhere.rules", package / "rules.py", is_package=False)


def test_machines_agree_on_the_stamp_wherever_files_lie(tmp_path: Path) -> None:
    here, there = package_in(tmp_path / "b", 1), package_in(tmp_path / "a", 1)
    other = package_in(tmp_path / "c", 2)
    assert portable_stamp(here) == portable_stamp(there) != portable_stamp(other)
    assert stamp(here) != stamp(there), "machine code is not moved: Numba keeps paths"
    (there.file.parent / "table.toml").write_text("weight = 2")
    portable_stamp.cache_clear()
    assert portable_stamp(here) != portable_stamp(there)


def test_each_game_has_its_own_stamp() -> None:
    assert len({module_stamp(rookery.load(slug)) for slug in rookery.slugs()}) == len(rookery.slugs())


def test_an_edit_of_the_facts_makes_another_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """They decide which kernels a module has."""
    game = rookery.load(rookery.slugs()[-1])
    facts = source_of(f"{game.package}.facts").file
    before, digest = module_stamp(game), sources._text_digest
    monkeypatch.setattr(sources, "_text_digest", lambda file: b"edited" if file == facts else digest(file))
    portable_stamp.cache_clear()
    assert module_stamp(game) != before
    portable_stamp.cache_clear()


@pytest.mark.parametrize("components", [{}, {"engine.toml": "\n"}])
def test_a_variant_is_refused(components: dict[str, str]) -> None:
    slug = rookery.slugs()[0]
    texts = {name: (rookery.load(slug).path / name).read_text("utf-8") + end for name, end in components.items()}
    game = rookery.variant(slug, texts) if texts else Game(rookery.load(slug).package)
    with pytest.raises(CannotPlay, match="is a variant"):
        build(game)
