"""The promise made before a game, and whether its record kept it.

`verify` checks the pledge and every draw, `check_text` that a file says nothing that is not in its record.
`check_client_seed` and `check_source` compare a record with what somebody kept: a client seed noted before the game,
and the record of the game from which this one was played on. No file can prove who sat at the table, what bots
remarked, or that the players made those moves.

In refusals the commitment is called the promise and a client seed a word, as on the page, and seats count from 1.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from rookery.core import fair
from rookery.core.errors import BrokenPromise, BrokenRecord, StillSecret
from rookery.core.protocol import CHANCE
from rookery.core.reading.record_lines import LineOfRecord, lines_of
from rookery.core.record import Record


class DrawCounts(NamedTuple):
    """The numbers of a record's draws that were checked, and that could not be."""

    checked: int  # all of them follow from the promise
    before: int  # not checked: in the plies taken from another game, which this promise does not cover


def pledge(record: Record, since: int, secret: bytes, bots: Sequence[int] = ()) -> fair.Pledge:
    """The pledge for a game whose first `since` plies, which the record contains, come from another game.

    `secret`: [32]; `bots`: the seats of bots, in ascending order."""
    start, facts = record.at(0), record.game.facts
    tickets = fair.tickets(facts.longest)
    return fair.Pledge(
        game=facts.slug,
        rules=facts.rules_version,
        components=dict(record.game.components),
        players=start.players,
        options=start.options,
        since=since,
        opening=fair.opening(secret, [record.text(ply) for ply in range(1, since + 1)]),
        tickets=tickets,
        tree=fair.tree(secret, tickets),
        bots=tuple(bots),
    )


def verify(record: Record) -> DrawCounts:
    """Check that the pledge is the promised one and describes this game, and that every draw follows from it.

    The record has been replayed, so its odds are those of the rules. Raises BrokenPromise, and StillSecret if the
    secret is not published yet."""
    luck = record.luck
    if luck is None:
        raise BrokenPromise("nothing was promised before this game, so its draws cannot be checked")
    if fair.commitment(luck.pledge) != luck.commitment:
        raise BrokenPromise("the pledge is not the one that was promised: its hash is different")
    if not luck.secret:
        raise StillSecret("the secret of this game is published when it is over; then its draws can be checked")
    if record.result is None:
        raise BrokenPromise("the secret is published, but the game is not over: the end of the record is missing")
    if len(luck.client_seeds) != record.position.players:
        raise BrokenPromise(f"{record.position.players} seats have {len(luck.client_seeds)} words; each must have one")
    secret, since = bytes.fromhex(luck.secret), luck.pledge.since
    _check_pledge(record, luck.pledge, secret)
    _check_bots(luck.pledge.bots, luck.client_seeds)
    draws = [ply for ply in range(1, record.plies + 1) if record.mover(ply - 1) == CHANCE]
    covered = [ply for ply in draws if ply > since]
    for ply in covered:
        odds, drawn = record.draw(ply)
        due = fair.drawn(fair.number(fair.ticket(secret, ply), luck.client_seeds), odds)
        if drawn != due:
            raise BrokenPromise(f"ply {ply} should have drawn outcome {due}, not outcome {drawn} (counted from 0)")
    return DrawCounts(checked=len(covered), before=len(draws) - len(covered))


def _check_pledge(record: Record, published: fair.Pledge, secret: bytes) -> None:
    """Raises BrokenPromise, which names the first thing in which the published pledge differs from the one that this
    record and secret give."""
    if not 0 <= published.since <= record.plies:
        raise BrokenPromise(
            f"the pledge takes {published.since} plies from another game, but this one has {record.plies}"
        )
    due = pledge(record, published.since, secret, published.bots)
    if published.tree != due.tree and published.tickets == due.tickets:  # as many leaves, but other ones
        raise BrokenPromise("the secret is not the one that was promised")
    if published.opening != due.opening:
        raise BrokenPromise(f"the first {published.since} plies are not the promised ones")
    for field in fair.Pledge.__struct_fields__:
        promised, recorded = getattr(published, field), getattr(due, field)
        if promised != recorded:
            raise BrokenPromise(f"the promise was made for {field} {promised!r}, but in this record it is {recorded!r}")


def _check_bots(bots: Sequence[int], client_seeds: Sequence[str]) -> None:
    """Raises BrokenPromise if `bots` is not a list of seats, or if one of them has a client seed: the operator, who
    knows the secret, could have chosen it."""
    seats = range(len(client_seeds))
    if list(bots) != sorted(set(bots) & set(seats)):
        raise BrokenPromise(
            f"the pledge says that bots hold the seats {[seat + 1 for seat in bots]}, counted from 1, but it must name "
            f"seats of 1 to {len(seats)}, each once and in ascending order"
        )
    for seat in bots:
        if client_seeds[seat]:
            raise BrokenPromise(
                f"the pledge says that a bot holds seat {seat + 1}, and bots add no word, but it has one"
            )


def check_text(record: Record, text: bytes, name: str) -> None:
    """Check that a file says what its record says and nothing else. `text`: the file as it was read; `name`: of the
    file. Raises BrokenRecord, which names the first wrong line.

    Reading the record has checked all that matters for the game. This finds the rest: a result in other words, an
    unknown field, a field that occurs twice."""
    lines, due_lines = lines_of(text, name), record.dumps().removesuffix("\n").split("\n")
    end = LineOfRecord(lines[-1].number + 1, b"")
    for line, due in itertools.zip_longest(lines, due_lines):
        number, content = line or end
        if content != (due or "").encode():
            words = f"{content.decode('utf-8', 'replace')!r}; for this game it must be {due or ''!r}"
            raise BrokenRecord(f"{name}, line {number} says {words}")


def check_client_seed(record: Record, client_seed: str, seat: int | None = None) -> int:
    """Check a client seed that somebody noted before the game, and return the seat that has it in the record.

    `seat`: the seat that added it, if known. The operator could otherwise exchange the client seeds of seats until the
    draws suit it. Raises BrokenPromise."""
    seeds = record.luck.client_seeds if record.luck else ()
    count = seeds.count(client_seed) if client_seed else 0
    if count != 1:
        words = ", ".join(filter(None, seeds)) or "none"
        raise BrokenPromise(
            f"the word {client_seed!r} must be one seat's, but {count} seats have it; the words in this record: {words}"
        )
    has = seeds.index(client_seed)
    if seat not in (None, has):
        raise BrokenPromise(f"the word {client_seed!r} belongs to another seat in this record: seat {has + 1}")
    return has


def check_source(record: Record, source: Record) -> None:
    """Check that the first plies of a game are those of the game from which it was played on. The record must be one
    that `verify` accepts. Raises BrokenPromise."""
    assert record.luck is not None
    since = record.luck.pledge.since
    for what, here, there in (
        ("the game, the version of its rules, or its components", record.game.identity, source.game.identity),
        ("the number of players", record.at(0).players, source.at(0).players),
        ("the options", record.at(0).options, source.at(0).options),
        (f"the first {since} plies", record.actions[:since], source.actions[:since]),
    ):
        if here != there:
            raise BrokenPromise(f"this game was not played on from that one: they differ in {what}")
