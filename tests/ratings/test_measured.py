"""The levels that the arena measured, as anchors: what is kept, what is read, and difficulties on one scale."""

import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import rookery
from rookery.arena import Match, Rating, Results, ratings
from rookery.arena.keeping import keep
from rookery.bots import levels
from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.ratings import Measurement, Skill, measured, scale_of
from rookery.ratings.measured import BrokenMeasurements, _of_difficulties, _start, difficulty, read_measurements
from tests.arena.conftest import OUTSIDE, RACE, Firm, made_up
from tests.cli.conftest import call

STRENGTHS = {"a": 0.0, "b": 120.0, "c": 300.0}


def results(players: int = 2) -> Results:
    match = Match(RACE, [*STRENGTHS], bots={name: Firm(0) for name in STRENGTHS}, games=200, players=players)
    return made_up(match, STRENGTHS, np.random.default_rng(1))


def test_ratings_of_a_match_are_kept_with_their_deviations(tmp_path: Path) -> None:
    file, played = tmp_path / "measured.jsonl", results()
    found = ratings(played)
    keep(file, played, found, "the command", "the machine")
    (line,) = read_measurements(file, RACE)
    assert (line.players, line.command, line.machine) == (2, "the command", "the machine")
    for rating in found:
        skill = line.levels[rating.name]
        assert skill.mean == pytest.approx(rating.elo, abs=0.1)
        assert 2 * 1.96 * skill.deviation == pytest.approx(rating.high - rating.low, abs=0.5)


def test_a_table_has_one_line(tmp_path: Path) -> None:
    file, two, three = tmp_path / "measured.jsonl", results(), results(3)
    for played, command in ((three, "first"), (two, "second"), (three, "third")):
        keep(file, played, ratings(played, samples=10), command, "")
    assert [(line.players, line.command) for line in read_measurements(file, RACE)] == [(2, "second"), (3, "third")]


def test_a_level_without_a_bound_is_no_anchor(tmp_path: Path) -> None:
    found = [
        Rating("c", 300.0, 250.0, math.inf, 9),
        Rating("b", 0.0, 0.0, 0.0, 9, anchor=True),
        Rating("a", -9.0, -12.0, -1.0, 9),
    ]
    keep(tmp_path / "measured.jsonl", results(), found, "", "")
    assert set(read_measurements(tmp_path / "measured.jsonl", RACE)[0].levels) == {"a", "b"}


def test_too_few_games_measure_nothing_and_leave_what_was_measured(tmp_path: Path) -> None:
    """Equal points in every set are no certainty."""
    file = tmp_path / "measured.jsonl"
    keep(file, results(), ratings(results(), samples=10), "before", "")
    before, alike = file.read_bytes(), Rating("a", 0.0, 0.0, 0.0, 2)
    found = [Rating("b", 0.0, 0.0, 0.0, 2, anchor=True), alike, Rating("c", 9.0, 1.0, math.inf, 2)]
    assert alike.words == "a: 0 (too few games for an interval)"
    with pytest.raises(Trouble, match="do not tell levels apart, so nothing was written"):
        keep(file, results(), found, "", "")
    assert file.read_bytes() == before


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "measured.jsonl"
    file.write_text('{"players": 2}\n')
    with pytest.raises(BrokenMeasurements, match=r"measured\.jsonl, line 1 is no measurement of Race: "):
        read_measurements(file, RACE)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"players": 99}, "99"),
        ({"options": {"wrinkles": "many"}}, "wrinkles"),
        ({"levels": {"easy": Skill(1e6, 1.0, 5)}}, "which is no measurement"),
        ({"levels": {"easy": Skill(1.0, 1.0, 0)}}, "which is no measurement"),
        ({}, "the same table has two lines"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    change: dict[str, Any], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path / "measured.jsonl", results(), ratings(results(), samples=10), "", "")
    (line,) = read_measurements(tmp_path / "measured.jsonl", RACE)
    usual = msgspec.structs.replace(line, options={})
    lines = [msgspec.json.encode(each) for each in (msgspec.structs.replace(usual, **change), usual)]
    (tmp_path / "measured.jsonl").write_bytes(b"\n".join(lines))
    game = Game(rookery.load(OUTSIDE).package)
    monkeypatch.setitem(game.__dict__, "path", tmp_path)
    with pytest.raises(BrokenMeasurements, match=f"measured.jsonl, line [12] is no measurement of .*{why}"):
        measured(game)


