"""Reviews in a page: they grow, the last one is the library's; and a second try at a decision."""

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest

import rookery
from rookery import Record
from rookery.core.generator import Generator
from rookery.offline.reviewer import AttemptAnswer, ReviewAnswer
from rookery.reviews import Review, review
from tests.offline.page import in_page
from tests.offline.test_engine import PATIENCE, Crew
from tests.often import EACH_KIND

PLIES = 6  # of most games here: a review of few takes less than a second
PLAIN = min(
    (game.facts for game in map(rookery.load, rookery.slugs()) if not (game.facts.hidden or game.facts.chance)),
    key=lambda facts: facts.longest,
).slug
HIDING = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)


def played(slug: str, plies: int = PLIES, seed: int = 4) -> Record:
    """The first plies of a random game."""
    record, dice = Record(rookery.load(slug), names=["Ann", "Bo"]), random.Random(seed)
    while record.plies < plies and not record.position.is_over:
        record.play(dice.choice(record.position.legal_actions))
    return record


class Desk(Crew):
    """Engines that share a review."""

    def __init__(self, size: int = 1) -> None:
        super().__init__(size)
        self.parts = [0] * size  # that each place has told
        self.engine = self.engines[0]

    def _hear(self, place: int, number: int, what: str, text: str) -> None:
        if what != "part":
            return super()._hear(place, number, what, text)
        self.parts[place] += 1
        self._news.set()
        for other, each in enumerate(self.engines):
            if other != place:
                each.hear(number, place, text)

    def review(self, record: Record, number: int = 1, **more: Any) -> None:
        for place, each in enumerate(self.engines):
            each.review(number, json.dumps({"record": record.dumps(), "every": 0, **more}), place, len(self.engines))

    async def part_of(self, place: int) -> None:
        """Wait until this place has told a part."""
        while not self.parts[place]:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)

    async def reviewed(self, number: int = 1) -> list[ReviewAnswer]:
        """All answers, when the last one has come."""
        while not (found := self.reviews(number)) or not found[-1].done:
            await self.heard(len(self.told) + 1)
        return found

    def reviews(self, number: int = 1) -> list[ReviewAnswer]:
        assert {what for _, what, _ in self.told} <= {"review"}, self.told
        return [msgspec.json.decode(text, type=ReviewAnswer) for each, _, text in self.told if each == number]

    async def try_out(self, **question: Any) -> AttemptAnswer:
        """What came of an attempt."""
        before = len(self.told)
        self.engine.attempt(7, json.dumps(question))
        await self.heard(before + 1)
        number, what, text = self.told[-1]
        assert (number, what) == (7, "attempt"), text
        return msgspec.json.decode(text, type=AttemptAnswer)


def as_told(found: Review) -> Any:
    return msgspec.json.decode(msgspec.json.encode(found))


@EACH_KIND
def test_answers_grow_and_the_last_one_is_the_librarys(slug: str) -> None:
    record = played(slug)

    async def ask() -> list[ReviewAnswer]:
        desk = Desk()
        desk.review(record, seed=3)
        return await desk.reviewed()

    answers = in_page(ask())
    assert len(answers) > 2
    assert [answer.done for answer in answers] == [False] * (len(answers) - 1) + [True]
    known = [len(answer.review.plies) for answer in answers]
    assert known == sorted(known)
    last = answers[-1]
    assert as_told(last.review) == as_told(review(record, seed=3))
    assert (last.game, last.players, last.names) == (slug, record.position.players, ["Ann", "Bo"])
    assert last.actions == record.actions
    assert last.movers == [record.mover(ply) for ply in range(record.plies)]
    assert last.options == record.position.options


def test_a_game_can_be_prepared_and_one_that_is_not_there_breaks_nothing() -> None:
    desk = Desk()
    for slug in (PLAIN, "nonsense"):
        desk.engine.prepare(slug)
    assert desk.told == []


def test_what_a_stand_in_played_is_told() -> None:
    """A page keeps none of it for practice."""
    record = played(PLAIN)
    record.stand_ins |= {2, 5}

    async def ask() -> list[ReviewAnswer]:
        desk = Desk()
        desk.review(record)
        return await desk.reviewed()

    assert in_page(ask())[-1].stand_ins == [2, 5]


