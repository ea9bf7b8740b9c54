"""The kernels agree with the slow twin at every ply of random games: legality, stacks, scores, mover and outcome."""

import random

import pytest

import rookery
from rookery import Position
from rookery.games.gleebs import notation, rules
from rookery.testing.walks import tables
from tests.games.both import Both, shares
from tests.games.gleebs.twin import GLEEBS, GRUES, SEAT_NAMES, SQUARES, Step, Twin

GAME = rookery.load("gleebs")
GAMES = 200

# action id -> notation; it does not depend on the position
TEXTS = [notation.action_text(GAME.start().numbers, action) for action in range(GAME.facts.actions)]
PIECE_NAMES = [notation.piece_name(piece) for piece in range(rules.PIECES)]
STEPS: dict[int, Step] = {
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


def unplaced(position: Position) -> frozenset[str]:
    """The gleebs in hand."""
    in_hand = {PIECE_NAMES[piece] for piece in range(rules.PIECES) if position.state.in_hand >> piece & 1}
    return frozenset(in_hand - set(GRUES))


def twin_of(position: Position) -> Twin:
    """The same position, as the twin sees it. The game must not be over."""
    seat, pieces = ("BY", "GR").index(position.text.split()[1]), stacks(position)
    eaten = frozenset(GLEEBS) - unplaced(position) - {piece for stack in pieces.values() for piece in stack}
    step = STEPS[int(position.state.phase)]
    return Twin(step, position.options["grues"], seat, seat, 0, pieces, unplaced(position), eaten, None)


def assert_same(position: Position, twin: Twin) -> None:
    state = position.state
    assert stacks(position) == twin.stacks
    assert STEPS[int(state.phase)] == twin.step
    assert (rules.points(state, 0), rules.points(state, 1)) == twin.scores()
    assert unplaced(position) == twin.unplaced
    if position.is_over:
        assert [*SEAT_NAMES, "grues"][state.winner] == twin.outcome


BOTH = Both(
    game=GAME,
    start=lambda players, **options: Twin.start(**options),
    twin_of=twin_of,
    assert_same=assert_same,
    worth=lambda twin: shares(2, [seat for seat, name in enumerate(SEAT_NAMES) if name == twin.outcome]),
    texts=lambda position: {TEXTS[action]: action for action in position.legal_actions},
    patience=4_000,
)


def table(generator: random.Random) -> dict[str, str]:
    """Options; a third of them with any three squares for the grues."""
    _, options = generator.choice(tables(GAME))
    if options["grues"][0] in "abcd":
        options["grues"] = " ".join(generator.sample(SQUARES, 3))
    return options


@pytest.mark.parametrize("games", [GAMES, pytest.param(40 * GAMES, marks=pytest.mark.soak)])
def test_kernels_and_twin_play_the_same_game(games: int) -> None:
    generator = random.Random(20261 + games)
    plies, ends = 0, set()
    for _ in range(games):
        end, length = BOTH.play(2, table(generator), lambda legal, twin: generator.choice(legal))
        plies += length
        ends.add(end.outcome)
    assert ends == {*SEAT_NAMES, "grues"}
    assert plies > 15 * games
