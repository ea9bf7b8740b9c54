"""What learners see leads back to the position: nothing that lies on the table is forgotten."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rookery import Position, Record
from rookery.core.protocol import Array, cells_of
from rookery.games.gameshire.observe import OBSERVATION
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.phases import PHASE
from rookery.testing.walks import walk
from tests.games.gameshire.drawn import GAME

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.jsonl"))
RARE = {"ways", "needed", "followers_meet", "covered"}  # the house set has no such wrinkle; it is soon over
TROUBLES = {"green": "4", "yellow": "4", "red": "4"}


def one(flags: Array) -> int:
    """Which one of several holds; NONE where none does."""
    (found,) = np.flatnonzero(flags).tolist() or [layout.NONE]
    return found


def mask(flags: Array) -> int:
    return sum(1 << int(i) for i in np.flatnonzero(flags))


def squares(flags: Array) -> Array:
    bits: Array = np.bitwise_or.reduce(layout.BITS[np.flatnonzero(flags)], initial=0)
    return bits


def position_of(out: Array, seat: int) -> Array:
    """The position that an observation tells of, in the words of the index table."""
    game = GAME.blank()
    pos, see = game[0], out[0]
    players = pos.players = one(see.players) + 1

    def whose(flags: Array) -> int:
        return layout.NONE if (place := one(flags)) == layout.NONE else (place + seat) % players

    pos.set, pos.reviewed = one(see.set), see.unseen
    pos.deck = layout.DECK_FOR[pos.set, players - 1]
    pos.season, pos.phase, pos.turn = see.autumn, one(see.phase), max(0, whose(see.turn))
    pos.back = PHASE.CHOOSING + one(see.back) if see.back.any() else 0
    pos.recorder, pos.asked, pos.user = whose(see.recorder), whose(see.asked), whose(see.user)
    pos.left, pos.chosen, pos.omit, pos.dealt, pos.top = see.left, one(see.chosen), see.omit, see.dealt, one(see.top)
    pos.market[:], pos.under[:] = [one(row) for row in see.market], [one(row) for row in see.under]
    pos.in_deck, pos.wrinkle, pos.ways = see.in_deck, one(see.wrinkle), see.unmirrored + 2 * see.upright
    for name in (
        "season_deck",
        "season_discard",
        "resource_deck",
        "resource_discard",
        "picked",
        "drawn",
        "delivered",
        "covered",
        "learned",
    ):
        pos[name] = mask(see[name])
    for name in ("dearer", "width", "refreshed", "needed", "followers_meet", "uses"):
        pos[name] = see[name]
    pos.gifts[:] = [one(row) + 1 for row in see.gifts]
    pos.giver[:] = [whose(row) for row in see.giver]
    pos.spent = see.boons.sum() - see.purse
    for place in range(players):
        of = (place + seat) % players
        pos.out |= int(see.out[place]) << of
        pos.boons[of] = mask(see.boons[place])
        pos.crossed[of], pos.shaded[of] = squares(see.crossed[place]), squares(see.shaded[place])
        crops, cows = see.crops[place].reshape(-1, layout.SQUARES), see.cows[place].ravel()
        pos.boxes[of] = [one(crops[:, i]) + 1 or (cows[i] and layout.FIRST_COW - 1 + cows[i]) for i in range(64)]
    for of in range(layout.SEATS):
        for value in range(layout.VALUES):
            pos.holding[of, value] = squares(pos.boxes[of] == value)
    return game


def positions() -> Iterator[Position]:
    """Some of each recorded game, among them the end; and of random games with all wrinkles."""
    for path in RECORDED:
        record = Record.load(path)
        plies = range(0, record.plies, 1 + record.plies // 12)
        yield from (record.at(ply) for ply in (*plies, record.plies))
    for players, review in ((1, "reviewed"), (3, "unseen"), (6, "reviewed")):
        yield from walk(GAME, players, TROUBLES | {"review": review}, seed=players).positions[::12]


@pytest.fixture(scope="module")
def some() -> list[Position]:
    return list(positions())


def test_an_observation_leads_back_to_the_position(some: list[Position]) -> None:
    for position in some:
        for seat in {0, position.players - 1}:
            assert position_of(position.observation(seat), seat).tobytes() == position.states.tobytes(), position


def test_an_observation_tells_what_is_rare(some: list[Position]) -> None:
    cells = cells_of(GAME.fields)
    for position, name in zip(some[::20], itertools.cycle(sorted(RARE))):
        states = position.states
        for value in range(cells[name].low, cells[name].high + 1):
            states[0][name] = value
            rare = Position(GAME, states.copy(), position.settings)
            assert position_of(rare.observation(0), 0).tobytes() == states.tobytes(), name


def test_every_seat_sees_itself_first(some: list[Position]) -> None:
    for position in some[::8]:
        for seat in range(position.players):
            see, state = position.observation(seat)[0], position.state
            assert see.mine == (position.mover == seat)
            assert squares(see.hammers[0]) == layout.HAMMERS[state.set, seat]
            assert sorted(layout.CROWN_AT[state.set, seat]) == np.flatnonzero(see.crowns[0]).tolist()
            assert (see.cows[0].ravel() > 0).tolist() == (state.boxes[seat] >= layout.FIRST_COW).tolist()


def test_crops_and_cows_are_not_mixed_up(some: list[Position]) -> None:
    """No box holds both, and the material is not blank."""
    all_seen = np.concatenate([position.observation(0) for position in some])
    crops, cows = all_seen["crops"].sum(axis=2), all_seen["cows"]
    assert crops.max() == 1
    assert cows.max() == layout.VALUES - layout.FIRST_COW
    assert not (crops * cows).any()
    blank = {name for name in OBSERVATION.names or () if not all_seen[name].any()}
    assert blank <= RARE | {"upright"}, blank
