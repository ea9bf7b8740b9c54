"""The readings of a game: what its rulebook leaves open or does not contain, how it is played here, and why.

A rules page tells them in notes. In rules.md a rule's number is code, `BL-06`. A note is a quotation whose first line
is `[!NOTE]`, as on GitHub; each of its paragraphs begins with the numbers of its rules.

    > [!NOTE]
    > `GR-11` The rulebook does not say what happens then.
"""

import re
from collections.abc import Collection

RULE_NUMBER = r"`([A-Z]{2}-\d\d)`"
NOTE_MARK = "[!NOTE]"
NOTE_PATTERN = re.compile(
    rf"^> {re.escape(NOTE_MARK)}\n((?:>.*\n?)+)", re.MULTILINE
)  # its group: the lines after the mark
_NUMBERS = re.compile(rf"(?:{RULE_NUMBER} )+")


def readings(rules_page: str, rules: Collection[str]) -> tuple[str, ...]:
    """The notes on some rules, in the order of the page, as plain text without numbers.

    rules_page: the text of a rules.md. rules: numbers, as "GR-11"."""
    texts = []
    for note in NOTE_PATTERN.findall(rules_page):
        text = re.sub(r"^> ?", "", note, flags=re.MULTILINE)
        for paragraph in text.split("\n\n"):
            numbers = _NUMBERS.match(paragraph)
            if numbers and set(re.findall(RULE_NUMBER, numbers[0])) & set(rules):
                texts.append(_plain(paragraph[numbers.end() :]))
    return tuple(texts)


def _plain(markdown: str) -> str:
    """Text without emphasis, code and line breaks."""
    return " ".join(re.sub(r"[*`]", "", markdown).split())
