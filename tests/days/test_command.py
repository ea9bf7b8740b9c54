"""rookery verify with what was published of a day."""

from pathlib import Path

import msgspec
import pytest

from rookery.bots import choose
from rookery.days.gathering import head_of
from rookery.puzzles.daily import day_value
from tests.cli.conftest import call
from tests.days.a_day import DAY, QUICKEST, ROOT, WORDS, opened, played


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
