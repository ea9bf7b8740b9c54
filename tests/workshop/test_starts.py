"""The small games to begin with: the laws hold, their twins agree, and a copy is whole for any number of players."""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.core import registry
from rookery.core.errors import UnreadablePosition
from rookery.testing import check
from rookery.testing.lesson_laws import check_lessons
from rookery.testing.twins import check_twin
from rookery.testing.walks import LawBroken
from rookery.workshop import new_game

KINDS = tuple(new_game.kinds())


@pytest.fixture(autouse=True)
def games_of_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test writes and loads is forgotten after it."""
    monkeypatch.setattr(registry, "_WRITTEN_HERE", {})
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.mark.parametrize("kind", KINDS)
def test_a_start_keeps_the_laws_and_agrees_with_its_twin(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home = f"{new_game.PACKAGE}.{kind}"
    monkeypatch.setitem(registry._WRITTEN_HERE, kind, home)
    game = rookery.load(kind)
    check(game, games=2)
    check_twin(game, importlib.import_module(f"{home}.tests.twin").Twin, games=12)


@pytest.mark.parametrize("players", ["4", "3,2"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_is_whole(kind: str, players: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has its own name, and its lessons and pictures are right for these numbers of players."""
    slug = f"my_{kind}_{players.replace(',', '_')}"
    texts = new_game.texts_of(slug, "Last Match", kind, new_game.read_players(players))
    assert "from twin import Twin" in texts[f"tests/test_{slug}.py"], "a package of another author may be called tests"
    assert not [place for place, text in texts.items() if new_game.PACKAGE in text]
    new_game.write(tmp_path / slug, texts)
    monkeypatch.chdir(tmp_path / slug)
    game = rookery.load(slug)
    assert (game.facts.slug, game.facts.name) == (slug, "Last Match")
    assert game.facts.players == tuple(int(n) for n in players.split(","))
    assert check_lessons(game) > 0
    assert kind.capitalize() not in game.rules_page
    check(game, laws=["card_is_coherent", "lobby_picture_is_drawn", "rules_page_is_drawn", "games_end"], games=2)


def test_nobody_moves_who_is_not_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._WRITTEN_HERE, "squares", f"{new_game.PACKAGE}.squares")
    game, board = rookery.load("squares"), ",".join("0" * 25)
    assert game.position(f"2 -1 {board}", 3).mover == 2
    with pytest.raises(UnreadablePosition, match="seat 2 would have to move, and there are 2 seats"):
        game.position(f"2 -1 {board}", 2)


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Last Match", "last_match"), ("Ünïcode 2", "unicode_2"), ("O'Hare!", "o_hare"), ("../evil", "evil")],
)
def test_a_name_becomes_that_of_a_package(name: str, slug: str) -> None:
    assert new_game.checked_name(name) == slug


@pytest.mark.parametrize(
    "name", ['He"llo', "a\\b", "<b>", "{x}", "x" * 41, "class", "numpy", rookery.slugs()[0], "json", "7", "日本", ""]
)
def test_what_cannot_be_a_name_is_refused(name: str) -> None:
    with pytest.raises(new_game.CannotBegin):
        new_game.checked_name(name)


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("cards", {"points": lambda twin, seat: twin.taken[seat] + 1}, "seat 0 has 0 points, in the twin 1"),
        ("dice", {"chances": lambda twin: {"roll 6": 1.0}}, "has the chance 0.166667, in the twin 0"),
        ("squares", {"winners": None}, "have won, and in the twin None"),
        ("hexes", {"turn": 0}, "seat 1 moves, and in the twin seat 0"),
    ],
)
def test_a_twin_that_differs_is_told(
    kind: str, change: dict[str, object], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = f"{new_game.PACKAGE}.{kind}"
    monkeypatch.setitem(registry._WRITTEN_HERE, kind, home)
    twin = importlib.import_module(f"{home}.tests.twin").Twin
    other = type("Other", (twin,), {name: _always(value) for name, value in change.items()})
    with pytest.raises(LawBroken, match=words):
        check_twin(rookery.load(kind), other, games=3)


def _always(value: object) -> Any:
    """A method, or an attribute that keeps this value whatever the twin sets."""
    return value if callable(value) else property(lambda twin: value, lambda twin, other: None)
