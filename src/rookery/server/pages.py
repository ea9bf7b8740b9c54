"""What is read, not asked: the built page, and what the games' folders hold of drawings and rules, as HTML and SVG."""

import functools
import hashlib
import itertools
import logging
import mimetypes
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from rookery.core.picture import to_svg
from rookery.core.position import Game
from rookery.export.rules_pictures import PICTURE_BLOCK, for_players, pictured

__all__ = ["UNBUILT", "Page", "fresh", "picture", "rules"]

log = logging.getLogger(__name__)

FOREVER = "public, max-age=31536000, immutable"  # for files whose name holds a hash of what is in them
ASK_FIRST = "no-cache"  # keep a copy, and ask each time whether it is still the newest

MISSING = "A picture belongs here, and it cannot be drawn."
UNBUILT = """<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Rookery: the page is not built</title></head>
  <body>
    <h1>The server runs, but its page is not built</h1>
    <p>In a checkout, <code>make play</code> builds it (it needs Node 20.19 or newer) and opens it here.
    A released wheel or sdist has it built in.</p>
  </body>
</html>
"""


class Page:
    """The built page: index.html for every address that a person sees, and the files that it asks for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def index(self, status: int = 200) -> Response:
        found = _whole(self._folder / "index.html", status, ASK_FIRST)
        return found or HTMLResponse(UNBUILT, 503, {"cache-control": "no-store"})

    def file(self, name: str) -> Response | None:
        """A file of the page, or None. It must be called just that, so no name leads outside."""
        folder = self._folder.resolve()
        try:
            path = (folder / name).resolve()
            if path.relative_to(folder).as_posix() != name:
                return None
        except (OSError, ValueError):  # it lies outside, or no file can have such a name
            return None
        hashed = path.parent.name == "assets"  # vite's folder of files named by their contents
        return _whole(path, 200, FOREVER if hashed else ASK_FIRST)


def _whole(path: Path, status: int, keep: str) -> Response | None:
    """A file, or None. It is read before the answer begins: whoever builds the page anew may take it away meanwhile."""
    try:
        data = path.read_bytes() if path.is_file() else None
    except OSError:
        return None
    kind = mimetypes.guess_type(path.name)[0]
    return None if data is None else Response(data, status, {"cache-control": keep}, kind or "text/plain")


def fresh(request: Request, text: str, kind: str) -> Response:
    """A text with a tag, or "304 Not Modified" for who has it already."""
    body = text.encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": ASK_FIRST}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=kind)


@functools.cache
def picture(game: Game) -> str:
    """A game's picture for the front page, as SVG. The game's scene.py names the position: PICTURE.

    Where that cannot be drawn, it is a first position, and the log says why."""
    try:
        return game.view(game.scenery.PICTURE).svg()
    except Exception as error:  # noqa: BLE001  # whatever an author's file raises: the game can be played without
        log.warning("PICTURE in scene.py of %s cannot be drawn: %s: %s", game.facts.title, type(error).__name__, error)
        return game.start(seed=0).view().svg()


# ── Rules ────────────────────────────────────────────────────────────────────
@functools.cache
def rules(game: Game) -> str:
    """A game's rules as an HTML fragment. A block called `position` becomes a picture (export/rules_pictures.py).

    Where that cannot be drawn, a sentence stands in its place, and the log says why."""

    def fence(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        kind, *words = tokens[at].info.split() or [""]
        if kind != PICTURE_BLOCK:
            return renderer.fence(tokens, at, options, env)
        try:
            scene, caption = pictured(game, words, tokens[at].content)
            drawing = to_svg(scene, game.art)
        except Exception as error:  # noqa: BLE001  # as above
            line = (tokens[at].map or [0])[0] + 1
            log.warning("book.md of %s, line %d: a picture is left out: %s", game.facts.title, line, error)
            return f"<p>{MISSING}</p>\n"
        return _figure(drawing, scene.caption, markdown.renderInline(caption))

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("fence", fence)
    env: EnvType = {}
    tokens = markdown.parse(for_players(game.book), env)
    _name_chapters(tokens)
    return str(markdown.renderer.render(tokens, markdown.options, env))


def _name_chapters(tokens: Sequence[Token]) -> None:
    """Give each chapter an id made of its words, so that a link can lead there: "Your turn" -> "your-turn"."""
    taken: set[str] = set()
    for heading, inside in itertools.pairwise(tokens):
        if heading.type != "heading_open" or heading.tag == "h1":
            continue
        words = re.sub(r"[^a-z0-9]+", "-", inside.content.lower()).strip("-") or "chapter"
        names = itertools.chain([words], (f"{words}-{number}" for number in itertools.count(2)))
        heading.attrSet("id", next(name for name in names if name not in taken))
        taken.add(str(heading.attrGet("id")))


def _figure(drawing: str, says: str, caption: str) -> str:
    """An SVG document. `caption` is HTML, and may be empty."""
    data = quote(drawing, safe=" =:;/(),'-.")  # base64 would compress badly
    below = f"<figcaption>{caption}</figcaption>" if caption else ""
    # an image, not inline SVG: its drawings' ids and colours stay apart from the page's
    return f'<figure class="position"><img alt={quoteattr(says)} src="data:image/svg+xml,{data}">{below}</figure>\n'
