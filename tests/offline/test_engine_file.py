"""The engine of pages as a file: it is made again when something that it is made of is edited, and the game of another
author cannot keep the others from it."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import rookery
from rookery.core.position import Game
from rookery.offline import engine_file
from rookery.offline.engine_file import engine_program, loadable
from rookery.page_engine import made_files
from tests.tiny.lab import Lab

EDITED = ("engine.toml", "weights.toml", "rules.py")


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(made_files, "cache_root", lambda: tmp_path / "cache")


def squared(value: str) -> int:
    return int(value) ** 2  # which no page can do


def raises(given: object) -> str:
    raise KeyError


def test_it_knows_all_games_that_are_installed() -> None:
    made = engine_program(loadable(rookery.slugs()))
    assert (made.games, made.warnings) == ([*rookery.slugs()], [])


def test_a_game_that_cannot_be_lowered_is_left_out_and_the_others_work(lab: Lab) -> None:
    first = rookery.load(rookery.slugs()[0])
    option = replace(lab.game.facts.options[0], read=squared)
    lab.facts(options=(option,))
    made, alone = engine_program([first, lab.game]), engine_program([first])
    assert made.games == [first.facts.slug]
    assert (made.name, made.text) == (alone.name, alone.text)
    (words,) = made.warnings
    assert words.startswith("Pages offer no hints and no reviews of tiny: ")
    assert "\n" not in words


def test_whatever_the_files_of_another_author_raise_the_others_work(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lab.game.__dict__, "weights_for", raises)
    first = rookery.load(rookery.slugs()[0])
    made = engine_program([first, lab.game])
    assert made.games == [first.facts.slug]
    assert made.warnings == ["Pages offer no hints and no reviews of tiny: KeyError"]


def test_a_game_that_cannot_be_loaded_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = rookery.slugs()
    load = rookery.load

    def loaded(slug: str) -> Game:
        if slug == first:
            raise SyntaxError("facts.py, line 3")
        return load(slug)

    monkeypatch.setattr(rookery, "load", loaded)
    assert [game.facts.slug for game in loadable(rookery.slugs())] == others


def copied(folder: Path) -> list[Path]:
    """Copies of what is edited, in this folder."""
    package = Path(rookery.__file__).parent
    found = sorted(path for name in EDITED for path in (package / "games").rglob(name))
    for path in found:
        (folder / path.relative_to(package)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / path.relative_to(package))
    return [folder / path.relative_to(package) for path in found]


def test_an_edit_of_any_game_makes_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = copied(tmp_path / "rookery")
    assert {*EDITED} == {path.name for path in files}
    monkeypatch.setattr(rookery, "__file__", str(tmp_path / "rookery" / "__init__.py"))
    monkeypatch.setattr(engine_file, "engine_text", lambda games: "".join(path.read_text("utf-8") for path in files))
    names = {engine_program([]).name}
    for path in files:
        path.write_text(path.read_text("utf-8") + "\n", "utf-8")
        made = engine_program([])
        assert made.name not in names, path
        names.add(made.name)


def test_it_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = rookery.load(rookery.slugs()[0])
    made = engine_program([first])
    monkeypatch.setattr(engine_file, "engine_text", raises)
    assert engine_program([first]) == made


def test_a_folder_that_cannot_be_used_costs_time_alone(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file is in the way")
    first = rookery.load(rookery.slugs()[0])
    made = engine_program([first])
    assert made.games == [first.facts.slug]
    assert b"export default" in made.text
    (words,) = made.warnings
    assert words.startswith("The engine of pages is made anew at each start: ")
