"""The colours of the full screen. A style token that is the name of a colour paints what carries it."""

__all__ = ["CHOSEN", "CURSOR", "FAINT", "GROUND", "INK", "LAST", "OPEN", "PANEL", "SQUARES", "colour_of", "ink_on"]

GROUND, PANEL = "#15171d", "#1e212a"  # behind everything; a zone
SQUARES = ("#2b2f3b", "#363b4a")  # neighbouring spots
OPEN = ("#24473f", "#2c554b")  # the same where a click goes on with a move
CHOSEN = ("#6b5320", "#6b5320")  # clicked already
LAST = ("#403558", "#48406a")  # touched by the move before
INK, FAINT, CURSOR = "#d5d9e4", "#858da3", "#ffd75f"

NAMED = {
    "black": "#060608", "white": "#f2f2ee", "grey": "#8d93a1", "gray": "#8d93a1",
    "red": "#d8473f", "orange": "#e8873a", "yellow": "#f5cb45", "green": "#43b97f", "blue": "#3f86e6",
    "purple": "#9a63d8", "violet": "#9a63d8", "pink": "#ee8fb5", "brown": "#96683f", "teal": "#2fa9a5",
}  # fmt: skip


def colour_of(style: str) -> str | None:
    """The colour that the first such token of a style names."""
    return next((NAMED[token] for token in style.split() if token in NAMED), None)


def ink_on(ground: str) -> str:
    """Black or white, whichever reads better there (weights of ITU-R BT.601)."""
    red, green, blue = (int(ground[i : i + 2], 16) for i in (1, 3, 5))
    return "#101010" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"
