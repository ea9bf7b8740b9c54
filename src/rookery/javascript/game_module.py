"""The part of a game that a page runs: drawings, words and rules, as one module of JavaScript (page_module.py)."""

import re

from rookery.compiler.errors import NotInLanguage
from rookery.core.errors import CannotPlay
from rookery.core.picture import showing
from rookery.core.position import Game
from rookery.core.scene import motions_of
from rookery.core.sounds import sounds_of
from rookery.javascript.page_module import ModuleText, layout_of, page_text

FORMS = ("ACTION_FORM", "POSITION_FORM")  # texts that tell what is wrong with another text
# module of a game -> the functions that pages call; a game may lack some
ROOTS = {
    "scenery": ("scene", "touched", "why"),
    "notation": (
        *("action_text", "action_words", "secret_words", "outcome_words", "outcome_reason", "position_text"),
        *FORMS,
    ),
    "rules": ("setup", "mover", "legal", "play", "weights", "utilities", "points", "hide", "knows"),
}


def module_text(game: Game) -> str:
    """The module. Raises CannotPlay, with file and line, if something is not in the subset (docs/page_code.md)."""
    page = ModuleText(game.fields)
    try:
        sounds, motions = sounds_of(game.scenery), motions_of(game.scenery)
    except (TypeError, ValueError) as refused:
        raise CannotPlay(f"the sounds and motions of {game.facts.name} cannot be played: {refused}") from None
    try:
        roots = {
            name: page.reference(getattr(module, name))
            for part, names in ROOTS.items()
            for module in [getattr(game, part)]
            for name in names
            if hasattr(module, name)
        }
        roots["shown"] = page.reference(showing(game.art))
        form = game.notation.ACTION_PATTERN
        roots["action_form"] = page.literal([form.pattern, form.flags & int(re.IGNORECASE)])
        roots["sounds"], roots["motions"] = page.literal(sounds), page.literal(motions)
        roots["most_legal"] = page.reference(game.facts.max_legal)
        page.lower()
    except NotInLanguage as refused:
        raise CannotPlay(f"pages cannot draw {game.facts.name}: {refused}") from None
    return page_text(page, roots, layout_of(game.fields, game.dtype))
