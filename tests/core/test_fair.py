"""Draws that were promised: the tree, the distribution, records that are accepted, and every change that is refused."""

import json
import math
import random
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import msgspec
import numpy as np
import pytest

import rookery
from rookery.core import fair
from rookery.core.errors import BrokenPromise, BrokenRecord, Refusal, StillSecret
from rookery.core.record import Record
from rookery.core.verification import check_text, verify
from rookery.server.commands import moves
from tests.core.forger import sealed
from tests.server.support.app_client import few, table_of

SECRET = bytes(range(32))
CHANCY = [slug for slug in rookery.slugs() if rookery.load(slug).facts.chance]
DOC = Path(__file__).parents[2] / "docs" / "fair.md"


# ── Tickets and draws ────────────────────────────────────────────────────────
def test_the_promise_is_what_it_always_was() -> None:
    """Vectors: another value would break the promises of games that are going on."""
    assert fair.tree(SECRET, 8) == "ca4dc838a87cf1ef64409dbebc25e55ca8834ee0d7332fb4dda63148b28bb90b"
    assert fair.opening(SECRET, ["a1", "b2"]) == "3f463f794210d12769982e79b9b3cc9c2ce3d0b0db0399c72e0dea945ff477e8"
    pledge = fair.Pledge("go", 1, {}, 2, {"komi": "7½", "board": "19"}, 2, "0f", 8, "ab", ())
    assert fair.canonical(pledge).decode() == (
        '{"bots":[],"components":{},"game":"go","opening":"0f","options":{"board":"19","komi":"7½"},"players":2,"rules":1,'
        '"since":2,"tickets":8,"tree":"ab"}'
    )
    assert fair.commitment(pledge) == "d59c3a079b1e381732eeea853cea361ee5a1f15a06a4b96b250c1779565401ba"
    with_bots = msgspec.structs.replace(pledge, bots=(1,))
    assert fair.canonical(with_bots) == fair.canonical(pledge).replace(b'"bots":[]', b'"bots":[1]')
    number = fair.number(fair.ticket(SECRET, 3), ("ab", ""))
    assert f"{number:064x}" == "259e87dbc751726b3a443a02f86548a10b9c9c3bd556946f8dc083d813c92eee"


@pytest.mark.parametrize("tickets", [1, 2, 8, 64])
def test_every_ticket_belongs_to_the_tree_and_no_other_does(tickets: int) -> None:
    tree = fair.tree(SECRET, tickets)
    for ply in range(1, tickets + 1):
        ticket, path = fair.ticket(SECRET, ply), fair.audit_path(SECRET, tickets, ply)
        assert fair.root(ticket, ply, path) == tree
        assert fair.root(fair.ticket(SECRET, ply + 1), ply, path) != tree
        assert fair.root(fair.ticket(bytes(32), ply), ply, path) != tree
        if tickets > 1:
            assert fair.root(ticket, ply % tickets + 1, path) != tree


def test_numbers_of_tickets() -> None:
    assert [fair.tickets(plies) for plies in (1, 2, 3, 64, 65, 741)] == [1, 2, 4, 64, 128, 1024]


def test_draws_are_exact_at_their_bounds() -> None:
    half = 2**255
    assert [fair.drawn(number, [1.0, 1.0]) for number in (0, half - 1, half, 2**256 - 1)] == [0, 0, 1, 1]
    odds = [0.1, 0.2, 0.7]  # doubles, whose sum is not 1
    for last in range(2):
        bound = sum(map(Fraction, odds[: last + 1]), Fraction()) / sum(map(Fraction, odds), Fraction()) * 2**256
        number = math.ceil(bound)
        assert [fair.drawn(number - 1, odds), fair.drawn(number, odds)] == [last, last + 1]
    with pytest.raises(ValueError, match="empty"):
        fair.drawn(0, [])


def test_a_draw_is_as_fractions_say() -> None:
    """The twin counts in fractions; `fair.drawn` counts in whole numbers."""

    def drawn(number: int, odds: list[float]) -> int:
        shares = [Fraction(weight) for weight in odds]
        wanted = sum(shares) * Fraction(number, 2**256)
        return next(last for last in range(len(shares)) if wanted < sum(shares[: last + 1]))

    dice = random.Random(5)
    for _ in range(300):
        odds = [dice.choice([1.0, 3.0, 0.1, 1 / 3, 1e-9, dice.random()]) for _ in range(dice.randint(1, 6))]
        first = math.floor(Fraction(odds[0]) / sum(map(Fraction, odds)) * 2**256)  # where the second outcome begins
        for number in (dice.getrandbits(256), max(0, first - 1), min(first, 2**256 - 1), min(first + 1, 2**256 - 1)):
            assert fair.drawn(number, odds) == drawn(number, odds), (number, odds)


