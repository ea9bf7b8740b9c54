"""Rendering of environments, from the scene of a game."""

import sys

from rookery.core.errors import UnknownOption, one_of
from rookery.core.position import Position
from rookery.core.protocol import Array
from rookery.export.raster import page, pixels

RENDER_MODES = ("ansi", "human", "rgb_array")
RENDER_WIDTH = 600  # pixels of a picture

Picture = str | Array | None


def check_mode(mode: str | None) -> str | None:
    """The render mode, if it is one of RENDER_MODES or None. Raises UnknownOption."""
    if mode is not None and mode not in RENDER_MODES:
        raise UnknownOption(f"render_mode = {mode!r} is not a choice; {one_of(str(mode), RENDER_MODES)}")
    return mode


def rendered(view: Position, mode: str | None) -> Picture:
    """ "ansi": the picture as text; "human": the same on standard output; "rgb_array": [H, W, 3] np.uint8.

    Raises MissingExtra."""
    if mode == "ansi":
        return str(view)
    if mode == "rgb_array":
        return pixels(page(view.scene(), view.game.art, "light"), RENDER_WIDTH)
    if mode == "human":
        sys.stdout.write(f"{view}\n")
    return None
