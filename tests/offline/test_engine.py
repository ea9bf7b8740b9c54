"""The engine of a page, in a loop as a browser's: it says what the library says, slice by slice."""

import asyncio
import json
from typing import Any

import msgspec
import pytest

import rookery
from rookery.bots import advise
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.offline import engine
from rookery.offline.brain import EngineBrain
from rookery.offline.engine import EngineAnswer, PageEngine, view_of
from rookery.offline.questions import BotAdvice, BotQuestion
from rookery.offline.threat_run import ThreatAnswer
from rookery.reviews.threats import threat
from rookery.search import analyse, may_be_proved


def view_in(slug: str, seed: int = 4) -> Position:
    position = rookery.load(slug).start(seed=seed)
    assert position.mover is not None
    return position.view(position.mover)


HIDING = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)
OPEN = next(slug for slug in rookery.slugs() if may_be_proved(view_in(slug)) and not rookery.load(slug).facts.chance)
PATIENCE = 60.0  # seconds


class Crew:
    """Engines, one for each place, joined as web/src/engine/engine.ts joins those of a page."""

    def __init__(self, size: int) -> None:
        self.told: list[tuple[int, str, str]] = []
        self._news = asyncio.Event()
        self.engines = [PageEngine(lambda *told, place=place: self._hear(place, *told)) for place in range(size)]

    def _hear(self, place: int, number: int, what: str, text: str) -> None:
        if what == "part":
            self.engines[0].hear(number, place, text)
        else:
            self.told.append((number, what, text))
            self._news.set()

    def ask(self, view: Position, number: int = 1, **limits: Any) -> None:
        asked = json.dumps({"view": view.to_json(), **limits})
        for place, each in enumerate(self.engines):
            each.analyse(number, asked, place, len(self.engines))

    def answers(self, number: int = 1) -> list[EngineAnswer]:
        assert {what for _, what, _ in self.told} <= {"answer"}, self.told
        return [msgspec.json.decode(text, type=EngineAnswer) for each, _, text in self.told if each == number]

    async def heard(self, count: int) -> None:
        """Wait until so much was told in all."""
        while len(self.told) < count:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)

    async def done(self, number: int = 1) -> EngineAnswer:
        while not (self.answers(number) and self.answers(number)[-1].done):
            await self.heard(len(self.told) + 1)
        return self.answers(number)[-1]


@pytest.mark.parametrize("size", [1, 3])
async def test_together_they_say_what_the_library_says(slug: str, size: int) -> None:
    crew, view = Crew(size), view_in(slug)
    crew.ask(view, simulations=1_000, seed=5, every=0)
    told = await crew.done()
    assert told.analysis == analyse(view, simulations=1_000, seed=5, workers=size)
    assert [each.done for each in crew.answers()].count(True) == 1


async def test_a_proof_needs_no_other_worker() -> None:
    line = [rookery.load(OPEN).start(seed=4)]
    while not line[-1].is_over:
        line.append(line[-1].after(line[-1].legal_actions[0]).settled(Generator(0)))
    position = line[-2]
    assert position.mover is not None
    told = analyse(position, simulations=20_000)
    assert told.proved
    crew = Crew(2)
    crew.ask(position.view(position.mover), simulations=20_000)
    found = await crew.done()
    assert found.analysis.proved
    assert found.analysis.chances == told.chances


async def test_it_tells_more_and_more_until_it_is_stopped() -> None:
    crew = Crew(2)
    crew.ask(view_in(HIDING), every=0)
    await crew.heard(4)
    for each in crew.engines:
        each.stop(1)
    told = crew.answers()
    searched = [answer.analysis.positions for answer in told]
    assert searched == sorted(set(searched))
    crew.ask(view_in(HIDING), 2, simulations=100)
    await crew.done(2)
    assert crew.answers() == told


async def test_nothing_is_searched_while_it_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    crew = Crew(1)
    (own,) = crew.engines
    own.pause(True)
    crew.ask(view_in(HIDING), every=0)
    await asyncio.sleep(0.1)
    assert crew.told == []
    own.pause(False)
    await crew.heard(2)
    own.pause(True)
    await asyncio.sleep(0.05)
    told = len(crew.told)
    await asyncio.sleep(0.2)
    assert len(crew.told) == told
    own.stop(1)


async def test_a_worker_that_is_lost_is_not_waited_for() -> None:
    crew, view = Crew(2), view_in(HIDING)
    asked = json.dumps({"view": view.to_json(), "simulations": 200})
    crew.engines[0].analyse(1, asked, 0, 2)  # nobody has place 1
    await asyncio.sleep(0.3)
    assert not any(answer.done for answer in crew.answers())
    crew.engines[0].lose(1, 1)
    told = await crew.done()
    assert sum(line.visits for line in told.analysis.lines) <= 100


