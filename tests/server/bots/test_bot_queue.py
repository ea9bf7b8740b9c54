"""Which bot thinks next: addresses take turns."""

from types import SimpleNamespace
from typing import Any, cast

from rookery.server.bots.bot_queue import BotQueue, Job


def queued(*jobs: tuple[str, float]) -> BotQueue:
    """A job of these addresses that is expected to take this many seconds."""
    queue = BotQueue()
    for address, seconds in jobs:
        waited = cast(Any, SimpleNamespace(cancelled=lambda: False))
        queue.add(Job("game", "level", [address], False, seconds, (), waited))
    return queue


def taken(queue: BotQueue) -> str:
    """The payers of the jobs, in the order in which these are taken."""
    order = ""
    while (job := queue.take(lambda job: True)) is not None:
        order += job.payer
        queue.took(job, job.expected)
    return order


def test_who_plays_with_somebody_who_has_used_much_need_not_wait_for_it() -> None:
    queue = queued(*[("a", 1.0)] * 3)
    for _ in range(3):
        assert queue.take(lambda job: True) is not None
    both, alone = queued(("b", 1.0), ("a", 1.0))._waiting
    both.payers = ["a", "b"]
    queue.add(alone)
    queue.add(both)
    assert taken(queue) == "ba"


def test_addresses_share_by_time() -> None:
    assert taken(queued(*[("a", 1.0)] * 4, *[("b", 1.0)] * 4)) == "abababab"
    assert taken(queued(*[("a", 3.0)] * 3, *[("b", 1.0)] * 9)).startswith("abbbabbbabbb")


def test_who_asked_for_nothing_yet_has_no_debts_and_no_savings() -> None:
    queue = queued(*[("a", 1.0)] * 9)
    for _ in range(6):
        assert queue.take(lambda job: True) is not None
    for job in queued(*[("b", 1.0)] * 3)._waiting:
        queue.add(job)
    assert taken(queue) in ("bababa", "abbaba", "ababab", "baabab")


def test_a_bot_that_took_longer_than_expected_is_paid_for() -> None:
    queue = queued(*[("a", 1.0)] * 3, *[("b", 1.0)] * 3)
    first = queue.take(lambda job: True)
    assert first is not None
    queue.took(first, 60.0)
    assert taken(queue) == "bbbaa"
