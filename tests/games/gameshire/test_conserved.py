"""What every position of a game keeps: cards, written boxes, boons, uses of skills, gifts and wrinkles."""

from itertools import pairwise

import numpy as np
import pytest

from rookery import Position
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.actions import ACT
from tests.games.gameshire.drawn import BOX, GAME, PHASES, game
from tests.games.gameshire.twin import Twin
from tests.games.gameshire.twin_box import SQUARES, WHITE

OPTIONS: list[dict[str, str]] = [
    {},
    {"green": "4", "yellow": "4", "red": "4"},
    {"red": "2", "review": "unseen"},
    {"green": "1", "yellow": "3", "first": "seat 1", "review": "unseen"},
]
BORDER = [at for at, square in enumerate(SQUARES) if square not in WHITE]


def bits(mask: int, length: int = 64) -> list[int]:
    """The bits of a mask, which may be negative: bit 63 is the sign."""
    return [bit for bit in range(length) if mask >> bit & 1]


def check_cards(position: Position) -> None:
    """Each card is at one place: deck, top, market or discards."""
    state = position.state
    seasons = [card for card in (*state.market.tolist(), int(state.top)) if card != layout.NONE]
    seasons += bits(int(state.season_deck)) + bits(int(state.season_discard))
    assert sorted(seasons) == [*range(20)]
    resources = [card for card in state.under.tolist() if card != layout.NONE]
    resources += bits(int(state.resource_deck)) + bits(int(state.resource_discard))
    assert sorted(resources) == [*range(18)]
    pairs = list(zip(state.market.tolist(), state.under.tolist(), strict=True))
    assert all(season != layout.NONE for season, resource in pairs if resource != layout.NONE)
    assert sum(season != layout.NONE and resource == layout.NONE for season, resource in pairs) <= 1


def check_wrinkles(position: Position) -> None:
    """Of each colour, those that came and those still in the deck are as many as the table wants."""
    drawn = bits(int(position.state.drawn))
    for colour, name in enumerate(("green", "yellow", "red")):
        came = sum(BOX.wrinkles[wrinkle + 1].colour == name for wrinkle in drawn)
        assert came + position.state.in_deck[colour] == int(position.options[name])
    if position.options["review"] == "reviewed":
        assert not int(position.state.drawn) & ~int(position.state.picked)


def check_maps(position: Position) -> None:
    """Masks repeat what is written; nothing lies where it cannot; empty seats stay empty."""
    state = position.state
    for seat in range(6):
        boxes = state.boxes[seat].tolist()
        for value in range(13):
            assert bits(int(state.holding[seat, value])) == [at for at, box in enumerate(boxes) if box == value]
        crossed, shaded = bits(int(state.crossed[seat])), bits(int(state.shaded[seat]))
        assert not any(boxes[at] for at in crossed)
        assert {*crossed}.isdisjoint(shaded)
        if state.season == layout.SPRING:
            assert not any(boxes[at] for at in BORDER)
            assert not shaded
        if seat >= position.players:
            assert not any(boxes) | len(crossed) | len(shaded) | int(state.boons[seat])


def check_team(position: Position) -> None:
    """Boons, uses, gifts."""
    state = position.state
    earned = sum(len(bits(int(boons))) for boons in state.boons)
    assert 0 <= state.spent <= earned
    assert state.uses <= 8
    least = sum(range(1, state.uses + 1))  # what so many uses cost without wrinkles
    assert state.spent >= least
    if not state.drawn:
        assert state.spent == least
    gifts, givers = state.gifts.tolist(), state.giver.tolist()
    assert [gift != 0 for gift in gifts] == [giver != layout.NONE for giver in givers]
    assert not any(state.delivered >> column & 1 for column in range(6) if not gifts[column])
    low, full = Twin(position.players).fair_share()
    chosen = [givers.count(seat) for seat in range(position.players)]
    assert max(chosen) <= low + (full > 0)
    assert sum(count > low for count in chosen) <= full
    if state.season == layout.AUTUMN:
        assert 0 not in gifts


def check_step(before: Position, after: Position) -> None:
    """What one ply may change: boons and gifts are never lost, a card recorded writes its boxes for one player."""
    old, new = before.state, after.state
    assert all(not int(a) & ~int(b) for a, b in zip(old.boons, new.boons, strict=True))
    assert all(a in (0, b) for a, b in zip(old.gifts.tolist(), new.gifts.tolist(), strict=True))
    assert not int(old.delivered) & ~int(new.delivered)
    assert (new.uses, new.spent) >= (old.uses, old.spent)
    written = (new.boxes != 0).sum(axis=1) - (old.boxes != 0).sum(axis=1)
    shaded = [len(bits(int(b))) - len(bits(int(a))) for a, b in zip(old.shaded, new.shaded, strict=True)]
    phase = PHASES[old.phase]
    recorded = phase == "record" and new.uses == old.uses and ACT.PASS not in before.legal_actions
    if recorded and old.season == layout.SPRING:
        size = int(layout.SIZES[old.set, 0, old.market[old.chosen]])
        assert written[old.recorder] in (size, size - old.omit)
        assert np.count_nonzero(written) == 1
    elif recorded:
        size = int(layout.SIZES[old.set, 1 + old.deck, old.market[old.chosen]])
        assert shaded[old.recorder] in (size, size - old.omit)
        assert not written.any()
    elif phase == "write":
        assert written.tolist() in ([int(seat == old.asked) * one for seat in range(6)] for one in (0, 1))
    elif phase == "erase":
        assert written.tolist() in ([int(seat == old.asked) * one for seat in range(6)] for one in (0, -1))
        assert sum(written) + sum(shaded) in (0, -1)  # a box or a shading, not both
    else:
        assert not written.any()
    if old.season == layout.AUTUMN:
        assert old.boons.tolist() == new.boons.tolist()  # GS-37
        assert not int(new.learned) & ~int(old.learned)


@pytest.mark.parametrize("players", GAME.facts.players)
def test_cards_boxes_boons_and_gifts_are_conserved(players: int) -> None:
    for number, options in enumerate(OPTIONS):
        positions = game(players, 100 * players + number, options)
        for position in positions:
            check_cards(position)
            check_wrinkles(position)
            check_maps(position)
            check_team(position)
        for before, after in pairwise(positions):
            check_step(before, after)
        assert positions[-1].is_over
