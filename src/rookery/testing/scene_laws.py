"""Laws of scenes: what a game's scene.py may return (core/scene.py) for every viewer."""

import functools
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import astuple

from rookery.core.picture import to_svg, to_text
from rookery.core.position import Game
from rookery.core.scene import Label, Piece, Pose, Scene, ScoreLine
from rookery.javascript.game_module import module_text
from rookery.testing.walks import Case, must

PATHS_TRIED, SPOTS = 2, 16  # first steps, and spots after each, whose reasons are checked in one position
MAX_REASON_LENGTH = 160  # characters
MARKED_ACTIONS = 4  # actions that are played in each position, to check what is marked after them
MINIATURE = 0.5  # the scale below which a piece need not show everything
EDGE_LABEL_DISTANCE = 0.5  # squares from the row or the column of a piece to its label
SLACK = 1e-4  # squares; rounding (scene.neat) moves an edge by less than this
SVG = "{http://www.w3.org/2000/svg}"


def _repeated(names: Iterable[object]) -> list[object]:
    return [name for name, times in Counter(names).items() if times > 1]


def scene_ids_are_unique(case: Case) -> None:
    """No two zones, spots, pieces, labels or counters of a scene share an id, and no id is empty."""
    for scene in case.scenes().values():
        for kind in (scene.zones, scene.spots, scene.pieces, scene.labels, scene.counters):
            ids = [part.id for part in kind]
            must(all(ids), f"an id is empty: {ids}")
            must(not _repeated(ids), f"these ids occur twice: {_repeated(ids)}")


def scenes_are_plain(case: Case) -> None:
    """The numbers in a scene are Python's, not NumPy's, which look alike but cannot be sent to a page."""
    seat = case.position.mover
    scene = next((scene for (viewer, _), scene in case.scenes().items() if viewer == seat), None)
    odd = _types_in(scene) - {"str", "int", "float", "bool", "NoneType"}
    must(not odd, f"a scene contains values of the types {sorted(odd)}")


def things_lie_on_something(case: Case) -> None:
    """Every spot belongs to an existing zone, every piece lies on an existing spot, each tip is for another existing
    spot, and a narrow picture moves only existing zones, as a guide lets only existing zones wait."""
    for scene in case.scenes().values():
        zones, spots = {zone.id for zone in scene.zones}, {spot.id for spot in scene.spots}
        for shift in scene.narrow.shifts if scene.narrow else ():
            must(shift.zone in zones, f"a narrow picture moves the zone {shift.zone!r}, which does not exist")
        for spot in scene.spots:
            must(spot.zone in zones, f"the spot {spot.id} belongs to the zone {spot.zone!r}, which does not exist")
        for piece in scene.pieces:
            must(piece.spot in spots, f"the piece {piece.id} lies on the spot {piece.spot!r}, which does not exist")
        tips = [tip.spot for tip in scene.tips]
        must(spots.issuperset(tips), f"there are tips for the spots {sorted({*tips} - spots)}, which do not exist")
        must(not _repeated(tips), f"there are two tips for {_repeated(tips)}")
        waits = {*scene.guide.waits} if scene.guide else set()
        must(waits <= zones, f"the guide lets the zones {sorted(waits - zones)} wait, which do not exist")


def everything_is_inside(case: Case) -> None:
    """Zones and spots with their whole area, pieces and labels with their centres, lie inside the picture, and inside
    its narrow arrangement."""
    for scene in (look for wide in case.scenes().values() for look in (wide, wide.narrowed())):
        boxes = [(zone.id, zone.x, zone.y, zone.width, zone.height) for zone in scene.zones]
        boxes += [(spot.id, spot.x, spot.y, spot.width, spot.height) for spot in scene.spots]
        boxes += [(piece.id, piece.x, piece.y, 0.0, 0.0) for piece in scene.pieces]
        boxes += [(label.id, label.x, label.y, 0.0, 0.0) for label in scene.labels]
        for name, x, y, width, height in boxes:
            across = width / 2 - SLACK <= x <= scene.width - width / 2 + SLACK
            down = height / 2 - SLACK <= y <= scene.height - height / 2 + SLACK
            if not (across and down):  # formatting the sentence for thousands of parts would be slow
                must(False, f"{name} at ({x:g}, {y:g}) is not inside {scene.width:g} x {scene.height:g}")


