"""Options, numbers of players and slugs: what there is not is refused with what there is."""

from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core import registry
from rookery.core.errors import UnknownGame, UnknownOption, one_of
from rookery.core.position import Game
from tests.tiny.lab import Lab


def test_the_first_choice_is_the_default(lab: Lab) -> None:
    assert lab.game.start().options == {"bonus": "0"}
    assert lab.game.start().players == 2
    assert lab.game.start(players=3, bonus="1").options == {"bonus": "1"}


def test_settings_are_codes(lab: Lab) -> None:
    assert lab.game.facts.settings(3, {"bonus": "1"}).tolist() == [3, 1]
    assert lab.game.facts.chosen(np.array([2, 7])) == {"bonus": "7"}


def test_free_form_values_are_read(lab: Lab) -> None:
    assert lab.game.start(bonus="7").state.bonus == 7


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (5, {}, "Tiny cannot be played by 5 players; allowed: 2, 3"),
        (0, {}, "Tiny cannot be played by 0 players; allowed: 2, 3"),
        (2, {"bonis": "1"}, "Tiny has no option 'bonis'; did you mean bonus? allowed: bonus"),
        (
            2,
            {"bonus": "many"},
            "bonus = 'many' is not a choice ('many' is no bonus); allowed: 0, 1, or a number up to 9",
        ),
        (2, {"bonus": ""}, "bonus = '' is not a choice"),
        ("2", {}, "Tiny cannot be played by '2' players; allowed: 2, 3"),
        (2.0, {}, "Tiny cannot be played by 2.0 players; allowed: 2, 3"),
        (True, {}, "Tiny cannot be played by True players; allowed: 2, 3"),
        (2, {"bonus": None}, "bonus = 'None' is not a choice"),
    ],
)
def test_what_there_is_not(lab: Lab, players: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        lab.game.facts.settings(players, options)
    assert words in str(refused.value)


def test_a_choice_without_free_form(lab: Lab) -> None:
    from dataclasses import replace

    option = replace(lab.game.facts.options[0], free_form="", example="", read=None, show=None)
    with pytest.raises(UnknownOption, match=r"bonus = '5' is not a choice; allowed: 0, 1$"):
        option.code("5")


def test_a_choice_that_is_for_some_numbers_of_players(lab: Lab) -> None:
    from dataclasses import replace

    lab.facts(options=(replace(lab.game.facts.options[0], only={"1": (3,)}),))
    assert lab.game.facts.settings(3, {"bonus": "1"}).tolist() == [3, 1]
    with pytest.raises(UnknownOption, match=r"^bonus = '1' is not for 2 players; .*allowed: 0$"):
        lab.game.facts.settings(2, {"bonus": "1"})


def test_options_can_say_what_seats_are_called(lab: Lab) -> None:
    assert lab.game.facts.seats_at(2, {}) == (("First", "red"), ("Second", "green"))
    lab.facts(seated=lambda players, options: tuple((f"{options['bonus']} {i}", "blue") for i in range(players)))
    assert lab.game.facts.seats_at(2, {"bonus": "1"}) == (("1 0", "blue"), ("1 1", "blue"))
    assert lab.game.facts.seats_at(2, {}) == (("0 0", "blue"), ("0 1", "blue"))


# ── The registry ─────────────────────────────────────────────────────────────
def test_titles_are_found_ours_first() -> None:
    slugs = rookery.slugs()
    assert len(set(slugs)) == len(slugs) >= 2
    homes = [rookery.load(slug).package.startswith("rookery.games.") for slug in slugs]
    assert homes == sorted(homes, reverse=True)


def test_no_example_takes_the_place_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    own = rookery.slugs()[0]
    groups = {"rookery.games": {"d": "x", "b": "x"}, "rookery.examples": {"a": "x", "b": "y", own: "y"}}
    monkeypatch.setattr(registry, "_entry_points", groups.__getitem__)
    registry._packages.cache_clear()
    registry._examples.cache_clear()
    try:
        assert rookery.slugs()[-3:] == ("b", "d", "a")
        assert rookery.slugs(examples=False) == rookery.slugs()[:-1]
        assert registry._packages()["b"] == "x"
        assert registry._packages()[own].startswith("rookery.games.")
    finally:
        registry._packages.cache_clear()
        registry._examples.cache_clear()


def test_equal_titles_give_the_same_game() -> None:
    for slug in rookery.slugs():
        assert rookery.load(slug) is rookery.load(slug)
        assert repr(rookery.load(slug)) == f"rookery.load({slug!r})"


def test_a_misspelt_title_is_refused() -> None:
    slug = rookery.slugs()[0]
    with pytest.raises(UnknownGame, match=rf"no game is called '{slug}x'; did you mean {slug}\? allowed: "):
        rookery.load(slug + "x")
    for wrong in (None, 3, [slug], rookery.load(slug)):
        with pytest.raises(UnknownGame, match="no game is called "):
            rookery.load(wrong)  # type: ignore[arg-type]


def test_a_game_must_call_itself_as_it_is_found(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_packages", lambda: {"small": "tests.tiny"})
    with pytest.raises(UnknownGame, match="the game found as 'small' calls itself 'tiny'; the two must be equal"):
        rookery.load("small")


def test_a_package_that_is_no_game() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"json\.facts"):
        Game("json")


def test_a_broken_package_from_outside_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_packages", lambda: {"half": "json"})
    with pytest.raises(UnknownGame, match=r"'half' cannot be loaded from the package json: No module named 'json"):
        rookery.load("half")


def test_one_of_names_what_was_probably_meant_first() -> None:
    assert one_of("gren", ["red", "blue", "green"]) == "did you mean green? allowed: green, red, blue"
    assert one_of("x", []) == "allowed: nothing"
    assert one_of("x", [str(n) for n in range(20)], most=3) == "allowed: 0, 1, 2 and 17 more"
