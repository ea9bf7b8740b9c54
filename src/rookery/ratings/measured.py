"""The arena's measurements, as anchors of ratings. `measured.jsonl` in a game's folder has one match a line:

    {"players": 2, "options": {"grues": "random", "first": "random"}, "command": "rookery arena ...",
     "machine": "date 2026-11-26 ...", "levels": {"easy": {"mean": 511.2, "deviation": 32.3, "games": 800}, ...},
     "milliseconds": {"easy": 0.29, ...}}

`rookery arena GAME LEVEL LEVEL ... --measured FILE` writes a line in place of an earlier one for the same table. A
level whose interval is open on one side is left out: it is no anchor. Levels that change are measured again.

There is one scale for each game and number of players, because the same bots are farther apart at small tables. Options
do not change it. A cooperative game has one scale: its levels are rated at each table against the game, so tables with
other players or options are difficulties, whose distance is how much less the same levels win there (Rasch 1960).
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median_low

import numpy as np
from msgspec import Struct

from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.core.reading.json_lines import json_lines
from rookery.ratings.luce import fit
from rookery.ratings.skill import ELO_UNIT, START_DEVIATION, Skill

MEASURED_FILE = "measured.jsonl"
FARTHEST_SKILL = 10_000  # Elo; no two players are farther apart


class BrokenMeasurements(Trouble):
    """A file of measurements cannot be read or used."""


class Measurement(Struct, frozen=True):
    """One match of the arena."""

    players: int
    options: dict[str, str]
    command: str
    machine: str
    levels: dict[str, Skill]  # by level; in a cooperative game, relative to the game
    milliseconds: dict[str, float] = {}  # by level: mean processor time of a decision. Not in older files


class Scale(Struct, frozen=True):
    """The scale to which ratings are relative."""

    anchors: Mapping[str, Skill]  # by level; in a cooperative game, by `difficulty`
    start: Skill  # of newcomers: the middle level, of two the weaker one; 0 where none was measured


def difficulty(game: Game, players: int, options: Mapping[str, str]) -> str:
    """The name of a table of a cooperative game: "2 players", and the options that are not the usual ones."""
    usual = {option.name: option.choices[0] for option in game.facts.options}
    chosen = [f"{name} {value}" for name, value in sorted(options.items()) if value != usual[name]]
    return ", ".join([f"{players} player{'s' * (players > 1)}", *chosen])


@functools.cache
def measured(game: Game) -> tuple[Measurement, ...]:
    """The measurements of a game's levels; nothing if its folder has no measured.jsonl. Raises BrokenMeasurements."""
    return read_measurements(game.path / MEASURED_FILE, game)


def _check(game: Game, tables: set[str], found: Measurement) -> None:
    """Raises ValueError for a table or a skill that cannot be, and for a second line of one of the `tables`."""
    game.facts.settings(found.players, found.options)
    table = difficulty(game, found.players, found.options if game.facts.cooperative else {})
    if table in tables:
        raise ValueError("the same table has two lines")
    tables.add(table)
    for level, skill in found.levels.items():
        if not (abs(skill.mean) < FARTHEST_SKILL and 0 <= skill.deviation < FARTHEST_SKILL and skill.games > 0):
            raise ValueError(f"the {level} bot has {skill}, which is no measurement")


def read_measurements(path: Path, game: Game) -> tuple[Measurement, ...]:
    """The measurements of a game in a file; nothing if there is no such file. Raises BrokenMeasurements."""
    check = functools.partial(_check, game, set[str]())
    return json_lines(path, Measurement, check, BrokenMeasurements, f"is no measurement of {game.facts.name}")


def scale_of(game: Game, players: int) -> Scale:
    """The scale of a game at tables of so many players; in a cooperative game, at all tables. Raises
    BrokenMeasurements."""
    if game.facts.cooperative:
        return _of_difficulties(game, [each for each in measured(game) if each.levels])
    levels = next((each.levels for each in measured(game) if each.players == players), {})
    return Scale(levels, _start(skill.mean for skill in levels.values()))


def _start(means: Iterable[float]) -> Skill:
    # not the mean: however strong a new level is, it moves the middle by one level at most
    return Skill(float(median_low([*means] or [0.0])), START_DEVIATION)


def _of_difficulties(game: Game, matches: Sequence[Measurement]) -> Scale:
    """Levels and tables are entrants of one fit, in which each level played each table. The first table has rating
    0."""
    tables = [difficulty(game, each.players, each.options) for each in matches]
    levels = sorted({level for each in matches for level in each.levels})
    rows = [(at, levels.index(level), skill) for at, each in enumerate(matches) for level, skill in each.levels.items()]
    if not rows:
        return Scale({}, _start(()))
    table, level = np.array([row[0] for row in rows]), np.array([row[1] for row in rows]) + len(tables)
    games = np.array([skill.games for *_, skill in rows], float)
    won = games / (1 + np.exp(-np.array([skill.mean for *_, skill in rows]) / ELO_UNIT))
    entrants = np.eye(len(tables) + len(levels))
    points = won @ entrants[level] + (games - won) @ entrants[table]
    strengths = fit(entrants[table] + entrants[level], games[None], points[None])[0]
    share = 1 / (1 + np.exp(strengths[table] - strengths[level]))
    variance = ELO_UNIT**2 / ((games * share * (1 - share)) @ entrants[table])[: len(tables)]
    variance = np.where(np.arange(len(tables)) > 0, variance + variance[0], 0.0)
    means = ELO_UNIT * (strengths - strengths[0])
    difficulties = zip(tables, means.tolist(), np.sqrt(variance).tolist())
    return Scale({name: Skill(mean, deviation) for name, mean, deviation in difficulties}, _start(means[len(tables) :]))
