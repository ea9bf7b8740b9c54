"""Text for people: durations in words, and cleaned user input that is safe to show to others."""

import unicodedata

__all__ = ["duration", "plain_text"]

# letters and symbols by category that are nevertheless invisible: Hangul fillers, the blank Braille cell
INVISIBLE_CHARACTERS = "\u115f\u1160\u2800\u3164\uffa0"
# marks over, under or around a letter; marks of category Mc take up width, as in Burmese and Hindi
COMBINING_CATEGORIES = ("Mn", "Me")
MAX_COMBINING_MARKS = 3  # of these on one letter


def plain_text(text: str) -> str:
    """The text in composed form (NFC), single-spaced, without control, format or invisible characters, and with at most
    `MAX_COMBINING_MARKS` combining marks on a letter. The result may be empty."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        marks = marks + 1 if category in COMBINING_CATEGORIES else 0
        if category[0] == "C" or character in INVISIBLE_CHARACTERS:
            kept.append(" ")
        elif marks <= MAX_COMBINING_MARKS and (kept or category[0] != "M"):  # a text does not begin with a mark
            kept.append(character)
    return " ".join("".join(kept).split())


def duration(seconds: int) -> str:
    """A duration in words, in the largest unit that divides it: "1 second", "90 seconds", "2 hours"."""
    for unit, name in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds % unit == 0:
            return f"{seconds // unit} {name}{'s' if seconds > unit else ''}"
    return f"{seconds} second{'s' if seconds != 1 else ''}"
