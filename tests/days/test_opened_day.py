"""Attacks on the game of the day: by a player, by the house, by both. docs/days.md lists them, and what each gains."""

import hashlib

import msgspec
import pytest
from msgspec.structs import replace

from rookery.bots import levels
from rookery.core import fair
from rookery.core.errors import BrokenPromise
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.core.verification import verify
from rookery.days.daily_game import day_secret
from rookery.days.gathering import Receipt, head_of, joined
from rookery.days.opened_day import OpenedDay, check_bots, check_day, check_noted, check_receipt, read_day
from rookery.puzzles.daily import day_value
from tests.days.a_day import DAY, GAMES, ROOT, WORDS, at_random, opened, played, secret_of, table_of_the_day

CHANCY = [game for game in GAMES if game.facts.chance]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)


def checked(record: Record, day: OpenedDay) -> None:
    verify(record)
    check_day(record, day, list(levels(record.game)))


@each_game
def test_a_true_game_passes_every_check(game) -> None:  # type: ignore[no-untyped-def]
    record, day = played(game), read_day(msgspec.json.encode(opened()), "day.json")
    checked(record, day)
    assert check_bots(record, table_of_the_day(game).level, at_random) > 0
    for earlier in (0, 1, 400):
        check_noted(day, DAY - earlier, day_value(ROOT, DAY - earlier).hex())


# ── The house alone ──────────────────────────────────────────────────────────
def test_another_secret_is_noticed() -> None:
    """With a new root nothing that was published before leads to the day."""
    game, other = CHANCY[0], day_value(bytes(32), DAY + 1)
    record, day = played(game), opened()
    assert record.luck is not None
    with pytest.raises(BrokenPromise, match="the day's value promised"):
        checked(record, replace(day, next_value=other.hex()))
    anew = replace(day, next_value=other.hex(), value=hashlib.sha256(other).hexdigest())
    with pytest.raises(BrokenPromise, match="noted on day"):
        check_noted(anew, DAY - 3, day_value(ROOT, DAY - 3).hex())
    record.luck = replace(record.luck, secret=day_secret(other, game.facts.slug).hex())
    with pytest.raises(BrokenPromise):
        checked(record, day)


@each_game
@pytest.mark.parametrize("change", [{"seat": 1}, {"level": "random"}, {"rules": 99}, {"players": 9}])
def test_another_table_than_the_day_s_is_noticed(game, change) -> None:  # type: ignore[no-untyped-def]
    true = table_of_the_day(game)
    changed = replace(true, **{name: (true.seat + 1 if name == "seat" else value) for name, value in change.items()})
    day = opened()
    day = replace(day, games=[changed if each == true else each for each in day.games])
    with pytest.raises(BrokenPromise, match="the day's table"):
        checked(played(game), day)


def test_a_word_that_is_dropped_exchanged_or_put_in_between_is_noticed() -> None:
    mine, number = WORDS[1], 2
    receipt = Receipt(DAY, number, head_of(WORDS[:number]))
    check_receipt(opened().words, mine, receipt)
    other = "f" * 32
    for words in (
        WORDS[:1] + WORDS[2:],  # dropped
        [WORDS[0], other, *WORDS[2:]],
        [WORDS[0], other, *WORDS[1:]],  # one more before
        [other, *WORDS[1:]],  # an earlier one exchanged
        [WORDS[1], WORDS[0], WORDS[2]],
        WORDS[:1],
        [],
    ):
        with pytest.raises(BrokenPromise):
            check_receipt(opened(words).words, mine, receipt)
        with pytest.raises(BrokenPromise, match="the words of the seats"):
            checked(played(CHANCY[0]), opened(words))
    with pytest.raises(BrokenPromise):
        check_receipt(opened().words, mine, replace(receipt, number=3))


def test_nobody_foresees_a_draw_before_the_last_word() -> None:
    """The house knows its secret and all words but one: still, each draw can become anything."""
    seen = {game.facts.slug: set[int]() for game in CHANCY}
    for number in range(40):
        words = [*WORDS, f"{number:032x}"]
        for game in CHANCY:
            seeds = table_of_the_day(game).client_seeds(head_of(words))
            seen[game.facts.slug].add(fair.number(fair.ticket(secret_of(game), 1), seeds) >> 254)
    assert all(quarters == {0, 1, 2, 3} for quarters in seen.values())


def test_what_the_house_gains_by_the_last_word() -> None:
    """Known, and said in docs/days.md: whoever owns the house and adds the last word can choose among draws, and every
    check passes. Here it wants the first draw to be the first of the list."""
    game = CHANCY[0]
    tries = 0
    for tries in range(1, 2_000):
        words = [*WORDS, f"{tries:032x}"]
        record = played(game, words=words)
        first = next(ply for ply in range(1, record.plies + 1) if record.mover(ply - 1) == CHANCE)
        if record.draw(first).drawn == 0:
            break
    assert tries < 1_999
    checked(record, opened(words))
    mine = Receipt(DAY, 3, head_of(WORDS))
    check_receipt(opened(words).words, WORDS[2], mine)  # a visitor's receipt does not show it
    with pytest.raises(BrokenPromise):  # but nobody can do so before that visitor
        check_receipt(opened([*WORDS[:2], words[-1], WORDS[2]]).words, WORDS[2], mine)


# ── A player ─────────────────────────────────────────────────────────────────
@each_game
def test_a_changed_choice_of_a_bot_is_noticed(game) -> None:  # type: ignore[no-untyped-def]
    """Who sends a record may change the decisions in it, as bots' own are: those are chosen again."""
    otherwise = played(game, lambda view, level, seed: at_random(view, level, seed + 1))
    checked(otherwise, opened())
    with pytest.raises(BrokenPromise, match="the bot would have played"):
        check_bots(otherwise, table_of_the_day(game).level, at_random)


def test_a_game_of_another_day_or_with_other_words_is_refused() -> None:
    game = CHANCY[0]
    record, day = played(game), opened()
    assert record.luck is not None
    for luck in (
        replace(record.luck, client_seeds=tuple("" for _ in record.luck.client_seeds)),
        replace(record.luck, pledge=replace(record.luck.pledge, since=1)),
        replace(record.luck, secret=secret_of(game, DAY + 1).hex()),
    ):
        record.luck = luck
        with pytest.raises(BrokenPromise):
            check_day(record, day, list(levels(game)))
    with pytest.raises(BrokenPromise, match="had no game"):
        check_day(played(game), replace(day, games=[]), list(levels(game)))
    for text in (b"{}", b"\xff", b"[]"):
        with pytest.raises(BrokenPromise, match="does not describe"):
            read_day(text, "day.json")
    with pytest.raises(BrokenPromise, match="must not be after"):
        check_noted(day, DAY + 1, "")


def test_the_words_before_a_receipt_cannot_be_guessed_from_it() -> None:
    assert joined("", WORDS[0]) == head_of(WORDS[:1])
    assert len({head_of(WORDS[:number]) for number in range(4)}) == 4
