"""The engine of a page says what the library says: the same actions, lines and chances, to the last bit."""

import asyncio
import functools
import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rookery
from rookery.bots import level, levels
from rookery.compiler.encoding import uleb
from rookery.core import registry
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.offline.engine import EngineQuestion, PageEngine
from rookery.offline.questions import BotQuestion
from rookery.offline.reviewer import AttemptQuestion, ReviewQuestion
from rookery.offline.studied import StudiedPosition
from rookery.offline.threat_run import ThreatQuestion
from rookery.wasm.build import build
from tests.choices import recorded, seeds_of
from tests.offline.engine_process import EngineProcess, is_last
from tests.often import EACH_KIND

PLIES = 5  # of a review; all of a game takes minutes
SOAK_GAMES, SOAK_PARTS, SOAK_VIEWS, MOST = 100, 10, 200, 50_000


@pytest.fixture(scope="module")
def engine() -> Iterator[EngineProcess]:
    with EngineProcess() as process:
        yield process


def said_by_library(method: str, *given: Any) -> list[tuple[str, str]]:
    """The answers of the same engine in Python."""

    async def asked() -> list[tuple[str, str]]:
        found, done = list[tuple[str, str]](), asyncio.Event()

        def tell(number: int, what: str, text: str) -> None:
            found.append((what, text))
            if is_last(what, text):
                done.set()

        getattr(PageEngine(tell), method)(1, *given)
        await done.wait()
        return found

    return asyncio.run(asked())


def same(engine: EngineProcess, game: Game, method: str, question: Any, *more: int) -> None:
    """Demand equal answers."""
    text = msgspec.json.encode(question).decode()
    mine, theirs = said_by_library(method, text, *more)[-1], engine.ask(method, game.facts.slug, text, *more)[-1]
    assert theirs[0] == mine[0], (method, text, mine, theirs)
    if mine[0] == "refused":
        assert theirs[1] == mine[1]
    else:
        assert timeless(json.loads(theirs[1])) == timeless(json.loads(mine[1])), (method, text)


