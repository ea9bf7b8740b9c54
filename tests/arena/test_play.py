"""Games depend only on seed and number, not on the worker. They are kept, and a match continues after any stop."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from rookery.arena import GameResult, Match, Results, play, play_game, workers
from rookery.core.errors import BrokenRecord, LostWorker, MissingExtra, OtherWork, Trouble, UnknownOption
from rookery.core.generator import Generator
from rookery.core.position import Position
from tests.arena.conftest import BOTS, KEEP, OUTSIDE, RACE, Firm

QUICK = {"games": 12, "opening": 2, "seed": 5}


def race(games: int = 10, players: int = 2, seed: int = 0) -> Match:
    return Match(RACE, ["keeper", "giver"], bots=BOTS, games=games, players=players, seed=seed)


def by_number(results: Results) -> list[GameResult]:
    return sorted(results.games, key=lambda game: game.number)


# ── Games ────────────────────────────────────────────────────────────────────
def test_a_match_is_played_to_the_end_and_reported() -> None:
    told: list[int] = []
    results = play(race(), report=lambda so_far: told.append(len(so_far.games)))
    assert told == list(range(11))
    assert results.complete
    assert [game.number for game in results.games] == list(range(10))
    for game in results.games:
        assert game.seats == results.match.scheduled(game.number).seats
        assert sum(game.points.values()) == pytest.approx(1)
        assert game.plies == 8  # two rounds of two, dealt and decided
        assert game.decisions == {"keeper": 2, "giver": 2}
        assert all(0 <= game.longest[name] <= game.seconds[name] for name in game.seats)


def test_shared_first_places_share_the_point() -> None:
    game = GameResult(0, ("a", "b", "b", "a"), (0.0, 0.5, -1.0, 0.5), 9, "")
    assert game.points == {"a": 0.5, "b": 0.5}
    assert GameResult(0, ("a", "b", "b"), (1 / 4, 1 / 4, -1 / 2), 9, "").points == {"a": 0.5, "b": 0.5}
    assert GameResult(0, ("a", "b", "b"), (0.0, 0.0, 0.0), 9, "").points == {"a": 1 / 3, "b": 2 / 3}


def test_a_seed_gives_the_same_games_and_another_gives_others() -> None:
    assert play(race(seed=1)).games == play(race(seed=1)).games
    assert play(race(seed=1)).games != play(race(seed=2)).games


def test_lines_are_read_as_they_were_written() -> None:
    for game in play(race()).games:
        assert GameResult.of_json(json.loads(json.dumps(game.as_json()))) == game


# ── Workers ──────────────────────────────────────────────────────────────────
def test_a_single_game_leaves_ctrl_c_as_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    match = Match(OUTSIDE, ["random", "greedy"])
    assert list(workers.games_of(match, [5], 2, "")) == [play_game(match, 5)]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_cluster_plays_the_same_games() -> None:
    distributed = pytest.importorskip("distributed")
    match = Match(OUTSIDE, ["random", "greedy"], **QUICK)  # type: ignore[arg-type]
    alone = {"n_workers": 1, "processes": False, "dashboard_address": ":0"}
    with distributed.LocalCluster(threads_per_worker=1, **alone) as cluster:
        assert by_number(play(match, dask=cluster.scheduler_address)) == play(match).games
    with (
        distributed.LocalCluster(threads_per_worker=2, **alone) as cluster,
        pytest.raises(Trouble, match="--nthreads 1"),
    ):
        play(match, dask=cluster.scheduler_address)


@pytest.mark.parametrize("count", [0, -3])
def test_less_than_one_worker_is_refused(count: int) -> None:
    with pytest.raises(UnknownOption, match=f"a match cannot have {count} workers; allowed: 1 or more"):
        play(race(), workers=count)


def test_other_code_on_another_machine_is_refused() -> None:
    with pytest.raises(Trouble, match="install the same Rookery on it"):
        workers._play_in_worker(race(), 0, "0" * 16)


@dataclass(frozen=True)
class Mortal:
    """Ends whichever process it plays in, but the one where it was made."""

    home: int
    words: str = "ends"

    def choose(self, view: Position, generator: Generator) -> int:
        if os.getpid() != self.home:
            os.kill(os.getpid(), signal.SIGKILL)
        return view.legal_actions[0]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent")
def test_a_worker_that_was_killed_is_said() -> None:
    match = Match(OUTSIDE, ["random", "mortal"], games=8, bots={"mortal": Mortal(os.getpid())})
    with pytest.raises(LostWorker, match="it was killed, or it ran out of memory"):
        play(match, workers=2)


def test_a_missing_library_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match="pip install rookery-lab"):
        play(race(), dask="tcp://no:1")


# ── The file ─────────────────────────────────────────────────────────────────
def test_what_a_file_holds_is_not_played_again(tmp_path: Path) -> None:
    file, asked = tmp_path / "games.jsonl", []

    class Counting:
        def choose(self, view: Position, generator: Generator) -> int:
            asked.append(view.key)
            return BOTS["giver"].action

    def match(games: int) -> Match:
        return Match(RACE, ["keeper", "giver"], bots={**BOTS, "giver": Counting()}, games=games)  # type: ignore[dict-item]

    play(match(6), file)
    before = file.read_bytes()
    assert len(asked) == 6 * 2
    results = play(match(10), file)
    assert len(asked) == 10 * 2
    assert file.read_bytes().startswith(before)
    assert by_number(results) == play(race(games=10)).games
    assert len(play(match(4), file).games) == 4


@pytest.mark.parametrize("left", [0, 1, 9, -40, -1])
def test_a_line_cut_in_half_is_played_again(tmp_path: Path, left: int) -> None:
    """Wherever a kill came: in the head (counted from the beginning) or in the last line (from the end)."""
    file = tmp_path / "games.jsonl"
    whole = play(race(), file).games
    text = file.read_bytes()
    file.write_bytes(text[:left])
    assert by_number(play(race(), file)) == whole
    assert [json.loads(line)["game"] for line in file.read_bytes().splitlines()[1:]] == list(range(10))


def run(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "rookery.cli.main", "arena", OUTSIDE, "easy", "greedy", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def wait_for_lines(file: Path, process: "subprocess.Popen[str]", lines: int) -> None:
    for _ in range(1200):
        if (file.exists() and file.read_bytes().count(b"\n") >= lines) or process.poll() is not None:
            return
        time.sleep(0.05)


def test_a_match_goes_on_after_a_kill(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with run("--games", "100000", "--opening", "2", "--out", str(file), "--workers", "1") as process:
        wait_for_lines(file, process, 5)
        process.kill()
    with file.open("ab") as end:
        end.write(b'{"game": 3')
    kept = {line for line in file.read_bytes().splitlines() if line.endswith(b"}")}
    assert len(kept) >= 5
    match = Match(OUTSIDE, ["easy", "greedy"], games=len(kept) + 5, opening=2)
    assert by_number(play(match, file)) == play(match).games
    assert kept <= set(file.read_bytes().splitlines())


@pytest.mark.skipif(os.name == "nt", reason="signals are sent")
def test_two_workers_play_the_same_games_and_ctrl_c_leaves_a_good_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with run("--games", "100000", "--opening", "2", "--out", str(file), "--workers", "2") as process:
        wait_for_lines(file, process, 3)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in said
    assert f"of 100000 games; finished work is in {file}; the same command continues it" in said
    match = Match(OUTSIDE, ["easy", "greedy"], games=file.read_bytes().count(b"\n") + 5, opening=2)
    assert by_number(play(match, file)) == play(match).games


def test_files_of_other_matches_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    play(race(), file)
    before = file.read_bytes()
    others = [
        (race(seed=1), "its seed is 0, not 1"),
        (race(players=3), "its players is 2, not 3"),
        (Match(RACE, ["giver", "keeper"], bots=BOTS), "its entrants are keeper, giver, not giver, keeper"),
        (Match(OUTSIDE, ["random", "greedy"]), 'its game is "race", not '),
        (Match(RACE, ["keeper", "giver"], bots=BOTS | {"giver": Firm(KEEP)}), r"entrants: giver is .*action=1.*, not"),
    ]
    for match, sentence in others:
        with pytest.raises(OtherWork, match=sentence):
            play(match, file)
    changed = race()
    changed.head["engine"] = "0" * 16
    with pytest.raises(OtherWork, match="rules or bots have changed"):
        play(changed, file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", [b"notes", b"notes\n", b'{"rookery": 1}\n', b"\x89PNG\r\n\x1a\n\x00"])
def test_files_that_are_no_results_are_refused_and_stay(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "notes").write_bytes(text)
    with pytest.raises(BrokenRecord, match="is not a file of `rookery arena`"):
        play(race(), tmp_path / "notes")
    assert (tmp_path / "notes").read_bytes() == text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": 1}, "the seats are not those of the schedule"),
        ({"game": -2}, "its game must be a number from 0 on, not -2"),
        ({"game": "2"}, "its game must be a number from 0 on, not '2'"),
        ({"plies": 8.5}, "its plies must be a whole number, not 8.5"),
        ({"utilities": [1.0]}, "1 utilities for 2 seats"),
        ({"utilities": [float("nan"), 0.0]}, "its utility must be a number -1 .. 1, not nan"),
        ({"seconds": {}}, "it has no 'keeper'"),
        ({"decisions": {"keeper": True, "giver": 2}}, "its decisions must be a number from 0 on, not True"),
        ({"longest": {"keeper": "0.1", "giver": 0.1}}, "its longest must be a number"),
        ({"claims": [[2, 0.5]]}, r"its seat of a claim must be a number 0 \.\. 1, not 2"),
    ],
)
def test_a_line_that_is_no_game_is_refused(tmp_path: Path, changes: dict[str, object], sentence: str) -> None:
    file = tmp_path / "games.jsonl"
    play(race(), file)
    lines = file.read_text("utf-8").splitlines()
    lines[3] = json.dumps(json.loads(lines[3]) | changes)
    file.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(BrokenRecord, match=rf"line 4 is not a game of this match \({sentence}"):
        play(race(), file)


@pytest.mark.parametrize("line", ["{}", "[]", "nonsense", "[" * 100_000])
def test_a_line_that_is_nothing_of_ours_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "games.jsonl"
    play(race(1), file)
    with file.open("a") as end:
        end.write(f"{line}\n")
    with pytest.raises(BrokenRecord, match="line 4 is not a game of this match"):
        play(race(), file)
