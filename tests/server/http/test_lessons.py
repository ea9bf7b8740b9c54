"""Plain HTTP: what a page asks about lessons."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.lessons.lesson import lessons_of
from rookery.lessons.session import NOT_THIS, Session
from rookery.server.config import Config
from rookery.strengths import strength
from tests.often import KINDS, others_in_soak
from tests.server.support.app_client import opened, page

TAUGHT = [slug for slug in rookery.slugs() if lessons_of(rookery.load(slug)).lessons]
GAME = rookery.load(TAUGHT[0])
PATH = f"/api/games/{GAME.facts.slug}/lessons"


def post(client: TestClient, address: str, **body: Any) -> Any:
    return client.post(address, content=msgspec.json.encode(body)).json()


@pytest.mark.parametrize("slug", others_in_soak(TAUGHT, KINDS))
def test_a_lesson_is_told_as_a_whole(client: TestClient, slug: str) -> None:
    game, path = rookery.load(slug), f"/api/games/{slug}/lessons"
    lessons = lessons_of(game)
    listed = [{"id": it.id, "name": it.name, "course": it.course} for it in lessons.lessons]
    assert client.get(path).json() == listed
    for lesson in lessons.lessons:
        told, session = client.get(f"{path}/{lesson.id}").json(), Session(game, lesson)
        assert told["seat"] == session.seat
        assert base64.b64decode(told["board"]["view"]) == session.position.states.tobytes()
        for step, whole in zip(told["steps"], lesson.steps, strict=True):
            said = json.loads(msgspec.json.encode({name: getattr(whole, name) for name in step}))
            assert step == said | {"wrong": whole.wrong or NOT_THIS}


@pytest.fixture(scope="module")
def with_bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with the bots that people meet."""
    with opened(tmp_path_factory.mktemp("bots") / "tables.sqlite3", brain=Config().brain) as client:
        yield client


@pytest.mark.parametrize("slug", others_in_soak(TAUGHT, KINDS))
def test_the_first_course_ends_in_the_middle_of_a_game(with_bots: TestClient, slug: str) -> None:
    """The learner sits down where the record stops, and plays on against bots of the level that it names."""
    lessons, path = lessons_of(rookery.load(slug)), f"/api/games/{slug}"
    midgame = lessons.midgame
    assert midgame is not None
    for lesson in lessons.lessons:
        last, script = lesson is lessons.course[-1], with_bots.get(f"{path}/lessons/{lesson.id}").json()
        assert script["midgame"] == (midgame.say if last else "")
        assert script["rivals"] == (strength(midgame.bot).species if last else "")
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


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/games/nonsense/lessons/x", "UnknownGame"),
        (f"{PATH}/nonsense", "UnknownLesson"),
    ],
)
def test_lessons_that_there_are_not(client: TestClient, path: str, code: str) -> None:
    assert client.get(path).json()["code"] == code


def test_refusals_of_midgames(client: TestClient) -> None:
    assert post(client, "/api/games/nonsense/midgame")["code"] == "UnknownGame"
    assert post(client, f"/api/games/{GAME.facts.slug}/midgame", name="x" * 33)["code"] == "UnreadableMessage"