def test_a_level_that_bluffs_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that is not installed: Night Ferry."""
    monkeypatch.setattr(registry, "_WRITTEN_HERE", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(Path(__file__).parents[2] / "examples" / "night_ferry")
    game, generator = rookery.load("night_ferry"), Generator(1)
    with EngineProcess("night_ferry") as process:
        for seed, players in enumerate((2, 3, 4)):
            position = game.start(seed=seed, players=players)
            for _ in range(4 * seed):
                position = position.after_unchecked(generator.choice(position.legal_actions)).settled(generator)
            view = position.view(position.mover)
            same(process, game, "advise", BotQuestion(view.to_json(), "medium", seed))


def timeless(told: Any) -> Any:
    """Without seconds."""
    if isinstance(told, dict):
        return {name: timeless(value) for name, value in told.items() if name != "seconds"}
    return [timeless(part) for part in told] if isinstance(told, list) else told


@EACH_KIND
def test_levels_choose_what_is_recorded(engine: EngineProcess, slug: str) -> None:
    """All levels, also those that search for long. tests/bots/test_choices.py is the same with compiled kernels."""
    for view, choices in recorded(slug):
        for name, chosen in choices.items():
            for seed, text in zip(seeds_of(name), chosen, strict=True):
                question = msgspec.json.encode(BotQuestion(view.to_json(), name, seed)).decode()
                ((_, told),) = engine.ask("advise", slug, question)
                assert json.loads(told)["action"] == view.parse(text), (view.text, name, seed)


def random_game(game: Game, chance: random.Random) -> Record:
    """All of it."""
    players = chance.choice(game.facts.players)
    options = {option.name: chance.choice(option.choices_of(players)) for option in game.facts.options}
    record = Record(game, players, options)
    while not record.position.is_over:
        record.play(chance.choice(record.position.legal_actions))
    return record


def begun(whole: Record, plies: int) -> Record:
    """The beginning of a game."""
    record = Record(whole.game, whole.position.players, whole.position.options)
    for action in whole.actions[:plies]:
        record.play(action)
    return record


def questions(record: Record, ply: int, chance: random.Random, simulations: int) -> Iterator[tuple[str, Any]]:
    """What a page may ask about a position in which a seat has a choice."""
    game, position = record.game, record.at(ply)
    slug, players, options = game.facts.slug, position.players, position.options
    actions = [*record.actions[:ply]]
    assert position.mover is not None
    view = position.view(position.mover).to_json()
    yield "analyse", EngineQuestion(view, simulations=simulations, seed=ply)
    for eyes in (None, chance.randrange(players)):
        studied = StudiedPosition(slug, players, options, actions, eyes)
        yield "analyse", EngineQuestion(studied, simulations=simulations, seed=ply)
    yield "threat", ThreatQuestion(view)
    yield "attempt", AttemptQuestion(slug, players, options, actions, chance.choice(position.legal_actions))


@functools.cache
def a_game(slug: str, seed: int) -> tuple[Record, list[int]]:
    """A random game, and its plies before which a seat has a choice."""
    record = random_game(rookery.load(slug), random.Random(f"{slug} {seed}"))
    choices = [ply for ply in range(record.plies) if record.mover(ply) != CHANCE]
    return record, [ply for ply in choices if len(record.at(ply).legal_actions) > 1]


@pytest.mark.parametrize("slug", rookery.slugs())
def test_answers_of_all_kinds_are_the_same(engine: EngineProcess, slug: str) -> None:
    record, choices = a_game(slug, 1)
    chance = random.Random(slug)
    middle = choices[len(choices) // 2]
    for ply in (choices[0], middle, choices[-1]):
        for method, question in questions(record, ply, chance, 60):
            if method != "analyse" and ply != middle:
                continue  # these take longer
            same(engine, record.game, method, question, *((0, 1) if method == "analyse" else ()))


@EACH_KIND
def test_a_review_is_the_same(engine: EngineProcess, slug: str) -> None:
    record, _ = a_game(slug, 1)
    question = msgspec.json.encode(ReviewQuestion(begun(record, PLIES).dumps())).decode()
    mine, theirs = said_by_library("review", question, 0, 2), engine.ask("review", slug, question, 0, 2)
    assert timeless(json.loads(theirs[-1][1])) == timeless(json.loads(mine[-1][1]))
    ours, parts = ([text for what, text in told if what == "part"] for told in (mine, theirs))
    assert [timeless(json.loads(part)) for part in parts] == [timeless(json.loads(part)) for part in ours]
    ((_, told),) = engine.ask("review", slug, question, 0, 2, heard=ours)
    assert timeless(json.loads(told)) == timeless(json.loads(mine[-1][1]))


def test_what_is_wrong_is_said_alike(engine: EngineProcess) -> None:
    game = rookery.load(rookery.slugs()[0])
    start = game.start(seed=1)
    assert start.mover is not None
    view = start.view(start.mover).to_json()
    for question in (
        EngineQuestion(start.to_json(), simulations=3),
        EngineQuestion(view, simulations=-1),
        EngineQuestion(view, simulations=5, nodes=0),
        EngineQuestion(StudiedPosition("chess", 2, {}, [], None), simulations=3),
        EngineQuestion(StudiedPosition(game.facts.slug, 99, {}, [], None), simulations=3),
        EngineQuestion(StudiedPosition(game.facts.slug, start.players, {}, [10**9], None), simulations=3),
    ):
        same(engine, game, "analyse", question, 0, 1)
    same(engine, game, "review", ReviewQuestion("no record"), 0, 1)
    same(engine, game, "attempt", AttemptQuestion(game.facts.slug, start.players, start.options, [], 10**9))


def trap(kernels: Iterable[str]) -> bytes:
    """A module of WebAssembly whose kernels all stop at once."""
    exports = [("memory", b"\x02\x00"), ("heap", b"\x03\x00"), *((name, b"\x00\x00") for name in kernels)]
    named = b"".join(uleb(len(name)) + name.encode() + what for name, what in exports)
    parts = {
        1: b"\x01\x60\x01\x7f\x00",  # functions take a number
        3: b"\x01\x00",
        5: b"\x01\x00\x01",  # a page of memory
        6: b"\x01\x7f\x00\x41\x10\x0b",  # the heap begins at 16
        7: uleb(len(exports)) + named,
        10: b"\x01\x03\x00\x00\x0b",  # unreachable, end
    }
    return b"\0asm\1\0\0\0" + b"".join(bytes([number]) + uleb(len(part)) + part for number, part in parts.items())


def test_a_module_that_stops_costs_its_own_game_alone(tmp_path: Path) -> None:
    """It can be damaged, or the machine may have no memory for it."""
    views = {}
    for slug in rookery.slugs()[:2]:
        record, choices = a_game(slug, 1)
        views[slug] = _seen(record, choices[0]).to_json()
    (first, view), (second, other) = views.items()
    kernels = json.loads(build(rookery.load(first)).description.read_text("utf-8"))["kernels"]
    (tmp_path / "trap.wasm").write_bytes(trap(kernels))
    with EngineProcess() as process:
        process.open(first, tmp_path / "trap.wasm")
        for method, question, *more in (
            ("analyse", EngineQuestion(view, simulations=5), 0, 1),
            ("advise", BotQuestion(view, "master", 1)),
        ):
            ((what, words),) = process.ask(method, first, msgspec.json.encode(question).decode(), *more)
            assert what == "refused", method
            assert words.startswith(f"{rookery.load(first).facts.name} cannot be analysed in this page, because ")
            assert "unreachable" in words
        asked = msgspec.json.encode(EngineQuestion(other, simulations=5)).decode()
        assert process.ask("analyse", second, asked, 0, 1)[-1][0] == "answer"


@pytest.mark.soak
@pytest.mark.usefixtures("machine_code")
@pytest.mark.parametrize("slug", rookery.slugs())
def test_levels_choose_the_same_from_many_views(engine: EngineProcess, slug: str) -> None:
    game = rookery.load(slug)
    names = [name for name in levels(game) if getattr(level(name, game), "simulations", 0) <= MOST]
    for number in range(SOAK_VIEWS):
        record, choices = a_game(slug, number % 20)
        view = _seen(record, random.Random(number).choice(choices))
        for name in names:
            same(engine, game, "advise", BotQuestion(view.to_json(), name, number))


def _seen(record: Record, ply: int) -> Position:
    position = record.at(ply)
    assert position.mover is not None
    return position.view(position.mover)


@pytest.mark.soak
@pytest.mark.usefixtures("machine_code")
@pytest.mark.parametrize("part", range(SOAK_PARTS))  # so that several cores share them
@pytest.mark.parametrize("slug", rookery.slugs())
def test_many_games_are_the_same(engine: EngineProcess, slug: str, part: int) -> None:
    """Of each its review, and answers of all kinds about one position."""
    for seed in range(part, SOAK_GAMES, SOAK_PARTS):
        record, choices = a_game(slug, seed)
        chance = random.Random(seed)
        for method, question in questions(record, chance.choice(choices), chance, 300):
            same(engine, record.game, method, question, *((0, 1) if method == "analyse" else ()))
        same(engine, record.game, "review", ReviewQuestion(record.dumps()), 0, 1)
