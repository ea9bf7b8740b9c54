"""The names of the themes of puzzles, and the meaning of each."""

from rookery.reviews.themes_of_chances import RESCUE, WIN

ENDING, SURPRISE, CROWD = "last move", "surprise", "many choices"
MANY_CHOICES = 20
THEMES = {
    WIN: "the right move wins by proof, and no other does",
    RESCUE: "the right move keeps a chance that is even at best, and any other leaves less than half of it",
    ENDING: "the right move ends the game",
    SURPRISE: "another move looks better right now",
    CROWD: f"there are {MANY_CHOICES} moves or more",
}


def sentence(theme: str) -> str:
    """The meaning of a theme, in a sentence about the puzzle."""
    if theme in THEMES:
        return f"{theme[0].upper()}{theme[1:]}: {THEMES[theme]}."
    return f"The right move leaves {theme} than the best of the others."
