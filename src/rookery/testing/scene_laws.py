"""Laws of the picture: what scene.py of a game may give (core/scene.py), whoever looks."""

import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable

from rookery.core.picture import to_svg, to_text
from rookery.testing.walks import Case, must

__all__ = ["LAWS"]

SLACK = 1e-6  # squares; sums of fractions may miss an edge by a rounding
SVG = "{http://www.w3.org/2000/svg}"


def _repeated(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def scene_ids_are_unique(case: Case) -> None:
    """No two zones, spots, pieces, labels or counters of a scene share an id, and no id is empty."""
    for scene in case.scenes().values():
        for kind in (scene.zones, scene.spots, scene.pieces, scene.labels, scene.counters):
            ids = [part.id for part in kind]
            must(all(ids), f"an id is empty: {ids}")
            must(not _repeated(ids), f"these ids are there twice: {_repeated(ids)}")


def things_lie_on_something(case: Case) -> None:
    """Every spot belongs to a zone that exists, and every piece lies on a spot that exists."""
    for scene in case.scenes().values():
        zones, spots = {zone.id for zone in scene.zones}, {spot.id for spot in scene.spots}
        for spot in scene.spots:
            must(spot.zone in zones, f"the spot {spot.id} belongs to the zone {spot.zone!r}, which is not there")
        for piece in scene.pieces:
            must(piece.spot in spots, f"the piece {piece.id} lies on the spot {piece.spot!r}, which is not there")


def everything_is_inside(case: Case) -> None:
    """Zones and spots with their whole area, pieces and labels with their centres, lie inside the picture."""
    for scene in case.scenes().values():
        boxes = [(zone.id, zone.x, zone.y, zone.width, zone.height) for zone in scene.zones]
        boxes += [(spot.id, spot.x, spot.y, spot.width, spot.height) for spot in scene.spots]
        boxes += [(piece.id, piece.x, piece.y, 0.0, 0.0) for piece in scene.pieces]
        boxes += [(label.id, label.x, label.y, 0.0, 0.0) for label in scene.labels]
        for name, x, y, width, height in boxes:
            across = width / 2 - SLACK <= x <= scene.width - width / 2 + SLACK
            down = height / 2 - SLACK <= y <= scene.height - height / 2 + SLACK
            must(across and down, f"{name} at ({x:g}, {y:g}) is not inside {scene.width:g} x {scene.height:g}")


def choices_are_the_legal_actions(case: Case) -> None:
    """The mover's scene offers exactly its legal actions, in their notation and words; nobody else's offers any."""
    position = case.position
    for (viewer, _), scene in case.scenes().items():
        legal = position.legal_actions if viewer == position.mover and viewer >= 0 else ()
        offered = sorted(choice.action for choice in scene.choices)
        must(offered == sorted(legal), f"seat {viewer} is offered {offered}, and may play {sorted(legal)}")
        for choice in scene.choices:
            notation = case.game.notation.action_text(position.record, choice.action)
            must(choice.text == notation, f"action {choice.action} is {notation!r}, and the scene says {choice.text!r}")
            must(choice.words.strip(), f"the choice {choice.text} has no words")


def paths_lead_to_one_action(case: Case) -> None:
    """Every choice has a path of existing spots with a prompt for each step, and no path is another one's beginning."""
    for scene in case.scenes().values():
        spots, paths = {spot.id for spot in scene.spots}, {choice.path for choice in scene.choices}
        must(len(paths) == len(scene.choices), "two choices have the same path")
        for path in paths:
            must(path and set(path) <= spots, f"the path {path} is empty or leads over spots that are not there")
            must(len(path) <= len(scene.prompts), f"{len(scene.prompts)} prompts for the steps of {path}")
            for steps in range(1, len(path)):
                must(path[:steps] not in paths, f"the path {path[:steps]} is the beginning of {path}")


def symbols_are_drawn(case: Case) -> None:
    """Every symbol that a scene names is the id of a drawing in art.svg, and every piece has one."""
    drawn = {element.get("id") for element in ElementTree.fromstring(case.game.art).iter()}
    for scene in case.scenes().values():
        for kind in (scene.zones, scene.spots, scene.pieces):
            named = {part.symbol for part in kind if part.symbol}
            must(named <= drawn, f"art.svg has no drawing {', '.join(sorted(named - drawn))}")
        must(all(piece.symbol for piece in scene.pieces), "a piece has no symbol")


def everything_can_be_spoken(case: Case) -> None:
    """The caption, prompts, zones, spots, pieces, labels and counters have words; none is empty or has a line break."""
    for scene in case.scenes().values():
        spoken = [("caption", scene.caption), *((f"prompt {i}", text) for i, text in enumerate(scene.prompts))]
        spoken += [(part.id, part.words) for kind in (scene.zones, scene.spots, scene.pieces) for part in kind]
        spoken += [(label.id, label.text) for label in scene.labels]
        spoken += [(counter.id, text) for counter in scene.counters for text in (counter.label, counter.value)]
        for name, words in spoken:
            must(words.strip() and "\n" not in words, f"{name} says {words!r}")


def pictures_are_drawn(case: Case) -> None:
    """A scene can be drawn as characters, and as SVG that is XML and whose references all lead somewhere."""
    for scene in case.scenes().values():
        must(to_text(scene).strip(), "the picture in characters is empty")
    root = ElementTree.fromstring(to_svg(scene, case.game.art, "light" if case.ply % 2 else "auto"))
    ids = {element.get("id") for element in root.iter()}
    for use in root.iter(f"{SVG}use"):
        must((use.get("href") or "")[1:] in ids, f"nothing is drawn for {use.get('href')}")


LAWS = (
    scene_ids_are_unique,
    things_lie_on_something,
    everything_is_inside,
    choices_are_the_legal_actions,
    paths_lead_to_one_action,
    symbols_are_drawn,
    everything_can_be_spoken,
    pictures_are_drawn,
)
