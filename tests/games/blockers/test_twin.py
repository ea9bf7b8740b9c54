"""The kernels agree with the slow twin at every ply of random games: legality, board, racks, captures, points."""

import random
from collections import Counter
from functools import partial

import pytest

import rookery
from rookery import Position
from rookery.games.blockers import notation, rules
from rookery.games.blockers.spaces import KINDS, SPACES, groups
from rookery.testing.walks import tables
from tests.games.blockers.drawn import board, captured, racks
from tests.games.blockers.twin import KINDS as KIND_TEXTS
from tests.games.blockers.twin import PAIRS, Colour, Twin
from tests.games.both import Both, shares

GAME = rookery.load("blockers")
GAMES = 8  # for each number of players
# number of players -> games of a soak: with these, each value of each option has a thousand
GAMES_OF_A_SOAK = {2: 3_300, 3: 1_500, 4: 1_500, 5: 1_500}

COLOURS = notation.COLOUR_LETTERS
# action id -> notation of draws and plays; who begins is written as such
TEXTS = [*map(partial(notation.action_text, GAME.start().numbers), range(GAME.facts.actions))]
SPACE_NAMES = [notation.space_name(space) for space in range(SPACES)]
TILE_NAMES = [notation.tile_name(tile) for tile in range(rules.TILES)]


def tiles(colour: int, kinds: int) -> tuple[str, ...]:
    """The names of the tiles in a mask of kinds."""
    return tuple(TILE_NAMES[colour * KINDS + kind] for kind in range(KINDS) if kinds >> kind & 1)


def assert_same(position: Position, twin: Twin) -> None:
    state = position.state
    assert state.phase == rules.WHO_BEGINS or state.phase == rules.ENDED or state.turn in (twin.turn_of, twin.first)
    for letter in twin.racks:
        colour = COLOURS.index(letter)
        assert tiles(colour, int(state.rack[colour])) == twin.racks[letter]
        undrawn = rules.ALL_KINDS & ~int(state.rack[colour] | state.played[colour])
        assert frozenset(tiles(colour, undrawn)) == twin.piles[letter]
        assert (state.held[colour], state.pile[colour]) == (len(twin.racks[letter]), len(twin.piles[letter]))
        assert rules.finished(state, colour) == twin.finished(letter)
    if twin.mover != "chance":
        assert_same_table(position, twin)


def assert_same_table(position: Position, twin: Twin) -> None:
    """What changes only with a play."""
    state = position.state
    lying = {SPACE_NAMES[space]: TILE_NAMES[tile] for space, tile in enumerate(state.board) if tile != rules.EMPTY}
    assert lying == twin.board
    for letter in twin.racks:
        low, high = state.spaces[COLOURS.index(letter)].tolist()
        assert groups(low, high) == twin.groups(letter)
    seats = range(position.players)
    for seat in seats:
        taken = [tile for c in range(len(COLOURS)) for tile in tiles(c, int(state.captured[seat, c]))]
        assert sorted(taken) == sorted(twin.trophies[seat])
    assert tuple(rules.points(state, seat) for seat in seats) == twin.scores()
    if position.is_over:
        assert tuple(rules.tie_break(state, seat) for seat in seats) == twin.ties()


def twin_of(position: Position) -> Twin:
    """The same position, as the twin sees it. Everybody has five tiles, except a seat that is about to draw."""
    state, options = position.state, position.options
    begun = state.phase != rules.WHO_BEGINS
    owns = PAIRS[options["colours"]] if position.players == 2 else list("RBGYO"[: position.players])
    colours: list[Colour] = [colour for colour in "RBGYO" if colour in "".join(owns)]
    held = dict(zip(colours, racks(position), strict=True))
    lying = [*board(position).values(), *(tile for tiles in captured(position) for tile in tiles)]
    return Twin(
        owns=tuple(owns),
        scoring=options["scoring"],
        own_second_colour=options["own_second_colour"],
        first=0 if begun else None,
        turn_of=int(state.turn) if begun else None,
        to_draw=() if begun else tuple(colour for colour in colours for _ in range(rules.RACK)),
        board=board(position),
        racks={colour: tuple(tiles) for colour, tiles in held.items()},
        piles={c: frozenset(c + kind for kind in KIND_TEXTS) - set(held[c]) - set(lying) for c in colours},
        trophies={seat: tuple(tiles) for seat, tiles in enumerate(captured(position))},
        skipped=0,
    )


BOTH = Both(
    game=GAME,
    start=Twin.start,
    twin_of=twin_of,
    assert_same=assert_same,
    worth=lambda twin: shares(len(twin.owns), twin.winners),
    texts=lambda position: {TEXTS[action]: action for action in position.legal_actions},
    patience=500,
)


def play(players: int, options: dict[str, str], generator: random.Random, calm: bool) -> Twin:
    """One random game by both; a calm one captures only when it must."""

    def choose(legal: list[str], twin: Twin) -> str:
        onto_empty = [text for text in legal if text.split("@")[-1] not in twin.board]
        return generator.choice((calm and onto_empty) or legal)

    return BOTH.play(players, options, choose)[0]


def play_many(players: int, games: int) -> Counter[str]:
    """Returns how many games each value of an option had. Of the seats that begin the last one begins more often:
    no other number of players has it."""
    generator = random.Random(20260 + players)
    here = [options for count, options in tables(GAME) if count == players]
    last = [options for options in here if options["first"] == f"seat {players}"]
    seen = Counter[str]()
    for game in range(games):
        options = generator.choice(last if players > 2 and game % 3 else here)
        end = play(players, options, generator, calm=game % 4 == 0)
        assert len(end.board) + sum(map(len, end.trophies.values())) == 24 * len(end.racks)
        seen.update(f"{name} = {value}" for name, value in options.items())
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kernels_and_twin_play_the_same_game(players: int) -> None:
    play_many(players, GAMES)


@pytest.mark.soak
def test_kernels_and_twin_play_a_thousand_games_of_everything() -> None:
    seen = Counter[str]()
    for players, games in GAMES_OF_A_SOAK.items():
        seen += play_many(players, games)
        print(f"{players} players: {games} games")
    print(", ".join(f"{value}: {games}" for value, games in sorted(seen.items())))
    everything = {f"{option.name} = {value}" for option in GAME.facts.options for value in option.choices}
    assert set(seen) == everything
    assert min(seen.values()) >= 1_000
