"""What players see and read: marks of the last move, sizes, places, and the words of choices."""

import functools
import re

import pytest

from rookery import Position
from rookery.core.scene import Choice, Scene, Spot
from rookery.games.gameshire.picture.block import LEAST, LETTER_WIDTH
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.actions import ACT
from rookery.games.gameshire.rules.phases import PHASE
from tests.games.gameshire.drawn import GAME, SOME, demanding, drawn
from tests.games.gameshire.test_scene import played

TROUBLES = {"green": "1", "yellow": "2", "red": "1"}
TABLES = ((1, 1), (2, 2), (2, 5), (4, 3), (6, 1))  # players, seed


@functools.cache
def seen() -> list[tuple[Position, Scene]]:
    """Positions, and what the mover sees."""
    games = [position for players, seed in TABLES for position in played(players, seed, **TROUBLES)]
    return [(position, position.scene(position.mover)) for position in games if position.mover is not None]


def choices(scene: Scene) -> dict[str, Choice]:
    return {choice.text: choice for choice in scene.choices}


def said(position: Position, text: str) -> str:
    """The words of an action, for the mover and in the list of moves."""
    assert position.mover is not None
    words = choices(position.scene(position.mover))[text].words
    assert words == position.words(position.parse(text))
    return words


def test_a_square_has_the_same_name_in_everybodys_picture() -> None:
    for position, _ in seen()[::40]:
        for viewer in range(-1, position.players):
            spots = [spot for spot in position.scene(viewer).spots if spot.id[1] == "-"]
            assert len(spots) == layout.SQUARES * position.players
            assert all(spot.zone == f"map-{spot.id[0]}" for spot in spots)


def test_what_is_recorded_is_marked_box_by_box_on_the_map_of_whoever_recorded() -> None:
    for position, scene in seen():
        for choice in scene.choices[::7]:
            after, seat = position.after(choice.action), position.mover
            changed = {
                f"{seat}-{'ZABCDEFG'[square % 8]}{square // 8}"
                for square in range(layout.SQUARES)
                for name in ("boxes", "shaded", "crossed")
                if _at(position, name, seat, square) != _at(after, name, seat, square)
            }
            alone = position.state.phase != PHASE.SHADING and after.state.season == position.state.season
            if alone and changed:  # else other boxes are also shaded automatically
                assert changed <= {*position.touched(choice.action)}
                assert all(spot.startswith(f"{seat}-") or "gift" in spot for spot in position.touched(choice.action))


def _at(position: Position, name: str, seat: int | None, square: int) -> int:
    whole = position.state[name][seat]
    return int(whole[square]) if name == "boxes" else int(whole) >> square & 1


def test_several_at_one_screen_each_have_their_own_map_large() -> None:
    """A plan is put on the large map, wherever the screen stands."""
    scene = drawn("", "", phase="record", turn=2, chosen=0, recorder=1).scene(1, facing=0)
    zones = {zone.id: zone.width for zone in scene.zones}
    assert zones["map-1"] > zones["map-0"]
    assert all(choice.path[-1].startswith("1-") for choice in scene.choices)


def test_everything_is_large_enough_to_be_read_and_stays_in_its_place() -> None:
    for _, wide in seen():
        for scene in (wide, wide.narrowed()):
            for label in scene.labels:
                assert label.size >= LEAST, label
                around = [zone for zone in scene.zones if zone.holds(label.x, label.y)]
                zone = min(around, key=lambda zone: zone.width * zone.height)
                half = LETTER_WIDTH * label.size * len(label.text) / 2
                assert abs(label.x - zone.x) + half <= zone.width / 2 + 0.1, (label, zone)


def test_signs_on_the_market_have_letters_that_can_be_read() -> None:
    """Where cards are small they are larger, in place of pictures: sizes as art.svg has them."""
    sizes = {"h-small-": 0.7, "h-": 0.48}
    for _, scene in seen():
        for piece in scene.pieces:
            sign = re.fullmatch(r"(h-(?:small-)?)[WORPGY1-6]", piece.symbol)
            if sign and piece.spot.startswith("market"):
                assert sizes[sign[1]] * piece.scale >= 0.24, piece


def test_no_two_places_lie_on_one_another() -> None:
    for _, wide in seen()[::5]:
        for scene in (wide, wide.narrowed()):
            spots = [spot for spot in scene.spots if spot.drawn]
            rows = sorted(spots, key=_begins)
            for at, one in enumerate(rows):
                for other in rows[at + 1 :]:
                    if _begins(other) > one.x + one.width / 2 - 0.02:
                        break
                    below = abs(one.y - other.y) > (one.height + other.height) / 2 - 0.02
                    assert below, (one.id, other.id)


def _begins(spot: Spot) -> float:
    return spot.x - spot.width / 2


def test_shading_for_a_gift_says_which_and_lights_it() -> None:
    asked = [(position, scene) for position, scene in seen() if position.state.phase == PHASE.SHADING]
    assert asked
    for position, scene in asked:
        column = "ABCDEF"[6 - int(position.state.left)]
        lit = [spot.id for spot in scene.spots if "asked" in spot.style.split()]
        assert lit == [f"gift-{column}"]
        told = [scene.caption, *scene.prompts, *(choice.words for choice in scene.choices)]
        assert all(f"gift of column {column}" in text for text in told)


