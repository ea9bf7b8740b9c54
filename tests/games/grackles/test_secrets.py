"""Nobody learns what is drawn before it is drawn, because it does not exist: games with the same past look, sound and
read the same to everybody, whatever is drawn in them later.

Nothing else is hidden in this game, so everybody sees all that there is.
"""

import dataclasses
import pickle
import random
from collections import Counter

import numpy as np
import pytest

from rookery import CHANCE, Position
from rookery.core.protocol import SPECTATOR
from rookery.core.scene import Scene
from rookery.games.grackles.board import COUNTS, DRAWING, MIX
from rookery.games.grackles.tiles import ARRANGEMENTS
from rookery.server import looks
from rookery.server.sheet import Played, Seat, Sheet
from rookery.server.table import Table
from rookery.server.wire import Moved, encode
from rookery.testing.walks import tables
from tests.games.grackles.drawn import GAME

GAMES, GAMES_OF_A_SOAK = 2, 500


# ── Positions ────────────────────────────────────────────────────────────────
def two_futures(position: Position, generator: random.Random) -> tuple[Position, Position]:
    """Two actions that are both possible now, played; two different draws where chance has its say."""
    legal = position.legal_actions
    one, two = generator.sample(legal, 2) if len(legal) > 1 else legal * 2
    return position.after_unchecked(one), position.after_unchecked(two)


def assert_nothing_shows(position: Position, same_past: Position) -> None:
    """`same_past` was played through the same actions, apart from it, and from there on other things happened.

    What everybody sees is all that a position is: it comes back from its text, byte for byte."""
    assert pickle.dumps(position) == pickle.dumps(same_past)
    read = GAME.position(position.text, position.players, **position.options)
    assert read.states.tobytes() == position.states.tobytes()
    assert position.text == same_past.text
    picture, heard = blank(same_past.view(SPECTATOR)), told(same_past, SPECTATOR)
    for viewer in range(SPECTATOR, position.players):
        one, two = position.view(viewer), same_past.view(viewer)
        assert one.states.tobytes() == two.states.tobytes() == position.states.tobytes()
        assert one.legal_actions == two.legal_actions
        assert one.legal_actions == (position.legal_actions if viewer == position.mover != CHANCE else ())
        assert blank(one) == picture, "somebody sees what others do not"
        assert told(position, viewer) == heard, "somebody hears what others do not"
        if viewer == position.mover != CHANCE:
            assert one.scene() == two.scene()


def blank(view: Position) -> Scene:
    """What is seen, without what only the one to move is offered, and the rings round what that one can begin with."""
    scene = view.scene().idle()
    spots = tuple(dataclasses.replace(spot, style=spot.style.replace("ready", "").strip()) for spot in scene.spots)
    return dataclasses.replace(scene, spots=spots)


def told(position: Position, viewer: int) -> list[tuple[str, str]]:
    """What a seat would hear of some of the next actions."""
    return [position.told(action, viewer) for action in position.legal_actions[:3]]


def check_games(games: int, seed: int) -> None:
    generator = random.Random(seed)
    every = tables(GAME)
    generator.shuffle(every)
    draws = 0
    for number in range(games):
        players, options = every[number % len(every)]
        settings = GAME.facts.settings(players, options)
        position, same_past = GAME.start_with(settings), GAME.start_with(settings)
        while not position.is_over:
            one, other = two_futures(position, generator)
            draws += position.record.phase == DRAWING and one.record.drawn != other.record.drawn
            assert_nothing_shows(position, same_past)
            action = generator.choice(position.legal_actions)
            position, same_past = position.after_unchecked(action), same_past.after_unchecked(action)
        assert_nothing_shows(position, same_past)
    assert draws > 15 * games  # 23 a game; of the last tile there is one kind


def test_nothing_shows_at_any_ply() -> None:
    check_games(GAMES, seed=3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_nothing_shows_in_many_games(seed: int) -> None:
    check_games(GAMES_OF_A_SOAK // 5, seed)


def test_a_start_keeps_no_seed() -> None:
    starts = {pickle.dumps(GAME.start(seed=seed, first="seat 1")) for seed in range(20)}
    assert len(starts) == 1


# ── Messages of the server ───────────────────────────────────────────────────
def table_of(actions: list[int]) -> Table:
    """A table of three people at which these plies were played."""
    sheet = Sheet("t", GAME.facts.title, GAME.facts.rules_version, 3, {"first": "seat 1"},
                  tuple(Seat("person") for _ in range(3)), "2026-01-01T00:00:00+00:00")  # fmt: skip
    table = Table(GAME, sheet)
    for action in actions:
        mover, after = table.position.mover, table.position.after(action)
        table.play([Played(table.plies + 1, None if mover == CHANCE else mover, action, after.key)])
    return table


def messages(table: Table, seats: tuple[int, ...], plies: int) -> list[str]:
    """What a page with these seats is sent, ply by ply."""
    return [
        encode(Moved(looks.entry(table, seats, ply), looks.moment(table, seats, ply))) for ply in range(1, plies + 1)
    ]


def test_messages_do_not_depend_on_what_is_drawn_later() -> None:
    generator, actions = random.Random(8), list[int]()
    position = GAME.start(players=3, first="seat 1")
    while len(actions) < 40 or position.record.phase != DRAWING:
        actions.append(generator.choice(position.legal_actions))
        position = position.after_unchecked(actions[-1])
    drawing = len(actions)
    one, two = (table_of([*actions, action]) for action in position.legal_actions[:2])
    for seats in ((), (0,), (1,), (2,), (0, 2)):
        assert messages(one, seats, drawing) == messages(two, seats, drawing)
        assert messages(one, seats, drawing + 1) != messages(two, seats, drawing + 1)  # then everybody sees it


def test_trying_out_to_draw_shows_no_tile() -> None:
    table = table_of([])
    draw = table.position.parse("draw")
    assert "g-hand-" not in repr(looks.preview(table, (0,), 0, draw))
    table = table_of([draw, table.position.after("draw").parse("tile PKGB")])
    assert "g-hand-PKGB" in repr(looks.moment(table, (1,)).scene)


# ── Draws ────────────────────────────────────────────────────────────────────
def deviation(counts: Counter[int], weights: list[int]) -> float:
    """How far counts are from what weights promise, in standard deviations of chi-square."""
    expected = [counts.total() * weight / sum(weights) for weight in weights]
    found = sum((counts[kind] - number) ** 2 / number for kind, number in enumerate(expected) if number)
    assert all(not counts[kind] for kind, number in enumerate(expected) if not number)
    freedom = sum(1 for number in expected if number) - 1
    return float((found - freedom) / np.sqrt(2 * freedom))


def test_guess_adds_nothing_and_draws_come_as_they_should() -> None:
    """A view is the whole world; the one thing that is not settled is the next draw, by the tiles that are left."""
    generator = np.random.default_rng(2026)
    drawing = GAME.start(first="seat 1").after("draw")
    weights = COUNTS.tolist()
    weights[MIX.starting] -= 2
    counts = Counter[int]()
    for _ in range(6_000):
        world = drawing.view(0).guess(generator)
        assert world == drawing
        counts[int(world.settled(generator).record.drawn)] += 1
    assert len(counts) == len(ARRANGEMENTS)
    assert abs(deviation(counts, weights)) < 4
