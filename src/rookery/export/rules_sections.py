"""The sections of a rules page: each has an address, and names the lessons that teach what it says.

The section IN_SHORT stands first: it says the goal of the game, what one does in a turn, and how the game ends. In HTML
it is framed. A lesson is named by a link with its id in `data-lesson`, "" for the first one that was not done; only the
page knows its address.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from html import escape

from markdown_it.token import Token

from rookery.lessons.lesson import Lesson
from rookery.lessons.readings import RULE_NUMBER

IN_SHORT = "In short"


def dressed(tokens: Sequence[Token], lessons: Sequence[Lesson]) -> list[Token]:
    """The tokens of a rules page, with ids of its headings, links to lessons, and a frame around IN_SHORT."""
    _name_headings(tokens)
    return [token for section in _sections(tokens) for token in _dressed(section, lessons)]


def _name_headings(tokens: Sequence[Token]) -> None:
    """Give each heading but the first an id made from its words, as a target for links: "Your turn" -> "your-turn"."""
    taken: set[str] = set()
    for heading, inside in itertools.pairwise(tokens):
        if heading.type != "heading_open" or heading.tag == "h1":
            continue
        words = re.sub(r"[^a-z0-9]+", "-", inside.content.lower()).strip("-") or "chapter"
        names = itertools.chain([words], (f"{words}-{number}" for number in itertools.count(2)))
        heading.attrSet("id", next(name for name in names if name not in taken))
        taken.add(str(heading.attrGet("id")))


def _sections(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """From each heading to the next one; first, what stands before all headings."""
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open" and token.level == 0]
    for start, end in itertools.pairwise([0, *starts, len(tokens)]):
        if start < end:
            yield tokens[start:end]


def _dressed(section: Sequence[Token], lessons: Sequence[Lesson]) -> list[Token]:
    if section[0].type == "heading_open" and section[1].content == IN_SHORT:
        frame = f'<section class="in-short" aria-labelledby="{section[0].attrGet("id")}">\n'
        links = [("", "Learn it on the board")] if lessons else []
        return [_html(frame), *section, *_try_it("", links), _html("</section>\n")]
    rules = _rules(section)
    # a lesson stands where the last of its rules does: on the rules before, it only builds
    here = [(lesson.id, lesson.name) for lesson in lessons if rules.intersection(lesson.rules[-1:])]
    return [*section, *_try_it("Try it: ", here)]


def _rules(section: Sequence[Token]) -> set[str]:
    """The numbers of the rules that a section explains. Numbers in quotations do not count."""
    numbers, quotations = set[str](), 0
    for token in section:
        quotations += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if token.type == "inline" and not quotations:
            numbers.update(re.findall(RULE_NUMBER, token.content))
    return numbers


def _try_it(words: str, links: Sequence[tuple[str, str]]) -> list[Token]:
    """A line of links to lessons. `links`: the id and the name of each."""
    if not links:
        return []
    named = " ".join(f'<a data-lesson="{escape(name)}">{escape(text)}</a>' for name, text in links)
    return [_html(f'<p class="try-it">{words}{named}</p>\n')]


def _html(text: str) -> Token:
    return Token("html_block", "", 0, content=text)
