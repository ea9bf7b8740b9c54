"""The ways to end of which there is a recorded game, and why players are told that it ended.

record_games.py, which `make evidence GAME=gameshire` runs, plays them anew when cards or rules have changed.
"""

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

from tests.games.endings import Ended
from tests.games.gameshire.twin import Twin

REASONS = {
    "won": "all six gifts are delivered",
    "lost_in_spring": r"only \d of 6 gifts are chosen, and nobody is left who may choose the rest",
    "lost_in_autumn": r"nobody can go on, with \d of 6 gifts delivered",
}


class Ending(NamedTuple):
    """A way to end."""

    players: int
    options: dict[str, str]
    is_it: Callable[[Twin], bool]  # as one sees it at the end

    def __call__(self, end: Ended) -> bool:
        first, twin = end.record.at(0), end.twin
        asked = (first.players, first.options | self.options) == (self.players, first.options)
        return asked and self.is_it(twin) and (twin.won or told(end) == [len(gifts_of(twin))])


def told(end: Ended) -> list[int]:
    """How many gifts the reason speaks of."""
    assert end.position.outcome is not None
    return [int(number) for number in re.findall(r"(\d) of 6 gifts", end.position.outcome.reason)]


def gifts_of(twin: Twin) -> Collection[str]:
    return twin.gifts if twin.season == "spring" else twin.delivered


def won(twin: Twin) -> bool:
    return twin.won is True


def lost_in_spring(twin: Twin) -> bool:
    return twin.won is False and twin.season == "spring"


def lost_in_autumn(twin: Twin) -> bool:
    return twin.won is False and twin.season == "autumn"


def short(twin: Twin) -> bool:
    """Somebody passed without their share."""
    low, _ = twin.fair_share()
    return lost_in_spring(twin) and any(s.out and twin.chosen_by(at) < low for at, s in enumerate(twin.sheets))


ENDINGS = {
    "won_alone": Ending(1, {}, won),
    "won_by_two": Ending(2, {"first": "seat 2"}, won),
    "won_by_three_with_somebody_out": Ending(3, {}, lambda t: won(t) and any(s.out for s in t.sheets)),
    "won_by_four": Ending(4, {}, won),
    "won_by_five": Ending(5, {}, won),
    "won_by_six": Ending(6, {}, won),
    "won_with_wrinkles": Ending(2, {"green": "2", "yellow": "1"}, lambda t: won(t) and len(t.drawn) > 1),
    "won_with_skills": Ending(2, {}, lambda t: won(t) and t.uses > 2),
    "lost_in_spring_alone": Ending(1, {}, short),
    "lost_in_spring_by_two": Ending(2, {}, short),
    "lost_in_spring_by_three": Ending(3, {"red": "1"}, short),
    "lost_in_spring_by_four": Ending(4, {}, short),
    "lost_in_spring_as_too_few_could_choose_two": Ending(4, {}, lambda t: lost_in_spring(t) and not short(t)),
    "lost_in_spring_by_five": Ending(5, {}, short),
    "lost_in_spring_by_six_through_a_follower": Ending(
        6, {}, lambda t: short(t) and t.chosen is not None and t.recorder != t.turn
    ),
    "lost_in_autumn_alone": Ending(1, {}, lost_in_autumn),
    "lost_in_autumn_by_two": Ending(2, {"green": "4", "yellow": "4", "red": "4"}, lost_in_autumn),
    "lost_in_autumn_by_three_unseen": Ending(3, {"red": "3", "review": "unseen"}, lost_in_autumn),
    "lost_in_autumn_by_six": Ending(6, {}, lambda t: lost_in_autumn(t) and len(t.delivered) > 2),
}
