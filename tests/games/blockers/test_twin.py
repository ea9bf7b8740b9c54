"""The kernels agree with the slow twin at every ply of random games: legality, board, racks, captures, points."""

import random
from collections import Counter

import pytest

import rookery
from rookery import CHANCE, Position
from rookery.games.blockers import notation, rules
from rookery.games.blockers.spaces import KINDS, SPACES, groups
from rookery.testing.walks import tables
from tests.games.blockers.twin import Twin

GAME = rookery.load("blockers")
GAMES = 8  # for each number of players
# number of players -> games of a soak: with these, each value of each option has a thousand
GAMES_OF_A_SOAK = {2: 3_300, 3: 1_500, 4: 1_500, 5: 1_500}

COLOURS = notation.COLOUR_LETTERS
# action id -> notation of draws and plays; who begins is written as such
TEXTS = [notation.action_text(GAME.start().numbers, action) for action in range(GAME.facts.actions)]
SPACE_NAMES = [notation.space_name(space) for space in range(SPACES)]
TILE_NAMES = [notation.tile_name(tile) for tile in range(rules.TILES)]


def tiles(colour: int, kinds: int) -> tuple[str, ...]:
    """The names of the tiles in a mask of kinds."""
    return tuple(TILE_NAMES[colour * KINDS + kind] for kind in range(KINDS) if kinds >> kind & 1)


def assert_same(position: Position, twin: Twin) -> None:
    state = position.state
    assert position.mover == (CHANCE if twin.mover == "chance" else twin.mover)
    assert sorted(TEXTS[action] for action in position.legal_actions) == sorted(twin.legal)
    assert state.phase == rules.WHO_BEGINS or state.phase == rules.ENDED or state.turn in (twin.turn_of, twin.first)
    for letter in twin.racks:
        colour = COLOURS.index(letter)
        assert tiles(colour, int(state.rack[colour])) == twin.racks[letter]
        undrawn = rules.ALL_KINDS & ~int(state.rack[colour] | state.played[colour])
        assert frozenset(tiles(colour, undrawn)) == twin.piles[letter]
        assert (state.held[colour], state.pile[colour]) == (len(twin.racks[letter]), len(twin.piles[letter]))
        assert rules.finished(state, colour) == twin.finished(letter)


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


def assert_same_end(position: Position, twin: Twin) -> None:
    assert position.outcome is not None
    count, winners = position.players, twin.winners
    assert tuple(rules.tie_break(position.state, seat) for seat in range(count)) == twin.ties()
    prize = (count / len(winners) - 1) / (count - 1)
    wanted = [prize if seat in winners else -1 / (count - 1) for seat in range(count)]
    assert position.outcome.utilities == pytest.approx(wanted)


def play(players: int, options: dict[str, str], generator: random.Random, calm: bool) -> Twin:
    """One random game by both; a calm one captures only when it must."""
    position = GAME.start_with(GAME.facts.settings(players, options))
    twin, trail = Twin.start(players, **options), [f"{players} players, {options}"]
    try:
        assert_same(position, twin)
        while not position.is_over:
            choices = sorted(position.legal_actions)
            moved = twin.mover != "chance"
            if calm and moved:
                choices = [a for a in choices if position.state.board[a % SPACES] == rules.EMPTY] or choices
            trail.append(TEXTS[action := generator.choice(choices)])
            position, twin = position.after_unchecked(action), twin.after(TEXTS[action])
            assert_same(position, twin)
            if moved:
                assert_same_table(position, twin)
        assert_same_end(position, twin)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{', '.join(trail)}\n{position.text}\n{twin}") from error
    return twin


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
