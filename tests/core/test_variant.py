"""A game with other components: a folder of the cache, kept as long as it is used, and another game in every file."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.core import kernel, variant
from rookery.core.compiling import sources
from rookery.core.errors import UnknownRules, UnreadablePosition
from rookery.core.networks import NETWORKS_FILE
from rookery.core.record import Record
from rookery.core.variant import _made, with_components

FILES = [path for slug in rookery.slugs() for path in rookery.load(slug).path.glob("*.toml")]
FILE = [path for path in FILES if path.name not in sources.ARGUMENT_FILES][-1]  # what its rules are made of
WEIGHED = next(path for path in FILES if path.name in sources.ARGUMENT_FILES)
TITLE, OTHER = FILE.parent.name, f"# of a test\n{FILE.read_text('utf-8')}"
ANOTHER = f"# {OTHER}"  # the folder of OTHER is gone after the first test


def test_a_variant_is_forgotten_a_month_after_its_last_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    asked = TITLE, ((FILE.name, OTHER),)
    folder = _made.__wrapped__(*asked).path.parents[1]
    assert folder.parent == tmp_path
    os.utime(folder, (0, 0))
    path = _made.__wrapped__(*asked).path  # as in another process
    kernel._forget_old()
    assert (path / "facts.py").exists()
    os.utime(folder, (0, 0))
    kernel._forget_old()
    assert not folder.exists()


def test_a_variant_has_all_files_of_its_game(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also kernels in folders."""
    monkeypatch.setattr(kernel, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(variant, "_HERE", [])
    game = rookery.load(slug)
    made = _made.__wrapped__(slug, ())

    def names(folder: Path) -> set[str]:
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in variant._COPIED}

    assert names(made.path) == names(game.path)
    if (game.path / NETWORKS_FILE).exists():
        assert made.networks.keys() == game.networks.keys() > set()
    assert Path(made.notation.__file__ or "").is_relative_to(tmp_path)


def test_files_tell_a_variant_from_the_game_it_was_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variant, "_HERE", [])
    house, mine = rookery.load(TITLE), _made.__wrapped__(TITLE, ((FILE.name, ANOTHER),))
    record, start = Record(mine).dumps(), mine.start().to_json()
    assert Record.loads(record).game is mine
    assert mine.from_json(start) == mine.start()
    with pytest.raises(UnreadablePosition, match="components"):
        house.from_json(start)
    with pytest.raises(UnreadablePosition, match="components"):
        mine.from_json(house.start().to_json())
    monkeypatch.setattr(variant, "_HERE", [])  # as in another process
    asked = re.escape(f"rookery.variant('{TITLE}', {{'{FILE.name}': text}})")
    with pytest.raises(UnknownRules, match=f"make that game first, with the same texts: {asked}"):
        Record.loads(record)
    for wrong in (3, "text", [1], {FILE.name: 3}):
        head = json.loads(Record(house).dumps())
        with pytest.raises(UnknownRules, match=r"^record, line 1: "):
            Record.loads(json.dumps(head | {"components": wrong}) + "\n")


def test_a_variant_with_the_same_texts_is_the_game_itself_in_files() -> None:
    same = rookery.variant(TITLE, {FILE.name: FILE.read_text("utf-8")})
    assert same.identity == rookery.load(TITLE).identity
    assert with_components(TITLE, {}) is rookery.load(TITLE)


def test_what_only_bots_look_at_makes_no_other_game_in_files() -> None:
    """Records and proofs of one are true of the other."""
    slug, text = WEIGHED.parent.name, WEIGHED.read_text("utf-8")
    assert rookery.variant(slug, {WEIGHED.name: f"# of a test\n{text}"}).identity == rookery.load(slug).identity


@pytest.mark.parametrize("files", [None, 3, [FILE.name], FILE.name, {3: OTHER}, {FILE.name: 3}, {FILE.name: b""}])
def test_what_are_no_texts_by_name_is_refused(files: Any) -> None:
    with pytest.raises(TypeError, match=r"files must map names to texts, {'NAME\.toml': text}; this is "):
        rookery.variant(TITLE, files)


def test_what_the_game_says_of_components_names_the_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(ValueError, match=re.escape(FILE.name)) as refused:
        rookery.variant(TITLE, {FILE.name: "nonsense = 3\n"})
    assert str(tmp_path) not in str(refused.value)


def test_a_text_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "cache_root", lambda: tmp_path)
    with pytest.raises(ValueError, match="surrogates"):
        rookery.variant(TITLE, {FILE.name: "# \ud800"})
    assert [path for folder in tmp_path.iterdir() for path in folder.iterdir()] == []