def test_the_command_keeps_what_it_measured(tmp_path: Path) -> None:
    file = tmp_path / "measured.jsonl"
    done = call("arena", OUTSIDE, "random", "greedy", "--workers", "1", "--games", "20", "--measured", str(file))
    assert done.exit_code == 0, done.stderr
    (line,) = read_measurements(file, rookery.load(OUTSIDE))
    assert "random" in line.levels
    assert "processor" in line.machine
    alone = call("arena", OUTSIDE, "greedy", "--measured", str(file))
    assert "--measured needs several levels" in alone.stderr
    both = call("arena", OUTSIDE, "random", "greedy", "--out", str(file), "--measured", str(file))
    assert "cannot be written for two purposes" in both.stderr
    file.write_text('{"players": 2\n')
    late = call("arena", OUTSIDE, "random", "greedy", "--workers", "1", "--games", "20", "--measured", str(file))
    assert "measured.jsonl, line 1 is no measurement of" in late.stderr
    assert "against" not in late.stdout  # before any game


# ── What games have ──────────────────────────────────────────────────────────
def test_measured_levels_are_levels_of_the_game(slug: str) -> None:
    game = rookery.load(slug)
    for line in measured(game):
        assert line.players in game.facts.players
        assert game.facts.chosen(game.facts.settings(line.players, line.options)) == line.options
        assert set(line.levels) <= {*levels(game)}
        assert all(0 <= skill.deviation < 150 and skill.games > 0 for skill in line.levels.values())


def test_newcomers_begin_at_the_middle_level_which_a_new_one_moves_by_one_level_at_most() -> None:
    games = [game for game in map(rookery.load, rookery.slugs()) if not game.facts.cooperative]
    for game, line in [(each, line) for each in games for line in measured(each)]:
        scale = scale_of(game, line.players)
        assert scale.anchors == line.levels
        begun, means = scale.start.mean, sorted(skill.mean for skill in line.levels.values())
        assert begun in means
        assert means[(len(means) - 1) // 2] == begun
        assert _start([*means, 9_000.0]).mean == means[len(means) // 2]
    assert scale_of(RACE, 2).anchors == {}
    assert scale_of(RACE, 2).start.mean == 0


# ── Difficulties ─────────────────────────────────────────────────────────────
def test_difficulties_are_found_from_the_chances_of_the_same_levels() -> None:
    """Three levels at three tables; the third table was measured with two of them only."""
    strengths, hardness = {"easy": 100.0, "medium": 250.0, "hard": 500.0}, (0.0, 150.0, -220.0)
    lines = []
    for players, hard in enumerate(hardness, start=1):
        found = {level: Skill(strength - hard, 20.0, 4000) for level, strength in strengths.items()}
        lines.append(Measurement(players, {}, "", "", found))
    del lines[2].levels["hard"]
    scale = _of_difficulties(RACE, lines)
    names = [difficulty(RACE, int(name), {}) for name in (1, 2, 3)]
    assert [*scale.anchors] == names == ["1 player", "2 players", "3 players"]
    assert [skill.mean for skill in scale.anchors.values()] == pytest.approx(hardness, abs=3)
    assert scale.start.mean == pytest.approx(strengths["medium"], abs=3)
    assert scale.anchors["1 player"].deviation == 0
    assert 3 < scale.anchors["2 players"].deviation < scale.anchors["3 players"].deviation < 15


def test_a_game_where_nothing_was_measured_has_no_difficulties() -> None:
    assert _of_difficulties(RACE, ()).anchors == {}