async def test_time_is_a_limit_too() -> None:
    crew = Crew(1)
    crew.ask(view_in(HIDING), seconds=0.2)
    told = await crew.done()
    assert 0.2 <= told.analysis.seconds < 0.2 + 100 * engine.SLICE


def wrong_views() -> list[tuple[Any, str]]:
    whole = rookery.load(HIDING).start(seed=4)
    assert whole.mover is not None
    view = json.loads(whole.view(whole.mover).to_json())
    other = (whole.mover + 1) % whole.players
    owner, decider = (whole.role(seat) for seat in (other, whole.mover))
    field = next(name for name, value in view["fields"].items() if isinstance(value, int))
    return [
        ("{", "this text is no view of a game"),
        ("[1, 2]", "this text is no view of a game"),
        (json.dumps({"game": "no-such-game"}), "no-such-game"),
        (whole.to_json(), "the engine is given what one seat sees, and this is a whole position"),
        (json.dumps(view | {"fields": {**view["fields"], field: 10**9}}), f"{field} must be a whole number"),
        (json.dumps(view | {"fields": {}}), "is not a position of"),
        (json.dumps(view | {"viewer": other}), f"it hides what {owner} knows"),
        (whole.view(other).to_json(), f"this is not the view of {decider}, who decides"),
    ]


@pytest.mark.parametrize(("view", "why"), wrong_views())
async def test_what_is_no_view_of_the_mover_is_refused(view: str, why: str) -> None:
    crew = Crew(1)
    crew.engines[0].analyse(1, json.dumps({"view": view, "simulations": 10}), 0, 1)
    ((number, what, words),) = crew.told
    assert (number, what) == (1, "refused")
    assert why in words
    assert "\n" not in words


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"simulations": 0}, "simulations 0"),
        ({"seconds": -1}, "seconds -1"),
        ({"simulations": "many"}, "this is no EngineQuestion"),
        ({"simulations": 10, "nodes": 1}, "nodes 1; the position and its"),
        ({"simulations": 10, "seed": -1}, "seed -1"),
    ],
)
async def test_what_is_no_question_is_refused(limits: Any, why: str) -> None:
    crew = Crew(1)
    crew.ask(view_in(HIDING), **limits)
    await crew.heard(1)
    ((_, what, words),) = crew.told
    assert what == "refused"
    assert why in words


async def test_a_fault_of_ours_breaks_it_and_says_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr("rookery.search.GrowingAnalysis.grow", fails)
    crew = Crew(1)
    crew.ask(view_in(HIDING), simulations=10)
    await crew.heard(1)
    assert crew.told == [(1, "broken", "")]


async def test_a_bot_is_advised_from_its_view_level_and_seed_alone(slug: str) -> None:
    view, seed = view_in(slug), 2**62 + 12_345
    wanted = advise(view, "easy", seed)
    crew, asked = Crew(1), list[str]()

    async def forward(question: str) -> str:
        asked.append(question)
        crew.engines[0].advise(7, question)
        await crew.heard(1)
        ((number, what, text),) = crew.told
        assert (number, what) == (7, "advice")
        return text

    assert await EngineBrain(forward).advise(view, "easy", seed) == (wanted.action, wanted.words)
    question = msgspec.json.decode(asked[0], type=BotQuestion)
    assert (view_of(question.view), question.level, question.seed) == (view, "easy", seed)
    assert msgspec.json.decode(crew.told[0][2], type=BotAdvice).action == wanted.action


def later(seed: int) -> Position:
    """A position in the middle of a game."""
    position = rookery.load(OPEN).start(seed=seed)
    for _ in range(9):
        position = position.after(position.legal_actions[seed % len(position.legal_actions)])
    return position


async def test_it_tells_what_the_library_says_is_threatened() -> None:
    position = next(each for seed in range(40) if threat(each := later(seed)))
    assert position.mover is not None
    view = position.view(position.mover)
    crew = Crew(1)
    crew.engines[0].threat(3, json.dumps({"view": view.to_json()}))
    await crew.heard(1)
    ((number, what, text),) = crew.told
    assert (number, what) == (3, "threat")
    told = msgspec.json.decode(text, type=ThreatAnswer)
    assert told.threat == threat(view)
    assert 0.0 < told.chance <= 1.0
    crew.engines[0].threat(4, json.dumps({"view": view.to_json()}))
    crew.engines[0].stop(4)
    crew.engines[0].threat(5, json.dumps({"view": view_in(HIDING).to_json()}))
    await crew.heard(2)
    assert crew.told[1][:2] == (5, "refused")
    assert "nobody can say what is threatened" in crew.told[1][2]
