"""The draws of an evening, what is published of it when it is over, and the check that nobody could choose them.

    secret   32 random bytes, drawn when the evening is made; its SHA-256, the commitment, is published at once
    words    16 random bytes of each person who takes a place, before the evening begins; see gathering.py
    round    its tables share a secret, the HMAC-SHA-256 of "rookery evening round N" under the evening's secret, with
             N counted from 1; and their client seeds: the head of all words for one seat, nothing for the others

In refusals the commitment is called the promise and a client seed a word, as on the page.
"""

import hashlib
import hmac
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from rookery.core.errors import BrokenPromise
from rookery.core.record import Record
from rookery.days.gathering import head_of
from rookery.days.movement import leading_seat


class EveningPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of an evening's games."""

    game: Annotated[str, Meta(max_length=64)]  # its slug
    players: Annotated[int, Meta(ge=1, le=99)]  # at each table
    tables: Annotated[int, Meta(ge=2, le=8)]  # fewer, if fewer people come
    rounds: Annotated[int, Meta(ge=1, le=8)]
    level: Annotated[str, Meta(max_length=64)]  # of the bots in empty seats, and of stand-ins
    # every option, named, once the evening is made
    options: dict[Annotated[str, Meta(max_length=64)], Annotated[str, Meta(max_length=64)]] = {}


class OpenedEvening(Struct, frozen=True):
    """All from which the draws of an evening follow."""

    plan: EveningPlan
    secret: str  # hexadecimal
    words: list[str]  # in the order in which they came


def is_evening(data: bytes) -> bool:
    """Whether a file tells of an evening, and not of a day."""
    try:
        return "plan" in msgspec.json.decode(data, type=dict)
    except msgspec.MsgspecError:
        return False


def evening_commitment(secret: bytes) -> str:
    """The commitment that is published when an evening is made. `secret`: [32]"""
    return hashlib.sha256(secret).hexdigest()


def round_secret(secret: bytes, turn: int) -> bytes:
    """[32] the secret of a round, counted from 0, from that of the evening."""
    return hmac.digest(secret, f"rookery evening round {turn + 1}".encode(), hashlib.sha256)


def evening_seeds(head: str, players: int, turn: int) -> tuple[str, ...]:
    """[P] the client seeds of a round, counted from 0. `head`: of all words."""
    return tuple(head if seat == leading_seat(players, turn) else "" for seat in range(players))


def read_evening(text: bytes, name: str) -> OpenedEvening:
    """A file of an evening. Raises BrokenPromise if it is none."""
    try:
        return msgspec.json.decode(text, type=OpenedEvening)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenPromise(f"{name} does not describe an evening: {error}") from None


def check_evening(record: Record, opened: OpenedEvening) -> int:
    """Check that a record, which `core.verification.verify` accepts, is a game of that evening; return its round,
    counted from 0. Raises BrokenPromise."""
    assert record.luck is not None
    plan = opened.plan
    secrets = [round_secret(bytes.fromhex(opened.secret), turn).hex() for turn in range(plan.rounds)]
    if record.luck.secret not in secrets:
        raise BrokenPromise("the secret of this game is that of no round of the evening")
    turn = secrets.index(record.luck.secret)
    for what, value, must in (
        ("the game", record.game.facts.slug, plan.game),
        ("the number of players", record.position.players, plan.players),
        ("the options", record.at(0).options, plan.options),
        ("the plies taken over", record.luck.pledge.since, 0),
        (
            "the words of the seats",
            record.luck.client_seeds,
            evening_seeds(head_of(opened.words), plan.players, turn),
        ),
    ):
        if value != must:
            raise BrokenPromise(f"{what} must be {must!r} in that evening, but here it is {value!r}")
    return turn
