"""The facts that are published of a day when it is over, and the checks that nobody could know or choose its draws
before.

In refusals a client seed is called a word, as on the page.
"""

import hashlib
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from rookery.core.errors import BrokenPromise
from rookery.core.position import Position
from rookery.core.record import Record
from rookery.days.daily_game import DailyGame, bot_seed, choose_daily_game, day_secret
from rookery.days.gathering import Receipt, head_of


class OpenedDay(Struct, frozen=True):
    """All from which the draws of a day follow."""

    day: int  # since 1970
    value: str  # of the day, hexadecimal; published when it began
    next_value: str  # of the next day, which `value` promises; published when the day was over
    words: list[str]  # in the order in which they came
    games: list[DailyGame]


def read_day(text: bytes, name: str) -> OpenedDay:
    """A file of a day. Raises BrokenPromise if it is none."""
    try:
        return msgspec.json.decode(text, type=OpenedDay)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenPromise(f"{name} does not describe a day: {error}") from None


def check_day(record: Record, opened: OpenedDay, levels: list[str]) -> DailyGame:
    """Check that a record, which `core.verification.verify` accepts, is the game of that day. `levels`: of the game's
    bots, weakest first. Raises BrokenPromise."""
    assert record.luck is not None
    game, slug = record.game, record.game.facts.slug
    if _hashed(opened.next_value) != opened.value:
        raise BrokenPromise("the value of the next day is not the one that the day's value promised")
    if (published := next((each for each in opened.games if each.slug == slug), None)) is None:
        raise BrokenPromise(f"that day had no game of {game.facts.name}")
    due = choose_daily_game(game, levels, bytes.fromhex(opened.value))
    for what, value, must in (
        ("the day's table", published, due),
        ("the secret", record.luck.secret, day_secret(bytes.fromhex(opened.next_value), slug).hex()),
        ("the number of players", record.position.players, due.players),
        ("the options", record.at(0).options, due.options),
        ("the bots' seats", record.luck.pledge.bots, due.bots),
        ("the plies taken over", record.luck.pledge.since, 0),
        ("the words of the seats", record.luck.client_seeds, due.client_seeds(head_of(opened.words))),
    ):
        if value != must:
            raise BrokenPromise(f"{what} must be {must!r} on that day, but here it is {value!r}")
    return due


def check_bots(record: Record, level: str, choose: Callable[[Position, str, int], int]) -> int:
    """Choose again for all bots, whose seats the pledge names, and return how many choices were checked. `choose`: as
    in rookery.bots.choose. Raises BrokenPromise."""
    assert record.luck is not None
    secret, checked = bytes.fromhex(record.luck.secret), 0
    for ply in range(1, record.plies + 1):
        before = record.at(ply - 1)
        if before.mover is None or before.mover not in record.luck.pledge.bots:
            continue
        due = choose(before.view(before.mover), level, bot_seed(secret, ply))
        if record.actions[ply - 1] != due:
            raise BrokenPromise(
                f"at ply {ply} the bot would have played {before.format(due)!r}, not {record.text(ply)!r}"
            )
        checked += 1
    return checked


def check_noted(opened: OpenedDay, day: int, value: str) -> None:
    """Check that the value of an earlier day, which somebody noted, promised this day. Raises BrokenPromise."""
    if not 0 <= opened.day - day <= 40_000:
        raise BrokenPromise(f"the noted value is that of day {day}, which must not be after day {opened.day}")
    reached = opened.next_value
    for _ in range(opened.day + 1 - day):
        reached = _hashed(reached)
    if reached != value:
        raise BrokenPromise(f"the value noted on day {day} did not promise this day: that would be {reached}")


def check_receipt(words: Sequence[str], word: str, receipt: Receipt) -> None:
    """Check that a word stands where its receipt says among the published ones, and that nothing before it was
    changed. Raises BrokenPromise."""
    before = words[: receipt.number]
    if len(before) != receipt.number or [*before[-1:]] != [word]:
        raise BrokenPromise(f"the word {word} is not number {receipt.number}")
    if head_of(before) != receipt.head:
        raise BrokenPromise(f"the words before {word} were changed after it was added")


def _hashed(value: str) -> str:
    return hashlib.sha256(bytes.fromhex(value)).hexdigest()
