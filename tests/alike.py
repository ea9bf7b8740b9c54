"""Of which games everybody sees the same."""

import rookery
from rookery.core.protocol import SPECTATOR
from rookery.core.scene import Scene


def sees_alike(slug: str) -> bool:
    """Whether a game has no secrets, and draws nobody's own things larger."""
    position = rookery.load(slug).start(seed=0)
    shown = [_shown(position.scene(seat, facing=0)) for seat in (SPECTATOR, *range(position.players))]
    return all(other == shown[0] for other in shown)


def _shown(scene: Scene) -> tuple[list[str], list[str]]:
    return [spot.id for spot in scene.spots], [piece.words for piece in scene.pieces]
