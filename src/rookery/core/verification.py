"""What is promised before a game, and whether its record kept the promise.

`verify` checks the pledge and every draw, `check_text` that a file says nothing that is not in its record.
`check_client_seed` and `check_source` compare a record with what somebody kept: a word noted before the game, and the
record of the game from which this one was played on. No file can prove who sat at the table, what bots remarked, or
that the players made those moves.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from rookery.core import fair
from rookery.core.errors import BrokenPromise, BrokenRecord, StillSecret
from rookery.core.protocol import CHANCE
from rookery.core.record import Record

__all__ = ["Draws", "check_client_seed", "check_source", "check_text", "pledge", "verify"]


class Draws(NamedTuple):
    """The number of draws in a record."""

    checked: int  # all of them follow from the promise
    before: int  # in the plies taken from another game, whose draws this promise does not cover


def pledge(record: Record, since: int, secret: bytes, bots: Sequence[int] = ()) -> fair.Pledge:
    """The pledge for a game whose first `since` plies, which the record contains, come from another game.

    `bots`: the seats of bots, in ascending order."""
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


def verify(record: Record) -> Draws:
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
    secret, checked = bytes.fromhex(luck.secret), 0
    _check_pledge(record, luck.pledge, secret)
    _check_bots(luck.pledge.bots, luck.client_seeds)
    for ply in range(luck.pledge.since + 1, record.plies + 1):
        if record.mover(ply - 1) == CHANCE:
            checked += 1
            odds, came = record.draw(ply)
            if (due := fair.drawn(fair.number(fair.ticket(secret, ply), luck.client_seeds), odds)) != came:
                raise BrokenPromise(f"ply {ply} should have drawn outcome {due}, not outcome {came} (counted from 0)")
    return Draws(checked, sum(record.mover(ply) == CHANCE for ply in range(luck.pledge.since)))


def _check_pledge(record: Record, told: fair.Pledge, secret: bytes) -> None:
    """Raises BrokenPromise, which names the first thing in which the pledge differs from the record."""
    if not 0 <= told.since <= record.plies:
        raise BrokenPromise(f"the pledge takes {told.since} plies from another game, but this one has {record.plies}")
    due = pledge(record, told.since, secret, told.bots)
    if told.tree != due.tree and told.tickets == due.tickets:
        raise BrokenPromise("the secret is not the one that was promised")
    if told.opening != due.opening:
        raise BrokenPromise(f"the first {told.since} plies are not the promised ones")
    for name in fair.Pledge.__struct_fields__:
        was, is_now = getattr(told, name), getattr(due, name)
        if was != is_now:
            raise BrokenPromise(f"the promise was made for {name} {was!r}, but in this record it is {is_now!r}")


def _check_bots(bots: Sequence[int], client_seeds: Sequence[str]) -> None:
    """Raises BrokenPromise if a bot has a word: the operator, who knows the secret, could have chosen it."""
    if list(bots) != sorted(set(bots) & set(range(len(client_seeds)))):
        raise BrokenPromise(
            f"the pledge says that bots hold the seats {list(bots)} of {len(client_seeds)}, counted from 0"
        )
    for seat in bots:
        if client_seeds[seat]:
            raise BrokenPromise(f"the pledge says that a bot holds seat {seat}, and bots add no word, but it has one")


def check_text(record: Record, text: bytes, name: str) -> None:
    """Check that a file says what its record says and nothing else. Raises BrokenRecord, which names the first wrong
    line.

    Reading the record has checked all that matters for the game. This finds the rest: a result in other words, an
    unknown field, a field that occurs twice."""
    told, due = text.decode("utf-8-sig").split("\n"), record.dumps().split("\n")
    for number, (line, other) in enumerate(itertools.zip_longest(told, due, fillvalue=""), start=1):
        if line != other:
            raise BrokenRecord(f"{name}, line {number} says {line!r}; for this game it must be {other!r}")


def check_client_seed(record: Record, client_seed: str, seat: int | None = None) -> int:
    """The seat that added a word which somebody noted before the game.

    `seat`: the seat whose word it was, if known. The operator could otherwise exchange the words of seats until the
    draws suit it. Raises BrokenPromise."""
    seeds = record.luck.client_seeds if record.luck else ()
    if not client_seed or seeds.count(client_seed) != 1:
        count = seeds.count(client_seed) if client_seed else 0
        raise BrokenPromise(
            f"the word {client_seed!r} must be one seat's, but {count} of these have it: {', '.join(seeds)}"
        )
    has = seeds.index(client_seed)
    if seat not in (None, has):
        raise BrokenPromise(f"the word {client_seed!r} belongs to another seat in this record: seat {has + 1}")
    return has


def check_source(record: Record, source: Record) -> None:
    """Check that the first plies of a game are those of the game from which it was played on. Raises BrokenPromise."""
    assert record.luck is not None
    since = record.luck.pledge.since
    for one, other, what in (
        (record.game.identity, source.game.identity, "another game, or another version of its rules"),
        (record.at(0).players, source.at(0).players, "another number of players"),
        (record.at(0).options, source.at(0).options, "other options"),
        (record.actions[:since], source.actions[:since], f"other first {since} plies"),
    ):
        if one != other:
            raise BrokenPromise(f"this game was not played on from that one, which has {what}")
