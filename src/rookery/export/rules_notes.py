"""What of a game's rules only those need who look closer: the numbers of rules, and notes.

In rules.md a number is code, `BL-06`: the tests of that rule are called by it. A note is a quotation whose first line
is `[!NOTE]`, as on GitHub: how an open question of the rulebook was settled, and why. In HTML both have a class, so
that a page can hide them; without them the text reads on as if they had never been there.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

__all__ = ["NOTE_CLASS", "NOTE_MARK", "NUMBER_CLASS", "RULE_NUMBER", "mark_notes", "number_html"]

RULE_NUMBER = r"`([A-Z]{2}-\d\d)`"
NOTE_MARK = "[!NOTE]"
NUMBER_CLASS = "rule-number"
NOTE_CLASS = "rule-note"


def number_html(number: str, space: str = "") -> str:
    """HTML of a number and of the space before it, which is hidden with it: "a1 to d4 `GG-01`." has a full stop."""
    return f'<span class="{NUMBER_CLASS}">{space}{number}</span>'


def mark_notes(markdown: "MarkdownIt") -> None:
    """A plugin of markdown-it: what it renders has numbers and notes in elements of their own."""
    markdown.core.ruler.push("rules_notes", _mark)


def _mark(state: "StateCore") -> None:
    for at, token in enumerate(state.tokens):
        if token.type == "inline":
            _mark_numbers(token)
        elif token.type == "blockquote_open":
            _mark_note(state.tokens[at:])


def _mark_note(tokens: "list[Token]") -> None:
    """A quotation is `tokens[0]`, its first paragraph, what stands in that, and so on."""
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
