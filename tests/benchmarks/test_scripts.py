"""The scripts that compare plans, and count how well chances fit: what they make of known results."""

import re
import sys
from argparse import Namespace
from pathlib import Path

import pytest

import rookery
from benchmarks import held_out, plans, review_calibration, strength
from benchmarks.arguments import stoppable
from benchmarks.review_calibration import Look, Sample
from benchmarks.reviewed_games import counted
from rookery.core.errors import LostWorker, OtherWork
from rookery.ratings.measured import Measurement
from rookery.ratings.skill import Skill
from rookery.search.chances import WITHIN_95, wilson

SHORT = min(map(rookery.load, rookery.slugs()), key=lambda game: game.facts.longest)
SLUG, TOO_MANY = SHORT.facts.slug, str(max(SHORT.facts.players) + 1)


def interval_of(words: str) -> tuple[float, float]:
    found = re.search(r"95 %: ([\d.]+)% to ([\d.]+)%", words)
    assert found, words
    return float(found[1]) / 100, float(found[2]) / 100


def test_games_of_one_beginning_are_no_independent_games() -> None:
    """Whoever begins wins: 40 games say no more than two, because each pair says the same."""
    words = "the first won 50.0% (the same from every beginning; 100%, 0% by seat); even is 50.0%"
    assert plans.told_of_rivals([1.0, 0.0] * 20, 2) == f"40 games from 20 beginnings: {words}"


def test_an_interval_is_that_of_means_of_beginnings() -> None:
    """Of three beginnings for two the means are 1, 1/2 and 0: half, and 1.96 * (1/2) / sqrt(3) around it."""
    words = plans.told_of_rivals([1.0, 1.0, 1.0, 0.0, 0.0, 0.0], 2)
    assert words.startswith("6 games from 3 beginnings: the first won 50.0%")
    assert interval_of(words) == (0.0, 1.0)  # cut off at its ends
    many = plans.told_of_rivals([1.0, 1.0, 1.0, 0.0, 0.0, 0.0] * 100, 2)
    half = WITHIN_95 * (1 / 6 * 300 / 299) ** 0.5 / 300**0.5
    assert interval_of(many) == pytest.approx((0.5 - half, 0.5 + half), abs=0.0006)


def test_few_games_without_a_difference_are_no_certainty() -> None:
    assert "(one beginning tells no margin" in plans.told_of_rivals([0.5, 0.25, 0.25], 3)
    assert interval_of(plans.told_of_rivals([1.0, 1.0], 2)) == pytest.approx(wilson(1, 1), abs=0.0006)
    assert interval_of(plans.told_of_rivals([0.0] * 20, 2)) == pytest.approx(wilson(0, 10), abs=0.0006)


def test_beginnings_are_the_same_whatever_else_is_played() -> None:
    """Each beginning of rivals counts as one game for each seat."""
    games = {game.facts.cooperative: game for game in map(rookery.load, rookery.slugs())}
    rivals, team = games[False], games[True]
    assert list(plans.beginnings(rivals, 3, 7, 1)) == [1_000_003, 1_000_006, 1_000_009]
    assert len(plans.beginnings(team, 3, 7, 1)) == 7


def test_teams_are_compared_where_only_one_of_them_won() -> None:
    words = plans.told_of_teams([(True, True)] * 5 + [(True, False)] * 3 + [(False, True)] + [(False, False)])
    assert words.startswith("10 beginnings; the first won 80.0% (95 %: 49.0% to 94.3%)")
    assert "the other won 60.0%" in words
    assert words.endswith("only the first 3, only the other 1")


def test_a_step_is_told_apart_only_by_its_own_games() -> None:
    """Of rivals, a level's variance is that of all steps below it: 30 and 40 make 50. Of teams, each has its own."""
    games = {game.facts.cooperative: game for game in map(rookery.load, rookery.slugs())}

    def undecided(cooperative: bool, *levels: tuple[float, float]) -> list[str]:
        found = {name: Skill(mean, deviation, 100) for name, (mean, deviation) in zip("abc", levels)}
        return strength.undecided(games[cooperative], Measurement(2, {}, "", "", found, {}))

    assert undecided(False, (0, 0), (100, 30), (200, 50)) == []
    assert undecided(False, (0, 0), (100, 30), (170, 50)) == ["b and c"]  # 70 < 1.96 * 40
    assert undecided(False, (0, 0), (100, 50), (120, 49)) == ["b and c"]  # no estimate is so sure
    assert undecided(True, (0, 20), (70, 20), (120, 20)) == ["b and c"]  # 1.96 * 28


def test_who_stops_is_told_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped, stoppable(Path("looks.jsonl")):
        raise KeyboardInterrupt
    assert (stopped.value.code, capsys.readouterr().err) == (
        130,
        "stopped; what is done is in looks.jsonl; the same command goes on\n",
    )
    with pytest.raises(SystemExit, match="a worker ended; nothing was kept"), stoppable():
        raise LostWorker("a worker ended")


def test_points_are_checked_in_other_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Chances that are always said as 60 % and won 80 times in 100 are mended by points."""
    games = [[Look(0.6, float(i // 5 % 5 > 0), False), Look(0.4, float(i // 5 % 5 == 0), False)] for i in range(1_000)]
    every = review_calibration.estimates_of(games)
    review_calibration.report(every)
    said = capsys.readouterr().out
    assert re.search(r"mean error 0.200 \(0.01\d by chance\), bias \+0.000, Brier score 0.200", said)
    # two tenths of 1,000 positions: the mean of a normal distribution's size is 0.8 of its deviation
    assert review_calibration.error_by_chance(every) == pytest.approx(0.8 * (0.24 / 1_000) ** 0.5, abs=0.002)
    review_calibration.report_points(games, SHORT, 2)
    mended = re.search(r"others:\n  mean error ([\d.]+)", capsys.readouterr().out)
    assert mended
    assert float(mended[1]) < 0.01
    assert len(review_calibration.estimates_of([*games, [Look(1.0, 0.0, True)]])) == len(every)


def test_a_file_of_another_sample_is_refused(tmp_path: Path) -> None:
    path, sample = tmp_path / "looks.jsonl", Sample(SLUG, 2, "greedy", 2, None)
    asked = Namespace(games=2, first=0, workers=1, file=path)
    found = counted(review_calibration.looked_at, Look, sample, asked)
    assert [len(game) for game in found] == [2, 2]
    path.write_bytes(path.read_bytes() + b'{"seed": 2, "ro')  # torn
    assert counted(review_calibration.looked_at, Look, sample, asked) == found
    with pytest.raises(OtherWork, match="its looks is 2, not 3"):
        counted(review_calibration.looked_at, Look, sample._replace(looks=3), asked)


@pytest.mark.parametrize(
    ("script", "given", "why"),
    [
        (plans, ["nope"], "no game is called 'nope'"),
        (held_out, [SLUG, "--times", "inf"], "--times inf; allowed: a number above 0, at most"),
        (held_out, [SLUG, "--level", "nobody"], "no bot of level 'nobody'"),
        (review_calibration, [SLUG, "--level", "nobody"], "no bot of level 'nobody'"),
        (review_calibration, [SLUG, "--players", TOO_MANY], f"cannot be played by {TOO_MANY} players"),
        (review_calibration, [SLUG, "--games", "0"], "'0' is not a whole number of 1 or more"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    script: object, given: list[str], why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["script", *given])
    with pytest.raises(SystemExit) as refused:
        script.main()  # type: ignore[attr-defined]
    assert refused.value.code == 2
    assert why in capsys.readouterr().err
