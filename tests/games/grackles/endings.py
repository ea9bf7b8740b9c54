"""The ways to end of which there is a recorded game, and why players are told that it ended."""

import re
from collections.abc import Mapping

from rookery import Record
from rookery.games.grackles import rules
from tests.games.endings import Ended, IsIt

REASONS = {"": r"nobody can settle another bird, and the birds on the wires are \d+ to \d+(, \d+)*( and \d+)?"}


def winners(end: Ended) -> int:
    scores = [rules.points(end.position.state, seat) for seat in range(end.position.players)]
    return scores.count(max(scores))


def passes(record: Record) -> int:
    """The number of passes after the last other action."""
    texts = [record.text(ply) for ply in range(record.plies, 0, -1)]
    return next(number for number, text in enumerate(texts) if text != "pass")


def last(pattern: str) -> IsIt:
    """The last action looks like that: after it nobody can do anything."""
    return lambda end: bool(re.fullmatch(pattern, end.record.text(end.record.plies)))


def shared(players: int, winning: int) -> IsIt:
    return lambda end: (end.position.players, winners(end)) == (players, winning)


ENDINGS: Mapping[str, IsIt] = {
    # what comes before a round of skips and passes (GR-16)
    "by_a_line": last(r"\w+-\w+"),
    "by_an_extension": last(r"\w+\+\w+"),
    "by_a_rotation": last(r"rotate \w\w r\d+"),
    "by_the_last_tile": last(r"\w\w r\d+"),
    "by_passes": lambda end: passes(end.record) == end.position.players,
    "by_passes_and_skips": lambda end: 0 < passes(end.record) < end.position.players,
    # how many of how many win (GR-17)
    "one_of_two": shared(2, 1),
    "two_of_two": shared(2, 2),
    "one_of_three": shared(3, 1),
    "two_of_three": shared(3, 2),
    "three_of_three": shared(3, 3),
    "one_of_four": shared(4, 1),
    "two_of_four": shared(4, 2),
    "three_of_four": shared(4, 3),
    "four_of_four": shared(4, 4),
    # somebody's last bird sits (GR-13); three who always take the most birds
    "flock_used_up": lambda end: 0 in end.position.state.birds[: end.position.players],
    "greedy_birds": lambda end: end.position.options["first"] == "seat 3",
}
