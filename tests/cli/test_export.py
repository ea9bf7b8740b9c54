"""rookery export."""

from pathlib import Path

import pytest

from rookery import Record, export
from tests.cli.conftest import call

TROUBLE, USAGE = 1, 2


@pytest.mark.parametrize(
    ("name", "options", "begins"),
    [
        ("g.jsonl", (), b'{"rookery": 1'),
        ("g.txt", ("--seat", "2"), b""),
        ("g.svg", ("--ply", "2", "--theme", "auto"), b"<svg "),
        ("g.PNG", ("--ply", "1", "--theme", "dark", "--width", "100"), b"\x89PNG"),
        ("g.gif", ("--ply", "6", "--width", "64", "--seconds", "0.1"), b"GIF89a"),
        ("g.pdf", (), b"%PDF-"),
    ],
)
def test_the_ending_says_what_is_written(
    name: str, options: tuple[str, ...], begins: bytes, game_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export.printed, "DPI", 30)
    out = tmp_path / name
    result = call("export", str(game_file), "--to", str(out), *options)
    assert result.exit_code == 0, result.stderr
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1] == f"The game is in {out}."
    assert out.read_bytes().startswith(begins)


def test_what_is_written_is_what_python_gives(game_file: Path, tmp_path: Path) -> None:
    record, out = Record.load(game_file), tmp_path / "game"
    assert call("export", str(game_file), "--to", f"{out}.txt", "--seat", "1").exit_code == 0
    assert Path(f"{out}.txt").read_text("utf-8") == export.notation(record, 0)
    assert call("export", str(game_file), "--to", f"{out}.svg", "--ply", "3").exit_code == 0
    assert Path(f"{out}.svg").read_text("utf-8") == export.svg(record, 3)
    assert call("export", str(game_file), "--to", f"{out}.jsonl").exit_code == 0
    assert Path(f"{out}.jsonl").read_bytes() == game_file.read_bytes()


def test_a_seat_has_a_name_too(game_file: Path, tmp_path: Path) -> None:
    record = Record.load(game_file)
    for seat, role in enumerate(export.visible.roles(record)):
        out = tmp_path / f"{seat}.svg"
        assert call("export", str(game_file), "--to", str(out), "--seat", role.upper()).exit_code == 0
        assert out.read_text("utf-8") == export.svg(record, seat=seat)


@pytest.mark.parametrize(
    ("name", "options", "code", "words"),
    [
        ("g.jpg", (), USAGE, "there is no export as 'g.jpg'; the ending chooses the format; "),
        ("g", (), USAGE, "there is no export as 'g'; the ending chooses the format; allowed: .jsonl, .txt,"),
        ("g.png", ("--ply", "9999"), USAGE, "there is no ply 9999; this game has the plies 0 to "),
        ("g.png", ("--seat", "99"), USAGE, "there is no seat '99'; allowed: 1, "),
        ("g.png", ("--theme", "auto"), USAGE, "there is no theme 'auto' for this kind of file; allowed: light, dark"),
        ("g.png", ("--width", "3"), USAGE, "a picture cannot be 3 pixels wide; allowed: 64 to 4096"),
        ("g.gif", ("--seconds", "100"), USAGE, "a frame cannot be shown for 100 s; allowed: 0.05 to 60"),
        ("g.txt", ("--ply", "3"), USAGE, "--ply does not apply to a .txt file; it applies to .svg, .png, .gif"),
        ("g.jsonl", ("--seat", "1"), USAGE, "--seat does not apply to a .jsonl file; it applies to .txt, .svg,"),
        ("no/g.png", (), TROUBLE, "cannot be written: No such file or directory; name another file"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_nothing_is_written(
    name: str, options: tuple[str, ...], code: int, words: str, game_file: Path, tmp_path: Path
) -> None:
    result = call("export", str(game_file), "--to", str(tmp_path / name), *options)
    assert result.exit_code == code
    assert words in result.stderr.splitlines()[-1]
    assert result.stderr.splitlines()[-1].startswith("rookery: ")
    assert not (tmp_path / name).exists()


def test_a_damaged_record_is_not_exported(game_file: Path, tmp_path: Path) -> None:
    game_file.write_bytes(game_file.read_bytes()[:-5])
    result = call("export", str(game_file), "--to", str(tmp_path / "g.svg"))
    assert result.exit_code == TROUBLE
    assert "stops in the middle of line" in result.stderr
    assert not (tmp_path / "g.svg").exists()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = call("export", str(tmp_path / "none.jsonl"), "--to", str(tmp_path / "g.svg"))
    assert result.exit_code == USAGE
    assert "there is no file" in result.stderr
