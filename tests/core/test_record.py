"""Records: what is written comes back; everything else is refused by name, with file and line. Played with Tiny."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rookery import CHANCE, Record, records
from rookery.core import errors
from rookery.core.errors import BrokenRecord, UnknownGame, UnknownRules
from rookery.core.reading import record_lines, record_reader
from rookery.core.record import seal
from tests.tiny.lab import Lab

ACTIONS = ("card 3", "card 1", "mark b", "mark a", "mark c")
Lines = list[str]


@pytest.fixture
def record(lab: Lab) -> Record:
    record = Record(lab.game, players=2, options={"bonus": "5"}, names=["Ada", "Grace"])
    for action in ACTIONS:
        record.play(action)
    return record


# ── Playing ──────────────────────────────────────────────────────────────────
def test_a_record_knows_every_position(record: Record) -> None:
    assert record.plies == len(ACTIONS)
    assert [record.text(ply) for ply in range(1, 6)] == list(ACTIONS)
    assert [record.at(ply).mover for ply in range(6)] == [CHANCE, CHANCE, 0, 1, 0, None]
    assert record.words(3) == "Mark b"
    assert record.at(5) is record.position


@pytest.mark.parametrize("ply", [-1, 6, 1_000_000])
def test_a_ply_that_is_not_there(record: Record, ply: int) -> None:
    with pytest.raises(errors.NoSuchPly, match=f"there is no ply {ply}; this game has the plies 0 to 5"):
        record.at(ply)


def test_a_refused_action_changes_nothing(lab: Lab) -> None:
    record = Record(lab.game)
    record.settle(np.random.default_rng(1))
    before = record.dumps()
    with pytest.raises(errors.IllegalAction):
        record.play("card 1")
    assert record.dumps() == before


def test_nothing_goes_on_after_the_end(record: Record) -> None:
    with pytest.raises(errors.GameOver, match="the game is over"):
        record.play("mark a")


def test_settling_lets_only_chance_play(lab: Lab) -> None:
    record = Record(lab.game, players=3)
    assert record.settle(np.random.default_rng(4)).mover == 0
    assert record.plies == 3
    again = Record(lab.game, players=3)
    again.settle(np.random.default_rng(4))
    assert again.actions == record.actions


# ── Writing and reading ──────────────────────────────────────────────────────
def test_a_remark_is_written_and_comes_back(record: Record) -> None:
    said = Record(record.game, record.at(0).players, record.at(0).options)
    for ply, action in enumerate(record.actions, start=1):
        said.play(action, "thought über" if ply == record.plies else "")
    assert Record.loads(said.dumps()).remarks == said.remarks == {record.plies: "thought über"}
    assert said.dumps().count("remark") == 1


def test_what_a_stand_in_played_is_written_and_comes_back(record: Record) -> None:
    said = Record(record.game, record.at(0).players, record.at(0).options)
    last = max(ply for ply in range(1, record.plies + 1) if record.mover(ply - 1) != CHANCE)
    for ply, action in enumerate(record.actions, start=1):
        said.follow(action, said.position.after(action), stand_in=ply == last)
    assert Record.loads(said.dumps()).stand_ins == said.stand_ins == {last}
    assert said.dumps().count("stand_in") == 1
    said.take_back(last - 1)
    assert said.stand_ins == set()


def test_a_record_that_cannot_be_written_leaves_the_older_one(record: Record, tmp_path: Path) -> None:
    path, link = tmp_path / "game.jsonl", tmp_path / "link"
    link.symlink_to(path)
    record.save(link)
    before = path.read_text("utf-8")
    with pytest.raises(UnicodeEncodeError):
        Record(record.game, names=["\ud800"]).save(link)
    assert path.read_text("utf-8") == before
    assert sorted(tmp_path.iterdir()) == [path, link]


# what editors, mail programs and shells do to a text in which nothing is lost
EDITED: dict[str, Callable[[str], str | bytes]] = {
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "byte order mark in a text": lambda text: "\ufeff" + text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "no last line end": lambda text: text[:-1],
    "a blank line after each": lambda text: text.replace("\n", "\n\n"),
    "blank lines first": lambda text: "\n \n" + text,
    "blank lines last": lambda text: text + "\n\t\n",
    "spaces": lambda text: text.replace("\n", "  \n   "),
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "quoted twice": lambda text: "".join(f">> {line}\n>>\n" for line in text.splitlines()),
    "quoted by each": lambda text: "".join(f"> > {line}\r\n" for line in text.splitlines()),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16, big end first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-16 of Windows": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
}


@pytest.mark.parametrize("how", EDITED)
def test_what_an_editor_does_to_a_file_is_understood(record: Record, how: str) -> None:
    record.names = ('> Zoë, "{} ', "漢")
    assert Record.loads(EDITED[how](record.dumps())).dumps() == record.dumps()


def test_a_line_keeps_its_number_in_the_file(record: Record) -> None:
    lines = record.dumps().splitlines()
    with pytest.raises(BrokenRecord, match=r"^record, line 7: ply 3 is missing, found 4"):
        Record.loads("\n\n".join([*lines[:3], *lines[4:]]))


def test_damaged_utf_16_is_refused(record: Record) -> None:
    with pytest.raises(BrokenRecord, match=r"^record is marked as UTF-16-LE, and damaged: "):
        Record.loads(record.dumps().encode("utf-16")[:-1])


# ── Many records in one file ─────────────────────────────────────────────────
def test_records_are_read_one_after_another(record: Record, tmp_path: Path) -> None:
    other = Record(record.game, names=["Ben"])
    other.play("card 1")
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([record.dumps(), other.dumps(), record.dumps()]), "utf-8")
    kept = [record.dumps(), other.dumps(), record.dumps()]
    assert [one.dumps() for one in records(path)] == kept
    with path.open("rb") as in_bytes, path.open(encoding="utf-8") as in_text:
        assert [one.dumps() for one in records(in_bytes)] == kept
        assert [one.dumps() for one in records(in_text)] == kept
    path.write_text(path.read_text("utf-8"), "utf-16")
    assert [one.dumps() for one in records(str(path))] == kept
    path.write_bytes(b"\n")
    assert list(records(path)) == []


def test_a_broken_record_among_many_is_named_and_the_next_one_is_read(record: Record, tmp_path: Path) -> None:
    lines = record.dumps().splitlines(keepends=True)
    path = tmp_path / "games.jsonl"
    path.write_text("".join(["Hello\n", *lines, *lines[:3], *lines[4:], *lines, *lines[:4], *lines[:2], lines[2][:30]]))
    games = records(path)
    with pytest.raises(BrokenRecord, match=re.escape(f"{path} is not a record of a game: it must begin")):
        next(games)
    assert next(games).dumps() == record.dumps()
    with pytest.raises(BrokenRecord, match=re.escape(f"{path}, game at line 9, line 12: ply 3 is missing, found 4")):
        next(games)
    assert next(games).dumps() == record.dumps()
    assert next(games).plies == 3, "a game that was not finished"
    with pytest.raises(BrokenRecord, match=re.escape(f"{path}, game at line 26 stops in the middle of line 28")):
        next(games)
    assert next(games, None) is None


def test_the_lines_are_plain_json(record: Record) -> None:
    head, *plies, end = [json.loads(line) for line in record.lines()]
    assert head == {
        "rookery": 1,
        "game": "tiny",
        "rules": 1,
        "players": 2,
        "options": {"bonus": "5"},
        "names": ["Ada", "Grace"],
    }
    assert plies[0] == {"ply": 1, "mover": "chance", "action": "card 3", "key": record.at(1).key}
    assert plies[2]["mover"] == 0
    assert end == {"over": True, "utilities": [1.0, -1.0], "words": "It is over."}


# ── Refusals: what is done to the lines, and the words of the refusal ────────
def replaced(line: int, **entries: Any) -> Callable[[Lines], Lines]:
    def change(lines: Lines) -> Lines:
        entry = {**json.loads(lines[line - 1]), **entries}
        return [*lines[: line - 1], json.dumps(entry) + "\n", *lines[line:]]

    return change


def without(line: int, name: str) -> Callable[[Lines], Lines]:
    def change(lines: Lines) -> Lines:
        entry = {key: value for key, value in json.loads(lines[line - 1]).items() if key != name}
        return [*lines[: line - 1], json.dumps(entry) + "\n", *lines[line:]]

    return change


def put(line: int, text: str) -> Callable[[Lines], Lines]:
    return lambda lines: [*lines[: line - 1], text + "\n", *lines[line:]]


BROKEN: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "empty": (lambda lines: [], "FILE is not a record of a game"),
    "not text": (lambda lines: ["\x00\x01PNG\n"], "FILE is not a record of a game"),
    "cut off": (lambda lines: [*lines[:3], lines[3][:20]], "FILE stops in the middle of line 4"),
    "cut off after a line end": (lambda lines: [*lines[:3], "{"], "FILE stops in the middle of line 4: '{'"),
    "cut off in mail": (lambda lines: [*lines[:3], "> " + lines[3][:20]], "FILE stops in the middle of line 4"),
    "a signature": (
        lambda lines: [*lines, "-- \n", "Ann\n"],
        "FILE, line 7: the game is over here, but the file goes on",
    ),
    "a greeting": (lambda lines: ["Hello\n", *lines], "FILE is not a record of a game: it must begin with a head"),
    "NUL at the end": (lambda lines: [*lines, "\x00"], "FILE, line 7: the game is over here, but the file goes on"),
    "a signature of an unfinished game": (lambda lines: [*lines[:3], "Ann\n"], "FILE, line 4 is not JSON"),
    "two games": (lambda lines: [*lines, "\n", *lines], "FILE holds several games, the second from line 9 on"),
    "an unfinished game and another": (
        lambda lines: [*lines[:3], *lines],
        "FILE holds several games, the second from line 4 on; rookery.records reads them",
    ),
    "not JSON": (put(3, '{"ply": 2,'), "FILE, line 3 is not JSON"),
    "too deep": (put(3, "[" * record_reader.MAX_LINE_LENGTH), "FILE, line 3 is not JSON"),
    "a line too long": (
        put(3, "[" + "{}," * record_reader.MAX_LINE_LENGTH),
        "FILE, line 3 has 49153 bytes; at most",
    ),
    "a head too long": (
        put(1, '{"rookery": 1, "game": [' + "{}," * record_reader.MAX_LINE_LENGTH),
        "FILE, line 1 has 49176 bytes",
    ),
    "too many lines": (lambda lines: [*lines, "{}\n" * 100_000], "FILE has 100007 lines; a record of Tiny has"),
    "not UTF-8": (put(3, "\udcff"), "FILE, line 3 is not JSON"),
    "half a character in a remark": (replaced(3, remark="\ud800"), "FILE, line 3: the remark must be one line"),
    "a second line": (replaced(3, remark="proved\n4 fake"), "FILE, line 3: the remark must be one line"),
    "half a stand-in": (replaced(3, stand_in=1), "FILE, line 3: stand_in must be true or false"),
    "no remark": (replaced(3, remark=None), "FILE, line 3: the remark must be one line"),
    "an empty line instead of one": (put(3, ""), "FILE, line 4: ply 2 is missing, found 3"),
    "not an object": (put(3, "[1, 2]"), "FILE, line 3 must be a JSON object"),
    "no such format": (replaced(1, rookery=2), "FILE, line 1: record format 2; this program reads format 1"),
    "a head without game": (without(1, "game"), "FILE, line 1: the head of a record needs game"),
    "a head of nothing": (put(1, "{}"), "needs rookery, game, rules, players, options"),
    "unknown game": (replaced(1, game="tinny"), "FILE, line 1: no game is called 'tinny'; did you mean tiny?"),
    "a game that is no text": (replaced(1, game=["tiny"]), "FILE, line 1: no game is called"),
    "other rules": (
        replaced(1, rules=7),
        "line 1: played under version 7 of the rules of Tiny; version 1 is installed",
    ),
    "unknown option": (replaced(1, options={"bonos": "1"}), "line 1: Tiny has no option 'bonos'; did you"),
    "unknown choice": (replaced(1, options={"bonus": "99"}), "line 1: bonus = '99' is not a choice"),
    "options that are none": (replaced(1, options=3), "FILE, line 1: "),
    "too many players": (replaced(1, players=4), "line 1: Tiny cannot be played by 4 players; allowed: 2, 3"),
    "players that are none": (replaced(1, players=[2]), "FILE, line 1: "),
    "names that are none": (replaced(1, names=5), "FILE, line 1: "),
    "half a character": (replaced(1, names=["\ud800"]), "FILE, line 1: "),
    "a ply left out": (lambda lines: [*lines[:2], *lines[3:]], "line 3: ply 2 is missing, found 3"),
    "another mover": (replaced(4, mover=1), "FILE, line 4: the mover is 0, not 1"),
    "no action": (without(4, "action"), "FILE, line 4: the action must be a text in notation"),
    "an unreadable action": (replaced(4, action="jump"), "FILE, line 4: 'jump' is not an action of Tiny"),
    "an illegal action": (replaced(5, action="mark b"), "FILE, line 5: mark b is not legal here"),
    "another key": (replaced(4, key="0" * 16), "line 4: the position after ply 3 has the key"),
    "no key": (without(4, "key"), "line 4: the position after ply 3 has the key"),
    "over too early": (lambda lines: [*lines[:4], lines[-1]], "line 5 says that the game is over, but it is"),
    "another result": (replaced(7, utilities=[0, 0]), "line 7: the game ended [1.0, -1.0], not [0, 0]"),
    "it goes on after the end": (lambda lines: [*lines, lines[-1]], "line 7: the game is over here, but"),
}
NAMED = {"unknown game": UnknownGame, "a game that is no text": UnknownGame, "other rules": UnknownRules}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_record_is_refused(record: Record, tmp_path: Path, broken: str) -> None:
    change, words = BROKEN[broken]
    path = tmp_path / "game.jsonl"
    path.write_text("".join(change([line + "\n" for line in record.lines()])), "utf-8", "surrogateescape")
    with pytest.raises(errors.Refusal) as refused:
        Record.load(path)
    assert words.replace("FILE", str(path)) in str(refused.value)
    assert str(path) in str(refused.value)
    assert type(refused.value) is NAMED.get(broken, BrokenRecord)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(BrokenRecord, match=r"^record is not a record of a game"):
        Record.loads(b"\xff{")


def test_what_is_hashed_is_hashed_in_parts(record: Record) -> None:
    """A server reads records beside other work; a file that is not a record of the game is refused first."""
    head, parts = record.head() + "\n", 12
    text = head + "{" + " " * record_reader.PART * parts + "}\n"
    steps = record_reader.steps(text + seal(text) + "\n", "record")
    for _ in range(parts):
        next(steps)
    with pytest.raises(BrokenRecord, match="line 2 has"):
        list(steps)
    with pytest.raises(BrokenRecord, match=r"^record was changed"):
        Record.loads(text + seal(head) + "\n")
    with pytest.raises(BrokenRecord, match="the head of a record needs game"):
        Record.loads('{"rookery": 1}\n{"seal": "x"}\n')


@pytest.mark.parametrize("line", [b"a", b">a", b"{}"])
@pytest.mark.parametrize("headed", [True, False], ids=["after a head", "alone"])
def test_a_text_of_many_lines_is_refused_before_they_are_split(
    record: Record, monkeypatch: pytest.MonkeyPatch, line: bytes, headed: bool
) -> None:
    """Who sends one must not keep a server busy."""
    split, separated = list[int](), record_lines.separated

    def counting(parts: list[bytes]) -> Iterator[record_lines.LineOfRecord]:
        split.extend(map(len, parts))
        return separated(parts)

    monkeypatch.setattr(record_lines, "separated", counting)
    monkeypatch.setattr(record_reader, "separated", counting)
    head = record.dumps().encode().partition(b"\n")[0] + b"\n" if headed else b""
    with pytest.raises(BrokenRecord):
        Record.loads(head + (line + b"\n") * 300_000)
    assert sum(split) <= len(head) + 10


def test_a_missing_file_is_the_systems_own_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "none.jsonl")


def test_options_of_a_new_record(lab: Lab) -> None:
    with pytest.raises(errors.UnknownOption, match="allowed: bonus"):
        Record(lab.game, options={"malus": "1"})
