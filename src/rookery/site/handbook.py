"""The handbook of the editor in a page: the docs for authors of games, as one HTML fragment.

A link from one of its pages to another leads there; all others are plain words, because a page has none of what they
lead to.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

PAGES = ("add_a_game.md", "hidden_hands.md", "kernels.md", "page_code.md")  # of docs/, in this order
_COMMENT = re.compile(r"<!--.*?-->\n*", re.DOTALL)
_LINK = re.compile(r"(?P<page>\w+\.md)?(?:#(?P<place>[\w-]+))?")


def handbook(docs: Path) -> str:
    """`docs`: the folder with the pages. Raises OSError."""
    return "\n".join(_section(page, (docs / page).read_text("utf-8")) for page in PAGES)


def _section(page: str, text: str) -> str:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_COMMENT.sub("", text))
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            level = 1 + int(opening.tag[1])  # the handbook has the first one
            place = "" if level == 2 else _slug(inside.content)
            opening.attrSet("id", _id(page, place))
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{1 + int(token.tag[1])}"
        token.children = token.children and [*_linked(page, token.children)]
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _linked(page: str, tokens: list[Token]) -> Iterator[Token]:
    leads = False
    for token in tokens:
        if token.type == "link_open":
            found = _LINK.fullmatch(str(token.attrGet("href")))
            other = (found["page"] or page) if found else ""
            leads = other in PAGES
            if found and leads:
                token.attrSet("href", f"#{_id(other, found['place'] or '')}")
        if leads or token.type not in ("link_open", "link_close"):
            yield token


def _id(page: str, place: str) -> str:
    return "-".join(["handbook", page.removesuffix(".md"), *([place] if place else [])])


def _slug(heading: str) -> str:
    """As in links to headings of Markdown."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