def grids_have_rows(case: Case) -> None:
    """The spots of a grid lie in at least two rows, and no two of them in the same place."""
    for scene in case.scenes().values():
        for zone in (zone for zone in scene.zones if zone.grid):
            places = [(spot.x, spot.y) for spot in scene.spots if spot.zone == zone.id]
            must(len({y for _, y in places}) > 1, f"the grid {zone.id} has fewer than two rows")
            must(not _repeated(places), f"two spots of the grid {zone.id} lie at {_repeated(places)}")


def choices_are_the_legal_actions(case: Case) -> None:
    """The mover's scene offers exactly the legal actions, in their notation and words; other scenes offer none."""
    position = case.position
    for (viewer, _), scene in case.scenes().items():
        legal = position.legal_actions if viewer == position.mover and viewer >= 0 else ()
        offered = sorted(choice.action for choice in scene.choices)
        must(offered == sorted(legal), f"seat {viewer} is offered {offered}, but may play {sorted(legal)}")
        for choice in scene.choices:
            notation = case.game.notation.action_text(position.numbers, choice.action)
            must(choice.text == notation, f"action {choice.action} is {notation!r}, but the scene says {choice.text!r}")
            must(choice.words.strip(), f"the choice {choice.text} has no words")


def paths_lead_to_one_action(case: Case) -> None:
    """Every choice has a path of existing spots with a prompt for each step, no path is the beginning of another, and
    each ask follows a different spot after which a path continues."""
    for scene in case.scenes().values():
        spots, ways = {spot.id for spot in scene.spots}, [path for choice in scene.choices for path in choice.ways]
        paths = set(ways)
        must(len(paths) == len(ways), "two choices have the same path")
        for path in paths:
            must(path and set(path) <= spots, f"the path {path} is empty or contains spots that do not exist")
            must(len(path) <= len(scene.prompts), f"only {len(scene.prompts)} prompts for the steps of {path}")
            for steps in range(1, len(path)):
                must(path[:steps] not in paths, f"the path {path[:steps]} is the beginning of {path}")
        places, begun = [ask.after for ask in scene.asks], {step for path in paths for step in path[:-1]}
        must(len(places) == len(set(places)), f"two asks follow the same spot: {places}")
        must(begun >= set(places), f"asks follow {places}, but paths continue only after {sorted(begun)}")


def marks_are_places(case: Case) -> None:
    """After an action, the marked spots are spots of the mover's scene before or after it, and none of them is a pose,
    because a pose is not a place."""
    if (mover := case.position.mover) is None or mover < 0:
        return
    scene, view = case.scenes()[mover, mover], case.position.view(mover)
    places = {spot.id for spot in scene.spots} - {pose.id for pose in scene.poses}
    count = 0  # actions that were played; their number is limited, because drawing takes time
    for choice in scene.choices:
        marks, there = view.touched(choice.action), places
        if not places.issuperset(marks):
            if (count := count + 1) > MARKED_ACTIONS:
                continue
            after = case.position.after(choice.action).scene(mover)
            there = places | ({spot.id for spot in after.spots} - {pose.id for pose in scene.poses})
        must(marks and there.issuperset(marks), f"{choice.text} marks {marks}, which are not all places")


def symbols_are_drawn(case: Case) -> None:
    """Every symbol in a scene is the id of a drawing in art.svg, and every piece has a symbol."""
    drawn = _drawings(case.game.art)
    for scene in case.scenes().values():
        boxes = [box for pose in scene.poses for box in pose.boxes]
        for kind in (scene.zones, scene.spots, scene.pieces, boxes):
            named = {part.symbol for part in kind if part.symbol}
            must(named <= drawn, f"art.svg has no drawing {', '.join(sorted(named - drawn))}")
        must(all(piece.symbol for piece in scene.pieces), "a piece has no symbol")


@functools.lru_cache(64)  # once for all positions
def _drawings(art: str) -> frozenset[str]:
    """The ids in an art.svg."""
    return frozenset(element.get("id", "") for element in ElementTree.fromstring(art).iter())


