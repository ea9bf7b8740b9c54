"""How often each seat wins: read from the game's folder, told on its rules page and in docs/balance.md."""

import re
from pathlib import Path

import msgspec
import pytest

import rookery
from benchmarks import seats as script
from benchmarks.arguments import with_tables
from rookery.core.seats import BrokenSeats, SeatMeasurement, read_seats, seats_measured, shares_by_turn
from rookery.export.rules_page import rules
from rookery.export.seats_section import seats_section

GAMES = [rookery.load(slug) for slug in rookery.slugs()]
MEASURED = [game for game in GAMES if seats_measured(game)]
GAME = next(game for game in MEASURED if any(one.options for one in seats_measured(game)))  # with options
COOPERATIVE = next(game for game in GAMES if game.facts.cooperative)
PAGE = Path(__file__).parents[2] / "docs/balance.md"


def line(**changes: object) -> SeatMeasurement:
    """The first line of the game, changed."""
    return msgspec.structs.replace(seats_measured(GAME)[0], **changes)


def test_rivals_of_this_package_are_measured_at_every_number_of_players() -> None:
    for game in GAMES:
        if game.package.startswith("rookery.") and not game.facts.cooperative:
            assert {one.players for one in seats_measured(game) if not one.options} == set(game.facts.players)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)
def test_shares_add_up_and_none_is_nothing(game: rookery.Game) -> None:
    for players in game.facts.players:
        shares = shares_by_turn(game, players, {})
        assert len(shares) == players
        assert sum(shares) == pytest.approx(1.0)
        assert min(shares) > 0.0


def test_the_line_with_the_most_options_of_the_table_counts_and_of_those_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def won(first: float, **options: str) -> SeatMeasurement:
        return line(players=2, options=options, games=80, won=(first, 80.0 - first))

    lines = [won(0.0), won(10.0, a="x"), won(20.0, a="x", b="y"), won(30.0, a="x", b="z"), won(40.0), won(50.0, a="x")]
    lines.append(line(players=3, games=3, won=(1.0, 1.0, 1.0)))
    monkeypatch.setattr("rookery.core.seats.seats_measured", lambda game: lines)
    for options, first in [({}, 40), ({"b": "y"}, 40), ({"a": "x"}, 50), ({"a": "x", "b": "y", "c": "w"}, 20)]:
        assert shares_by_turn(GAME, 2, options) == ((first + 10) / 100, (90 - first) / 100)  # with EVEN_GAMES
    assert shares_by_turn(GAME, 5, {}) == (0.2,) * 5


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"players": 99}, "cannot be played by 99 players"),
        ({"won": (1.0,)}, "1 seats have won games"),
        ({"games": 3}, "3 games are not those"),
        ({"games": 0, "won": (0.0, 0.0)}, "0 games are not those"),
        ({"games": 3, "won": (4.0, -1.0)}, "3 games are not those"),
        ({"options": {"nonsense": "x"}}, "no option 'nonsense'"),
    ],
)
def test_a_line_that_cannot_be_is_named(tmp_path: Path, changes: dict[str, object], why: str) -> None:
    path = tmp_path / "seats.jsonl"
    path.write_bytes(msgspec.json.encode(line()) + b"\n" + msgspec.json.encode(line(**changes)) + b"\n")
    with pytest.raises(BrokenSeats, match=f"line 2 .*{why}"):
        read_seats(path, GAME)


def test_a_cooperative_game_has_no_lines(tmp_path: Path) -> None:
    path = tmp_path / "seats.jsonl"
    path.write_bytes(msgspec.json.encode(line(players=2, options={})) + b"\n")
    with pytest.raises(BrokenSeats, match="all seats win and lose together"):
        read_seats(path, COOPERATIVE)
    assert read_seats(tmp_path / "none.jsonl", COOPERATIVE) == ()


@pytest.mark.parametrize("game", MEASURED, ids=lambda game: game.facts.slug)
def test_a_rules_page_tells_it_in_plain_words(game: rookery.Game) -> None:
    page = rules(game)
    assert ">Who has the better seat</h2>" in page
    strongest = [one for one in seats_measured(game) if not one.options and one.players == game.facts.players[-1]][-1]
    for won in strongest.won:
        assert f'<td style="text-align:right">{100 * won / strongest.games:.0f}</td>' in page
    assert seats_section(game).startswith("## Who has the better seat\n\n")


def test_on_a_page_without_sections_it_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(GAME), "rules_page", "# A game\n\nIts rules.")
    assert re.findall(r"<h\d[^>]*>([^<]+)</h\d>", rules.__wrapped__(GAME)) == ["A game", "Who has the better seat"]


def test_after_it_the_log_still_tells_lines_of_the_file(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(vars(GAME), "rules_page", "# A game\n\n## A turn\n\n## Its end\n\n```position\nno\n```\n")
    page = rules.__wrapped__(GAME)
    assert re.findall(r"<h2[^>]*>([^<]+)</h2>", page) == ["A turn", "Who has the better seat", "Its end"]
    assert "line 7: a picture is left out" in caplog.text


def test_the_page_on_balance_is_what_was_counted() -> None:
    text = PAGE.read_text("utf-8")
    assert {*re.findall(r"<!-- seats: (\w+) -->", text)} == {game.facts.slug for game in MEASURED}
    assert with_tables(text, "seats", script.table) == text, "stale: python -m benchmarks.seats"


def test_every_turn_has_a_head(monkeypatch: pytest.MonkeyPatch) -> None:
    many = line(players=8, options={}, games=8, won=(1.0,) * 8)
    monkeypatch.setattr("rookery.export.seats_section.seats_measured", lambda game: [many])
    monkeypatch.setattr("rookery.export.seats_section._summary", lambda rows: "")
    assert (
        "| players | who begins | the second | the third | the fourth | the fifth | the sixth | the 7th | the 8th |"
        in (seats_section(GAME))
    )