def test_draws_come_as_often_as_their_odds_say() -> None:
    odds, games = [1.0, 2.0, 5.0], 4000
    counts = Counter(fair.drawn(fair.number(fair.ticket(SECRET, ply), ("", "aa")), odds) for ply in range(1, games + 1))
    for index, weight in enumerate(odds):
        due = games * weight / sum(odds)
        assert abs(counts[index] - due) < 4 * np.sqrt(due)


def test_each_word_changes_the_draws() -> None:
    numbers = {fair.number(fair.ticket(SECRET, 1), words) for words in [("", ""), ("aa", ""), ("", "aa"), ("aa", "aa")]}
    assert len(numbers) == 4


# ── Records ──────────────────────────────────────────────────────────────────
def finished(slug: str) -> Record:
    """A random game at a table, to its end."""
    game, dice = rookery.load(slug), np.random.default_rng(3)
    table = table_of(game, few(game), SECRET)
    while table.mover is not None:
        table.add(moves.play(table, int(dice.choice(table.position.legal_actions))))
    return table.recorded()


@pytest.mark.parametrize("slug", CHANCY)
def test_a_game_at_a_table_is_verified(slug: str) -> None:
    record = Record.loads(finished(slug).dumps())
    draws = sum(record.at(ply).mover == rookery.CHANCE for ply in range(record.plies))
    assert verify(record) == (draws, 0)
    assert draws


def test_a_record_with_the_names_of_an_older_one_is_read() -> None:
    """They called the commitment a promise, and client seeds words. It is written again as it was."""
    told = finished(CHANCY[0]).dumps()
    head, *lines = told.splitlines()[:-1]
    old = sealed([head.replace('"commitment"', '"promise"').replace('"client_seeds"', '"words"'), *lines])
    assert all(f'"{name}": ' in old for name in ("promise", "words"))
    record = Record.loads(old)
    check_text(record, old.encode(), "record")
    assert verify(record).checked
    assert record.dumps() == old != told


@pytest.mark.parametrize("most", [3_000, pytest.param(1_000_000, marks=pytest.mark.soak)])  # changes of a record
@pytest.mark.parametrize("slug", CHANCY)
def test_every_change_of_a_byte_is_refused(slug: str, most: int) -> None:
    data, dice = finished(slug).dumps().encode(), np.random.default_rng(1)
    step = 1 + len(data) // most
    for place in range(int(dice.integers(step)), len(data), step):
        changed = bytearray(data)
        changed[place] ^= int(dice.integers(1, 256))
        if data[place] == ord("\n") and changed[place] == ord("\r"):
            changed[place] = 0  # a line end of another system changes nothing
        with pytest.raises(Refusal):
            verify(Record.loads(bytes(changed)))


def test_the_seal_is_of_what_was_written() -> None:
    """So an editor that changes line ends does not break it, and one that changes anything else does."""
    told = finished(CHANCY[0]).dumps()
    record = Record.loads(told.replace("\n", "\r\n\r\n"))
    check_text(record, told.replace("\n", "\r\n\r\n").encode(), "record")
    assert record.dumps() == told
    with pytest.raises(BrokenRecord, match=r"^record was changed"):
        Record.loads(told.replace('"ply": 3,', '"ply":  3,'))


def test_another_draw_is_refused_though_all_else_fits() -> None:
    """The record of another game, honest but for its promise: somebody drew again until it suited."""
    game = rookery.load(CHANCY[0])
    honest = finished(CHANCY[0])
    other = Record(game, honest.position.players, luck=honest.luck)
    dice = np.random.default_rng(8)
    while other.position.mover is not None:
        other.settle(dice) if other.position.mover == rookery.CHANCE else other.play(other.position.legal_actions[0])
    with pytest.raises(BrokenPromise, match="should have drawn"):
        verify(Record.loads(other.dumps()))


