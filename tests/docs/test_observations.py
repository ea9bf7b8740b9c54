"""The page about what learners see is that of the games' observe.py, and its pictures show every number."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from docs.site.observation_picture import fields, picture, table
from docs.site.observations import ROOT, files, seeing, shown
from rookery.core.errors import CannotPlay
from rookery.core.observation import slots
from rookery.core.position import Game

GAMES = list(seeing())
_FILLED = re.compile(r'<path class="see-(?:on|less)" d="([^"]*)"')
_ROW = re.compile(r"^\| (\d+)(?: \.\. (\d+))? \| `(\w+)` \|", re.M)


@pytest.mark.generated
def test_the_page_and_its_pictures_are_fresh() -> None:
    written = files()
    kept = {name: (ROOT / "docs" / name) for name in written}
    stale = [name for name, path in kept.items() if not path.exists() or path.read_text("utf-8") != written[name]]
    assert not stale, f"stale: {', '.join(stale)}. Write them again:\n    python -m docs.site.observations"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)
def test_the_table_leaves_no_number_out(game: Game) -> None:
    rows = [(int(first), int(last or first), name) for first, last, name in _ROW.findall(table(game))]
    assert [first for first, _, _ in rows] == [0, *(last + 1 for _, last, _ in rows[:-1])]
    assert rows[-1][1] == slots(game.observation)[-1].stop - 1
    assert [name for _, _, name in rows] == list(game.observation.__annotations__)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)
def test_the_picture_shows_every_number(game: Game) -> None:
    """A cell is filled for each number that is not 0, and each field is named, for every seat."""
    position, mover = shown(game)
    for seat in {mover, (mover + 1) % position.players}:
        drawn, seen = picture(position, seat), fields(position, seat)
        words = {text.text for text in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")}
        assert set(seen) <= words
        filled = sum(path.count("M") for path in _FILLED.findall(drawn))
        assert filled == sum(int(np.count_nonzero(numbers)) for numbers in seen.values())


def test_a_picture_asks_nothing_of_others() -> None:
    drawn = picture(*shown(GAMES[0]))
    assert not re.findall(r'(?:href|src)="(?!#)|url\((?!#)', drawn)


def test_a_game_that_shows_nothing_has_no_table() -> None:
    with pytest.raises(CannotPlay, match=r"has no observe\.py"):
        table(Game("tests.laws.heap"))
