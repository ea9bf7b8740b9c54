"""rookery balance."""

import json
from pathlib import Path

import pytest

import rookery
from rookery.core.seats import SEATS_FILE, read_seats
from tests.arena.conftest import OUTSIDE
from tests.cli.conftest import call

QUICK = ("--workers", "1", "--level", "random", "--games", "200")
OPTION = next(  # (game, option, a choice that is not the usual one) of a game whose seats are counted
    (game, option.name, option.choices[1])
    for game in map(rookery.load, rookery.slugs())
    for option in game.facts.options
    if (game.path / SEATS_FILE).exists() and not option.only
)


@pytest.fixture(autouse=True)
def few_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.balance.as_many_as_needed.LADDER", 2)  # those that search take seconds


def test_a_report_is_said_drawn_and_added_to_a_page(tmp_path: Path) -> None:
    drawn, noted = tmp_path / "report.html", tmp_path / "notes.md"
    noted.write_text("# Before\n", "utf-8")
    said = call("balance", OUTSIDE, *QUICK, "--out", str(drawn), "--markdown", str(noted))
    assert said.exit_code == 0, said.stderr
    assert "Whoever decides first wins" in said.stdout
    assert drawn.read_text("utf-8").count("<svg") > 10
    lines = noted.read_text("utf-8").splitlines()
    assert lines[0] == "# Before"
    assert any(line.startswith("* Whoever decides first wins") for line in lines)


def test_equal_commands_report_equal_games() -> None:
    first, again, other = (call("balance", OUTSIDE, *QUICK, "--json", "--seed", seed) for seed in "779")
    assert first.stdout == again.stdout != other.stdout
    told = json.loads(first.stdout)
    assert told["games"] == 200
    assert {"about", "name", "words", "measure"} <= told["findings"][0].keys()


def test_two_versions_stand_side_by_side() -> None:
    game, name, choice = OPTION
    said = call("balance", game.facts.slug, *QUICK, "--against-option", f"{name}={choice}")
    assert said.exit_code == 0, said.stderr
    assert said.stdout.splitlines()[2].startswith("What changed")
    assert f"{name}: {choice}" in said.stdout
    assert "the difference is" in said.stdout


def test_other_components_stand_beside_those_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant has the networks of its game, so levels that search play it, too."""
    monkeypatch.setattr("rookery.balance.as_many_as_needed.LADDER", 3)
    monkeypatch.setattr("rookery.balance.as_many_as_needed._restricted", lambda played: ())
    game = next(game for game in map(rookery.load, rookery.slugs()) if game.networks)
    mine = tmp_path / "weights.toml"
    mine.write_text((game.path / "weights.toml").read_text("utf-8") + "# the same\n", "utf-8")
    said = call("balance", game.facts.slug, *QUICK, "--change", f"weights.toml={mine}")
    assert said.exit_code == 0, said.stderr
    marked = [line for line in said.stdout.splitlines() if line.startswith("  ●")]
    assert marked == [], "equal games of equal seeds are equal"
    assert "Levels that search are left out" not in said.stdout
    assert "A player of the level" in said.stdout


def test_what_seats_won_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, name, choice = OPTION
    monkeypatch.setattr("rookery.cli.balance.SEATS_FILE", tmp_path / SEATS_FILE)
    said = call("balance", game.facts.slug, *QUICK, "--option", f"{name}={choice}", "--keep")
    assert said.exit_code == 0, said.stderr
    (line,) = read_seats(tmp_path / SEATS_FILE, game)
    assert (line.games, line.level, line.options) == (200, "random", {name: choice})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "no game is called 'chess'"),
        ((OUTSIDE, "--level", "eazy"), "no bot of level 'eazy'"),
        ((OUTSIDE, "--players", "9"), "cannot be played by 9 players"),
        ((OUTSIDE, "--move", "z9"), "'z9' is not an action"),
        ((OUTSIDE, "--change", "x.toml"), "must look like NAME.toml=FILE"),
        ((OUTSIDE, "--keep", "--move", "a"), "leave out --move"),
        ((OUTSIDE, "--out", "/nowhere/a.html"), "cannot be written"),
    ],
)
def test_what_cannot_be_reported_is_refused_at_once(arguments: tuple[str, ...], sentence: str) -> None:
    refused = call("balance", *arguments, "--games", "1000000")
    assert refused.exit_code != 0
    assert sentence in refused.stderr
