"""The code of a game is kept, and whatever happens to it, the game can be played."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

import rookery
from rookery.core.position import Game
from rookery.javascript.game_module import module_text
from rookery.page_engine import made_files
from rookery.page_engine.made_files import hashed, packed
from rookery.server.bots import game_codes
from rookery.server.bots.game_codes import GameCode, code_name, code_of
from tests.often import KINDS

GAME = rookery.load(rookery.slugs()[-1])
TEXT = module_text(GAME).encode()
KEPT = packed(TEXT)


@pytest.fixture(autouse=True)
def unknown() -> Iterator[None]:
    """As in a process that has just begun."""
    code_of.cache_clear()
    yield
    code_of.cache_clear()


def raises(error: Exception) -> object:
    def work(*given: object, **more: object) -> bytes:
        raise error

    return work


def test_it_is_made_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    first = code_of(GAME)
    assert first is not None
    assert first.text == TEXT
    code_of.cache_clear()
    monkeypatch.setattr(game_codes, "module_text", raises(AssertionError("it is kept")))
    assert code_of(GAME) == first


@pytest.mark.parametrize("error", [AttributeError("deque"), RecursionError()])
def test_whatever_a_lowering_raises_the_game_is_played_with_pictures(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    monkeypatch.setattr(game_codes, "_sources", lambda game: (repr(error).encode(),))
    monkeypatch.setattr(game_codes, "module_text", raises(error))
    assert code_name(GAME) == ""
    assert "whole pictures" in caplog.text


def test_a_folder_that_cannot_be_used_costs_time_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(game_codes, "made_file", raises(FileExistsError("a file is in the way")))
    assert code_of(GAME) == kept_as(TEXT)
    assert "made anew" in caplog.text


@pytest.mark.parametrize(
    "broken",
    [b"", KEPT[:1000], KEPT[:1000] + bytes(9) + KEPT[1009:], packed(TEXT[1:])[:-8] + KEPT[-8:]],
    ids=["empty", "cut short", "zeros inside", "another text"],
)
def test_a_broken_file_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: bytes) -> None:
    monkeypatch.setattr(made_files, "cache_root", lambda: tmp_path)
    code_of(GAME)
    [kept] = tmp_path.glob("*/*.gz")
    kept.write_bytes(broken)
    code_of.cache_clear()
    assert code_of(GAME) == kept_as(TEXT)
    assert kept.read_bytes() == KEPT


def test_one_that_takes_long_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended, other = Event(), Event(), rookery.load(KINDS[0])

    def text(game: Game) -> bytes:
        if game is GAME:
            begun.set()
            assert ended.wait(60)
        return TEXT

    monkeypatch.setattr(game_codes, "_text", text)
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(code_of, GAME)
        assert begun.wait(60)
        try:
            assert pool.submit(code_of, other).result(60) is not None
        finally:
            ended.set()
        assert slow.result(60) is not None


def test_files_that_are_newer_than_what_was_imported_are_no_name_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_codes, "BEGUN", 0.0)
    monkeypatch.setattr(game_codes, "made_file", raises(AssertionError("it must not be kept")))
    assert code_of(GAME) == kept_as(TEXT)


def kept_as(text: bytes) -> GameCode:
    return GameCode(hashed(f"{GAME.facts.slug}.js", text), text)


def test_its_name_depends_on_all_that_it_is_made_of() -> None:
    for slug in rookery.slugs():
        game = rookery.load(slug)
        made_of = {str(path.relative_to(game.path)) for path in game.path.rglob("*.py") if path.stem != "__init__"}
        modules = {
            name.removeprefix(f"{game.package}.").replace(".", "/") + ".py" for name in game_codes._modules(game)
        }
        assert made_of <= modules, slug
