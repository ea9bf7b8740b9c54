"""Ratings as a pure function of a list of results, and one step of it."""

import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from rookery.ratings.measured import Scale
from rookery.ratings.rated_result import NotRated, RatedResult, stages
from rookery.ratings.skill import DRIFT, START_DEVIATION, Skill, moved


def rate(results: Iterable[RatedResult], scale: Scale) -> dict[str, Skill]:
    """Name -> skill of everybody who was rated, after the results in their order.

    Of several results of one table the first counts, and results that `after` refuses do not."""
    skills, tables = dict[str, Skill](), set[str]()
    for result in results:
        if result.table not in tables:
            with suppress(NotRated):
                skills |= after(skills, result, scale)
                tables.add(result.table)
    return skills


def after(skills: Mapping[str, Skill], result: RatedResult, scale: Scale) -> dict[str, Skill]:
    """Name -> new skill of the people of one game; all other skills stay. A person who is not in `skills` is new.
    Nobody but the caller knows whether the table was counted before. Raises NotRated."""
    _check(result, scale)
    people = [seat for seat, who in enumerate(result.seats) if not who.anchor]
    seated = [
        scale.anchors[who.name] if who.anchor else _drifted(skills.get(who.name, scale.start)) for who in result.seats
    ]
    worth = result.advantages or (0.0,) * len(seated)
    now = [replace(skill, mean=skill.mean + more) for skill, more in zip(seated, worth)]  # as strong as in this seat
    for stage in stages(result):
        before = list(now)  # all seats of a stage move at once
        for seat in set(people).intersection(stage.seats):
            others = [before[other] for other in stage.seats if other != seat]
            now[seat] = moved(before[seat], others, (seat in stage.winners) / len(stage.winners))
    return {
        result.seats[seat].name: replace(now[seat], mean=now[seat].mean - worth[seat], games=now[seat].games + 1)
        for seat in people
    }


def _drifted(skill: Skill) -> Skill:
    return replace(skill, deviation=min(math.hypot(skill.deviation, DRIFT), START_DEVIATION))


def _check(result: RatedResult, scale: Scale) -> None:
    """Raises NotRated."""
    people = [who.name for who in result.seats if not who.anchor]
    if not people:
        raise NotRated("only bots played")
    if len({*people}) < len(people):
        raise NotRated("one person had two seats")
    if len(result.left) == len(result.seats):
        raise NotRated("everybody left")
    if unknown := [who.name for who in result.seats if who.anchor and who.name not in scale.anchors]:
        raise NotRated(f"the arena has not measured {', '.join(unknown)} here; measured: {', '.join(scale.anchors)}")
