"""Writes the ratings of a match into a file of measurements, as anchors of ratings of people."""

import math
from collections.abc import Iterable
from pathlib import Path

import msgspec

from rookery.arena import Rating, Results, standings
from rookery.core.errors import Trouble
from rookery.ratings.measured import Measurement, read_measurements
from rookery.ratings.skill import Skill
from rookery.search.chances import WITHIN_95
from rookery.whole_file import write_whole


def keep(path: Path, results: Results, ratings: Iterable[Rating], command: str, machine: str) -> None:
    """Write the ratings of a match to a file, in place of an earlier match of the same table. Raises
    BrokenMeasurements, Trouble if the games measured too few levels, OSError."""
    match, team = results.match, results.match.game.facts.cooperative
    levels = {
        each.name: Skill(round(each.elo, 1), round((each.high - each.low) / 2 / WITHIN_95, 1), each.games)
        for each in ratings
        if math.isfinite(each.high - each.low) and each.name in match.entrants and (each.anchor or each.low < each.high)
    }
    if len(levels) < (1 if team else 2):
        raise Trouble(f"these games do not tell levels apart, so nothing was written to {path}; play more")
    took = {each.name: float(f"{1000 * each.seconds:.3g}") for each in standings(match, results.games)}
    milliseconds = {level: took[level] for level in levels}
    new = Measurement(match.players, match.options, command, machine, levels, milliseconds)
    others = [
        each
        for each in read_measurements(path, match.game)
        if each.players != new.players or (team and each.options != new.options)
    ]
    lines = sorted([*others, new], key=lambda each: each.players)
    write_whole(path, b"".join(msgspec.json.encode(each) + b"\n" for each in lines))
