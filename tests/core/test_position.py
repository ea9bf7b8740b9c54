"""Positions never change, compare by what they are, and refuse by name. Played with Tiny, whose cards are hidden."""

import json
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from rookery import CHANCE, SPECTATOR, Position
from rookery.core.errors import (
    GameOver,
    IllegalAction,
    NotOver,
    NotYourTurn,
    Refusal,
    UnknownOption,
    UnreadableAction,
    UnreadablePosition,
)
from tests.tiny.lab import Lab

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def dealt(lab: Lab) -> Position:
    """Seat 0 holds a 3, seat 1 a 1; seat 0 marks first."""
    return lab.game.start(bonus="1").after("card 3").after("card 1")


# ── Nothing changes a position ───────────────────────────────────────────────
def test_arrays_that_leave_a_position_do_not_lead_back(dealt: Position) -> None:
    dealt.states["ply"] = 0
    dealt.options["bonus"] = "0"
    assert dealt.state.ply == 2
    assert dealt.options == {"bonus": "1"}
    with pytest.raises(ValueError, match="read-only"):
        dealt.state.ply = 0
    with pytest.raises(ValueError, match="read-only"):
        dealt.state.cells[0] = 1


TOLD = ("players", "options", "state", "states", "key", "text", "is_over", "mover", "legal_actions", "outcome", "game")


@pytest.mark.parametrize("name", [*TOLD, "viewer", "foo", "_states", "_views"])
def test_no_attribute_of_a_position_can_be_set(dealt: Position, name: str) -> None:
    before = (dealt.mover, dealt.view(0), dealt.to_json())
    with pytest.raises(AttributeError, match=f"^a position never changes, so {name} cannot be set; `after` returns"):
        setattr(dealt, name, 3)
    with pytest.raises(AttributeError, match=f"^a position never changes, so {name} cannot be deleted"):
        delattr(dealt, name)
    assert (dealt.mover, dealt.view(0), dealt.to_json()) == before


# ── Equality ─────────────────────────────────────────────────────────────────
def test_equal_positions_are_equal_whatever_led_there(lab: Lab, dealt: Position) -> None:
    one = dealt.after("mark a").after("mark b").after("mark c")
    other = dealt.after("mark c").after("mark b").after("mark a")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, dealt}) == 2


def test_tables_and_views_tell_positions_apart(lab: Lab, dealt: Position) -> None:
    assert lab.game.start(bonus="1") != lab.game.start(bonus="0")
    assert lab.game.start(players=2) != lab.game.start(players=3)
    assert dealt.view(0) != dealt
    assert dealt.view(0) != dealt.view(1)
    assert dealt != dealt.text


# ── Whose decision ───────────────────────────────────────────────────────────
def test_mover_and_legal_actions(lab: Lab, dealt: Position) -> None:
    start = lab.game.start()
    assert start.mover == CHANCE
    assert start.chances == {3: 0.5, 4: 0.25, 5: 0.25}
    assert dealt.mover == 0
    assert dealt.chances == {}
    assert dealt.legal_actions == (0, 1, 2)
    over = dealt.after("mark a").after("mark b").after("mark c")
    assert over.mover is None
    assert over.is_over
    assert over.legal_actions == ()


def test_outcome(dealt: Position) -> None:
    assert dealt.outcome is None
    end = dealt.after("mark a").after("mark b").after("mark c").outcome
    assert end is not None
    assert (end.utilities, end.winners, end.words) == ((1.0, -1.0), (0,), "It is over.")


@pytest.mark.parametrize(
    ("action", "refusal", "words"),
    [
        (7, IllegalAction, "7 is not legal here; allowed: mark a, mark b, mark c"),
        (-1, IllegalAction, "-1 is not legal here"),
        ("card 1", IllegalAction, "card 1 is not legal here"),
        ("mark d", UnreadableAction, "'mark d' is not an action of Tiny: actions look like mark b or card 3"),
        ("", UnreadableAction, "'' is not an action of Tiny"),
    ],
)
def test_what_cannot_be_played(dealt: Position, action: Any, refusal: type[Refusal], words: str) -> None:
    with pytest.raises(refusal) as refused:
        dealt.after(action)
    assert words in str(refused.value)
    if isinstance(action, int):
        for ask in (dealt.format, dealt.words):
            with pytest.raises(IllegalAction):
                ask(action)


def test_nothing_can_be_played_after_the_end(dealt: Position) -> None:
    over = dealt.after("mark a").after("mark b").after("mark c")
    for action in (0, "mark a", "nonsense"):
        with pytest.raises(GameOver, match="cannot be played: the game is over"):
            over.after(action)


# ── Views ────────────────────────────────────────────────────────────────────
def test_a_view_hides_what_its_seat_may_not_know(dealt: Position) -> None:
    assert dealt.view(0).state.cards.tolist() == [3, 0, 0]
    assert dealt.view(1).state.cards.tolist() == [0, 1, 0]
    assert dealt.view(SPECTATOR).state.cards.tolist() == [0, 0, 0]
    assert dealt.view().viewer == SPECTATOR


