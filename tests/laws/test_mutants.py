"""No law is vacuous: for each there is a Tiny that breaks it, and the failure says which law, game, seed and ply."""

import itertools
import re
from typing import Any

import pytest

from rookery.testing import LAWS, LawBroken, check
from tests.laws.mutants import (
    MUTANTS,
    Breaking,
    of_cards_and_evaluators,
    of_observations,
    of_reveals,
    of_rules,
    of_texts_and_scenes,
    of_worlds,
)
from tests.tiny.lab import Lab
from tests.tiny.rules import State

# importing them fills MUTANTS
FILES = (of_cards_and_evaluators, of_observations, of_reveals, of_rules, of_texts_and_scenes, of_worlds)


def test_tiny_itself_is_lawful(lab: Lab) -> None:
    assert check(lab.game, games=12) > 60


@pytest.mark.parametrize(("law", "breaking"), MUTANTS, ids=lambda x: x if isinstance(x, str) else x.__name__)
def test_a_broken_game_breaks_the_law(lab: Lab, law: str, breaking: Breaking) -> None:
    breaking(lab)
    with pytest.raises(LawBroken, match=rf"^tiny breaks the law {law} at seed \d+, ply \d+: ") as broken:
        check(lab.game, laws=[law], games=12)
    assert not re.search(r"\b(Attribute|Name|Type)Error", str(broken.value)), "the mutant itself is broken"


def test_observations_that_count_how_often_they_are_made_are_found_after_another_law(lab: Lab) -> None:
    numbers, observe = itertools.count(), lab.game.observer.observe

    def look(pos: State, seat: int, out: Any) -> None:
        observe(pos, seat, out)
        out.mine = next(numbers) % 3 % 2

    lab.observer(observe=look)
    with pytest.raises(LawBroken, match="equal views give different observations"):
        check(lab.game, laws=["observations_stay_in_range", "observations_are_those_of_the_view"], games=12)


def test_every_law_has_a_mutant() -> None:
    assert {law for law, _ in MUTANTS} == set(LAWS)


def test_every_law_is_one_sentence() -> None:
    for name, law in LAWS.items():
        text = " ".join((law.__doc__ or "").split())
        assert re.fullmatch(r"([^.]|\.(?! )|\.\. )+\.", text), f"{name}: {text}"


def test_an_unknown_law_is_refused(lab: Lab) -> None:
    with pytest.raises(ValueError, match=r"there is no law 'games_ended'; did you mean games_end\?"):
        check(lab.game, laws=["games_ended"])


def test_what_was_drawn_is_drawn_anew_with_other_art(lab: Lab) -> None:
    check(lab.game, laws=["lobby_picture_is_drawn"], games=1)
    lab.files(art="<svg")
    with pytest.raises(LawBroken, match="lobby_picture_is_drawn"):
        check(lab.game, laws=["lobby_picture_is_drawn"], games=1)
