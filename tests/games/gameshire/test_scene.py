"""Data for the page: where a card's shape can go, why it does not fit, what the rules page shows."""

import functools
import re

import numpy as np
import pytest

import rookery
from rookery import Position
from rookery.core.scene import Scene, Spot
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.actions import ACT
from rookery.games.gameshire.rules.phases import PHASE

GAME = rookery.load("gameshire")
LATE_SPRING = GAME.scenery.PICTURE
EXAMPLES = re.findall(r"```position([^\n]*)\n([^\n]*)\n([^\n]*)", GAME.rules_page)


def played(players: int, seed: int, **options: str) -> list[Position]:
    """Positions of a random game in which a seat decides; nobody who can record passes, and skills are used rarely."""
    generator = np.random.default_rng(seed)
    return walked(GAME.start(players=players, seed=generator, **options), generator, 0.2)


def walked(position: Position, generator: np.random.Generator, skills: float) -> list[Position]:
    """The same from a position on. `skills`: how often they may be used, 0 .. 1."""
    found = []
    while not position.is_over:
        found.append(position)
        plain = [a for a in position.legal_actions if not ACT.USE_W <= a < ACT.ERASE]
        actions = plain if generator.random() >= skills else position.legal_actions
        position = position.after_unchecked(int(generator.choice(actions))).settled(generator)
    return found


@functools.cache
def recording() -> list[tuple[Position, Scene]]:
    found = [p for seed in range(4) for p in played(2, seed) if p.state.phase == PHASE.RECORDING]
    return [(p, p.scene(p.mover)) for p in found if p.mover is not None]


def spots(scene: Scene) -> dict[str, Spot]:
    return {spot.id: spot for spot in scene.spots}


def own_squares(position: Position, scene: Scene) -> dict[tuple[float, float], str]:
    """Place -> name of each square of the mover's map, which is the large one."""
    own = f"{position.mover}-"
    found = {(round(s.x, 3), round(s.y, 3)): s.id.removeprefix(own) for s in scene.spots if s.id.startswith(own)}
    assert len(found) == layout.SQUARES
    assert all(re.fullmatch("[ZA-G][0-7]", name) for name in found.values())
    return found


def test_the_stamp_covers_the_squares_that_are_recorded() -> None:
    for position, scene in recording():
        poses, places = {pose.id: pose for pose in scene.poses}, spots(scene)
        squares = own_squares(position, scene)
        for choice in scene.choices:
            if choice.action >= ACT.CHOOSE:
                continue
            pose, place = (poses[choice.path[0]], places[choice.path[1]])
            at = [squares[round(place.x + box.dx, 3), round(place.y + box.dy, 3)] for box in pose.boxes]
            signs = ["-" if box.symbol == "h-omitted" else "" for box in pose.boxes]
            assert choice.text == "record " + " ".join(map("".join, zip(signs, at, strict=True)))
            whole = [square for sign, square in zip(signs, at, strict=True) if not sign]
            assert position.touched(choice.action) == [f"{position.mover}-{square}" for square in whole]
        assert position.legal_actions


def test_a_turn_of_the_stamp_turns_what_it_shows() -> None:
    for _, scene in recording():
        shown = {p.id: {(b.dx, b.dy, b.symbol) for b in p.boxes} for p in scene.poses}
        for pose in scene.poses:
            turned = {(-y, x, symbol) for x, y, symbol in shown[pose.id]}
            assert at_origin(turned) == at_origin(shown[pose.turned])
            assert at_origin({(-x, y, symbol) for x, y, symbol in shown[pose.id]}) == at_origin(shown[pose.mirrored])


def test_the_deck_shows_the_side_that_is_not_in_play() -> None:
    """`GS-10`: the autumn side in spring, and the other way round."""
    seen = {layout.SPRING: "Autumn", layout.AUTUMN: "Spring"}
    shown = set()
    for position, scene in recording():
        words, pos = spots(scene)["deck"].words, position.state
        if pos.top != layout.NONE:
            assert words.startswith(f"Season deck, {seen[pos.season]} side up: ")
            shown.add(int(pos.season))
    assert shown == {*seen}


def at_origin(boxes: set[tuple[float, float, str]]) -> set[tuple[float, float, str]]:
    left, top = min(x for x, _, _ in boxes), min(y for _, y, _ in boxes)
    return {(x - left, y - top, symbol) for x, y, symbol in boxes}


def test_a_reason_is_given_exactly_where_the_area_is_free_but_the_demand_is_not_met() -> None:
    seen = 0
    for position, scene in recording():
        pos, seat = position.state, position.mover
        if pos.season == layout.SPRING or seat != pos.turn:
            assert not scene.reasons
            continue
        shaded, reasons = int(pos.shaded[seat]) | int(pos.crossed[seat]), {(r.pose, r.spot) for r in scene.reasons}
        chosen = {choice.path for choice in scene.choices}
        places = spots(scene)
        squares = own_squares(position, scene)
        for pose in scene.poses:
            if any(box.symbol == "h-omitted" for box in pose.boxes):
                continue
            for name in squares.values():
                name = f"{seat}-{name}"
                at = places[name]
                area = [squares.get((round(at.x + b.dx, 3), round(at.y + b.dy, 3))) for b in pose.boxes]
                inside = [square for square in area if square]
                numbers = ["ZABCDEFG".index(square[0]) + 8 * int(square[1]) for square in inside]
                free = len(inside) == len(area) and not any(shaded >> number & 1 for number in numbers)
                assert ((pose.id, name) in reasons) == (free and (pose.id, name) not in chosen)
                seen += (pose.id, name) in reasons
    assert seen


