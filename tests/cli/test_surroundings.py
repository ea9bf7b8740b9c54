"""The command where the output is not UTF-8, and where there is no home folder, no user entry, or no right to write."""

import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import rookery
from rookery.cli.main import SUBCOMMANDS, app
from rookery.core import kernel
from rookery.legible import legible
from rookery.server.config import read
from rookery.server.storage.sqlite import Sqlite
from tests.cli.conftest import SLUGS, call, hot_seat

ENCODINGS = ("cp1252", "latin-1", "cp437", "ascii")
CHANCY = next(slug for slug in SLUGS if rookery.load(slug).facts.hidden)


def printed(encoding: str, *arguments: str, typed: str = "") -> str:
    """What a command prints in an encoding, without an error."""
    result: Result = CliRunner(charset=encoding).invoke(app, arguments, input=typed, prog_name="rookery")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 0, result.output
    return result.output


# of machines that say nothing; of Windows, which can print all that is ASCII
@pytest.mark.parametrize("encoding", ["ascii", pytest.param("cp1252", marks=pytest.mark.soak)])
def test_every_command_prints_in_any_encoding(encoding: str, tmp_path: Path) -> None:
    for name in SUBCOMMANDS:
        assert f"rookery {name}" in printed(encoding, name, "--help")
    assert printed(encoding, "--version").startswith("rookery ")
    file = tmp_path / "game.jsonl"
    for slug in SLUGS:
        file.unlink(missing_ok=True)
        played = printed(
            encoding, "play", slug, "--seat", "none", "--bot", "random", "--plain", "--seed", "7", "--save", str(file)
        )
        assert rookery.load(slug).facts.name in played
        assert "After ply" in printed(encoding, "replay", str(file))
        printed(encoding, "games", slug)
        for lesson in ("--list", ""):
            printed(
                encoding, "learn", slug, *filter(None, [lesson]), typed="?\nboard\nhelp\nhint\nhint\nno\nskip\nquit\n"
            )
    printed(encoding, "games")
    printed(encoding, "puzzles")
    printed(encoding, "export", str(file), "--to", str(tmp_path / "é漢.txt"))
    Sqlite(tmp_path / "t.sqlite3").close()
    for command in (["backup", str(tmp_path / "b♠.sqlite3")], ["doctor"]):
        printed(encoding, *command, "--database", str(tmp_path / "t.sqlite3"))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_sign_that_an_encoding_lacks_is_written_otherwise(encoding: str) -> None:
    shown = legible("Y♠ ☾ ♥ g9–h10 … × ± · é 漢 \udcff", encoding)
    assert shown.encode(encoding).decode(encoding) == shown
    assert shown.startswith("Yspade moon heart g9")
    assert shown.endswith("? ?")
    assert legible("plain", encoding) == "plain"
    assert legible("g9–h10 · é", "ascii") == "g9-h10 . e"
    assert legible("Y♠ g9–h10", "utf-8") == "Y♠ g9–h10"


def test_columns_are_as_wide_as_the_letters_that_are_shown() -> None:
    lines = printed("ascii", "play", CHANCY, "--seat", "all", "--plain", "--seed", "3", typed="quit\n").splitlines()
    racks = [line for line in lines if line.startswith("  ") and ("spade" in line or "moon" in line or "star" in line)]
    assert racks, "the picture shows tiles by their signs"


def test_what_a_person_types_may_be_no_text() -> None:
    done = CliRunner().invoke(app, ["play", SLUGS[0], "--seat", "all", "--plain"], input=b"\xff\xfe\nquit\n")
    assert done.exit_code == 0, done.exception


def test_python_m_rookery_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rookery", "--version"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"rookery {rookery.__version__}\n"


