"""Text for people: durations in words, and cleaned user input that is safe to show to others."""

import re
import unicodedata

MAX_NAME_LENGTH = 32  # characters, as in messages.Name

# letters and symbols by category that are nevertheless invisible: Hangul fillers, the blank Braille cell
INVISIBLE_CHARACTERS = "\u115f\u1160\u2800\u3164\uffa0"
# marks that show nothing by themselves: the grapheme joiner, two Khmer vowels, variation selectors
INVISIBLE_MARKS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# marks over, under or around a letter; marks of category Mc take up width, as in Burmese and Hindi
COMBINING_CATEGORIES = ("Mn", "Me")
MAX_COMBINING_MARKS = 3  # of these on one letter

# ── What joins, or keeps apart ───────────────────────────────────────────────
# Invisible characters stay where they change what is seen, as RFC 5892 (A.1, A.2) and the emoji of UTS #51 say.
ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER, EMOJI_STYLE = "\u200c", "\u200d", "\ufe0f"
JOINERS = ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER, EMOJI_STYLE
SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
# keycaps, and the flags of England, Scotland and Wales
EMOJI_SEQUENCES = re.compile(
    "[0-9#*]\ufe0f\u20e3|\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067"
    "|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
EMOJI_BLOCKS = (0x1F300, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F900, 0x1F9FF), (0x1FA70, 0x1FAFF)
# the signs that other pictures join, besides those of the blocks of emoji: of gender, health, law, flight, love ...
JOINED_SIGNS = "↔↕☠♀♂⚕⚖⚧⛓⛹✈❤➡⬛"
VIRAMA = 9  # the combining class of the sign that joins two consonants of an Indic script
# Arabic letters that do not join the letter after them
UNJOINED = frozenset("ءآأؤإاةدذرزوٱٲٳٴٵٶٷڈډڊڋڌڍڎڏڐڑڒړڔڕږڗژڙۀۃۄۅۆۇۈۉۊۋۍەۮۯݙݚݛݫݬݱݳݴݸݹ")


def plain_text(text: str) -> str:
    """The text in composed form (NFC), single-spaced, without control characters or characters that nobody sees, and
    with at most `MAX_COMBINING_MARKS` combining marks on a letter. The result may be empty.

    Joiners stay where they join: in Persian and Hindi words, and in emoji that are made of several. Letters of
    different scripts that look alike stay, too, because a person may mix scripts."""
    text = unicodedata.normalize("NFC", text)
    meant = {place for match in EMOJI_SEQUENCES.finditer(text) for place in range(*match.span())}
    out: list[str] = []
    marks = 0
    for place, character in enumerate(text):
        category = unicodedata.category(character)
        marks = marks + 1 if category in COMBINING_CATEGORIES else 0
        if place in meant or (character in JOINERS and _joins(text, place)):
            out.append(character)
        elif INVISIBLE_MARKS.match(character):
            marks -= 1
        elif category[0] == "C" or character in INVISIBLE_CHARACTERS:
            out.append(" ")
        elif category[0] != "M" or (marks <= MAX_COMBINING_MARKS and out and out[-1] != " "):  # a mark needs a letter
            out.append(character)
    return unicodedata.normalize("NFC", " ".join("".join(out).split()))


def plain_name(text: str) -> str:
    """A name as plain text, as long as a name may be: composed letters may be longer than those that were typed. It is
    cleaned again where an emoji was cut in two."""
    return plain_text(plain_text(text[: 8 * MAX_NAME_LENGTH])[:MAX_NAME_LENGTH])


def _joins(text: str, place: int) -> bool:
    """Whether the joiner there changes what is seen."""
    joiner, before, after = text[place], text[:place], text[place + 1 : place + 2]
    if joiner == EMOJI_STYLE:
        return _is_picture(before[-1:])
    if _ends_consonant(before) and (joiner == ZERO_WIDTH_JOINER or _is_letter(after)):  # the former ends words, too
        return True
    if joiner == ZERO_WIDTH_NON_JOINER:
        return _joins_next(before) and _is_arabic(after)
    pictured = _is_joined(before.rstrip(SKIN_TONES + EMOJI_STYLE)[-1:]) and _is_joined(after)
    return pictured or (unicodedata.combining(after or " ") == VIRAMA and _is_letter(before[-1:]))


def _ends_consonant(text: str) -> bool:
    """Whether a text ends with a consonant that has lost its vowel, whose form depends on a joiner."""
    bare = text.rstrip("".join(mark for mark in text[-2:] if unicodedata.combining(mark)))
    return bool(text) and unicodedata.combining(text[-1]) == VIRAMA and _is_letter(bare[-1:])


def _joins_next(text: str) -> bool:
    """Whether a text ends with an Arabic letter, and perhaps its vowel signs, that would join the letter after it."""
    while text and unicodedata.combining(text[-1]):
        text = text[:-1]
    return _is_arabic(text[-1:]) and text[-1] not in UNJOINED


def _is_arabic(character: str) -> bool:
    return unicodedata.name(character or " ", "").startswith("ARABIC LETTER") and character != "ء"


def _is_letter(character: str) -> bool:
    return unicodedata.category(character or " ") == "Lo"


def _is_joined(character: str) -> bool:
    """Whether it is a picture that others join."""
    if not character or character in SKIN_TONES or unicodedata.category(character) == "Cn":
        return False
    return character in JOINED_SIGNS or any(first <= ord(character) <= last for first, last in EMOJI_BLOCKS)


def _is_picture(character: str) -> bool:
    return unicodedata.category(character or " ") == "So" and character not in INVISIBLE_CHARACTERS


def duration(seconds: int) -> str:
    """A duration in words, in the largest unit that divides it: "1 second", "90 seconds", "2 hours"."""
    for unit, name in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds % unit == 0:
            return f"{seconds // unit} {name}{'s' if seconds > unit else ''}"
    return f"{seconds} second{'s' if seconds != 1 else ''}"
