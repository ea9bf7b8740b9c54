"""Connect Four: what can be seen on a drawing, and the published numbers of positions."""

import pytest

import rookery
from rookery import Position
from rookery.core.errors import GameOver, IllegalAction, UnreadablePosition

GAME = rookery.load("connect_four")

# Different positions after n stones, from the empty board on: https://oeis.org/A212693
PUBLISHED = (1, 7, 49, 238, 1120, 4263)


def drawn(*rows: str) -> Position:
    """The rows from the top down to the bottom one; empty rows above may be left out."""
    return GAME.position("/".join([*["......."] * (6 - len(rows)), *rows]))


def test_as_many_positions_as_published() -> None:
    positions = {GAME.start()}
    for count in PUBLISHED:
        assert len(positions) == count
        positions = {position.after_unchecked(a) for position in positions for a in position.legal_actions}


def test_a_stone_falls_onto_the_lowest_empty_cell() -> None:
    position = drawn("...o...", "...x...").after("d").after("d").after("c")
    assert position == drawn("...o...", "...x...", "...o...", "..xx...")


def test_a_full_column_takes_no_stone() -> None:
    full = drawn("x......", "o......", "x......", "o......", "x......", "o......")
    assert full.parse("b") == 1
    with pytest.raises(IllegalAction, match="a is not legal here; allowed: b, c, d, e, f, g"):
        full.after("a")


@pytest.mark.parametrize(
    ("rows", "column"),
    [
        (("ooo....", "xxx...."), "d"),  # across
        (("xo.....", "xo.....", "xo....."), "a"),  # up
        (("..xo...", ".xox...", "xoxo..o"), "d"),  # rising
        (("...ox..", "...xox.", "o..oxox"), "d"),  # falling
    ],
)
def test_four_in_a_line_win(rows: tuple[str, ...], column: str) -> None:
    position = drawn(*rows)
    assert not position.is_over
    end = position.after(column)
    assert end.outcome is not None
    assert end.outcome.winners == (0,)
    with pytest.raises(GameOver):
        end.after("g")


def test_three_do_not_and_no_line_goes_on_in_the_next_column() -> None:
    assert not drawn("oo.....", "xx.....").after("c").is_over
    assert not drawn("x......", "x......", "x......", "o......", "x......", "oxoo.o.").is_over


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x", "6 rows of 7 cells"),
        ("......./......./......./......./...x.../.......", "hangs in the air"),
        ("......./......./......./......./......./xx.....", "red begins, turns alternate"),
        ("......./......./......./......./ooo..../xxxx.o.", "a player has moved after the game was won"),
        ("......./......./......./......./......./abc....", "6 rows of 7 cells"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadablePosition, match=reason):
        GAME.position(text)
