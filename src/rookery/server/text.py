"""Text for people: durations in words, and cleaned user input that is safe to show to others."""

import unicodedata

__all__ = ["duration", "plain_text"]

# letters, symbols and marks by category that are nevertheless invisible: Hangul fillers, the blank Braille cell, the
# grapheme joiner, Khmer vowels that are never shown, Mongolian selectors
INVISIBLE_CHARACTERS = "\u115f\u1160\u2800\u3164\uffa0"
INVISIBLE_MARKS = "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
NON_JOINER, JOINER = "\u200c", "\u200d"
# marks over, under or around a letter; marks of category Mc take up width, as in Burmese and Hindi
COMBINING_CATEGORIES = ("Mn", "Me")
JOINING_SCRIPTS = (
    *("ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL"),
    *("TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR"),
)
# between a picture and what is joined to it: the variation selector, and the tones of skin
EMOJI_MARKS = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
MAX_COMBINING_MARKS = 3  # of these on one letter


def plain_text(text: str) -> str:
    """The text in composed form (NFC), single-spaced, without control, format or invisible characters, and with at most
    `MAX_COMBINING_MARKS` combining marks on a letter. Joiners stay where they belong. The result may be empty."""
    kept: list[str] = []
    marks = 0
    visible = "".join(character for character in text if character not in INVISIBLE_MARKS)
    whole = unicodedata.normalize("NFC", visible)
    for at, character in enumerate(whole):
        category = unicodedata.category(character)
        if character in (NON_JOINER, JOINER) and _joins(whole, at):
            kept.append(character)
            continue
        marks = marks + 1 if category in COMBINING_CATEGORIES else 0
        if category[0] == "C" or character in INVISIBLE_CHARACTERS:
            kept.append(" ")
        elif marks <= MAX_COMBINING_MARKS and (kept or category[0] != "M"):  # a text does not begin with a mark
            kept.append(character)
    return " ".join("".join(kept).split())


def _joins(text: str, at: int) -> bool:
    """Whether the joiner or non-joiner there changes what is seen: after a virama or between two letters of a script
    that is written so, as in Persian and Hindi; a joiner also between two pictures, as in a family of emoji."""
    before, after = _kind(text[:at].rstrip(EMOJI_MARKS)[-1:]), _kind(text[at + 1 : at + 2])
    return before == after == "letter" or (text[at] == JOINER and before == after == "picture")


def _kind(character: str) -> str:
    """Of a character beside a joiner. Scripts whose letters never join need none, and a hidden one would make two equal
    names different."""
    if not character:
        return ""
    category = unicodedata.category(character)
    if category == "So":
        return "picture"
    if category in ("Lo", "Mn", "Mc") and unicodedata.name(character, "").split()[0] in JOINING_SCRIPTS:
        return "letter"
    return ""


def duration(seconds: int) -> str:
    """A duration in words, in the largest unit that divides it: "1 second", "90 seconds", "2 hours"."""
    for unit, name in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds % unit == 0:
            return f"{seconds // unit} {name}{'s' if seconds > unit else ''}"
    return f"{seconds} second{'s' if seconds != 1 else ''}"
