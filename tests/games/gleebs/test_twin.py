"""The kernels agree with the slow twin at every ply of random games: legality, stacks, scores, mover and outcome."""

import random

import pytest

import rookery
from rookery import CHANCE, Position
from rookery.games.gleebs import notation, rules
from rookery.testing.walks import tables
from tests.games.gleebs.twin import GRUES, SEAT_NAMES, SQUARES, Twin

GAME = rookery.load("gleebs")
GAMES = 800

# action id -> notation; it does not depend on the position
TEXTS = [notation.action_text(GAME.start().numbers, action) for action in range(GAME.facts.actions)]
PIECE_NAMES = [notation.piece_name(piece) for piece in range(rules.PIECES)]
STEPS = {
    rules.WHO_BEGINS: "who begins",
    rules.GRUES_DRAWN: "grues",
    rules.GRUES_PLACED: "grues",
    rules.PLACEMENT: "placement",
    rules.GLEEB_STEP: "gleeb movement",
    rules.GRUE_STEP: "grue movement",
    rules.ENDED: "over",
}


def stacks(position: Position) -> dict[str, tuple[str, ...]]:
    """The board as the twin writes it."""
    top, below = position.state.top.tolist(), position.state.below.tolist()
    found = {}
    for square, piece in enumerate(top):
        pieces: list[str] = []
        while piece >= 0:
            pieces.insert(0, PIECE_NAMES[piece])
            piece = below[piece]
        if pieces:
            found[SQUARES[square]] = tuple(pieces)
    return found


def assert_same(position: Position, twin: Twin) -> None:
    state = position.state
    assert sorted(TEXTS[action] for action in position.legal_actions) == sorted(twin.legal())
    assert stacks(position) == twin.stacks
    assert position.mover == (CHANCE if twin.mover == "chance" else twin.mover)
    assert STEPS[int(state.phase)] == twin.step
    assert (rules.points(state, 0), rules.points(state, 1)) == twin.scores()
    in_hand = {PIECE_NAMES[piece] for piece in range(rules.PIECES) if state.in_hand >> piece & 1}
    assert in_hand - set(GRUES) == twin.unplaced
    if position.outcome is None:
        assert twin.outcome is None
    else:
        winner = [*SEAT_NAMES, "grues"][state.winner]
        assert winner == twin.outcome
        utilities = {"grues": (0.0, 0.0), SEAT_NAMES[0]: (1.0, -1.0), SEAT_NAMES[1]: (-1.0, 1.0)}
        assert position.outcome.utilities == utilities[winner]


def table(generator: random.Random) -> dict[str, str]:
    """Options; a third of them with any three squares for the grues."""
    _, options = generator.choice(tables(GAME))
    if options["grues"][0] in "abcd":
        options["grues"] = " ".join(generator.sample(SQUARES, 3))
    return options


@pytest.mark.parametrize("games", [GAMES, pytest.param(10 * GAMES, marks=pytest.mark.soak)])
def test_kernels_and_twin_play_the_same_game(games: int) -> None:
    generator = random.Random(20261 + games)
    plies, ends = 0, set()
    for _ in range(games):
        options = table(generator)
        position, twin = GAME.start_with(GAME.facts.settings(None, options)), Twin.start(**options)
        trail = [repr(options)]
        try:
            assert_same(position, twin)
            while not position.is_over:
                action = generator.choice(sorted(position.legal_actions))
                trail.append(TEXTS[action])
                position, twin = position.after_unchecked(action), twin.after(TEXTS[action])
                assert_same(position, twin)
                plies += 1
        except AssertionError as error:
            raise AssertionError(f"{error}\n{', '.join(trail)}\n{position.text}\n{twin}") from error
        ends.add(twin.outcome)
    assert ends == {*SEAT_NAMES, "grues"}
    assert plies > 15 * games
