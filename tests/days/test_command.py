"""rookery verify with what was published of a day."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from rookery.bots import choose
from rookery.core.errors import BrokenPromise
from rookery.days.gathering import head_of
from rookery.days.opened_evening import check_evening, evening_commitment, read_evening
from rookery.puzzles.daily import day_value
from tests.cli.conftest import call
from tests.days.a_day import DAY, QUICKEST, ROOT, WORDS, opened, played
from tests.days.an_opened_evening import EVENING, evening_game


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder: Path = tmp_path_factory.mktemp("day")
    played(QUICKEST, choose, person="greedy 0").save(folder / "game.jsonl")
    (folder / "day.json").write_bytes(msgspec.json.encode(opened()))
    return str(folder / "game.jsonl"), str(folder / "day.json")


def test_all_that_can_be_checked(files: tuple[str, str]) -> None:
    record, day = files
    noted, receipt = f"{DAY - 9}={day_value(ROOT, DAY - 9).hex()}", f"{WORDS[0]},1,{head_of(WORDS[:1])}"
    done = call("verify", record, "--day", day, "--noted", noted, "--noted", receipt)
    assert done.exit_code == 0, done.output
    of_day = done.output.partition("game of day")[2]
    assert of_day.count("NOT CHECKED") == 1  # the last word
    assert of_day.count("Checked:") == 4


def test_what_was_not_checked_is_said(files: tuple[str, str]) -> None:
    done = call("verify", files[0], "--day", files[1])
    assert done.exit_code == 0
    assert done.output.partition("game of day")[2].count("NOT CHECKED") == 3


@pytest.mark.parametrize(
    "wrong",
    [
        ["--noted", f"{DAY - 1}={'0' * 64}"],
        ["--noted", "yesterday=00"],
        ["--noted", f"{WORDS[0]},2,{head_of(WORDS[:1])}"],
        ["--noted", "rubbish"],
    ],
)
def test_what_is_wrong_is_refused(files: tuple[str, str], wrong: list[str]) -> None:
    assert call("verify", files[0], "--day", files[1], *wrong).exit_code != 0
    assert call("verify", files[0], *wrong).exit_code != 0


# ── An evening ───────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def of_an_evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A game of the second round, and what was published."""
    folder: Path = tmp_path_factory.mktemp("evening")
    evening_game().save(folder / "game.jsonl")
    (folder / "evening.json").write_bytes(msgspec.json.encode(EVENING))
    return str(folder / "game.jsonl"), str(folder / "evening.json")


def test_all_that_can_be_checked_of_an_evening(of_an_evening: tuple[str, str]) -> None:
    record, evening = of_an_evening
    noted, receipt = evening_commitment(bytes.fromhex(EVENING.secret)), f"{WORDS[1]},2,{head_of(WORDS[:2])}"
    done = call("verify", record, "--evening", evening, "--noted", noted, "--noted", receipt)
    assert done.exit_code == 0, done.output
    told = done.output.partition("round 2 of the evening")[2]
    assert told.count("NOT CHECKED") == 1  # the last word
    assert told.count("Checked:") == 4
    done = call("verify", record, "--evening", evening)
    assert done.output.partition("round 2 of the evening")[2].count("NOT CHECKED") == 3


@pytest.mark.parametrize("wrong", [["--noted", "0" * 64], ["--noted", f"{WORDS[0]},2,{head_of(WORDS[:1])}"]])
def test_what_is_wrong_of_an_evening_is_refused(of_an_evening: tuple[str, str], wrong: list[str]) -> None:
    assert call("verify", of_an_evening[0], "--evening", of_an_evening[1], *wrong).exit_code != 0


@pytest.mark.parametrize(
    "change",
    [
        {"secret": "11" * 32},
        {"words": WORDS[1:]},
        {"words": [*WORDS, WORDS[0]]},
        {"words": WORDS[::-1]},
        {"rounds": 1},
        {"players": 99},
        {"options": {"nothing": "1"}},
        {"game": "nothing"},
    ],
)
def test_a_game_of_another_evening_is_refused(change: dict[str, object]) -> None:
    record = evening_game()
    assert check_evening(record, EVENING) == 1
    plan = {name: value for name, value in change.items() if hasattr(EVENING.plan, name)}
    rest = {name: value for name, value in change.items() if name not in plan}
    with pytest.raises(BrokenPromise):
        check_evening(record, replace(EVENING, plan=replace(EVENING.plan, **plan), **rest))
    with pytest.raises(BrokenPromise, match="does not describe an evening"):
        read_evening(b"{}", "evening.json")
