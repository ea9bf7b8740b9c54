"""Wrong input gets one sentence that says what is allowed; 2 for usage, 1 for trouble; never a traceback."""

import socket
from pathlib import Path

import pytest

import rookery
from rookery.cli.hours import check_writable, resumable
from rookery.cli.main import EXIT_TROUBLE, EXIT_USAGE
from rookery.core.errors import LostWorker, Trouble
from tests.cli.conftest import SLUGS, call, run

GAME = SLUGS[0]
NAME = rookery.load(GAME).facts.name


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["plya"], "no subcommand 'plya'; did you mean play?"),
        (["play", GAME[:-1]], f"no game is called {GAME[:-1]!r}; did you mean {GAME}? allowed: "),
        (["games", "chess"], "no game is called 'chess'; allowed: "),
        (["play", GAME, "--bot", "hrad"], f"{NAME} has no bot of level 'hrad'; did you mean hard? allowed: "),
        (["play", GAME, "--option", "no=1"], f"{NAME} has no option 'no'; "),
        (["play", GAME, "--option", "no"], "--option 'no' must look like name=value"),
        (["play", GAME, "--players", "9"], f"{NAME} cannot be played by 9 players; allowed: "),
        (["play", GAME, "--seat", "9"], "there is no seat '9'; allowed: 1, 2, "),
        (["play", GAME, "--seat", "all", "--bot", "easy"], "too few for these bots: easy"),
        (["replay", "nowhere.jsonl"], "there is no file nowhere.jsonl"),
        (["site", ".", "--server", "example.org"], "'example.org' is no address of a server: give one such as"),
    ],
)
def test_misspelt_words_are_refused_in_one_sentence(arguments: list[str], sentence: str) -> None:
    result = call(*arguments)
    assert result.exit_code == EXIT_USAGE
    assert result.stdout == ""
    last = result.stderr.splitlines()[-1]
    assert last.startswith("rookery: ")
    assert sentence in last


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "--sed", "1"], "No such option: --sed"),
        (["play", "--seed", "x"], "'--seed'"),
        (["serve", "--port", "99999"], "'--port'"),
        (["arena", GAME], "LEVEL"),
        (["replay"], "FILE"),
    ],
)
def test_unknown_flags_and_values_are_usage_errors(arguments: list[str], sentence: str) -> None:
    result = call(*arguments)
    assert result.exit_code == EXIT_USAGE
    assert sentence in result.stderr


def test_a_near_file_name_is_offered(game_file: Path) -> None:
    result = call("replay", str(game_file.with_name("gane.jsonl")))
    assert result.exit_code == EXIT_USAGE
    assert "did you mean game.jsonl?" in result.stderr


# ── Records ──────────────────────────────────────────────────────────────────
def refused(file: Path) -> str:
    """The one sentence with which a record is refused."""
    result = call("replay", str(file))
    assert result.exit_code == EXIT_TROUBLE
    assert result.stdout == ""
    return result.stderr.splitlines()[-1]


def test_a_broken_record_is_refused_with_its_line(game_file: Path) -> None:
    """All that may be broken is in tests/core/test_record.py."""
    text, key = game_file.read_text("utf-8"), rookery.Record.load(game_file).at(3).key
    game_file.write_text(text.replace(key, "0" * 16), "utf-8")
    assert f"{game_file}, line 4: the position after ply 3 has the key" in refused(game_file)


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    assert "is not a record of a game" in refused(tmp_path / "picture.png")
    assert "cannot be read" in refused(tmp_path)


def test_a_ply_that_is_not_there_is_refused(game_file: Path) -> None:
    result = call("replay", str(game_file), "--ply", "999")
    assert result.exit_code == EXIT_USAGE
    assert "there is no ply 999; this game has the plies 0 to" in result.stderr


def test_the_full_screen_needs_a_terminal(game_file: Path) -> None:
    result = call("replay", str(game_file), "--step")
    assert result.exit_code == EXIT_TROUBLE
    assert "--step needs a terminal" in result.stderr


def test_a_file_that_exists_is_not_overwritten(game_file: Path) -> None:
    before = game_file.read_bytes()
    result = call("play", GAME, "--bot", "random", "--save", str(game_file))
    assert result.exit_code == EXIT_TROUBLE
    assert f"{game_file} already exists; name another file" in result.stderr
    assert game_file.read_bytes() == before


def test_a_file_that_cannot_be_written_is_trouble(game_file: Path, tmp_path: Path) -> None:
    away = tmp_path / "no" / "folder" / "game.jsonl"
    result = call("play", GAME, "--bot", "random", "--save", str(away))
    assert result.exit_code == EXIT_TROUBLE
    assert f"the record cannot be written to {away}: " in result.stderr
    result = call("replay", str(game_file), "--svg", str(away))
    assert result.exit_code == EXIT_TROUBLE
    assert str(away) in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("arena", GAME, "random", "greedy", "--out"),
        ("arena", GAME, "random", "greedy", "--markdown"),
        ("arena", GAME, "random", "greedy", "--plot"),
    ],
)
def test_a_file_for_the_end_is_looked_at_before_hours_are_spent(command: tuple[str, ...], tmp_path: Path) -> None:
    for name, why in (("no/table.svg", "No such file or directory"), ("folder.svg", "Is a directory")):
        (tmp_path / "folder.svg").mkdir(exist_ok=True)
        result = call(*command, str(tmp_path / name))
        assert result.exit_code == EXIT_TROUBLE
        assert result.stdout == ""
        assert result.stderr == f"rookery: {tmp_path / name} cannot be written: {why}; name another file\n"


def test_a_folder_for_the_end_is_looked_at_before_it_is_built(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for folder, sentence, code in (
        (file / "in", f"{file / 'in'} cannot be written: Not a directory; name another folder", EXIT_TROUBLE),
        (file, f"{file} is a file; name a folder", EXIT_USAGE),
    ):
        result = call("site", str(folder))
        assert (result.stdout, result.stderr) == ("", f"rookery: {sentence}\n")
        assert result.exit_code == code


def test_looking_at_a_file_leaves_it_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("text", "utf-8")
    check_writable(tmp_path / "old", tmp_path / "new", None)
    assert (tmp_path / "old").read_text("utf-8") == "text"
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("out", "kept"),
    [
        (Path("f"), "finished work is in f; the same command continues it"),
        (None, "no work was kept; --out FILE would keep it"),
    ],
)
def test_a_lost_worker_is_trouble_that_says_what_is_kept(out: Path | None, kept: str) -> None:
    sentence = f"^stopped after 3 games: one was killed; {kept}$"
    with pytest.raises(Trouble, match=sentence), resumable(out, lambda: " after 3 games"):
        raise LostWorker("one was killed")


# ── The server ───────────────────────────────────────────────────────────────
def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--port", str(port), "--database", str(tmp_path / "tables.db"))
    assert result.returncode == EXIT_TROUBLE
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert f"rookery: cannot listen on 127.0.0.1, port {port}: another program listens there" in result.stderr


def test_a_database_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("serve", "--port", "0", "--database", str(tmp_path / "file" / "tables.db"))
    assert result.returncode == EXIT_TROUBLE
    assert "Traceback" not in result.stderr
    assert result.stderr.splitlines()[-1].startswith("rookery: ")
    assert "database" in result.stderr
