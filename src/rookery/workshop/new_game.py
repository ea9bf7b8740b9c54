"""A new game: a copy of one of the small games in starts/, under a name of its own."""

import keyword
import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from rookery.core.errors import Refusal, one_of
from rookery.core.registry import slugs

STARTS = Path(__file__).parent / "starts"
PACKAGE = "rookery.workshop.starts"
MOST_PLAYERS = 6
LONGEST_NAME = 40  # letters
_MARKUP = re.compile(r"[\"\\<>&{}`]")
_PLAYERS_LINE = re.compile(r"^PLAYERS = \([^)]*\)", re.M)


class CannotBegin(Refusal):
    """A game cannot be made under that name, for so many players, or in that folder."""


def kinds() -> dict[str, str]:
    """Kind of game to begin with -> its tagline."""
    import importlib

    found = sorted(path.parent.name for path in STARTS.glob("*/facts.py"))
    return {kind: importlib.import_module(f"{PACKAGE}.{kind}.facts").FACTS.tagline for kind in found}


def check_kind(kind: str) -> None:
    """Raises CannotBegin if no game of that kind is there to begin with."""
    if kind not in (known := kinds()):
        raise CannotBegin(f"there is no {kind!r} to begin with; {one_of(kind, known)}")


def checked_name(name: str) -> str:
    """The slug of a new game of that name: "Last Match" -> "last_match". Raises CannotBegin."""
    if not name.isprintable() or _MARKUP.search(name) or len(name) > LONGEST_NAME:
        words = (
            f"at most {LONGEST_NAME} letters, digits, spaces and signs, without quotation marks, < > & \\ and braces"
        )
        raise CannotBegin(f"{name!r} cannot be the name of a game; allowed: {words}")
    plain = unicodedata.normalize("NFKD", name.strip().lower()).encode("ascii", "ignore").decode()
    slug = re.sub(r"\W+", "_", plain).strip("_")
    if not slug.isidentifier():
        raise CannotBegin(f"{name!r} cannot be the name of a game: begin with a letter of a to z")
    if keyword.iskeyword(slug):
        raise CannotBegin(f"{slug!r} is a word of Python; choose another name")
    if slug in slugs() or slug in sys.stdlib_module_names or find_spec(slug) is not None:
        raise CannotBegin(f"a game or a Python package is called {slug!r} already; choose another name")
    return slug


def read_players(text: str) -> tuple[int, ...]:
    """Numbers of players from "2", "2-4" or "3,2": the first is the usual one. Raises CannotBegin."""
    found = re.fullmatch(r"(\d)-(\d)", text.strip())
    numbers = range(int(found[1]), int(found[2]) + 1) if found else [int(n) for n in re.findall(r"\d+", text)]
    if not numbers or not all(2 <= number <= MOST_PLAYERS for number in numbers) or len({*numbers}) < len(numbers):
        raise CannotBegin(f"{text!r} is not a number of players; allowed: 2 to {MOST_PLAYERS}, as in 2, 2-4 or 3,2")
    return tuple(numbers)


def texts_of(slug: str, name: str, kind: str, players: Sequence[int]) -> Mapping[str, str]:
    """Path -> text of every file of the new game, in a folder of its own. Raises CannotBegin."""
    check_kind(kind)
    renamed = {
        f"{PACKAGE}.{kind}.tests.": "",  # pytest finds what lies beside a test; other packages may be called tests
        f"{PACKAGE}.{kind}": slug,
        f'"{kind}"': f'"{slug}"',
        f"test_{kind}": f"test_{slug}",
    }
    above = {"pyproject.toml": _PROJECT, "README.md": _README, "AGENTS.md": _FOR_PROGRAMS}
    files = {place: text.format(slug=slug, name=name) for place, text in above.items()}
    for path in sorted(path for path in (STARTS / kind).rglob("*") if path.suffix in (".py", ".md", ".toml", ".svg")):
        text, place = path.read_text("utf-8"), path.relative_to(STARTS / kind).as_posix()
        for old, new in renamed.items():
            text, place = text.replace(old, new), place.replace(old, new)
        text = re.sub(rf"\b{kind.capitalize()}\b", name, text)
        if place == "facts.py":
            text = _PLAYERS_LINE.sub(f"PLAYERS = {(*players,)}", text)
        files[place if place.startswith("tests/") else f"{slug}/{place}"] = text
    return files


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the files into a folder that is not there yet. Raises CannotBegin."""
    if folder.exists():
        raise CannotBegin(f"{folder} is there already; choose another name, or remove it")
    for place, text in texts.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{slug}-for-rookery"
version = "0.1.0"
dependencies = ["rookery-games"]

[project.entry-points."rookery.games"]
{slug} = "{slug}"

[tool.hatch.build.targets.wheel]
packages = ["{slug}"]

[tool.pytest.ini_options]
pythonpath = ["."]
"""
_README = """\
# {name}

    rookery dev {slug}      play it in the browser; the board follows each edit
    rookery check {slug}    try all laws on random games
    rookery play {slug}     play it in the terminal
    pytest                  the laws, and the twin in tests/

The rules are in {slug}/rules.py, the words in notation.py, the picture in scene.py, the rules page in rules.md.
"""
_FOR_PROGRAMS = """\
# For programs that write {name}

    rookery check {slug} --json    a line of JSON: "holds"; or "fails", with the law, the error, the file and line,
                                   the position, and the actions that lead to it; all else is under "more"
    pytest                         the laws, and the twin
    rookery play {slug} --seat none --bot greedy --plain --seed 1    a whole game in characters

The game is done when

1. rules.md says all rules in plain words, each with its number, as `AB-01`;
2. the laws hold, for all numbers of players and options;
3. the twin in tests/twin.py agrees; write it from rules.md, never from rules.py, and change it only if it is the twin
   that does not follow rules.md;
4. a lesson teaches each numbered rule, or lessons.toml says under [excused] why not;
5. somebody has looked at the board in `rookery dev {slug}`, in the light and in the dark, on a laptop and on a phone.

Rookery's docs/add_a_game.md has the parts of a game, docs/hidden_hands.md secrets, chance, and choices that all make at
the same time. If all win or lose together, facts.py says `cooperative=True`, and `utilities` writes the same number for
every seat. Write kernels in the language of docs/kernels.md, scenes and words in that of docs/page_code.md. Raise
`rules_version` when a change of a rule makes old games go on otherwise.

A picture of any position, without a browser (`pip install "rookery-games[pictures]"`):

    import rookery
    from rookery.export.raster import drawn, page

    game = rookery.load("{slug}")
    open("first.png", "wb").write(drawn(page(game.start(seed=1).scene(), game.art, "light"), 1200))
"""
