"""A game's picture as chats and social sites show it beside a link."""

from rookery.core.position import Game
from rookery.export.flat import flat_svg
from rookery.export.raster import PICTURE_PAPER, drawn

PREVIEW_SIZE = 1200, 630  # pixels: what such sites ask for
PREVIEW_EDGE = 30  # pixels around the picture


def preview(game: Game) -> bytes:
    """A PNG file of the position PICTURE of the game's scene.py, in the middle of a sheet. Raises MissingExtra."""
    width, height = PREVIEW_SIZE
    scene = game.view(game.scenery.PICTURE).scene()
    inner = f'width="{width - 2 * PREVIEW_EDGE}" height="{height - 2 * PREVIEW_EDGE}"'
    place = f'x="{PREVIEW_EDGE}" y="{PREVIEW_EDGE}" {inner}'
    return drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<rect width="100%" height="100%" fill="{PICTURE_PAPER["light"]}"/>'
        f'<svg {place} viewBox="0 0 {scene.width:g} {scene.height:g}">{flat_svg(scene, game.art, "light")}</svg></svg>',
        width,
    )