def test_only_the_movers_view_has_legal_actions(lab: Lab, dealt: Position) -> None:
    assert dealt.view(0).legal_actions == (0, 1, 2)
    assert dealt.view(1).legal_actions == ()
    assert dealt.view(SPECTATOR).legal_actions == ()
    start = lab.game.start()
    assert start.view(SPECTATOR).legal_actions == ()  # chance moves, and the spectator is not chance
    assert start.view(SPECTATOR).chances == {}
    with pytest.raises(NotYourTurn, match="mark a cannot be played by Second: First decides now"):
        dealt.view(1).after("mark a")


@pytest.mark.parametrize("seat", [-2, 2, 99, "0", 0.0])
def test_there_is_no_such_seat(dealt: Position, seat: Any) -> None:
    with pytest.raises(IndexError, match=f"no seat {seat!r}; there are 0 to 1, and -1 for a spectator"):
        dealt.view(seat)


def test_when_the_game_is_over_nobody_is_the_mover(dealt: Position) -> None:
    with pytest.raises(NotOver, match=r"^the game is not over: First decides now$"):
        dealt.result()
    over = dealt.after("mark b").after("mark a").after("mark c")
    assert over.result() is over.outcome
    with pytest.raises(GameOver, match=r"^nobody moves, as the game is over; a view needs a seat"):
        over.view(over.mover)


@pytest.mark.parametrize("seed", [-1, "x", 1.5, [-1]])
def test_a_seed_that_is_none_is_refused(lab: Lab, seed: Any) -> None:
    with pytest.raises(
        UnknownOption, match=r"^the seed .* cannot be used; allowed: a whole number from 0 on, or a gen"
    ):
        lab.game.start(seed=seed)


def test_a_view_shows_nobody_elses(dealt: Position) -> None:
    assert dealt.view(0).view(0) == dealt.view(0)
    with pytest.raises(NotYourTurn, match="this is the view of First; Second may know other things"):
        dealt.view(0).view(1)


def test_a_guess_agrees_with_the_view_and_comes_from_the_generator(dealt: Position) -> None:
    view = dealt.view(1)
    worlds = [view.determinize(np.random.default_rng(seed)) for seed in range(40)]
    assert {world.state.cards[0] for world in worlds} == {1, 2, 3}
    assert all(world.state.cards[1] == 1 for world in worlds)
    assert all(world.viewer is None for world in worlds)
    assert worlds == [view.determinize(np.random.default_rng(seed)) for seed in range(40)]
    assert dealt.determinize(np.random.default_rng(0)) is dealt  # nothing is hidden


# ── Chance ───────────────────────────────────────────────────────────────────
def test_the_same_seed_settles_alike(lab: Lab) -> None:
    settled = [lab.game.start(seed=seed, players=3) for seed in range(30)]
    assert settled == [lab.game.start(seed=seed, players=3) for seed in range(30)]
    assert settled == [lab.game.start(seed=np.random.default_rng(seed), players=3) for seed in range(30)]
    assert len(set(settled)) > 5
    assert all(position.mover == 0 for position in settled)


def test_draws_follow_the_weights(lab: Lab) -> None:
    start, generator = lab.game.start(), np.random.default_rng(12)
    drawn = [start.draw(generator) for _ in range(4000)]
    assert abs(drawn.count(3) / 4000 - 0.5) < 0.03
    assert abs(drawn.count(5) / 4000 - 0.25) < 0.03


def test_chance_draws_only_when_it_moves(dealt: Position) -> None:
    with pytest.raises(NotYourTurn, match="chance does not move here"):
        dealt.draw(np.random.default_rng(0))
    assert dealt.settled(np.random.default_rng(0)) is dealt


# ── Text, JSON, copies ───────────────────────────────────────────────────────
def test_text_and_repr(lab: Lab, dealt: Position) -> None:
    assert dealt.text == "... 31 2"
    assert repr(dealt) == "rookery.load('tiny').position('... 31 2', players=2, bonus='1')"
    assert repr(dealt.view(1)) == "rookery.load('tiny').view('... 01 2', 1, players=2, bonus='1')"
    assert lab.game.position("... 31 2", bonus="1") == dealt
    with pytest.raises(UnreadablePosition, match=r"'\.\.\. 31' is not a position of Tiny: .*; positions look like"):
        lab.game.position("... 31")
    with pytest.raises(UnknownOption):
        lab.game.position("... 31 2", bonus="x")


def test_a_position_in_which_nobody_can_go_on_is_refused(lab: Lab) -> None:
    lab.rules(legal=lambda pos, actions: 0)
    with pytest.raises(UnreadablePosition, match="nothing can be done in it, and yet the game is not over"):
        lab.game.position("... 31 2")


def test_a_position_with_more_actions_than_a_game_has_is_refused(lab: Lab) -> None:
    lab.facts(max_legal=2)
    with pytest.raises(UnreadablePosition, match="there are 3 legal actions, but no game has more than 2 at once"):
        lab.game.position("... 31 2")