def test_what_cannot_be_verified_says_why() -> None:
    record = finished(CHANCY[0])
    assert record.luck is not None
    lines = record.dumps().splitlines()[:-1]
    head = json.loads(lines[0])

    def with_luck(**changes: object) -> Record:
        return Record.loads(sealed([json.dumps(head | {"luck": head["luck"] | changes}), *lines[1:]]))

    def pledged(**changes: object) -> dict[str, object]:
        """What somebody pledges who knows the secret, and publishes the promise of afterwards."""
        pledge = head["luck"]["pledge"] | changes
        return {"pledge": pledge, "commitment": fair.commitment(msgspec.convert(pledge, fair.Pledge))}

    flaws: list[tuple[dict[str, object], str]] = [
        ({"commitment": "00" * 32}, "not the one that was promised"),
        ({"pledge": head["luck"]["pledge"] | {"since": 2}}, "not the one that was promised"),
        ({"secret": "00" * 32}, "the secret is not the one"),
        (pledged(tree="00" * 32), "the secret is not the one"),
        ({"client_seeds": ["ab"]}, "2 seats have 1 words"),
        ({"client_seeds": ["ab", "ac"]}, "should have drawn"),
        (pledged(tickets=2), "for tickets 2, but"),
        (pledged(rules=99), "for rules 99, but"),
        (pledged(game="another"), "for game 'another', but"),
        (pledged(options={}), "for options {}, but"),
        (pledged(players=3), "for players 3, but"),
        (pledged(components={"a": "b"}), "for components {'a': 'b'}, but"),
        (pledged(since=2), "the first 2 plies are not the promised ones"),
        (pledged(opening="00" * 32), "the first 0 plies"),
        (pledged(bots=[0]), "a bot holds seat 1, and bots add no word"),
        (pledged(bots=[2]), "bots hold the seats"),
        (pledged(bots=[0, 0]), "bots hold the seats"),
        (pledged(bots=[-1]), "bots hold the"),
        (pledged(since=1000), "1000 plies from another game"),
        (pledged(since=-1), "-1 plies from another game"),
    ]
    for changes, words in flaws:
        with pytest.raises(BrokenPromise, match=words):
            verify(with_luck(**changes))
    with pytest.raises(StillSecret, match="when it is over"):
        verify(with_luck(secret=""))
    wrongs: list[dict[str, object]] = [
        {"client_seeds": ["<script>"]},
        {"secret": "xyz"},
        {"commitment": 1},
        {"secret": "abc"},
        {"commitment": "ab"},
        {"pledge": None},
        {"pledge": head["luck"]["pledge"] | {"since": "0"}},
        {"pledge": head["luck"]["pledge"] | {"since": True}},
        {"pledge": head["luck"]["pledge"] | {"more": 1}},
        {"pledge": {}},
        {"pledge": head["luck"]["pledge"] | {"bots": "1"}},
        {"pledge": head["luck"]["pledge"] | {"game": "\ud800"}},
    ]
    for wrong in wrongs:
        with pytest.raises(BrokenRecord):
            with_luck(**wrong)
    old = head | {"luck": {name: told for name, told in head["luck"].items() if name != "pledge"}}
    with pytest.raises(BrokenRecord, match=r"line 1: the luck of a record needs pledge$"):
        Record.loads(sealed([json.dumps(old), *lines[1:]]))
    with pytest.raises(BrokenPromise, match="end of the record is missing"):
        verify(Record.loads(sealed(lines[:-2])))
    with pytest.raises(BrokenRecord, match="no seal"):
        Record.loads("\n".join([*lines, ""]))
    del head["luck"]
    with pytest.raises(BrokenPromise, match="nothing was promised"):
        verify(Record.loads("\n".join([json.dumps(head), *lines[1:], ""])))


def test_odds_must_be_those_of_the_rules() -> None:
    lines = finished(CHANCY[0]).dumps().splitlines()[:-1]
    place = next(at for at, line in enumerate(lines) if '"odds"' in line)
    entry = json.loads(lines[place])
    for wrong in ({"odds": [*entry["odds"], 1.0]}, {"drawn": entry["drawn"] + 1}, {"odds": None}):
        with pytest.raises(BrokenRecord, match="the odds or the drawn outcome"):
            Record.loads(sealed([*lines[:place], json.dumps(entry | wrong), *lines[place + 1 :]]))


@pytest.mark.parametrize("slug", CHANCY)
def test_the_program_in_the_docs_agrees(tmp_path: Path, slug: str) -> None:
    program = re.findall(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.S)[-1]
    assert len([line for line in program.splitlines() if line.strip()]) <= 40
    record, file = finished(slug), tmp_path / "game.jsonl"
    assert record.luck is not None
    record.save(file)
    command = [sys.executable, "-c", program, str(file)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    draws, promise = verify(record).checked, record.luck.commitment
    assert said.splitlines()[0] == f"{draws} draws after ply 0 follow from the promise {promise}"
    head, *lines = file.read_text("utf-8").splitlines()[:-1]
    for wrong in (head.replace('"ab"', '"ac"'), head.replace(record.luck.secret, "00" * 32)):
        file.write_text(sealed([wrong, *lines]), "utf-8")
        assert subprocess.run(command, capture_output=True, check=False).returncode == 1
