"""Files that are made once, and what they are made of."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import rookery
from rookery.page_engine import made_files
from rookery.page_engine.made_files import made_file
from rookery.page_engine.python_files import needed

OURS = Path(rookery.__file__).parent
OTHERS = [slug for slug in rookery.slugs() if not rookery.load(slug).path.is_relative_to(OURS)]


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(made_files, "cache_root", lambda: tmp_path / "cache")


def test_all_who_ask_at_once_wait_for_the_one_that_makes_it() -> None:
    made, begun = list[bytes](), threading.Event()

    def make() -> bytes:
        begun.wait(0.2)  # the others ask meanwhile
        made.append(b"made")
        return b"made"

    with ThreadPoolExecutor() as people:
        assert [*people.map(lambda _: made_file("a.zip", (b"source",), make), range(4))] == [b"made"] * 4
    assert made == [b"made"]


def test_an_edit_makes_another_one() -> None:
    assert made_file("a.zip", (b"source",), lambda: b"old") == b"old"
    assert made_file("a.zip", (b"edited",), lambda: b"new") == b"new"
    assert made_file("a.zip", (b"source",), lambda: b"again") == b"old"
    assert made_file("a.zip", (b"sour", b"ce"), lambda: b"other") == b"other"


def test_what_fails_is_tried_again() -> None:
    def fails() -> bytes:
        raise OSError("no network")

    with pytest.raises(OSError, match="no network"):
        made_file("a.zip", (b"source",), fails)
    assert made_file("a.zip", (b"source",), lambda: b"made") == b"made"


def test_a_wheel_brings_its_own_for_its_own_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "made"
    out.mkdir()
    made_file("a.zip", (b"source",), lambda: b"made", out)
    monkeypatch.setattr(made_files, "BROUGHT", out)
    monkeypatch.setattr(made_files, "cache_root", lambda: tmp_path / "empty")
    assert made_file("a.zip", (b"source",), lambda: b"not made") == b"made"
    assert made_file("a.zip", (b"edited",), lambda: b"new") == b"new"


@pytest.mark.parametrize("slug", OTHERS)
def test_the_game_of_another_author_comes_without_what_is_there(slug: str) -> None:
    game = rookery.load(slug)
    library = needed(game for game in map(rookery.load, rookery.slugs()) if game.path.is_relative_to(OURS))
    found = needed([game], besides=library)
    assert f"{game.package.replace('.', '/')}/rules.py" in found
    assert not found.keys() & library.keys()
    assert found | library == needed(map(rookery.load, rookery.slugs())) or len(OTHERS) > 1
