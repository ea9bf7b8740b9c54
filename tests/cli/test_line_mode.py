"""The line mode: whole games through pipes, no escape codes, refusals that ask again."""

import io
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import rookery
from rookery.cli import line_mode
from rookery.cli.console import fancy, interactive
from rookery.cli.local_game import LocalGame
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from tests.cli.conftest import SLUGS, call, hot_seat, play_randomly, run
from tests.often import EACH_KIND

ESCAPE = "\x1b"
SECRETIVE = [slug for slug in SLUGS if rookery.load(slug).facts.hidden]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def outcome(local: LocalGame) -> str:
    assert local.position.outcome is not None
    return local.position.outcome.words


@EACH_KIND
def test_a_whole_game_against_a_bot_by_a_pipe(slug: str, tmp_path: Path) -> None:
    """The same seed gives the same bot, so that the moves can be written before."""
    game = rookery.load(slug)
    local = LocalGame(game, None, {}, ("", *["random"] * (game.facts.players[0] - 1)), seed=11)
    typed = play_randomly(local)
    file = tmp_path / "game.jsonl"
    done = run("play", slug, "--bot", "random", "--seed", "11", "--save", str(file), typed="\n".join(typed) + "\n")
    assert done.returncode == 0
    assert ESCAPE not in done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == outcome(local)
    assert rookery.Record.load(file).actions == local.record.actions
    assert done.stderr == ""


@EACH_KIND
def test_hot_seat_and_bots_alone(slug: str) -> None:
    local = hot_seat(slug, seed=4)
    typed = play_randomly(local)
    result = call("play", slug, "--seat", "all", "--seed", "4", typed="\n".join(typed))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == outcome(local)
    result = call("play", slug, "--seat", "none", "--bot", "random", "--seed", "4")
    assert result.exit_code == 0
    assert "random bot" in result.stdout


@pytest.mark.parametrize("slug", SLUGS)
def test_it_says_the_position_whose_turn_and_the_legal_moves(slug: str) -> None:
    local = hot_seat(slug, seed=2)
    local.hand_over()
    scene = local.scene()
    said = call("play", slug, "--seat", "all", "--seed", "2", typed="?\nboard\nmoves\nhelp\n").stdout
    assert ESCAPE not in said
    assert said.count(scene.caption) == 1
    for choice in scene.choices:
        assert f"{choice.text}: {choice.words}\n" in said
    told = {spot.zone for spot in scene.spots}
    for zone in (zone for zone in scene.zones if zone.id in told):
        assert said.count(f"{zone.words}. ") == 2  # at the beginning and for `board`
    drawn = {spot.id for zone in scene.zones if not zone.listed for spot in scene.spots if spot.zone == zone.id}
    for piece in scene.pieces:
        assert piece.spot not in drawn or piece.text in said
    for line in local.lines():
        assert said.count(line.words) >= 2  # when it was played, and for `moves`
    assert local.game.notation.ACTION_FORM[1:] in said
    assert said.endswith("The game is not finished.\n")


@pytest.mark.parametrize("slug", SECRETIVE)
def test_what_is_secret_waits_for_the_one_who_may_see_it(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """People at one terminal hand it over; at a pipe nobody does."""
    monkeypatch.setattr(line_mode, "sys", SimpleNamespace(stdin=Terminal("\n"), stdout=(said := io.StringIO())))
    local = hot_seat(slug, seed=2)
    everybodys, role = local.scene(), local.role(local.position.mover or 0)
    line_mode.play_lines(local)
    secret = {spot.words for spot in local.scene().spots} - {spot.words for spot in everybodys.spots}
    assert secret
    before, _, after = said.getvalue().partition(f"Hand over to {role}.")
    assert not any(words in before for words in secret)
    assert all(words in after for words in secret)


def test_wrong_moves_are_refused_and_asked_again() -> None:
    slug = SLUGS[0]
    local = hot_seat(slug, seed=2)
    good = local.position.format(local.position.legal_actions[0])
    result = call("play", slug, "--seat", "all", "--seed", "2", typed=f"zzz\n\n{good}\n{good}\nquit\n{good}\n")
    assert result.exit_code == 0
    assert f"'zzz' is not an action of {local.game.facts.name}: " in result.stdout
    ply = local.record.plies + 1
    local.play(good)
    assert f"{good} is not legal here. {local.position.why_not(good)}. Type ? to" in result.stdout
    assert sum(local.line(ply).words in line for line in result.stdout.splitlines()) == 1


def test_a_bot_that_takes_long_says_that_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "The random bot is thinking ..."
    arguments = ("play", SLUGS[0], "--seat", "none", "--bot", "random", "--seed", "4")
    assert words not in call(*arguments).stdout
    think = LocalGame.think

    def slowly(view: Position, level: str, seed: int) -> tuple[int, str]:
        time.sleep(0.02)
        return think(view, level, seed)

    monkeypatch.setattr(LocalGame, "think", staticmethod(slowly))
    monkeypatch.setattr(line_mode, "THINKING_NOTICE_DELAY", 0.001)
    assert words in call(*arguments).stdout


def test_what_a_bot_says_of_its_move_is_shown_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    think = LocalGame.think
    monkeypatch.setattr(LocalGame, "think", staticmethod(lambda *task: (think(*task)[0], "proved: it must be so")))
    file = tmp_path / "game.jsonl"
    said = call("play", SLUGS[0], "--seat", "none", "--bot", "random", "--seed", "4", "--save", str(file)).stdout
    record = Record.load(file)
    assert said.count("; proved: it must be so") == len(record.remarks) > 0
    assert all(record.at(ply - 1).mover != CHANCE for ply in record.remarks)
    assert call("replay", str(file)).stdout.count("; proved: it must be so") == len(record.remarks)


def test_save_writes_the_record_so_far(tmp_path: Path) -> None:
    slug, file = SLUGS[0], tmp_path / "a game.jsonl"
    taken = tmp_path / "taken.jsonl"
    taken.write_text("mine")
    typed = f"save {file}\nsave {file}\nsave {taken}\nsave\nquit\n"
    said = call("play", slug, "--seat", "all", "--seed", "2", typed=typed).stdout
    assert said.count(f"The record was saved to {file}.") == 2
    assert f"{taken} already exists" in said
    assert taken.read_text() == "mine"
    assert rookery.Record.load(file).game.facts.slug == slug


def test_escape_codes_only_where_they_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert fancy(Terminal())
    assert not fancy(io.StringIO())
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr("sys." + stream, Terminal())
    assert interactive()
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert not interactive()
    monkeypatch.setenv("TERM", "dumb")
    assert not fancy(Terminal())


def test_options_players_and_seats_by_name() -> None:
    facts = rookery.load(SLUGS[0]).facts
    arguments = [f"--option={option.name}={option.choices_of(facts.players[0])[-1]}" for option in facts.options]
    first, role, *_ = facts.seats[facts.players[0]]
    said = call("play", SLUGS[0], "--seat", role.upper(), "--bot", "random", *arguments, typed="quit\n").stdout
    assert f"Seat 1, {first}: random bot\nSeat 2, {role}: you\n" in said
