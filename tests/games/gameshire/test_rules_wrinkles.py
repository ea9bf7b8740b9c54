"""Decks that run out, and the wrinkles, by their rule IDs (rules.md): what they allow, and what they forbid.

What is expected here was written from the rulebook, not from the code. Farms and drawings: see drawn.py.
"""

from typing import Any

import pytest

from rookery import CHANCE, Position
from rookery.core import errors
from rookery.games.gameshire.rules import layout, wrinkles
from rookery.games.gameshire.rules.layout import EFFECT
from tests.games.gameshire.drawn import (
    BOX,
    CROPS_3,
    GAME,
    SOME,
    actions,
    crossed,
    demanding,
    drawn,
    gifts,
    kinds,
    learned,
    mask,
    played,
    resource,
    settled,
    who,
)


def test_GS_46_an_empty_deck_is_made_anew_from_its_discards() -> None:
    start = drawn("", market="#YG/W1 *#5/W2 Y3/#./W4", season_deck=0, season_discard=0b11111 << 4)
    last = settled(played(start, "choose left", "record A1 B1 C1"))  # the card in sight was the last of the deck
    assert last.state.top == layout.NONE
    assert last.state.season_discard == 0b11111 << 4 | 1  # nobody has to draw yet
    drawing = played(last, "choose centre", "record A2 B2 C2")
    assert actions(drawing) == {f"top {card}" for card in (1, 2, 5, 6, 7, 8, 9)}  # including the plan just recorded
    assert drawing.state.season_discard == 0
    full = played(drawn("", market="#YG/W1 *#5/W2 Y3/#./W4"), "choose left", "record A1 B1 C1")
    assert "top 1" not in actions(full)  # while cards are left, discards stay away


def wrinkle(effect: str) -> int:
    """The number of a wrinkle with this effect."""
    return next(n for n in range(1, 13) if BOX.wrinkles[n].effect == effect)


def drawing(*maps: str, effect: str, **fields: Any) -> Position:
    """Chance draws a resource card for the right place, and only this wrinkle lies in the deck."""
    number = wrinkle(effect)
    colour = ["green", "yellow", "red"].index(BOX.wrinkles[number].colour)
    in_deck = [int(at == colour) for at in range(3)]
    return drawn(
        *maps,
        market="#YG/W1 *#5/W2 Y3/#./W4",
        phase="resource",
        under=[0, 1] + [-1] * 9,
        in_deck=in_deck,
        picked=1 << number - 1,
        **fields,
    )


def applied(position: Position, effect: int) -> Position:
    """After a wrinkle with an effect that no wrinkle of the house set has: its kernel, uncompiled, on another table."""
    changed, state = layout.WRINKLE_EFFECTS.copy(), position.state.copy()
    changed[:, :, 0] = effect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wrinkles, "WRINKLE_EFFECTS", changed)
        for name in ("apply_lasting_effect", "apply_wrinkle"):
            kernel = getattr(wrinkles, name)
            patch.setattr(wrinkles, name, getattr(kernel, "py_func", kernel))
        wrinkles.apply_wrinkle(state, 0)
    states = position.states
    states[0] = state
    return Position(GAME, states, GAME.facts.settings(position.players, position.options))


def test_GS_10_wrinkles_come_once_the_first_market_is_complete() -> None:
    before = GAME.start(players=1, first="seat 1", red="4", review="unseen")
    while before.mover == CHANCE and not before.state.dealt:
        assert not any(text.startswith("wrinkle") for text in actions(before))
        before = before.after_unchecked(before.legal_actions[0])
    reviewed = GAME.start(players=1, first="seat 1", green="2", red="1")
    assert actions(reviewed) == {f"wrinkle {n}" for n in (1, 2, 3, 4)}
    known = played(reviewed, "wrinkle 2", "wrinkle 4")
    assert actions(known) == {f"wrinkle {n}" for n in (9, 10, 11, 12)}
    assert actions(known.after("wrinkle 9")) == {f"top {n}" for n in range(1, 21)}


def test_GS_10_each_card_of_the_deck_is_as_likely() -> None:
    start = drawing("", effect="no mirroring")
    chances = {start.format(action): chance for action, chance in start.chances.items()}
    assert chances[f"wrinkle {wrinkle('no mirroring')}"] == pytest.approx(1 / 16)
    assert chances[f"resource {resource('Y3')}"] == pytest.approx(1 / 16)
    unseen = drawn(
        "",
        market="#YG/W1 *#5/W2 Y3/#./W4",
        phase="resource",
        under=[0, 1] + [-1] * 9,
        in_deck=[0, 0, 2],
        picked=0,
        reviewed=1,
    )
    chances = {unseen.format(action): chance for action, chance in unseen.chances.items()}
    assert chances["wrinkle 9"] == pytest.approx(2 / 4 / 17)


def test_GS_47_a_wrinkle_is_applied_at_once_then_a_resource_card_comes() -> None:
    start = drawing("", "", effect="skills cost more", learned="O", boons="A")
    number = wrinkle("skills cost more")
    after = start.after(f"wrinkle {number}")
    assert after.state.dearer == BOX.wrinkles[number].amount
    assert after.mover == CHANCE
    assert f"wrinkle {number}" not in actions(after)  # it never returns
    choosing = settled(after)
    assert "use O" not in actions(choosing)  # it would cost more than one
    assert "use O" in actions(settled(start.after(f"resource {resource('Y3')}")))


