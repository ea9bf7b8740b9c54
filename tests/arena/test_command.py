"""rookery arena, and the plot."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from rookery.arena import Match, plot
from rookery.arena.scores import HEADINGS
from rookery.cli.arena import _print
from rookery.cli.main import EXIT_TROUBLE, EXIT_USAGE
from tests.arena.conftest import OUTSIDE, RACE, Firm, made_up, with_seats
from tests.cli.conftest import call

QUICK = ("arena", OUTSIDE, "random", "greedy", "--workers", "1", "--games")


def test_a_match_ends_with_table_verdict_ratings_plot_and_page(tmp_path: Path) -> None:
    drawn, page = tmp_path / "ratings.svg", tmp_path / "page.md"
    page.write_text("# Before\n", "utf-8")
    result = call(*QUICK, "20", "--opening", "2", "--plot", str(drawn), "--markdown", str(page))
    assert result.exit_code == 0, result.stderr
    assert re.search(r"random +20 +\d", result.stdout)
    assert re.search(r"random against greedy: [\d.]+ % \(95 %: [\d.]+ to [\d.]+\) of \d+ decided games", result.stdout)
    assert "random: 0 (the anchor)" in result.stdout
    assert ElementTree.parse(drawn).getroot().tag.endswith("svg")
    text = page.read_text("utf-8")
    assert text.startswith("# Before\n\n    rookery")
    assert all(line.count("|") == 9 for line in text.splitlines() if line.startswith("|"))
    assert "numba" in text


def test_the_same_command_says_the_same(tmp_path: Path) -> None:
    """But for times, which are in the last columns of the table."""
    said = []
    for file in ("one.jsonl", "two.jsonl"):
        result = call(*QUICK, "6", "--out", str(tmp_path / file))
        said.append([line.rsplit(None, 2)[0] for line in result.stdout.splitlines() if line.strip()])
    assert said[0] == said[1]


def test_a_finished_file_is_shown_again_without_playing(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = call(*QUICK, "6", "--out", str(file))
    before = file.read_bytes()
    assert call(*QUICK, "6", "--out", str(file)).stdout == first.stdout
    assert file.read_bytes() == before


def test_a_ladder_names_the_higher_level_first() -> None:
    said = call("arena", OUTSIDE, "random", "greedy", "easy", "--ladder", "--games", "2", "--workers", "1").stdout
    assert "greedy against random: " in said
    assert "easy against greedy: " in said
    assert "easy against random: " not in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((OUTSIDE, "easy", "eazy"), "no bot of level 'eazy'; did you mean easy?"),
        ((OUTSIDE, "easy", "easy"), "a match needs two entrants or more"),
        (("chess", "easy", "hard"), "no game is called 'chess'"),
        ((OUTSIDE, "easy", "hard", "--option", "no"), "must look like name=value"),
        ((OUTSIDE, "easy", "hard", "--anchor", "medium"), "'medium' is not an entrant of this match"),
        ((OUTSIDE, "easy", "hard", "--plot", "a.txt"), "a plot is drawn as .svg or .png, not as 'a.txt'"),
        ((OUTSIDE, "easy", "hard", "--opening", "99"), "the opening must be shorter"),
        ((OUTSIDE, "easy", "hard", "--ladder", "--together"), "--ladder and --together"),
        ((OUTSIDE, "easy", "--ladder"), "--ladder needs several levels; easy is the only one named"),
        ((OUTSIDE, "easy", "--together"), "--together needs several levels; easy is the only one named"),
        ((OUTSIDE, "easy", "--anchor", "easy"), "--anchor needs several levels; easy is the only one named"),
        ((OUTSIDE, "easy", "hard", "--workers", "2", "--dask", "tcp://no:1"), "allowed: one of them"),
    ],
)
def test_wrong_words_are_refused_in_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    result = call("arena", *arguments)
    assert result.exit_code == EXIT_USAGE
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1].startswith("rookery: ")
    assert sentence in result.stderr.splitlines()[-1]


def test_the_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    call(*QUICK, "2", "--out", str(file))
    result = call(*QUICK, "2", "--out", str(file), "--seed", "1")
    assert result.exit_code == EXIT_USAGE
    assert "its seed is 0, not 1; name another file" in result.stderr


def test_a_missing_plotter_is_trouble_before_anything_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = call(*QUICK, "2", "--plot", "ratings.svg")
    assert result.exit_code == EXIT_TROUBLE
    assert "plots need matplotlib: pip install rookery-lab" in result.stderr


def test_names_stay_whole_at_80_columns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = ["medium", "uct:20000", "another_one"]
    match = Match(RACE, names, bots=dict.fromkeys(names, Firm(0)), games=4000)
    results = made_up(match, dict.fromkeys(names, 0.0), np.random.default_rng(3))
    for game in results.games:
        game.seconds.update(dict.fromkeys(game.seats, 1_234.5))
        game.longest.update(dict.fromkeys(game.seats, 2_345.6))
    _print(results, [])
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines()[:6])) <= 80
    assert {*names, *" ".join(HEADINGS).split(), "8,000", "2,345,600"} <= {*said.split()}


def test_nothing_is_told_of_a_match_that_nobody_can_play() -> None:
    pytest.importorskip("distributed", reason="dask.distributed is not installed")
    result = call("arena", OUTSIDE, "random", "greedy", "--dask", "nowhere")
    assert result.exit_code == EXIT_TROUBLE
    assert result.stderr.startswith("rookery: no dask scheduler answers at nowhere")


# ── The plot ─────────────────────────────────────────────────────────────────
BOTS = {name: Firm(0) for name in ("weak", "middling", "strong", "stronger")}


@pytest.mark.parametrize("strengths", [(0, 50, 100, 150), (0, 50, 9000, 9050)])
def test_a_plot_names_everybody_in_light_and_dark(strengths: tuple[float, ...], tmp_path: Path) -> None:
    match = Match(RACE, list(BOTS), bots=BOTS)
    results = made_up(match, dict(zip(BOTS, strengths, strict=True)), np.random.default_rng(1))
    plot(results, tmp_path / "plot.svg")
    text = (tmp_path / "plot.svg").read_text("utf-8")
    words = {
        "".join(node.itertext()).strip() for node in ElementTree.fromstring(text).iter() if node.tag.endswith("text")
    }
    assert set(BOTS) <= words
    assert ("≥" in text) == (max(strengths) > 1000)
    assert "prefers-color-scheme: dark" in text
    plot(results, tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_text("utf-8") == text
    plot(results, tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_a_team_is_plotted_beside_the_game(tmp_path: Path) -> None:
    game = with_seats(2, cooperative=True)
    match = Match(game, ["weak", "strong"], bots=BOTS, games=4)
    plot(made_up(match, {"weak": 0, "strong": 0}, np.random.default_rng(2)), tmp_path / "plot.svg")
    assert game.facts.name.replace("&", "&amp;") in (tmp_path / "plot.svg").read_text("utf-8")