def test_views_are_read_as_views(lab: Lab, dealt: Position) -> None:
    for viewer in (SPECTATOR, 0, 1):
        view = dealt.view(viewer)
        assert lab.game.view(view.text, viewer, bonus="1") == view
        assert lab.game.view(dealt.text, viewer, bonus="1") == view  # what the text tells too much is hidden
        with pytest.raises(UnreadablePosition, match="this is what one seat sees, not a whole position"):
            lab.game.position(view.text, bonus="1")
        with pytest.raises(UnreadablePosition, match="this is what one seat sees, not a whole position"):
            lab.game.from_json(changed(view, viewer=None))


def test_a_view_that_hides_too_much_is_refused(lab: Lab, dealt: Position) -> None:
    with pytest.raises(UnreadablePosition, match="it hides what First knows"):
        lab.game.view(dealt.view(1).text, 0)
    with pytest.raises(UnreadablePosition, match="it hides what First knows"):
        lab.game.from_json(changed(dealt.view(1), viewer=0))
    with pytest.raises(IndexError, match="no seat 2; there are 0 to 1"):
        lab.game.view(dealt.text, 2)


def changed(position: Position, **entries: Any) -> str:
    return json.dumps({**json.loads(position.to_json()), **entries})


def fields(position: Position, **entries: Any) -> str:
    return changed(position, fields={**json.loads(position.to_json())["fields"], **entries})


def test_json_that_is_no_position(lab: Lab, dealt: Position) -> None:
    bad = {
        "not JSON": "{",
        "too deep": "[" * 100_000,
        "not an object": "[1]",
        "another game": changed(dealt, game="chess"),
        "no fields": changed(dealt, fields={}),
        "fields of another kind": changed(dealt, fields=[1]),
        "unknown option": changed(dealt, options={"malus": 1}),
        "five players": changed(dealt, players=5),
        "a list of players": changed(dealt, players=[2]),
        "no such viewer": changed(dealt, viewer=2),
        "a viewer that is no seat": changed(dealt, viewer="me"),
        "out of range": fields(dealt, ply=7),
        "too large for the field": fields(dealt, ply=300),
        "too large for any field": fields(dealt, ply=2**70),
        "half a ply": fields(dealt, ply=1.5),
        "a truth": fields(dealt, ply=True),
        "a text": fields(dealt, ply="2"),
        "too few cells": fields(dealt, cells=[0, 0]),
        "cells within cells": fields(dealt, cells=[[0], [0], [0]]),
        "fields that contradict the table": fields(dealt, bonus=3),
    }
    for name, text in bad.items():
        with pytest.raises(UnreadablePosition, match=r"this JSON is not a position of Tiny: ."):
            pytest.fail(f"{name}: {lab.game.from_json(text)!r}")


# ── Pictures ─────────────────────────────────────────────────────────────────
def test_pictures_come_from_the_view(dealt: Position) -> None:
    assert dealt.scene(0) == dealt.view(0).scene()
    assert [counter.value for counter in dealt.scene().counters] == ["0", "0"]
    assert str(dealt.after("mark b")).split()[1:4] == ["·", "x", "·"]
    assert dealt._repr_svg_().startswith("<svg")


def test_a_picture_has_marks_and_a_size(dealt: Position) -> None:
    after = dealt.after("mark b")
    marks = dealt.touched(dealt.parse("mark b"))
    assert marks == ["cell1"]
    plain, marked = ElementTree.fromstring(after.svg()), ElementTree.fromstring(after.svg(marks=marks, size=300))
    assert len(list(marked.iter())) == len(list(plain.iter())) + 1
    assert (marked.get("width"), marked.get("height")) == ("300", "150")
    assert plain.get("viewBox") == marked.get("viewBox")
    for wrong, words in (
        ({"theme": "pink"}, "no theme 'pink'; allowed: light, dark, auto"),
        ({"size": 0}, "size 0; all"),
    ):
        with pytest.raises(UnknownOption, match=words):
            after.svg(**wrong)


def test_a_place_without_a_drawing_is_transparent_and_a_piece_shows_its_text(lab: Lab, dealt: Position) -> None:
    """Unless a rule of the art fills it, or the drawing shows the text."""
    after = dealt.after("mark b")
    for group in ElementTree.fromstring(after.svg()).iter(f"{SVG}g"):
        if (group.get("class") or "").split()[:1] in (["zone"], ["spot"]):
            assert group.get("fill") == "none"
    assert [piece.letters for piece in after.scene().pieces] == ["x"]
    assert [text.text for text in ElementTree.fromstring(after.svg()).iter(f"{SVG}text")] == ["x", "abc"]
    art = lab.game.art
    for tag in ("<svg ", "<g "):
        lab.files(art=art.replace(tag, f'{tag}data-no-text="" '))
        assert [piece.letters for piece in after.scene().pieces] == [""]
