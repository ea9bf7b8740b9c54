"""A game's rules as HTML, and its picture for the front page as SVG."""

import base64
import functools
import logging
from collections.abc import Sequence
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from rookery.core.picture import to_svg
from rookery.core.position import Game
from rookery.core.scene import Scene
from rookery.core.seats import BrokenSeats
from rookery.export.rules_notes import mark_notes
from rookery.export.rules_pictures import PICTURE_BLOCK, RulesPicture, pictured
from rookery.export.rules_sections import dressed
from rookery.export.seats_section import seats_section
from rookery.lessons.lesson import BrokenLessons, Lesson, lessons_of

log = logging.getLogger(__name__)

MISSING_PICTURE_TEXT = "The picture for this place cannot be drawn."


@functools.cache
def picture(game: Game) -> str:
    """A game's picture for the front page, as SVG. It shows the position PICTURE of the game's scene.py.

    If that cannot be drawn, it shows a first position, and the log says why."""
    try:
        return game.view(game.scenery.PICTURE).svg()
    except Exception as error:  # noqa: BLE001  # an author's file may raise anything; the game can be played without the picture
        log.warning("PICTURE in scene.py of %s cannot be drawn: %s: %s", game.facts.slug, type(error).__name__, error)
        return game.start(seed=0).view().svg()


# ── Rules ────────────────────────────────────────────────────────────────────
@functools.cache
def rules(game: Game, code: str = "") -> str:
    """A game's rules as an HTML fragment. A block `position` becomes a picture (export/rules_pictures.py), and each
    section leads to its lessons (export/rules_sections.py). `code`: the name of that with which a page draws the
    pictures (web/src/rules/pictures.ts); "": they are in the text.

    If a picture cannot be drawn, a sentence takes its place, and the log says why."""

    def fence(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        kind, *words = tokens[at].info.split() or [""]
        if kind != PICTURE_BLOCK:
            return renderer.fence(tokens, at, options, env)
        try:
            drawing_of = pictured(game, words, tokens[at].content)
            drawing = _to_draw(drawing_of, code) if code else _drawn(drawing_of.scene, game.art)
        except Exception as error:  # noqa: BLE001  # as above
            line = (tokens[at].map or [0])[0] + 1
            log.warning("rules.md of %s, line %d: a picture is left out: %s", game.facts.slug, line, error)
            return f"<p>{MISSING_PICTURE_TEXT}</p>\n"
        below = f"<figcaption>{markdown.renderInline(drawing_of.caption)}</figcaption>" if drawing_of.caption else ""
        return f'<figure class="position">{drawing}{below}</figure>\n'

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").use(mark_notes)
    markdown.add_render_rule("fence", fence)
    env: EnvType = {}
    tokens = markdown.parse(game.rules_page, env)  # alone, so that each knows its line in rules.md
    last = max((at for at, token in enumerate(tokens) if _begins_a_section(token)), default=len(tokens))
    tokens[last:last] = markdown.parse(_seats(game), env)
    tokens = dressed(tokens, _lessons(game))
    return str(markdown.renderer.render(tokens, markdown.options, env))


def _begins_a_section(token: Token) -> bool:
    return token.type == "heading_open" and token.tag == "h2" and token.level == 0


def _seats(game: Game) -> str:
    """The measurements of the seats, as Markdown. It stands before the last section, or at the end if there is none."""
    try:
        return seats_section(game)
    except BrokenSeats as error:
        log.warning("the rules of %s do not tell how often each seat wins: %s", game.facts.slug, error)
        return ""


def _lessons(game: Game) -> Sequence[Lesson]:
    try:
        return lessons_of(game).lessons
    except BrokenLessons as error:
        log.warning("the rules of %s are shown without links to lessons: %s", game.facts.slug, error)
        return ()


def _drawn(scene: Scene, art: str) -> str:
    """HTML of a picture."""
    data = quote(to_svg(scene, art), safe=" =:;/(),'-.")  # base64 compresses worse
    # an image rather than inline SVG: ids and colours cannot clash with the page's
    return f'<img alt={quoteattr(scene.caption)} src="data:image/svg+xml,{data}">'


def _to_draw(shown: RulesPicture, code: str) -> str:
    """The place of a picture, and what a page draws there."""
    view, scene = shown.view, shown.scene
    state = base64.b64encode(view.states.tobytes()).decode()
    data = {
        "code": code,
        "view": state,
        "viewer": view.viewer,
        "players": view.players,
        "zones": " ".join(shown.zones),
        "width": f"{scene.width:g}",
        "height": f"{scene.height:g}",
    }
    return f"<div {' '.join(f'data-{name}={quoteattr(str(value))}' for name, value in data.items())}></div>"