def different_words_look_different(case: Case) -> None:
    """Two pieces with different words look different, by their drawing, style or letters or by what lies on their
    spots, unless their words name the label of their row or column, or the piece is a miniature."""
    for scene in case.scenes().values():
        alike: dict[object, Piece] = {}
        for piece, look in _looks(scene):
            other = alike.setdefault(look, piece)
            if other.words == piece.words or piece.scale < MINIATURE or _named_by_edges(scene, piece):
                continue
            must(
                False,
                f"{other.words!r} and {piece.words!r} look alike, as both are drawn as {piece.symbol} {piece.style!r}: "
                "give each a `text`, or drawings or styles of their own",
            )


def _looks(scene: Scene) -> Iterator[tuple[Piece, object]]:
    """Each piece with everything that is drawn of it, and of what lies on the same spot, from its own place."""
    drawn = [(piece, _drawn_as(piece)) for piece in scene.pieces]
    on: dict[str, list[tuple[Piece | Label, object]]] = {}
    for piece, look in drawn:
        on.setdefault(piece.spot, []).append((piece, look))
    for spot in (spot for spot in scene.spots if spot.id in on):
        for label in scene.labels:
            if abs(label.x - spot.x) <= spot.width / 2 and abs(label.y - spot.y) <= spot.height / 2:
                on[spot.id].append((label, _drawn_as(label)))
    for piece, look in drawn:
        around = {(round(part.x - piece.x, 2), round(part.y - piece.y, 2), of) for part, of in on[piece.spot]}
        yield piece, (look, frozenset(around))


def _drawn_as(part: Piece | Label) -> tuple[object, ...]:
    if isinstance(part, Label):
        return part.text, part.style
    return part.symbol, frozenset(part.style.split()), part.scale, part.turn, part.letters


def _named_by_edges(scene: Scene, piece: Piece) -> bool:
    """Whether the words of a piece contain the label of its column or row."""
    said = piece.words.split()
    return any(
        label.text in said and min(abs(label.x - piece.x), abs(label.y - piece.y)) < EDGE_LABEL_DISTANCE
        for label in scene.labels
    )


def what_counted_adds_up(case: Case) -> None:
    """Only a game that is over has a score, which names pieces of the picture, none twice, and adds up: the lines of a
    seat and of all together to the points of the seat, those of a counter to the number that it starts with."""
    for scene in case.scenes().values():
        if not scene.score:
            continue
        must(case.position.is_over, "there is a score before the game is over")
        parts = [part for line in scene.score for part in line.parts]
        named, pieces = [piece for part in parts for piece in part.pieces], {piece.id for piece in scene.pieces}
        must(pieces.issuperset(named), f"the score names the pieces {sorted({*named} - pieces)}, which do not exist")
        must(not _repeated(named), f"the score names {_repeated(named)} twice")
        counters = {(counter.id, counter.seat): counter.value for counter in scene.counters}
        for line in scene.score:
            must(not line.counter or (line.counter, line.seat) in counters, f"there is no counter {line.counter!r}")
        for (name, seat), value in counters.items():
            if own := [line for line in scene.score if line.counter == name and line.seat == seat]:
                number = str(_points(own))
                must(
                    re.findall(r"^-?\d+", value) == [number], f"the score has {number} for {name}, which shows {value}"
                )
        if case.game.facts.points is not None:
            for seat in range(case.position.players):
                added = _points(line for line in scene.score if line.seat in (seat, None))
                points = int(case.game.bindings.points(case.position.states, 0, seat))
                must(added == points, f"the score of seat {seat} adds up to {added}, and it has {points} points")


def _points(lines: Iterable[ScoreLine]) -> int:
    return sum(part.points for line in lines for part in line.parts)


def everything_can_be_spoken(case: Case) -> None:
    """The caption, prompts, zones, spots, pieces, labels, counters, lines of the score, poses, reasons, asks, tips and
    the guide have words, which are not empty and contain no line break, and those of tips and the guide are short."""
    for scene in case.scenes().values():
        spoken = [("caption", scene.caption), *((f"prompt {i}", text) for i, text in enumerate(scene.prompts))]
        spoken += [(part.id, part.words) for kind in (scene.zones, scene.spots, scene.pieces) for part in kind]
        spoken += [(label.id, label.text) for label in scene.labels]
        spoken += [(pose.id, pose.words) for pose in scene.poses]
        spoken += [(f"the reason for {reason.spot}", reason.words) for reason in scene.reasons]
        spoken += [("a line of the score", line.words) for line in scene.score]
        spoken += [(f"the ask after {ask.after}", ask.words) for ask in scene.asks]
        spoken += (tips := [(f"the tip for {tip.spot}", tip.words) for tip in scene.tips])
        spoken += (guide := [("the guide", scene.guide.words)] if scene.guide else [])
        for name, words in tips + guide:
            _must_be_short(name, words)
        spoken += [(counter.id, text) for counter in scene.counters for text in (counter.label, counter.value)]
        for name, words in spoken:
            must(words.strip(), f"{name} has no words")
            must("\n" not in words, f"the words of {name} are more than one line: {words!r}")