async def test_it_stops_and_tells_no_more() -> None:
    desk = Desk()
    desk.review(played(PLAIN, 20))
    await desk.heard(2)
    desk.engine.stop(1)
    told = len(desk.told)
    desk.review(played(PLAIN, 2), 2)
    await desk.reviewed(2)
    assert len(desk.reviews()) == told


def test_even_a_review_that_is_nearly_done_stops() -> None:
    """Stopped after any number of answers, also after its last step but before its last answer."""

    async def ask(turns: int) -> bool:
        desk = Desk()
        desk.review(played(PLAIN, 2), every=1_000)
        for _ in range(turns):
            await asyncio.sleep(0)
        told = len(desk.told)
        desk.engine.stop(1)
        for _ in range(40):
            await asyncio.sleep(0)
        assert len(desk.told) == told
        return any(answer.done for answer in desk.reviews())

    turns = 1
    while not in_page(ask(turns)):
        turns += 1
    assert turns > 3


async def test_it_rests_while_the_page_is_hidden() -> None:
    desk = Desk()
    desk.engine.pause(True)
    desk.review(played(PLAIN, 4))
    await asyncio.sleep(0.1)
    assert desk.told == []
    desk.engine.pause(False)
    await desk.heard(1)
    desk.engine.pause(True)
    await asyncio.sleep(0.02)
    told = len(desk.told)
    await asyncio.sleep(0.1)
    assert len(desk.told) == told
    desk.engine.pause(False)
    await desk.reviewed()


TEXT = played(PLAIN, 2).dumps()
WHOLE = {"record": TEXT, "seed": 0}


@pytest.mark.parametrize("slug", [PLAIN, HIDING])
async def test_workers_share_a_review_that_is_the_same(slug: str) -> None:
    desk, record = Desk(3), played(slug, 20)
    desk.review(record, seed=2)
    told = (await desk.reviewed())[-1]
    assert as_told(told.review) == as_told(review(record, seed=2))
    assert min(desk.parts) > 1


async def test_a_review_does_not_wait_for_a_worker_that_does_not_begin() -> None:
    desk, record = Desk(2), played(PLAIN, 12)
    desk.engines[1].pause(True)
    desk.review(record)
    told = (await desk.reviewed())[-1]
    assert as_told(told.review) == as_told(review(record))
    assert desk.parts[1] == 0
    desk.engines[1].stop(1)


