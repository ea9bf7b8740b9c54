"""The script that counts who wins games guided by an evaluator."""

from pathlib import Path

import numpy as np
import pytest

import rookery
from benchmarks import balance


def test_a_first_place_is_shared() -> None:
    assert balance.shares(np.array([[1.0, -1.0], [0.0, 0.0]]), cooperative=False) == [0.75, 0.25]
    assert balance.shares(np.array([[1.0, 1.0], [-1.0, -1.0]]), cooperative=True) == [0.5]


def test_a_table_is_printed_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main, slug, file = balance.main, rookery.slugs()[0], tmp_path / "table.md"
    words = [slug, "--games", "30", "--case", "", "--markdown", str(file)]
    main(words)
    printed = capsys.readouterr().out
    assert printed.startswith("| % won, of 30 games | ")
    assert "\n| defaults | " in printed
    assert file.read_text("utf-8").endswith(printed)
    assert f"    python -m benchmarks.balance {slug} --games 30" in file.read_text("utf-8")
    main(words)
    assert file.read_text("utf-8").count(printed) == 2


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["no_such_game"], "no_such_game"),
        (["{slug}", "--case", "nonsense"], "is not OPTION=VALUE"),
        (["{slug}", "--case", "nonsense=1"], "has no option"),
        (["{slug}", "--case", "; nonsense"], "nonsense"),
        (["{slug}", "--players", "99"], "99"),
    ],
)
def test_what_cannot_be_counted_is_refused(words: list[str], refusal: str, capsys: pytest.CaptureFixture[str]) -> None:
    slug = rookery.slugs()[0]
    with pytest.raises(SystemExit):
        balance.main([word.format(slug=slug) for word in words])
    assert refusal in capsys.readouterr().err