def test_GS_47_cross_out_each_player_in_turn_order() -> None:
    row = "WOR...\n" + "......\n" * 5
    start = drawing(row, "", effect="cross out", turn=2)
    number = wrinkle("cross out")
    asked = start.after(f"wrinkle {number}")
    assert who(asked) == "cross 2"
    assert len(actions(asked)) == 36
    amount = BOX.wrinkles[number].amount
    for box in range(amount):
        asked = asked.after(f"cross A{box + 1}")
    assert who(asked) == "cross 1"
    assert "cross A1" not in actions(asked)  # it is not blank
    for box in range(amount):
        asked = asked.after(f"cross D{box + 1}")
    assert asked.mover == CHANCE
    assert crossed(asked) == {f"D{box + 1}" for box in range(amount)}
    assert "record A1 B1 C1" not in actions(settled(asked).after("choose left"))


def test_GS_47_a_crossed_out_box_is_lost_for_both_seasons() -> None:
    start = drawn(
        "WOR...\nx.....\n......\n......\n......\n......",
        "",
        autumn=True,
        gifts="WWOO12",
        deck_of=CROPS_3[0],
        market=f"{CROPS_3[1]}/W1 1/P4",
    )
    ways = actions(start.after("choose left"))
    assert "record A1 B1 C1 A2" not in ways
    assert "record C1 B1 A1 C2" in ways


def test_GS_47_ones_own_crown_may_be_crossed_out_and_others_still_choose_its_gift() -> None:
    amount = BOX.wrinkles[number := wrinkle("cross out")].amount
    asked = drawing("", "", effect="cross out").after(f"wrinkle {number}")
    assert BOX.maps[0].crowns["D"] == "D1"
    for square in ("D1", "A6", "B6", "C6", "D6")[:amount]:
        asked = asked.after(f"cross {square}")
    for square in ("A6", "B6", "C6", "D6", "E6")[:amount]:
        asked = asked.after(f"cross {square}")
    choosing = settled(asked)
    assert "D1" in crossed(choosing)
    assert gifts(choosing) == "------"  # none is chosen by it, and none is lost
    recording = choosing.after("choose left")
    assert not [text for text in actions(recording) if "D1" in text]  # never by who crossed it out
    assert BOX.maps[1].crowns["D"] == "D4"
    done = played(recording, "record A1 B1 C1", "record D4 E4 F4")
    assert gifts(done)[3] != "-"
    assert done.state.giver[3] == 1


def test_GS_47_skills_forgotten_and_boons_lost() -> None:
    asked = applied(drawing("", "", effect="boons lost", learned="WG", turn=2), EFFECT.SKILL_FORGOTTEN)
    assert who(asked) == "forget 2"
    assert actions(asked) == {"forget W", "forget G"}
    assert learned(asked.after("forget W")) == "G"
    nothing = applied(drawing("", "", effect="boons lost"), EFFECT.SKILL_FORGOTTEN)
    assert nothing.mover == CHANCE  # none to forget
    amount = BOX.wrinkles[wrinkle("boons lost")].amount
    for lines, spent in (("ABCDE", 1), ("AB", 1), ("A", 1)):
        lost = drawing("", effect="boons lost", boons=lines, spent=spent).after(f"wrinkle {wrinkle('boons lost')}")
        assert lost.state.spent == min(spent + amount, len(lines))  # no more than there are


def test_GS_47_shapes_that_can_no_longer_be_mirrored_or_turned() -> None:
    market = "G5*/O6./W1 1/W2"
    free = actions(drawn("", market=market).after("choose left"))
    unmirrored = actions(drawn("", market=market, ways=1).after("choose left"))
    unturned = actions(drawn("", market=market, ways=2).after("choose left"))
    assert {"record A1 B1 C1 A2 B2", "record C1 B1 A1 C2 B2", "record B1 B2 B3 A1 A2"} < free
    assert {"record A1 B1 C1 A2 B2", "record B1 B2 B3 A1 A2"} < unmirrored
    assert "record C1 B1 A1 C2 B2" not in unmirrored
    assert {"record A1 B1 C1 A2 B2", "record C1 B1 A1 C2 B2"} < unturned
    assert "record B1 B2 B3 A1 A2" not in unturned
    assert drawing("", effect="no mirroring").after(f"wrinkle {wrinkle('no mirroring')}").state.ways == 1
    assert applied(drawing("", effect="boons lost"), EFFECT.NO_TURN).state.ways == 2


def test_GS_47_demands_that_are_harder_to_meet() -> None:
    assert "record C1 B1 A1 C2" in actions(demanding(SOME, "", needed=3).after("choose left"))
    needed = actions(demanding(SOME, "", needed=4).after("choose left"))
    assert "record C1 B1 A1 C2" not in needed
    assert "record A1 B1 C1 A2" in needed
    follower = played(demanding(SOME, SOME, followers_meet=1), "choose left", "record C1 B1 A1 C2")
    assert "record C1 B1 A1 C2" in actions(follower)
    assert "record Z0 A0 B0 Z1" not in actions(follower)
    assert actions(played(demanding(SOME, "", followers_meet=1), "choose left", "record C1 B1 A1 C2")) == {"pass"}


def test_GS_47_a_narrower_market_and_fewer_refreshed() -> None:
    narrow = played(drawn("", market="#YG/W1 *#5/W2 Y3/#./W4", width=2), "choose left", "record A1 B1 C1")
    assert who(narrow) == "choose 1"  # two are left, and none is added
    one = played(demanding(SOME, under="R6", refreshed=1), "choose left", "record C1 B1 A1 C2", "discard right")
    assert one.mover == CHANCE
    with pytest.raises(errors.IllegalAction):
        one.after("discard centre")
    assert kinds(narrow) == {"choose"}
    assert mask("G7") < 0  # bit 63 is the sign
