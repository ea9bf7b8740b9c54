"""A page for each game, made from the game's own folder: its card, its rules, a picture, its lessons, its notation,
its bots.

No game is named here: the contents come from `facts.py`, `rules.md`, `lessons.toml`, `scene.py`, `notation.py` and
`engine.toml`.
Pictures are drawn twice, for light and for dark pages.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from rookery.bots import level, levels
from rookery.core.actions import ActionKind
from rookery.core.picture import to_svg
from rookery.core.position import Game, Position
from rookery.core.protocol import Facts, Option
from rookery.core.scene import Scene
from rookery.export.rules_notes import NOTE_CLASS, number_html
from rookery.export.rules_pictures import PICTURE_BLOCK, pictured
from rookery.lessons.lesson import lessons_of
from rookery.lessons.readings import NOTE_PATTERN, RULE_NUMBER
from rookery.lessons.session import Session

THEMES = ("light", "dark")
EXAMPLES = 6  # actions that show the notation
_BLOCK = re.compile(rf"^```{PICTURE_BLOCK}([^\n]*)\n(.*?)^```$", re.M | re.S)
# style/site.css hides them until the box is checked
_SWITCH = '<p><label><input type="checkbox" id="notes"> Show rule numbers and notes</label></p>'


def page(game: Game, folder: Path, rules_page: str, evidence: str) -> str:
    """The page of a game as Markdown for MyST. Pictures are written to `folder`, which will also contain the page.

    `rules_page`: its rules; `evidence`: links to its measurements; both Markdown."""
    facts = game.facts
    heading, _, rules = rules_page.partition("\n")
    parts = [
        heading,
        f"*{facts.tagline}*",
        _picture(game, game.view(game.scenery.PICTURE).scene(), folder),
        table(facts),
        _play(game),
        *_options(facts),
        "## Rules",
        *([_SWITCH] if re.search(RULE_NUMBER, rules_page) or NOTE_PATTERN.search(rules_page) else []),
        re.sub(r"^#", "##", _drawn(game, _marked(rules.strip()), folder), flags=re.M),
        *_lessons(game, folder),
        *_notation(game, folder),
        *_bots(game),
        "## Figures",
        evidence,
        *_sizes(game),
    ]
    return "\n\n".join(parts) + "\n"


def _marked(rules: str) -> str:
    """The rules, with numbers and notes in elements that can be hidden (export/rules_notes.py)."""
    noted = NOTE_PATTERN.sub(lambda note: _note(re.sub("^> ?", "", note[1], flags=re.M)), rules + "\n")
    return re.sub(rf"( ?){RULE_NUMBER}", lambda number: number_html(number[2], number[1]), noted)


def _note(text: str) -> str:
    return f":::{{container}} {NOTE_CLASS}\n{text.strip()}\n:::\n"


def card(game: Game, folder: Path, link: str) -> str:
    """A game as an entry of a list of games: its picture, name and tagline."""
    facts = game.facts
    scene = game.view(game.scenery.PICTURE).scene()
    kind = f"{_any_of(facts.players)} players, {facts.minutes} minutes"
    pictures = "\n".join(
        f"[![{scene.caption}]({name}){{.only-{theme}}}]({link})" for theme, name in _drawings(game, scene, folder)
    )
    return f":::{{container}} game-card\n{pictures}\n\n**[{facts.name}]({link})** · {kind}  \n{facts.tagline}\n:::"


# ── Pictures ─────────────────────────────────────────────────────────────────
def _drawings(game: Game, scene: Scene, folder: Path) -> Iterator[tuple[str, str]]:
    """(theme, name of a file in `folder`)."""
    folder.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        drawing = to_svg(scene, game.art, theme)  # type: ignore[arg-type]  # THEMES are such words
        path = folder / f"{game.facts.slug}-{hashlib.sha256(drawing.encode()).hexdigest()[:12]}.svg"
        if not path.exists():
            path.write_text(drawing, "utf-8")
        yield theme, path.name


def _picture(game: Game, scene: Scene, folder: Path, caption: str = "") -> str:
    says = " ".join(scene.caption.split())
    return "\n\n".join(
        f":::{{figure}} {name}\n:alt: {says}\n:figclass: position only-{theme}\n\n{caption}\n:::"
        for theme, name in _drawings(game, scene, folder)
    )


def _drawn(game: Game, text: str, folder: Path) -> str:
    """The rules, with pictures in place of blocks."""

    def figure(block: re.Match[str]) -> str:
        scene, caption, *_ = pictured(game, block[1].split(), block[2])
        return _picture(game, scene, folder, caption)

    return _BLOCK.sub(figure, text)


# ── The card ─────────────────────────────────────────────────────────────────
def table(facts: Facts) -> str:
    """The main facts of a game, for new players."""
    rows = [
        ("Players", _any_of(facts.players) + (", together against the game" if facts.cooperative else "")),
        ("Takes", f"about {facts.minutes} minutes"),
        ("Luck", "yes" if facts.chance else "none"),
        ("Secrets", "yes: every seat has its own view" if facts.hidden else "none"),
        ("Designed by", " and ".join(facts.designers)),
        ("Published by", facts.publisher),
        ("Rules", f"version {facts.rules_version} here, from {facts.source}"),
    ]
    return _rows(("", ""), [(f"**{name}**", text) for name, text in rows if text])


def _play(game: Game) -> str:
    slug = game.facts.slug
    lives = f"This game is not part of Rookery: install its package, `{game.package}`, and Rookery finds it."
    outside = "" if game.package.startswith("rookery.") else f"\n\n{lives}"
    return (
        f"<!-- not run: it waits for your moves -->\n```sh\nrookery play {slug}\n```\n\n"
        f'```python\nimport rookery\n\np = rookery.load("{slug}").start(seed=7)\nprint(p)\n```{outside}'
    )


def _options(facts: Facts) -> Iterator[str]:
    yield "## At the table"
    seats = [(str(count), ", ".join(names)) for count, names in sorted(facts.seats.items())]
    yield _rows(("players", "seats"), seats)
    if facts.options:
        yield "These options can be chosen for each table. The first choice is the default."
        yield _rows(("option", "meaning", "choices"), [(f"`{o.name}`", o.help, _choices(o)) for o in facts.options])


def _choices(option: Option) -> str:
    named = [f"`{choice}`" + _only(option.only.get(choice, ())) for choice in option.choices]
    return ", ".join(named) + (f", or {option.free_form}" if option.free_form else "")


def _only(players: tuple[int, ...]) -> str:
    return f" (only with {_any_of(players)})" if players else ""


# ── Lessons ──────────────────────────────────────────────────────────────────
def _lessons(game: Game, folder: Path) -> Iterator[str]:
    """The first course in pictures, and a list of the other lessons."""
    lessons = lessons_of(game)
    if not lessons.lessons:
        return
    yield "## Lessons"
    yield f"`rookery learn {game.facts.slug}` teaches the game move by move, as the page does. The first lessons:"
    for lesson in lessons.course:
        session = Session(game, lesson)
        scene = session.position.scene(session.seat, session.seat).idle()
        yield _picture(game, scene, folder, f"**{lesson.name}.** {session.step.say}")
    others = [lesson for lesson in lessons.lessons if not lesson.course]
    if others:
        yield "The other lessons:"
        yield _rows(("lesson", "rules"), [(one.name, ", ".join(f"`{rule}`" for rule in one.rules)) for one in others])


# ── Notation ─────────────────────────────────────────────────────────────────
def _notation(game: Game, folder: Path) -> Iterator[str]:
    notation = game.notation
    yield "## Notation"
    yield _sentence(notation.ACTION_FORM)
    examples = sorted({(f"`{p.format(action)}`", p.words(action)) for p, action in _decisions(game)})
    yield _rows(("action", "in words"), examples)
    position = game.view(game.scenery.PICTURE)
    yield f"{_sentence(notation.POSITION_FORM)} The picture at the top of this page is"
    yield f"```text\n{position.text}\n```"


def _decisions(game: Game) -> list[tuple[Position, int]]:
    """Decisions of seats, spread over a random game, and of different kinds as far as there are so many."""
    generator = np.random.default_rng(1)
    found: dict[str, tuple[Position, int]] = {}
    position = game.start(seed=1)
    while not position.is_over:
        action = int(generator.choice(position.legal_actions))
        if position.mover is not None and position.mover >= 0:
            kind = re.sub(r"[\d\W]", "", position.format(action))[:5]
            found.setdefault(kind, (position, action))
        position = position.after(action).settled(generator)
    kinds = list(found.values())
    places = np.linspace(0, len(kinds) - 1, min(EXAMPLES, len(kinds))).astype(int)
    return [kinds[place] for place in places]


# ── Bots, sizes ──────────────────────────────────────────────────────────────
def _bots(game: Game) -> Iterator[str]:
    yield "## Bots"
    yield "From the weakest to the strongest; `rookery arena` lets them play each other."
    yield _rows(("level", "what it does"), [(f"`{name}`", level(name, game).words) for name in levels(game)])


def _sizes(game: Game) -> Iterator[str]:
    facts = game.facts
    rows = [
        ("actions", f"{facts.seat_actions:,}", "ids of seats' actions, from 0; those of chance follow"),
        ("most choices", f"{facts.max_legal:,}", "legal actions in one position, at most"),
        ("longest game", f"{facts.longest:,}", "plies at most, chance included"),
        ("a position", f"{game.dtype.itemsize:,}", "bytes"),
    ]
    yield "The size of the game, for authors of searches and learners:"
    yield _rows(("", "", ""), rows)
    kinds = getattr(game.rules, "ACTIONS", None)
    if isinstance(kinds, tuple):  # declared as a table (core/actions.py)
        yield "The ids of its actions. The value of the last field changes from one id to the next:"
        yield _rows(("kind", "ids", "fields, each from 0"), [_kind(kind) for kind in kinds])


def _kind(kind: ActionKind) -> tuple[str, str, str]:
    last = kind.first + kind.size - 1
    ids = f"{kind.first}" if kind.size == 1 else f"{kind.first} .. {last}"
    return f"`{kind.name}`", ids, ", ".join(f"{name.replace('_', ' ')} ({size})" for name, size in kind.fields)


# ── Markdown ─────────────────────────────────────────────────────────────────
def _rows(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _any_of(numbers: tuple[int, ...]) -> str:
    """ "2 to 5", "2 or 4"."""
    ordered = sorted(numbers)
    row = len(ordered) > 2 and all(b == a + 1 for a, b in pairwise(ordered))
    return f"{ordered[0]} to {ordered[-1]}" if row else " or ".join(map(str, ordered))