# ── Control characters ───────────────────────────────────────────────────────
def test_no_command_passes_on_what_a_terminal_would_obey(tmp_path: Path) -> None:
    local = hot_seat(CHANCY, seed=5)
    while not local.position.is_over:
        local.play(local.position.legal_actions[0])
    name = "A\x1b]0;x\x07\x9b31m\u202eb\x7f\r\n\u2028c"
    local.record.names = (name,) * local.position.players
    file = tmp_path / "game.jsonl"
    file.write_text(local.record.dumps(), "utf-8")
    assert rookery.Record.load(file).names == local.record.names
    shown = [file.read_text("utf-8")]
    for kind in ("txt", "svg", "jsonl"):
        out = tmp_path / f"out.{kind}"
        assert call("export", str(file), "--to", str(out)).exit_code == 0
        shown.append(out.read_text("utf-8"))
    shown += [call("replay", str(file)).output, call("verify", str(file)).output]
    broken = tmp_path / "broken.jsonl"
    broken.write_text(shown[0].replace('"ply": 2', f'"ply": "{name[:9]}"'.replace("\x1b", "\\u001b")), "utf-8")
    shown.append(call("replay", str(broken)).output)
    strange = {letter for text in shown for letter in text if not letter.isprintable()}
    assert strange == {"\n"}


# ── No home, no user entry, nothing that can be written ──────────────────────
@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container that runs with a user id of its own."""

    def unknown(uid: int) -> None:
        raise KeyError(f"getpwuid(): uid not found: {uid}")

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    with pytest.raises(RuntimeError, match="home"):
        Path.home()


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of compiled kernels is looked for anew."""
    monkeypatch.setenv("ROOKERY_CACHE", str(kernel.cache_root()))
    kernel.cache_root.cache_clear()
    yield
    kernel.cache_root.cache_clear()


@pytest.mark.usefixtures("homeless")
def test_a_command_that_is_told_where_everything_is_needs_no_home(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    Sqlite(database).close()
    copy = str(tmp_path / "copy.sqlite3")
    for arguments in (
        ["backup", copy, "--database", str(database)],
        ["restore", copy, "--database", str(database)],
        ["doctor", "--database", str(database)],
        ["games"],
        ["games", SLUGS[0]],
        ["puzzles"],
        ["learn", SLUGS[0], "--list"],
        ["play", SLUGS[0], "--seat", "none", "--bot", "random", "--plain", "--seed", "1"],
    ):
        result = call(*arguments)
        assert result.exit_code == 0, (arguments, result.output)
    assert read({}, database="x", port=0).port == 0
    assert read({"ROOKERY_DATABASE": "x"}).database == "x"


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("arguments", [["serve"], ["backup", "copy.sqlite3"], ["doctor"], ["restore", "x.sqlite3"]])
def test_a_default_that_needs_a_home_is_refused_in_one_sentence(arguments: list[str]) -> None:
    result = call(*arguments)
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == (
        "rookery: this user has no home folder, where the database would be; name one with --database, or in "
        "ROOKERY_DATABASE"
    )


@pytest.mark.usefixtures("homeless")
def test_a_file_in_the_home_of_nobody_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call("play", SLUGS[0], "--seat", "all", "--plain", typed="save ~/game.jsonl\nquit\n")
    assert result.exit_code == 0
    assert "the record cannot be written to ~/game.jsonl: No such file or directory." in result.stdout


@pytest.mark.usefixtures("homeless", "own_cache")
def test_compiled_rules_without_a_home_are_kept_for_as_long_as_the_command_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ROOKERY_CACHE")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = kernel.cache_root()
    assert found.parent == tmp_path
    assert os.environ["ROOKERY_CACHE"] == str(found)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, game_file: Path) -> None:
    """/proc can be written by nobody, not even by root."""
    there = "/proc/no-such-folder"
    for arguments in (
        ["play", SLUGS[0], "--seat", "all", "--plain", "--save", f"{there}/g.jsonl"],
        ["export", str(game_file), "--to", f"{there}/g.txt"],
        ["replay", str(game_file), "--ply", "1", "--svg", f"{there}/g.svg"],
        ["backup", f"{there}/copy.sqlite3", "--database", str(tmp_path / "t.sqlite3")],
        ["serve", "--port", "0", "--database", f"{there}/t.sqlite3"],
        ["arena", SLUGS[0], "random", "greedy", "--out", f"{there}/games.jsonl"],
    ):
        if arguments[0] == "backup":
            Sqlite(tmp_path / "t.sqlite3").close()
        result = call(*arguments)
        assert result.exit_code in (1, 2), (arguments, result.output)
        last = result.output.splitlines()[-1]
        assert last.startswith("rookery: "), (arguments, last)
        assert there in last, (arguments, last)
        assert "Errno" not in last, (arguments, last)
