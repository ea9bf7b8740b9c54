"""Boards and lessons: pages play, show and say the same as Python, and what a seat may not know makes no difference."""

import base64
import copy
import functools
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

import rookery
from rookery.core.generator import Generator
from rookery.core.memory import remembered
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.scene import Scene, motions_of
from rookery.javascript.game_module import module_text
from rookery.lessons.lesson import Lesson, lessons_of
from rookery.lessons.session import Session
from rookery.puzzles.puzzle import puzzles_of
from rookery.server.wire.board_views import board_card
from rookery.server.wire.lesson_views import script
from tests.javascript.answers import Answers

HIDING = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
TAUGHT = [slug for slug in rookery.slugs() if lessons_of(rookery.load(slug)).lessons]
EVERY_GAME = pytest.mark.parametrize("slug", rookery.slugs())
LOOKED, FRESH = 9, 3  # plies of a game that are looked at, and of these, how many are shown one by one


@pytest.fixture(scope="module")
def node() -> Iterator[Answers]:
    with Answers() as answers:
        yield answers


@functools.cache
def module(slug: str) -> str:
    return module_text(rookery.load(slug))


def plain(scene: Scene) -> Any:
    return json.loads(msgspec.json.encode(scene))


def card_of(position: Position) -> str:
    return json.dumps(msgspec.to_builtins(board_card(position, "")))


def asked(node: Answers, call: str, *args: Any) -> Any:
    """What the page says."""
    return node.ask({"call": call, "args": args, "answer": "nothing of the kind"})["got"]


@functools.cache
def walk(slug: str, seed: int = 5) -> tuple[tuple[Position, ...], tuple[int, ...]]:
    """The positions and actions of a random game for the fewest."""
    dice, game = random.Random(seed), rookery.load(slug)
    positions, actions = [game.start_with(game.facts.settings(None, {}))], list[int]()
    while not positions[-1].is_over:
        actions.append(dice.choice(positions[-1].legal_actions))
        positions.append(positions[-1].after(actions[-1]))
    return tuple(positions), tuple(actions)


# ── What Python says ─────────────────────────────────────────────────────────
def entry(before: Position, action: int, ply: int, eyes: int | None) -> dict[str, Any]:
    """A ply in words; `eyes`: None: all hands are open."""
    hears = None if before.mover == CHANCE else before.mover
    text, words = (before.format(action), before.words(action)) if eyes is None else before.told(action, eyes)
    known = hears is not None and (eyes is None or before.knows(action, eyes))
    spots = before.touched(action) if known else []
    return {"ply": ply, "seat": hears, "text": text, "words": words, "remark": "", "spots": spots}


def moment(position: Position, ply: int, eyes: int, facing: int, *, decides: bool) -> dict[str, Any]:
    scene, outcome = position.scene(eyes, facing), position.outcome
    seen = position.view(eyes).states
    return {
        "ply": ply,
        "takebacks": 0,
        "mover": None if position.mover == CHANCE else position.mover,
        "over": position.is_over,
        "winners": list(outcome.winners) if outcome else [],
        "reason": outcome.reason if outcome else "",
        "seen_by": None if eyes == SPECTATOR else eyes,
        "given_up": False,
        "words": "",
        "view": base64.b64encode(position.game.packed(seen)).decode(),
        "scene": plain(scene if decides else scene.idle()),
        "motions": [[*motion] for motion in motions_of(position.game.scenery)],
    }


def draws(position: Position, eyes: int | None) -> dict[int, float]:
    if position.mover != CHANCE:
        return {}
    known = eyes is None or (position.foresees(eyes) and all(position.knows(it, eyes) for it in position.legal_actions))
    return position.chances if known else {}


def looks(positions: Sequence[Position], eyes: int | None) -> int:
    """The seat whose view is shown: with all hands open, that which decides or decided last."""
    if eyes is not None:
        return eyes
    return next((it.mover for it in reversed(positions) if it.mover not in (None, CHANCE)), SPECTATOR)


# ── Boards ───────────────────────────────────────────────────────────────────
@EVERY_GAME
def test_a_game_is_walked_through(node: Answers, slug: str) -> None:
    positions, actions = walk(slug)
    node.load(module(slug))
    start, dice = card_of(positions[0]), random.Random(7)
    for ply in sorted({len(actions), *dice.sample(range(len(actions)), min(LOOKED, len(actions)))}):
        eyes = dice.choice([None, *range(positions[0].players)])
        seen = max(0, ply - FRESH)
        told = asked(node, "studied", start, actions[:ply], seen, eyes)
        assert told["entries"] == [entry(positions[at], actions[at], at + 1, eyes) for at in range(seen, ply)]
        here, seat = positions[ply], looks(positions[: ply + 1], eyes)
        shown = [
            moment(positions[at], at, seat, eyes or 0, decides=at == ply and here.mover == seat)
            for at in range(min(seen + 1, ply), ply + 1)
        ]
        assert told["moments"] == shown
        assert {it["action"]: it["chance"] for it in told["draws"]} == pytest.approx(draws(here, eyes))
        assert [it["words"] for it in told["draws"]] == [here.words(it["action"]) for it in told["draws"]]
        assert [it["chance"] for it in told["draws"]] == sorted((it["chance"] for it in told["draws"]), reverse=True)
        choices = shown[-1]["scene"]["choices"]
        for choice, then in zip(choices, told["tried"]):
            after = here.view(seat).after(choice["action"])
            assert then == plain(after.scene(facing=eyes or 0).idle())
        for spot, words in zip(shown[-1]["scene"]["spots"], told["clicked"]):
            assert words == here.view(seat).why([], spot["id"], eyes or 0)


