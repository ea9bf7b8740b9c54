"""A position of a studied game as a question to the engine: it says what the library says, and from a seat's eyes no
more than that seat can know."""

import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import rookery
from rookery.core.generator import Generator
from rookery.core.memory import remembered
from rookery.core.position import Position
from rookery.offline.engine import EngineAnswer
from rookery.search import Analysis, AnalysisLimits, GrowingAnalysis, analyse
from tests.offline.page import in_page
from tests.offline.test_engine import Crew

SIMULATIONS = 300
HIDING = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]


def walked(slug: str, plies: int = 3, seed: int = 4) -> tuple[list[Position], list[int]]:
    """A game up to a decision of a seat, after so many decisions: its positions and its actions."""
    dice = random.Random(seed)
    game = rookery.load(slug)
    positions, actions = [game.start_with(game.facts.settings(None, {}))], list[int]()
    while plies > 0 or positions[-1].mover == -1:
        plies -= positions[-1].mover != -1
        actions.append(dice.choice(positions[-1].legal_actions))
        positions.append(positions[-1].after(actions[-1]))
    return positions, actions


def question(position: Position, actions: Sequence[int], eyes: int | None, **more: Any) -> dict[str, Any]:
    there = {"game": position.game.facts.slug, "players": position.players, "options": position.options}
    return {"view": {**there, "actions": list(actions), "eyes": eyes}, "simulations": SIMULATIONS, "seed": 5, **more}


async def told(asked: dict[str, Any], size: int = 2) -> list[tuple[str, str]]:
    """All that a crew of workers says."""
    crew = Crew(size)
    for place, engine in enumerate(crew.engines):
        engine.analyse(1, json.dumps(asked), place, size)
    while not (crew.told and (crew.told[-1][1] != "answer" or '"done":true' in crew.told[-1][2])):
        await crew.heard(len(crew.told) + 1)
    return [(what, text) for _, what, text in crew.told]


def found(asked: dict[str, Any], size: int = 2) -> Analysis:
    what, text = in_page(told(asked, size))[-1]
    assert what == "answer", text
    return msgspec.json.decode(text, type=EngineAnswer).analysis


def test_from_the_eyes_of_the_seat_that_decides_it_is_the_librarys(slug: str) -> None:
    positions, actions = walked(slug)
    position = positions[-1]
    expected = analyse(position, simulations=SIMULATIONS, seed=5, workers=2)
    assert found(question(position, actions, position.mover)) == expected
    if not position.game.facts.hidden:
        assert found(question(position, actions, None)) == expected


@pytest.mark.parametrize("slug", HIDING)
def test_with_all_hands_open_the_whole_position_is_searched(slug: str) -> None:
    positions, actions = walked(slug)
    position = positions[-1]
    whole = GrowingAnalysis(position, AnalysisLimits(simulations=SIMULATIONS), 5, workers=2).grow().result()
    assert found(question(position, actions, None)) == whole
    assert whole != analyse(position, simulations=SIMULATIONS, seed=5, workers=2)


@pytest.mark.parametrize("slug", HIDING)
def test_games_that_a_seat_cannot_tell_apart_are_analysed_alike(slug: str) -> None:
    """Byte for byte, but for the time that it took; with all hands open they are not."""
    positions, actions = walked(slug, plies=5)
    seat = positions[-1].mover
    assert seat is not None
    memory = remembered(positions, actions, seat)
    worlds = [actions, *(list(memory.resample_history(Generator(other))) for other in range(3))]
    assert len({tuple(world) for world in worlds}) > 1, "no world differs: the test shows nothing"
    said = {timeless(in_page(told(question(positions[-1], world, seat), 1))) for world in worlds}
    assert len(said) == 1
    other = (seat + 1) % positions[0].players
    memory = remembered(positions, actions, other)
    alike = [actions, *(list(memory.resample_history(Generator(each))) for each in range(3))]
    assert len({timeless(in_page(told(question(positions[-1], world, other), 1))) for world in alike}) == 1
    opened = {timeless(in_page(told(question(positions[-1], world, None), 1))) for world in worlds}
    assert len(opened) > 1


def test_where_another_decides_or_chance_moves_there_are_chances_without_lines(slug: str) -> None:
    positions, actions = walked(slug)
    position = positions[-1]
    assert position.mover is not None
    drawing = next((ply for ply in range(len(actions) - 1, -1, -1) if positions[ply].mover == -1), None)
    asked = [question(positions[drawing], actions[:drawing], None)] if drawing is not None else []
    if position.game.facts.hidden:
        asked.append(question(position, actions, (position.mover + 1) % position.players))
    for each in asked:
        analysis = found(each)
        assert analysis.lines == ()
        assert 0.0 <= analysis.margin < 0.5
        if not position.game.facts.cooperative:
            assert sum(analysis.chances) == pytest.approx(1)
        assert analysis == found(each)


def test_a_game_that_is_over_is_refused() -> None:
    positions, actions = walked(rookery.slugs()[0])
    while positions[-1].mover is not None:
        actions.append(positions[-1].legal_actions[0])
        positions.append(positions[-1].after(actions[-1]))
    ((what, words),) = in_page(told(question(positions[-1], actions, None), 1))
    assert (what, "the game is over" in words) == ("refused", True)


def timeless(answers: list[tuple[str, str]]) -> bytes:
    what, text = answers[-1]
    assert what == "answer", text
    answer = json.loads(text)
    del answer["analysis"]["seconds"]
    return json.dumps(answer).encode()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"game": "nonsense"}, "nonsense"),
        ({"players": 77}, "77"),
        ({"options": {"colour": "blue"}}, "colour"),
        ({"actions": [10**6]}, "1000000 is not legal here"),
        ({"eyes": 9}, "there is no seat 9"),
        ({"eyes": -1}, "there is no seat -1"),
        ({"eyes": "all"}, "this is no EngineQuestion"),
        ({"eye": 1}, "this is no EngineQuestion"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(more: dict[str, Any], why: str) -> None:
    positions, actions = walked(rookery.slugs()[0])
    asked = question(positions[-1], actions, None)
    ((what, words),) = in_page(told({**asked, "view": {**asked["view"], **more}}, 1))
    assert what == "refused"
    assert why in words
    assert "\n" not in words