def test_the_market_is_news_only_where_one_decides_about_it() -> None:
    for _, scene in seen():
        quiet = {zone.id for zone in scene.zones if zone.quiet}
        changes = ("use P", "use G", "use Y", "discard")
        assert ("market" in quiet) != any(choice.text.startswith(changes) for choice in scene.choices)
        assert {"signs", "tools"} <= quiet


def test_a_card_that_cannot_be_chosen_says_why() -> None:
    barred = 0
    for position, scene in seen():
        places = {spot.id: spot for spot in scene.spots if spot.id.startswith("market-")}
        full = {piece.spot for piece in scene.pieces if piece.id.startswith("card-")} & places.keys()
        free = {choice.path[0] for choice in scene.choices if choice.text.startswith("choose")}
        closed = full - free if position.state.phase == PHASE.CHOOSING else set[str]()
        assert {reason.spot for reason in scene.reasons if not reason.pose} == closed
        assert {name for name, spot in places.items() if "off" in spot.style.split()} == closed
        assert {
            name
            for name, spot in places.items()
            if spot.words.endswith(("fits nowhere on your map", "meets its requirement"))
        } == closed
        barred += len(closed)
    assert barred


def test_discarded_cards_are_larger_while_one_can_be_brought_back() -> None:
    sizes = {False: set[float](), True: set[float]()}
    for _, scene in seen():
        can = any(choice.text.startswith("use Y") for choice in scene.choices)
        sizes[can] |= {spot.width for spot in scene.spots if spot.zone == "discarded"}
        if can:
            assert "discarded card" in scene.prompt(["skill-Y"])
    assert min(sizes[True]) > 1.5 * max(sizes[False])


# ── The words of choices ─────────────────────────────────────────────────────
def test_recording_says_what_it_brings() -> None:
    row = "WORPG.\n" + "......\n" * 5
    plain = drawn(row, "", market="W1/#P/W1 2/W2", phase="record", chosen=0, recorder=0)
    assert said(plain, "record A2 B2 A3 B3") == "Write A2 B2 A3 B3: chooses gift A (W)"
    assert said(plain, "record B4 C4 B5 C5") == "Write B4 C4 B5 C5: chooses gift B (W)"
    assert said(plain, "record C2 D2 C3 D3") == "Write C2 D2 C3 D3: teaches W"
    filled = drawn(row, "", market="#YG/W4 2/W2", phase="record", chosen=0, recorder=0)
    assert said(filled, "record F1 F2 F3") == "Write F1 F2 F3: teaches G, a boon for row 1"


def test_recording_says_so_exactly_where_something_is_learned_earned_or_chosen() -> None:
    for position, scene in seen():
        if position.state.phase != PHASE.RECORDING or position.state.season == layout.AUTUMN:
            continue
        for choice in [choice for choice in scene.choices if choice.action < ACT.CHOOSE][::9]:
            before, after = position.state, position.after(choice.action).state
            assert ("teaches" in choice.words) == (before.learned != after.learned)
            assert ("boon" in choice.words) == (before.boons != after.boons).any()
            assert ("chooses gift" in choice.words) == (before.gifts != after.gifts).any()
            assert ("then one of the gifts" in choice.words) == (after.phase == PHASE.CROWNING)


def test_passing_says_that_it_loses_exactly_where_it_does() -> None:
    lost = 0
    for position, scene in seen():
        if (found := choices(scene).get("pass")) is None:
            continue
        over = position.after("pass").is_over
        assert ("the game is lost" in found.words) == over
        assert bool(re.search("the game is lost|lose the game", scene.prompts[0])) == over
        lost += over
    assert lost


@pytest.mark.parametrize(
    ("learned", "prompt"),
    [
        ("", "No plan fits: you must pass, and the game is lost"),
        ("W", "No plan fits: use a skill, or pass and lose the game"),
    ],
)
def test_passing_in_spring_before_one_has_ones_share_loses(learned: str, prompt: str) -> None:
    full = "WORPGY\n" * 6
    position = drawn(full, "", learned=learned, boons="A" if learned else "")
    assert said(position, "pass") == "Pass: the gifts can no longer be shared out, and the game is lost"
    assert position.scene(0).prompts[0] == prompt


def test_the_last_one_to_pass_in_autumn_loses() -> None:
    everything = -1
    position = demanding(SOME, "", out="2").states.copy()
    position["shaded"][0][0] = everything
    last = Position(GAME, position, GAME.facts.settings(2, {"first": "seat 1"}))
    assert said(last, "pass") == "Pass: nobody is left, and the game is lost"
    assert last.scene(0).prompts[0] == "You can meet no demand: you must pass, and the game is lost"


def test_passing_that_loses_nothing_is_only_passing() -> None:
    full = "WORPGY\n" * 6
    shared = drawn(full, "", gifts="WWW---", givers="111---", learned="W", boons="A")
    assert shared.scene(0).prompts[0] == "No plan fits: use a skill, or pass"
    follower = drawn("", full, market="#YG/W1 1/W2", gifts="WWW---", givers="222---")
    written = follower.after("choose left").after("record A4 B4 C4")
    assert written.scene(1).prompts[0] == "It fits nowhere: you must pass"


def test_nothing_is_said_of_one_boons() -> None:
    for _, scene in seen():
        told = [f"{counter.value} {counter.label}" for counter in scene.counters]
        told += [label.text for label in scene.labels] + [spot.words for spot in scene.spots]
        assert not [text for text in told if " 1 boons" in f" {text}" or " 1 gifts" in f" {text}"]