def _must_be_short(name: str, words: str) -> None:
    long = f"{name} has {len(words)} letters, and at most {MAX_REASON_LENGTH} are allowed: {words!r}"
    must(len(words) <= MAX_REASON_LENGTH, long)


def pictures_are_drawn(case: Case) -> None:
    """A scene can be drawn as characters, and as SVG that is well-formed XML without dangling references."""
    for scene in case.scenes().values():
        must(to_text(scene).strip(), "the picture in characters is empty")
    root = ElementTree.fromstring(to_svg(scene, case.game.art, "light" if case.ply % 2 else "auto"))
    ids = {element.get("id") for element in root.iter()}
    for use in root.iter(f"{SVG}use"):
        must((use.get("href") or "")[1:] in ids, f"there is no drawing {use.get('href')}")


def poses_are_spots(case: Case) -> None:
    """Every pose belongs to one spot, shows something, and can be chosen or turned into a pose that can; and every spot
    that is not drawn is a pose."""
    for scene in case.scenes().values():
        spots, poses = {spot.id: spot for spot in scene.spots}, {pose.id: pose for pose in scene.poses}
        must(len(poses) == len(scene.poses), "two poses have the same id")
        must(poses.keys() <= spots.keys(), f"the poses {sorted(poses.keys() - spots.keys())} are not spots")
        hidden = {spot.id for spot in scene.spots if not spot.drawn}
        must(hidden <= poses.keys(), f"the spots {sorted(hidden - poses.keys())} are neither drawn nor poses")
        alive = {step for choice in scene.choices for path in choice.ways for step in path} & poses.keys()
        for pose in scene.poses:
            must(pose.boxes, f"the pose {pose.id} shows nothing")
            must(
                alive & _reached(poses, pose.id),
                f"neither the pose {pose.id} nor any pose that it turns into is on a path",
            )


def _reached(poses: Mapping[str, Pose], pose: str) -> set[str]:
    """The pose and all poses that it becomes by turning, mirroring and varying."""
    names, queue = {pose}, [pose]
    for name in queue:
        after = {poses[name].turned, poses[name].mirrored, poses[name].varied} & poses.keys() - names
        names |= after
        queue += after
    return names


def turning_comes_home(case: Case) -> None:
    """Turning, mirroring and varying a pose gives a pose whose parts lie accordingly, and leads back to the pose: after
    four turns, two mirrors, a turn and a mirror twice, and all variants in turn."""
    for scene in case.scenes().values():
        poses = {pose.id: pose for pose in scene.poses}
        turned = {pose.id: pose.turned for pose in scene.poses if pose.turned}
        mirrored = {pose.id: pose.mirrored for pose in scene.poses if pose.mirrored}
        varied = {pose.id: pose.varied for pose in scene.poses if pose.varied}
        for how, after in (("turned", turned), ("mirrored", mirrored), ("varied", varied)):
            for name, there in after.items():
                must(there in poses, f"the pose {name} {how} is {there!r}, which does not exist")
        for pose in scene.poses:
            must(
                not pose.turned or _lies(poses[pose.turned], [(-box.dy, box.dx) for box in pose.boxes]),
                f"the parts of {pose.turned} do not lie a quarter turn clockwise from those of {pose.id}",
            )
            must(
                not pose.mirrored or _lies(poses[pose.mirrored], [(-box.dx, box.dy) for box in pose.boxes]),
                f"the parts of {pose.mirrored} are not a mirror image of those of {pose.id}",
            )
        for name in poses:
            must(not turned or _home([turned] * 4, name), f"four turns of {name} give something else")
            must(_home([varied] * len(poses), name, early=True), f"the variants of {name} do not lead back to it")
            if mirrored:
                must(_home([mirrored] * 2, name), f"{name} mirrored twice is something else")
            if mirrored and turned:
                must(_home([turned, mirrored] * 2, name), f"{name} turned and mirrored, twice, is something else")


