"""The parts of a rules page that a page may hide: the numbers of rules, and notes.

lessons/readings.py says how they look in rules.md. In HTML both have a class, so that a page can hide them. The text
must read well without them.
"""

import re
from typing import TYPE_CHECKING

from rookery.lessons.readings import NOTE_MARK, RULE_NUMBER

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

NUMBER_CLASS = "rule-number"
NOTE_CLASS = "rule-note"


def number_html(number: str, space: str = "") -> str:
    """HTML of a number and the space before it. Both are hidden together, so that in "a1 to d4 `GG-01`." the full stop
    then follows "d4"."""
    return f'<span class="{NUMBER_CLASS}">{space}{number}</span>'


def mark_notes(markdown: "MarkdownIt") -> None:
    """A plugin for markdown-it that renders numbers and notes as elements with a class."""
    markdown.core.ruler.push("rules_notes", _mark)


def _mark(state: "StateCore") -> None:
    for at, token in enumerate(state.tokens):
        if token.type == "inline":
            _mark_numbers(token)
        elif token.type == "blockquote_open":
            _mark_note(state.tokens[at:])


def _mark_note(tokens: "list[Token]") -> None:
    """Mark a note. `tokens`: the opening of a quotation, the opening of its first paragraph, the text, and so on."""
    quotation, _, text = tokens[:3] if len(tokens) > 2 else (tokens[0],) * 3
    if text.content.startswith(f"{NOTE_MARK}\n"):
        end = next(t for t in tokens if t.type == "blockquote_close" and t.level == quotation.level)
        quotation.tag = end.tag = "div"
        quotation.attrs = {"class": NOTE_CLASS, "role": "note"}
        text.children = (text.children or [])[2:]  # without the mark and the end of its line


def _mark_numbers(inline: "Token") -> None:
    before: Token | None = None
    for token in inline.children or []:
        number = re.fullmatch(RULE_NUMBER, f"`{token.content}`") if token.type == "code_inline" else None
        if number:
            space = ""
            if before is not None and before.type == "text" and before.content.endswith(" "):
                before.content, space = before.content[:-1], " "
            token.type, token.tag, token.content = "html_inline", "", number_html(number[1], space)
        before = token
