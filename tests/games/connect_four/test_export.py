"""Its shortest recorded game as text, as a reader gets it."""

from pathlib import Path

from rookery import Record
from rookery.export import notation

FOLDER = Path(__file__).parent


def test_a_game_as_text() -> None:
    """After a wanted change: `rookery export red_wins.jsonl --to ../notation.txt` in recorded/."""
    expected = (FOLDER / "notation.txt").read_text("utf-8")
    assert notation(Record.load(FOLDER / "recorded" / "red_wins.jsonl")) == expected