@pytest.mark.parametrize("known", [True, False])
async def test_the_part_of_a_worker_that_ended_is_done_by_the_others(
    known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether somebody says that it ended, or it says nothing more."""
    monkeypatch.setattr("rookery.offline.reviewer.SLOW_AFTER", PATIENCE if known else 0.2)
    desk, record = Desk(2), played(PLAIN, 12)
    desk.review(record)
    await desk.part_of(1)
    desk.engines[1].stop(1)
    if known:
        desk.engine.lose(1, 1)
    told = (await desk.reviewed())[-1]
    assert as_told(told.review) == as_told(review(record))


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("{", "this is no ReviewQuestion"),
        ("[1]", "this is no ReviewQuestion"),
        ("{}", "`record`"),
        (json.dumps({"recrod": "x"}), "recrod"),
        (json.dumps({**WHOLE, "sed": 3}), "sed"),
        (json.dumps({**WHOLE, "seed": "x"}), "seed"),
        (json.dumps({**WHOLE, "seed": -1}), "seed -1"),
        (json.dumps({"record": ""}), "this game"),
        (json.dumps({"record": "Dear Ann"}), "this game"),
        (json.dumps({"record": Record(rookery.load(PLAIN)).dumps()}), "nothing to review"),
        (json.dumps({"record": TEXT.replace('"key": "', '"key": "f')}), "line 2"),
        (json.dumps({"record": TEXT.replace(PLAIN, "nonsense")}), "nonsense"),
    ],
)
async def test_what_is_no_game_is_refused_in_a_sentence(asked: str, why: str) -> None:
    desk = Desk()
    desk.engine.review(1, asked, 0, 1)
    await desk.heard(1)
    ((number, what, words),) = desk.told
    assert (number, what) == (1, "refused")
    assert why in words
    assert "\n" not in words


async def test_a_fault_of_ours_is_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr("rookery.reviews.GrowingReview.step", fails)
    desk = Desk()
    desk.review(played(PLAIN))
    await desk.heard(1)
    assert desk.told == [(1, "broken", "")]


# ── A second try ─────────────────────────────────────────────────────────────
def blunder() -> tuple[Record, int]:
    """A game, and a ply after which the seat that moved has lost what it could have won."""
    for seed in range(60):
        record = played(PLAIN, 1_000, seed)
        for mistake in (one.judgement for one in review(record).plies if one.judgement):
            if mistake.proved and mistake.loss > 0.9:
                return record, mistake.ply
    raise AssertionError("no game has a blunder")


async def test_the_best_action_is_right_and_a_blunder_is_not() -> None:
    record, ply = blunder()
    position = record.position
    table = {"game": PLAIN, "players": position.players, "options": position.options}
    before = {**table, "actions": record.actions[: ply - 1]}
    desk = Desk()
    wrong = await desk.try_out(**before, action=record.actions[ply - 1])
    assert (wrong.right, wrong.chance, wrong.played) == (False, 1.0, 0.0)
    assert wrong.loss > 0.9
    right = await desk.try_out(**before, action=wrong.best.actions[0])
    assert (right.right, right.loss, right.played) == (True, 0.0, 1.0)
    assert right == await desk.try_out(**before, action=wrong.best.actions[0])
    told = await desk.try_out(**before, action=record.actions[ply - 1], told=record.actions[ply - 1])
    assert (told.right, told.loss) == (True, wrong.loss), "a page does not take back what it has told"


@EACH_KIND
async def test_in_every_game_the_best_action_is_right(slug: str) -> None:
    record = played(slug, 40)
    ply = max(ply for ply in range(record.plies) if (record.mover(ply) or 0) >= 0)
    position = record.at(ply)
    before = {"game": slug, "players": position.players, "options": position.options, "actions": record.actions[:ply]}
    desk = Desk()
    told = [await desk.try_out(**before, action=action) for action in position.legal_actions[:4]]
    best = await desk.try_out(**before, action=told[0].best.actions[0])
    assert (best.right, best.loss, best.played) == (True, 0.0, best.chance)
    for each in told:
        assert (each.best, each.chance) == (best.best, best.chance)
        assert 0.0 <= each.loss <= max(0.0, each.chance - each.played)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"action": 1_000_000}, "cannot be tried here"),
        ({"action": -1}, "cannot be tried here"),
        ({"actions": [1_000_000]}, "1000000 is not legal here"),
        ({"actions": played(PLAIN, 1_000).actions}, "cannot be tried here"),
        ({"game": "nonsense"}, "nonsense"),
        ({"players": 77}, "77"),
        ({"options": {"colour": "blue"}}, "colour"),
        ({"actoin": 3}, "actoin"),
        ({"action": None}, "action"),
    ],
)
async def test_what_cannot_be_tried_is_refused_in_a_sentence(more: dict[str, Any], why: str) -> None:
    desk = Desk()
    whole = {"game": PLAIN, "players": 2, "options": {}, "actions": [], "action": 0, **more}
    desk.engine.attempt(1, json.dumps(whole))
    await desk.heard(1)
    ((_, what, words),) = desk.told
    assert what == "refused", words
    assert why in words
    assert "\n" not in words


async def test_a_draw_cannot_be_tried() -> None:
    drawing = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.chance)
    record = Record(rookery.load(drawing))
    record.settle(Generator(1))
    dice = random.Random(2)
    while record.position.mover is None or record.position.mover >= 0:
        record.play(dice.choice(record.position.legal_actions))
    desk = Desk()
    position = record.position
    whole = {"game": drawing, "players": position.players, "options": position.options, "actions": record.actions}
    desk.engine.attempt(1, json.dumps({**whole, "action": position.legal_actions[0]}))
    await desk.heard(1)
    assert desk.told[0][1:] == ("refused", "this action cannot be tried here")