def _lies(pose: Pose, places: list[tuple[float, float]]) -> bool:
    """Whether the parts of a pose have these places, up to a common shift."""
    lying = [(box.dx, box.dy) for box in pose.boxes]
    first, second = (
        sorted((round(x - min(xs), 6), round(y - min(ys), 6)) for x, y in points)
        for points in (lying, places)
        for xs, ys in [tuple(zip(*points, strict=True))]
    )
    return first == second


def _home(ways: Iterable[Mapping[str, str]], start: str, *, early: bool = False) -> bool:
    """Whether these steps lead from `start` back to `start`. A missing step leads nowhere. `early`: the way back may
    end before the last step, and the first step may be missing."""
    name: str | None = start
    for steps, way in enumerate(ways):
        name = way.get(name) if name is not None else None
        if early and (name == start or (name is None and steps == 0)):
            return True
    return name == start


def reasons_are_for_places_that_do_not_do(case: Case) -> None:
    """Every reason names an existing spot and an existing pose or none, no two name the same, and none names a place
    where a path continues."""
    for scene in case.scenes().values():
        poses, spots = {pose.id for pose in scene.poses}, {spot.id for spot in scene.spots}
        steps = {pair for choice in scene.choices for path in choice.ways for pair in pairwise(path)}
        pairs = [(reason.pose, reason.spot) for reason in scene.reasons]
        must(not _repeated(pairs), f"there are two reasons for {_repeated(pairs)}")
        for pose, spot in pairs:
            must(spot in spots, f"a reason names the spot {spot!r}, which does not exist")
            must(pose in poses or not pose, f"a reason names the pose {pose!r}, which does not exist")
            legal = {(name, spot) for name in ({pose} if pose else poses)} & steps
            must(not legal, f"there are reasons for {sorted(legal)}, where a path continues")


def refused_clicks_are_explained(case: Case) -> None:
    """For every spot where a click does nothing, as the first or the second click, the game says why in a few words
    without a full stop."""
    if (mover := case.position.mover) is None or mover < 0:
        return
    must(hasattr(case.game.scenery, "why"), "scene.py has no `why`")
    scene, view, why = case.scenes()[mover, mover], case.position.view(mover), case.game.scenery.why
    poses = {pose.id for pose in scene.poses}  # a pose is in the hand: it is not a step of the path
    begun = sorted({way[0] for choice in scene.choices for way in choice.ways if len(way) > 1} - poses)
    generator = case.generator()
    for path in ((), *((step,) for step in generator.permutation(begun)[:PATHS_TRIED].tolist())):
        spots = [spot.id for spot in scene.spots if spot.drawn and spot.id not in poses]
        able = {*path, *scene.onward(()), *scene.onward(path)}
        for spot in [spot for spot in generator.permutation(spots)[:SPOTS].tolist() if spot not in able]:
            words = why(view, path, spot)
            must(isinstance(words, str) and words.strip(), f"there is no reason why {spot} does nothing after {path}")
            must(
                "\n" not in words and not words.endswith("."),
                f"the reason why {spot} does nothing after {path} is {words!r}",
            )
            _must_be_short(f"the reason why {spot} does nothing", words)


def _types_in(scene: Scene | None) -> set[str]:
    """The types of all values inside a scene that are neither parts nor tuples."""
    found, waiting = set[type](), list[object]([scene])
    for value in waiting:
        if isinstance(value, tuple):
            waiting += value
        elif isinstance(value, Struct):
            waiting += astuple(value)
        else:
            found.add(type(value))
    return {kind.__name__ for kind in found}


def pages_can_draw(case: Case) -> None:
    """Pages can draw the game, say its words and play its rules themselves: its functions are in the subset of
    docs/page_code.md."""
    _lowered(case.game, case.game.scenery.scene)


@functools.lru_cache(64)  # once for all positions
def _lowered(game: Game, scene: Callable[..., Scene]) -> None:
    module_text(game)
