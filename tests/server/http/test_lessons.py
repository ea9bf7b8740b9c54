"""Plain HTTP: what a page asks about lessons, and what a learner may know."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.generator import Generator
from rookery.lessons.lesson import Lesson, lessons_of
from rookery.lessons.session import Session
from rookery.server.config import Config
from rookery.server.wire import lesson_views
from tests.server.support.app_client import opened, page

TAUGHT = [slug for slug in rookery.slugs() if lessons_of(rookery.load(slug)).lessons]
GAME = rookery.load(TAUGHT[0])
LESSON = lessons_of(GAME).lessons[0]
PATH = f"/api/games/{GAME.facts.slug}/lessons"


def post(client: TestClient, address: str, **body: Any) -> Any:
    return client.post(address, content=msgspec.json.encode(body)).json()


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_first_course_is_taken(client: TestClient, slug: str) -> None:
    game, path = rookery.load(slug), f"/api/games/{slug}/lessons"
    lessons = lessons_of(game)
    cards = client.get(path).json()
    assert [(card["id"], card["course"]) for card in cards] == [(it.id, it.course) for it in lessons.lessons]
    asked = lessons.course[0].id
    for lesson in lessons.course:
        assert asked == lesson.id
        shown, answers = post(client, f"{path}/{asked}", answers=[]), list[int]()
        while shown["say"]:
            step = lesson.steps[shown["step"]]
            assert (shown["say"], shown["hint"], shown["seat"]) == (step.say, step.hint, Session(game, lesson).seat)
            action = shown["solution"]
            assert action in [choice["action"] for choice in shown["moments"][-1]["scene"]["choices"]]
            scene = post(client, f"{path}/{asked}/preview", answers=answers, action=action)["scene"]
            assert scene["choices"] == []
            shown = post(client, f"{path}/{asked}", answers=answers, action=action)
            assert (shown["right"], shown["words"]) == (True, step.after)
            assert len(shown["moves"]) == len(shown["moments"]) == 1 + len(step.replies)
            answers.append(action)
        assert not shown["moments"][-1]["scene"]["choices"]
        assert shown["solution"] is None
        asked = shown["next"]


@pytest.fixture(scope="module")
def with_bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with the bots that people meet."""
    with opened(tmp_path_factory.mktemp("bots") / "tables.sqlite3", brain=Config().brain) as client:
        yield client


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_first_course_ends_in_the_middle_of_a_game(with_bots: TestClient, slug: str) -> None:
    """The learner sits down where the record stops, and plays on against bots of the level that it names."""
    lessons, path = lessons_of(rookery.load(slug)), f"/api/games/{slug}"
    midgame = lessons.midgame
    assert midgame is not None
    for lesson in lessons.lessons:
        told = midgame.say if lesson is lessons.course[-1] else ""
        assert post(with_bots, f"{path}/lessons/{lesson.id}", answers=[])["midgame"] == told
    learner = midgame.record(rookery.load(slug)).position.mover
    assert learner is not None
    links = post(with_bots, f"{path}/midgame", name="Wren")
    (seat,) = links["seats"]
    assert seat["seat"] == learner
    with page(with_bots, links["table"]) as player:
        there = player.hello(seat["key"])
        begun = len(midgame.actions)
        assert there["moment"]["ply"] == there["table"]["luck"]["pledge"]["since"] == begun
        assert there["moment"]["mover"] == learner
        sitters = [(one["kind"], one["name"] or one["level"]) for one in there["table"]["seats"]]
        assert sitters.pop(learner) == ("person", "Wren")
        assert set(sitters) == {("bot", midgame.bot)}
        moment = there["moment"]
        while moment["mover"] == learner:
            moment = player.move(moment)
        while moment["mover"] not in (None, learner):
            moment = player.settled()
        assert moment["ply"] > begun + 1


def test_a_wrong_answer_changes_nothing(client: TestClient) -> None:
    session = Session(GAME, LESSON)
    wrong = next(action for action in session.position.legal_actions if not session.is_right(action))
    before, shown = (
        post(client, f"{PATH}/{LESSON.id}", answers=[]),
        post(client, f"{PATH}/{LESSON.id}", answers=[], action=wrong),
    )
    assert (shown["right"], shown["words"]) == (False, session.answer(wrong).words)
    assert (shown["moments"], shown["step"], shown["moves"]) == (before["moments"], 0, [])


def test_why_a_click_does_nothing(client: TestClient) -> None:
    scene = Session(GAME, LESSON).position.scene(0, 0)
    begun = {choice.path[0] for choice in scene.choices}
    spot = next(spot.id for spot in scene.spots if spot.id not in begun)
    assert post(client, f"{PATH}/{LESSON.id}/why", answers=[], path=[], spot=spot)["words"]


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/games/nonsense/lessons/x", {"answers": []}, "UnknownGame"),
        (f"{PATH}/nonsense", {"answers": []}, "UnknownLesson"),
        ("/api/games/nonsense/midgame", {}, "UnknownGame"),
        (f"/api/games/{GAME.facts.slug}/midgame", {"name": "x" * 33}, "UnreadableMessage"),
        (f"{PATH}/{LESSON.id}", {}, "UnreadableMessage"),
        (f"{PATH}/{LESSON.id}", {"answers": [0] * 65}, "UnreadableMessage"),
        (f"{PATH}/{LESSON.id}", {"answers": [], "actoin": 3}, "UnreadableMessage"),
        (f"{PATH}/{LESSON.id}", {"answers": [], "action": 1_000_000}, "IllegalAction"),
        (f"{PATH}/{LESSON.id}", {"answers": [-5]}, "IllegalAction"),
        (f"{PATH}/{LESSON.id}/preview", {"answers": [], "action": 1_000_000}, "IllegalAction"),
        (f"{PATH}/{LESSON.id}/why", {"answers": [], "path": [], "spot": "nowhere"}, "NoSuchSpot"),
    ],
)
def test_refusals_have_names(client: TestClient, path: str, body: dict[str, Any], code: str) -> None:
    assert post(client, path, **body)["code"] == code


def test_more_answers_than_a_lesson_has_steps_are_refused(client: TestClient) -> None:
    answers = [Session(GAME, LESSON).right_answers()[0]] * (len(LESSON.steps) + 1)
    assert post(client, f"{PATH}/{LESSON.id}", answers=answers)["code"] == "IllegalAction"


# ── No secret ────────────────────────────────────────────────────────────────
def secret_lessons() -> Iterator[tuple[str, Lesson]]:
    for slug in TAUGHT:
        if rookery.load(slug).facts.hidden:
            yield from ((slug, lesson) for lesson in lessons_of(rookery.load(slug)).lessons)


@pytest.mark.parametrize(("slug", "lesson"), [pytest.param(*it, id=it[1].id) for it in secret_lessons()])
def test_two_worlds_that_a_learner_cannot_tell_apart_are_told_alike(slug: str, lesson: Lesson) -> None:
    """All that is said of a lesson's first position, in the lesson's world and in others of the same view."""
    game = rookery.load(slug)
    lessons, told = lessons_of(game), set[bytes]()
    for seed in range(5):
        session = Session(game, lesson)
        if seed:
            session.position = session.position.view(session.seat).determinize(Generator(seed))
        told.add(msgspec.json.encode(lesson_views.shown(session, lessons, None)))
    assert len(told) == 1
