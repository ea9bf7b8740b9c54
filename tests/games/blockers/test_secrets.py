"""Nobody learns what only others know: positions that differ in that alone look, sound and read the same.

The other worlds here are made by this file, not by `guess`: hidden tiles of a rack change places with undrawn ones.
"""

import random
from collections import Counter

import numpy as np
import pytest

from rookery import CHANCE, Position
from rookery.games.blockers import rules
from rookery.games.blockers.spaces import KINDS
from rookery.server import looks
from rookery.server.sheet import Played, Seat, Sheet
from rookery.server.table import Table
from rookery.server.wire import Moved, encode
from rookery.testing.walks import tables
from tests.games.blockers.drawn import GAME, game, racks

GAMES, GAMES_OF_A_SOAK = 3, 500


# ── Positions ────────────────────────────────────────────────────────────────
def hidden_from(position: Position, viewer: int) -> list[int]:
    """Colours whose rack the viewer may not see (BL-03, BL-23), and of which something is undrawn."""
    record = position.record
    over = position.is_over
    return [
        colour
        for colour in range(rules.colours_of(record))
        if not over and rules.owner(record, colour) != viewer and record.held[colour] and record.pile[colour]
    ]


def other_world(position: Position, viewer: int, generator: random.Random) -> Position:
    """The same but for what the viewer may not know."""
    states = position.states
    for colour in hidden_from(position, viewer):
        unseen = [kind for kind in range(KINDS) if not position.record.played[colour] >> kind & 1]
        states[0].rack[colour] = sum(1 << k for k in generator.sample(unseen, int(position.record.held[colour])))
    return Position(GAME, states, GAME.facts.settings(position.players, position.options))


def assert_nothing_shows(position: Position, viewer: int, generator: random.Random) -> bool:
    """Whether there was anything to hide."""
    other = other_world(position, viewer, generator)
    one, two = position.view(viewer), other.view(viewer)
    assert one.states.tobytes() == two.states.tobytes()
    assert one.text == two.text
    assert one.legal_actions == two.legal_actions
    assert one.mover == two.mover == position.mover
    assert repr(one.scene()) == repr(two.scene()) == repr(other.scene(viewer))
    assert str(one) == str(two)
    if viewer != position.mover:
        heard = {position.told(action, viewer) for action in position.legal_actions if position.mover == CHANCE}
        also = {other.told(action, viewer) for action in other.legal_actions if other.mover == CHANCE}
        assert heard == also
    return other != position


def check_games(games: int) -> None:
    generator = random.Random(3)
    every = tables(GAME)
    generator.shuffle(every)
    differed = Counter[int]()
    for number in range(games):
        players, options = every[number % len(every)]
        position = GAME.start_with(GAME.facts.settings(players, options))
        while True:
            for viewer in range(-1, players):
                differed[viewer] += assert_nothing_shows(position, viewer, generator)
            if position.is_over:
                break
            position = position.after_unchecked(generator.choice(position.legal_actions))
    assert all(differed[viewer] > 50 * games for viewer in (-1, 0, 1))


def test_nothing_shows_at_any_ply() -> None:
    check_games(GAMES)


@pytest.mark.soak
def test_nothing_shows_in_many_games() -> None:
    check_games(GAMES_OF_A_SOAK)


def test_what_is_shown_is_shown() -> None:
    """The tests above would pass if views were empty."""
    position = next(p for p in game(4, 5) if p.record.phase == rules.PLAY and p.record.pile[0] == 10)
    for seat in range(4):
        assert [len(rack) for rack in racks(position.view(seat))] == [5 * (colour == seat) for colour in range(4)]
    assert all(racks(game(4, 5)[-1].view(0)))


# ── Messages of the server ───────────────────────────────────────────────────
def table_of(players: int, actions: list[int]) -> Table:
    """A table of people at which these plies were played."""
    sheet = Sheet("t", GAME.facts.title, GAME.facts.rules_version, players, {"first": "seat 1"},
                  tuple(Seat("person") for _ in range(players)), "2026-01-01T00:00:00+00:00")  # fmt: skip
    table = Table(GAME, sheet)
    for action in actions:
        mover, after = table.position.mover, table.position.after(action)
        table.play([Played(table.plies + 1, None if mover == CHANCE else mover, action, after.key)])
    return table


def two_tables() -> tuple[Table, Table]:
    """Red is to play at both; they differ in one tile that blue has drawn and not played."""
    generator, actions = random.Random(8), list[int]()
    position = GAME.start(players=3, first="seat 1")
    while len(actions) < 60 or position.mover != 0:
        actions.append(generator.choice(position.legal_actions))
        position = position.after_unchecked(actions[-1])
    rack, played = int(position.record.rack[1]), int(position.record.played[1])
    has = next(kind for kind in range(KINDS) if rack >> kind & 1)
    undrawn = next(kind for kind in range(KINDS) if not (rack | played) >> kind & 1)
    draw = rules.DRAWS + KINDS
    others = [draw + undrawn if action == draw + has else action for action in actions]
    assert actions != others
    return table_of(3, actions), table_of(3, others)


def test_messages_do_not_depend_on_the_draws_of_others() -> None:
    one, two = two_tables()
    for seats, same in (((), True), ((0,), True), ((2,), True), ((0, 2), True), ((1,), False), ((0, 1), False)):
        told = [
            [encode(Moved(looks.entry(table, seats, ply), looks.moment(table, seats, ply))) for ply in plies]
            for table, plies in ((table, range(1, table.plies + 1)) for table in (one, two))
        ]
        assert (told[0] == told[1]) is same, seats


def test_trying_out_does_not_depend_on_the_draws_of_others() -> None:
    one, two = two_tables()
    for action in one.position.legal_actions:
        tried = repr(looks.preview(one, (0,), 0, action))
        assert tried == repr(looks.preview(two, (0,), 0, action))
        assert "draws a tile" in tried


# ── Guessing ─────────────────────────────────────────────────────────────────
def chi_square(counts: Counter[tuple[int, ...]], worlds: int) -> float:
    """How far the counts of worlds that should come alike are from that, in standard deviations of chi-square."""
    expected = counts.total() / worlds
    found = sum((counts[world] - expected) ** 2 / expected for world in counts) + (worlds - len(counts)) * expected
    return float((found - (worlds - 1)) / np.sqrt(2 * (worlds - 1)))


def guesses(view: Position, number: int) -> Counter[tuple[int, ...]]:
    generator = np.random.default_rng(2026)
    return Counter(tuple(view.guess(generator).record.rack.tolist()) for _ in range(number))


def test_guess_is_unbiased() -> None:
    """Blue holds five of six tiles, green five of seven: 6 x 21 worlds, all as likely."""
    position = next(p for p in game(3, 6, first="seat 1") if p.mover == 2 and p.record.pile.tolist()[1:3] == [1, 2])
    counts = guesses(position.view(0), 126 * 80)
    assert {held[0] for held in counts} == {int(position.record.rack[0])}
    assert len(counts) == 126
    assert abs(chi_square(counts, 126)) < 4
