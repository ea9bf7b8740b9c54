"""A scene in words, for screen readers and pipes."""

from rookery.core.scene import Scene, plural


def words(scene: Scene) -> list[str]:
    """One line for each zone, with the pieces in it."""
    held = {piece.spot for piece in scene.pieces}
    lines = []
    for zone in scene.zones:
        spots = [spot for spot in scene.spots if spot.zone == zone.id and spot.drawn]
        full = [spot.words for spot in spots if zone.listed or spot.id in held]
        empty = len(spots) - len(full)
        if not spots:
            continue
        rest = f"nothing on {empty} {'other ' if full else ''}{plural(empty, 'place')}"
        lines.append(f"{zone.words}. {'; '.join(full + ([rest] if empty else []))}.")
    return lines