@EVERY_GAME
def test_draws_go_on_until_a_seat_decides(node: Answers, slug: str) -> None:
    positions, actions = walk(slug)
    node.load(module(slug))
    start = card_of(positions[0])
    for ply in range(0, len(actions), 9):
        position, drawn = positions[ply], asked(node, "random", start, actions[:ply])
        assert bool(drawn) == (position.mover == CHANCE)
        for action in drawn:
            assert position.mover == CHANCE
            position = position.after(action)
        assert position.mover != CHANCE
    if len(positions[0].chances) > 1:
        assert len({tuple(asked(node, "random", start, [])) for _ in range(40)}) > 1


@EVERY_GAME
def test_actions_that_are_not_possible_are_named(node: Answers, slug: str) -> None:
    positions, actions = walk(slug)
    node.load(module(slug))
    for way in ([*actions, 0], [-1], [2**31], [1.5]):
        told = asked(node, "impossible", card_of(positions[0]), way)
        assert told == f"Move {len(way)} is not possible there."


@pytest.mark.parametrize("slug", [slug for slug in HIDING if puzzles_of(rookery.load(slug))])
def test_nothing_but_the_seats_own_moves_follow_from_a_view(node: Answers, slug: str) -> None:
    """What others hold is not in a puzzle."""
    node.load(module(slug))
    ended = 0
    for puzzle in puzzles_of(rookery.load(slug))[::40]:
        view = puzzle.position()
        solution = view.parse(puzzle.solution)
        start, after = card_of(view), view.after(solution)
        told = asked(node, "studied", start, [solution], 0, puzzle.seat)
        assert [it["words"] for it in told["entries"]] == [puzzle.words]
        scene = after.scene(facing=puzzle.seat)
        assert told["moments"][-1]["scene"] == plain(scene if after.mover == puzzle.seat else scene.idle())
        if after.mover not in (puzzle.seat, None):
            legal = after.determinize(Generator(0)).legal_actions[0]  # in one of the worlds
            assert asked(node, "impossible", start, [solution, legal]) == "Move 2 is not possible there."
            ended += 1
    assert ended


@pytest.mark.parametrize("slug", HIDING)
def test_two_games_that_a_seat_cannot_tell_apart_are_told_alike(node: Answers, slug: str) -> None:
    """All that is said to a seat of a game that was played, and of others that it may take for it."""
    node.load(module(slug))
    differed = 0
    for seed in range(2):
        positions, actions = walk(slug, seed)
        start = card_of(positions[0])
        for ply in range(2, len(actions) + 1, 41):
            for seat in range(positions[0].players):
                memory = remembered(positions[: ply + 1], actions[:ply], seat)
                played = [*actions[:ply]]
                others = [memory.resample_history(Generator(other)) for other in range(2)]
                differed += any(other != played for other in others)
                heard = [asked(node, "studied", start, way, 0, seat, ply - FRESH) for way in (played, *others)]
                assert all(one == heard[0] for one in heard)
    assert differed > 10, "no game differed from that which was played: the test shows nothing"


# ── Lessons ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("slug", TAUGHT)
def test_lessons_judge_every_answer_alike(node: Answers, slug: str) -> None:
    game = rookery.load(slug)
    node.load(module(slug))
    for lesson in lessons_of(game).lessons:
        check_lesson(node, game, lesson)


def check_lesson(node: Answers, game: Game, lesson: Lesson) -> None:
    told = json.dumps(msgspec.to_builtins(script(game, lessons_of(game), lesson, "")))
    session, answers, ply, dice = Session(game, lesson), list[int](), 0, random.Random(lesson.id)
    while not session.done:
        legal = session.position.legal_actions
        right = session.right_answers()[0]
        for action in {dice.choice(legal), right}:
            expected(node, told, copy.copy(session), ply, [*answers, action])
        ply += len(session.answer(right).actions)
        answers.append(right)
    ended = asked(node, "lesson", told, answers, None)
    assert ended["done"] == len(lesson.steps)
    assert ended["moment"] == moment(session.position, ply, session.seat, session.seat, decides=False)


def expected(node: Answers, told: str, session: Session, ply: int, answers: list[int]) -> None:
    """Compare what comes of the last answer. `ply`: before it."""
    position, seat, (*before, action) = session.position, session.seat, answers
    heard = asked(node, "lesson", told, before, action)
    assert heard["moment"] == moment(position, ply, seat, seat, decides=True)
    feedback = session.answer(action)
    entries, moments, last = list[Any](), list[Any](), ply + len(feedback.actions)
    for played in feedback.actions:
        ply += 1
        entries.append(entry(position, played, ply, seat))
        position = position.after_unchecked(played)
        decides = ply == last and not session.done
        moments.append(moment(position, ply, seat, seat, decides=decides))
    assert heard["done"] == session.step_number
    said = heard["feedback"]
    assert (said["right"], said["words"]) == (feedback.right, feedback.words)
    assert (said["moves"], said["moments"]) == (entries, moments)


@pytest.mark.parametrize("slug", [slug for slug in TAUGHT if slug in HIDING])
def test_two_worlds_that_a_learner_cannot_tell_apart_are_shown_alike(node: Answers, slug: str) -> None:
    """The first position of each lesson, in the lesson's world and in others of the same view."""
    game = rookery.load(slug)
    node.load(module(slug))
    for lesson in lessons_of(game).lessons:
        told = msgspec.to_builtins(script(game, lessons_of(game), lesson, ""))
        session, heard = Session(game, lesson), list[Any]()
        for seed in range(4):
            world = session.position.view(session.seat).determinize(Generator(seed)) if seed else session.position
            view = base64.b64encode(world.states.tobytes()).decode()
            heard.append(asked(node, "lesson", json.dumps(told | {"board": told["board"] | {"view": view}}), [], None))
        assert all(one == heard[0] for one in heard)
