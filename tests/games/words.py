"""What the tests of every game's words ask alike."""

from pathlib import Path

from rookery import Record
from rookery.core.scene import Scene


def caption_names_the_way_out(file: Path, way: str) -> None:
    """In a recorded game, to whom could do nothing else: below "No plan fits", nobody is asked to choose one."""
    record, seen = Record.load(file), 0
    for ply, action in enumerate(record.actions):
        before = record.at(ply)
        seat = before.mover
        if seat is not None and seat >= 0 and before.format(action) == way:
            assert way in before.view(seat).scene().caption
            seen += 1
    assert seen > 0


def names(shown: Scene) -> dict[str, str]:
    """What each spot is called."""
    return {spot.id: spot.words for spot in shown.spots}