@pytest.mark.parametrize("players", [1, 2, 6])
def test_everybody_sees_their_own_map_large(players: int) -> None:
    position = GAME.start(players=players, seed=3)
    for seat in range(players):
        zones = {zone.id: zone for zone in position.scene(seat).zones if zone.id.startswith("map-")}
        assert len(zones) == players
        assert max(zones, key=lambda name: zones[name].width) == f"map-{seat}"
    assert {"map-0", "view"} - {zone.id for zone in position.scene().zones} == (set() if players == 1 else {"view"})


def test_a_house_set_is_called_so_wherever_it_is_seen() -> None:
    assert "**House set.**" in GAME.rules_page
    assert all(name in GAME.rules_page for name in GAME.facts.designers)
    scene = GAME.start(seed=1).scene()
    assert "House set (made up)" in [label.text for label in scene.labels]
    assert "House set (made up)" in [counter.value for counter in scene.counters]


@pytest.mark.parametrize(("asked", "text", "caption"), EXAMPLES)
def test_what_a_rules_page_example_plays_can_be_played(asked: str, text: str, caption: str) -> None:
    options = dict(word.split("=") for word in asked.split())
    seat, show = int(options.pop("seat", -1)), options.pop("show")
    position = GAME.position(text, players=int(options.pop("players", 2)), **options)
    assert {*show.split("+")} <= {zone.id for zone in position.scene(seat).zones}
    assert position.scene(seat).only(show.split("+")).width < 10.5  # squares: they can be told apart on a phone
    if move := re.match(r"`([^`]+)`:", caption):
        assert position.after(move[1]) != position


# ── For people who do not know the game ──────────────────────────────────────
def tips(position: Position) -> dict[str, str]:
    assert position.mover is not None
    return {tip.spot: tip.words for tip in position.scene(position.mover).tips}


def test_a_skill_says_what_it_does_and_what_it_takes() -> None:
    spring = GAME.position(LATE_SPRING)
    told = tips(spring)
    assert told["skill-W"].startswith("Skill W: everybody may erase one box")
    assert told["skill-W"].endswith(". You can use it now, for 1 boon")
    assert told["skill-G"].endswith(". Not learned yet: write green grapes on a hammer")
    assert spring.why([], "skill-G") == told["skill-G"], "one text for who points at it and for who clicks on it"
    poor = GAME.position(LATE_SPRING.replace("boons:", "uses:3 spent:6 boons:"))
    assert tips(poor)["skill-W"].endswith(". It costs 4 boons, and the team has 1")


def test_open_crowns_and_hammers_are_explained_on_ones_own_map() -> None:
    told = tips(GAME.position(LATE_SPRING))
    assert told["1-C3"] == "Crown: the crop or cow that you write here becomes the gift of C"
    signs = [spot for spot, words in told.items() if words.startswith(("Crown: ", "Hammer: "))]
    assert signs
    assert {spot[:2] for spot in signs} == {"1-"}


def test_a_guide_says_what_matters_in_every_phase() -> None:
    """And lets neither the map of the mover wait, nor anything that can be clicked."""
    seen, trouble = set(), {"green": "2", "yellow": "2", "red": "2"}
    games = [p for seed in range(8) for p in played(1 + seed % 2, seed, **trouble)]
    for seed in range(8):
        generator = np.random.default_rng(seed)
        games += walked(GAME.position(LATE_SPRING), generator, 1.0)
    for position in games:
        assert position.mover is not None
        scene = position.scene(position.mover)
        if scene.guide is None:
            assert "pass" in {choice.text for choice in scene.choices}, position
            continue
        seen.add((int(position.state.phase), int(position.state.season)))
        homes = {spot.id: spot.zone for spot in scene.spots}
        needed = {homes[step] for choice in scene.choices for step in choice.path} | {f"map-{position.mover}"}
        assert not needed & {*scene.guide.waits}, position
        assert position.players == 1 or f"map-{1 - position.mover}" in scene.guide.waits
    spring = (PHASE.CHOOSING, PHASE.RECORDING, PHASE.ERASING, PHASE.WRITING, PHASE.CROSSING_OUT)
    autumn = (PHASE.CHOOSING, PHASE.RECORDING, PHASE.SHADING, PHASE.DELIVERING, PHASE.REFRESHING)
    assert {(phase, layout.SPRING) for phase in spring} | {(phase, layout.AUTUMN) for phase in autumn} <= seen
