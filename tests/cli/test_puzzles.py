"""`rookery puzzles`: from mining to ratings, and what is refused."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from rookery.cli.main import EXIT_USAGE
from rookery.cli.puzzles import EXIT_REFUTED
from rookery.puzzles import read_puzzles, write_puzzles
from tests.cli.conftest import SLUGS, call
from tests.puzzles.games import OPEN_DUEL, first_puzzles


@pytest.fixture
def found(tmp_path: Path) -> Path:
    write_puzzles(tmp_path / "found.jsonl", first_puzzles())
    return tmp_path / "found.jsonl"


def test_every_game_is_counted() -> None:
    listed = call("puzzles").output.splitlines()
    assert [line.partition(":")[0] for line in listed] == list(SLUGS)


def test_puzzles_are_mined_verified_and_rated(tmp_path: Path) -> None:
    path = tmp_path / "mined.jsonl"
    mine = ("puzzles", "mine", OPEN_DUEL, "--level", "medium", "--proved", "--proof", "50000", "--workers", "1")
    done = call(*mine, "--games", "6", "--seed", "5", "--out", str(path))
    assert done.exit_code == 0
    assert read_puzzles(path) == first_puzzles()
    assert f"{len(first_puzzles())} puzzles; 6 games" in done.stdout
    verified = call("puzzles", "verify", OPEN_DUEL, "--file", str(path))
    assert verified.exit_code == 0
    assert ", 0 refuted" in verified.stdout
    rated = call("puzzles", "rate", OPEN_DUEL, "--file", str(path))
    assert "log loss" in rated.stdout
    ratings = [puzzle.rating or 0 for puzzle in read_puzzles(path)]
    assert ratings == sorted(ratings)
    assert min(ratings) < max(ratings)


def test_a_refuted_puzzle_ends_with_an_error_and_can_be_dropped(found: Path) -> None:
    first, *others = first_puzzles()
    wrong = next(
        text for text in map(first.position().format, first.position().legal_actions) if text != first.solution
    )
    write_puzzles(found, [replace(first, solution=wrong), *others])
    told = call("puzzles", "verify", OPEN_DUEL, "--file", str(found))
    assert told.exit_code == EXIT_REFUTED
    assert f"refuted: {first.key}: " in told.stdout
    assert len(read_puzzles(found)) == len(others) + 1, "nothing is dropped unasked"
    assert call("puzzles", "verify", OPEN_DUEL, "--file", str(found), "--drop").exit_code == 0
    assert read_puzzles(found) == tuple(others)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["mien"], "there is no subcommand 'mien'; did you mean mine?"),
        (["mine", OPEN_DUEL[:-1], "--out", "x.jsonl"], f"no game is called {OPEN_DUEL[:-1]!r}; did you mean"),
        (["mine", OPEN_DUEL, "--out", "x.jsonl", "--level", "hrad"], "no bot of level 'hrad'; did you mean hard?"),
        (["mine", OPEN_DUEL, "--out", "x.jsonl", "--players", "9"], "cannot be played by 9 players; allowed:"),
        (["verify", OPEN_DUEL, "--file", "nowhere.jsonl"], "there are no puzzles in nowhere.jsonl; `rookery puzzles"),
    ],
)
def test_mistakes_are_refused_in_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call("puzzles", *arguments)
    assert result.exit_code == EXIT_USAGE
    assert sentence in result.stderr.splitlines()[-1]
    assert not [*tmp_path.iterdir()]


def test_puzzles_of_another_game_are_refused(found: Path) -> None:
    other = next(slug for slug in SLUGS if slug != OPEN_DUEL)
    for verb in ("verify", "rate"):
        result = call("puzzles", verb, other, "--file", str(found))
        assert result.exit_code == EXIT_USAGE
        assert f"contains puzzles of {OPEN_DUEL}, not of {other}" in result.stderr
    assert read_puzzles(found) == first_puzzles()


@pytest.mark.parametrize("verb", ["mine", "verify", "rate"])
def test_each_command_has_examples_of_its_own(verb: str) -> None:
    examples = call("puzzles", verb, "--help").output.partition("Examples:")[2]
    assert examples.count("rookery puzzles") == examples.count(f"rookery puzzles {verb}") > 0
