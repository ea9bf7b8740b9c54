"""A game as OpenSpiel describes it: its name, its type and its parameters.

Text in parameters is percent-encoded, with %2C for a comma, because OpenSpiel would split it at commas and brackets.
"""

import functools
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

import pyspiel

from rookery.core.position import Game, Position
from rookery.core.protocol import Option
from rookery.core.registry import load

SPIEL_PREFIX = "rookery_"  # of a game's name in OpenSpiel
UNQUOTED = " /+-_.;:?!'&*@#<>|"  # characters that need no encoding, besides letters and digits


def name_of(game: Game) -> str:
    """The name of a game in OpenSpiel. A variant has a name of its own."""
    slug = game.facts.slug
    return SPIEL_PREFIX + slug if load(slug) is game else game.package.replace(".", "_")


@functools.cache
def type_of(game: Game) -> Any:
    facts, kinds = game.facts, pyspiel.GameType
    return kinds(
        short_name=name_of(game),
        long_name=facts.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else kinds.ChanceMode.DETERMINISTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if facts.hidden else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.IDENTICAL if facts.cooperative else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(facts.players),
        min_num_players=min(facts.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=game.is_seen,
        provides_factored_observation_string=True,
        parameter_specification=defaults(game),
    )


def info_of(game: Game, players: int) -> Any:
    """The GameInfo of a game with this number of players."""
    facts = game.facts
    return pyspiel.GameInfo(
        num_distinct_actions=facts.seat_actions,
        max_chance_outcomes=facts.actions if facts.chance else 0,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=None if facts.cooperative else 0.0,
        max_game_length=facts.longest,
    )


# ── Parameters ───────────────────────────────────────────────────────────────
def defaults(game: Game) -> dict[str, str | int]:
    options = {option.name: _parameter(option, option.choices[0]) for option in game.facts.options}
    return {**options, "players": game.facts.players[0], "position": ""}


def parameters_of(start: Position) -> dict[str, str | int]:
    """The parameters of the game that begins at a position."""
    options = {option.name: _parameter(option, start.options[option.name]) for option in start.game.facts.options}
    usual = start == start.game.start_with(start.settings)
    return {**options, "players": start.players, "position": "" if usual else quote(start.text, UNQUOTED)}


def start_of(game: Game, parameters: Mapping[str, Any]) -> Position:
    """The position that parameters describe. Raises UnknownOption, UnreadablePosition."""
    options = {option.name: unquote(str(parameters[option.name])) for option in game.facts.options}
    players, text = int(parameters["players"]), unquote(parameters["position"])
    return game.position(text, players, **options) if text else game.start_with(game.facts.settings(players, options))


def _parameter(option: Option, value: str) -> str | int:
    """The value of an option with the type that OpenSpiel gives it when it reads a game's name: there 5 is a number."""
    return int(value) if all(choice.isdecimal() for choice in option.choices) else quote(value, UNQUOTED)
