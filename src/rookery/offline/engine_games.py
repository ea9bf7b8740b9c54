"""A game as the engine of a page sees it: its rules and words are the code with which pages draw it, and what is
searched runs in its module of WebAssembly (wasm/build.py)."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np

from rookery.core import registry
from rookery.core.errors import BrokenModule, CannotPlay, UnreadablePosition
from rookery.core.generator import AnyGenerator
from rookery.core.networks import Network
from rookery.core.position import Game, Position
from rookery.core.protocol import Facts
from rookery.offline.engine import PageEngine
from rookery.offline.page_game import GAMES_OF_SITE, PageCode, PageFolder, put_in_place
from rookery.search.plan import Engine, engine


class GamesOfEngine(NamedTuple):
    """The games of a page, by slug, and how each is searched."""

    facts: Mapping[str, Facts]
    engines: Mapping[str, Engine]
    weighed: Mapping[str, tuple[str, ...]]  # the names of the terms of the evaluator
    weights: Mapping[str, Mapping[int, tuple[float, ...]]]  # by number of players
    shapes: Mapping[str, Mapping[int, tuple[int, int]]]  # of networks: Folder.network_shapes


def games_of_engine(games: tuple[Game, ...]) -> GamesOfEngine:
    """That of these games. Raises BrokenSettings."""
    return GamesOfEngine(
        facts={game.facts.slug: game.facts for game in games},
        engines={game.facts.slug: engine(game) for game in games},
        weighed={game.facts.slug: game.weighed for game in games},
        weights={
            game.facts.slug: {players: tuple(game.weights_for(players).tolist()) for players in game.facts.players}
            for game in games
        },
        shapes={game.facts.slug: dict(game.network_shapes) for game in games},
    )


GAMES_OF_ENGINE = games_of_engine(())  # in whose place a page has its own (engine_program.py)


def search_only(told: GamesOfEngine) -> None:
    """From now on there are the games of `told`, and no others: that which somebody wrote in a page."""
    put_in_place(GAMES_OF_SITE.facts, told.facts)
    put_in_place(GAMES_OF_ENGINE.engines, told.engines)
    put_in_place(GAMES_OF_ENGINE.weighed, told.weighed)
    put_in_place(GAMES_OF_ENGINE.weights, told.weights)
    put_in_place(GAMES_OF_ENGINE.shapes, told.shapes)


class Networks(Protocol):
    """The trained networks of a game."""

    def layers(self, players: int) -> tuple[int, ...]:
        """The widths of the layers; empty: there is none."""

    def numbers(self, players: int) -> Any:
        """[size] float32."""


class EngineCode(PageCode, Protocol):
    """The code of a game, and its module (web/src/program/engine_code.ts)."""

    networks: Networks

    def kernels(self, template: str) -> Any:
        """The kernels of a generic file, by their names."""

    def filled(self, fields: Mapping[str, Any]) -> Any:
        """The state with these fields."""

    def lent(self, count: int) -> Any:
        """[count] states of zeros, for kernels."""


class EngineFolder(PageFolder):
    """The counterpart of core/folder.py in an engine."""

    @property
    def engine_code(self) -> EngineCode:
        code: Any = self.code
        return code  # type: ignore[no-any-return]

    @property
    def weighed(self) -> tuple[str, ...]:
        return GAMES_OF_ENGINE.weighed[self.package]

    def blank(self, count: int = 1) -> Any:
        return [self.code.blank()] if count == 1 else self.engine_code.lent(count)

    def filled(self, fields: Mapping[str, Any]) -> Any:
        """See Folder.filled. Raises KeyError for a missing field."""
        return [self.engine_code.filled({name: fields[name] for name in self.fields})]

    def made(self, template: str) -> Any:
        return self.engine_code.kernels(template)

    def weights_for(self, players: int) -> Any:
        return np.array(GAMES_OF_ENGINE.weights[self.package][players])

    @property
    def network_shapes(self) -> Mapping[int, tuple[int, int]]:
        return GAMES_OF_ENGINE.shapes[self.package]

    def network_for(self, players: int) -> Network:
        """See Folder.network_for. Raises CannotPlay."""
        networks = self.engine_code.networks
        layers = networks.layers(players)
        if not layers:
            raise CannotPlay(f"{self.facts.name} has no trained network for {players} players")
        return Network(layers, networks.numbers(players))


def engine_of(game: Game) -> Engine:
    """See plan.engine."""
    return GAMES_OF_ENGINE.engines[game.facts.slug]


def seen_in_json(text: str) -> Position:
    """The view or position that `Position.to_json` wrote: that of a table, which the page got from there. Raises
    UnreadablePosition, UnknownGame."""
    try:
        data: dict[str, Any] = json.loads(text)
        game: Any = registry.load(str(data["game"]))
        if data["rules"] != game.facts.rules_version:
            raise ValueError("its rules have another version")
        options = {str(name): str(value) for name, value in dict(data["options"]).items()}
        settings = game.facts.settings(data["players"], options)
        return Position(game, game.filled(data["fields"]), settings, data.get("viewer"))
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise UnreadablePosition(f"this text is no view of a game: {error}") from None


def word_of(generator: AnyGenerator) -> int:
    """See generator.word_from."""
    given: Any = generator
    return int(given.word())


def start(tell: Callable[[int, str, str], None]) -> PageEngine:
    """`tell`: see PageEngine."""
    return PageEngine(tell)


def knows(slug: str) -> bool:
    """Whether there is such a game."""
    return slug in GAMES_OF_SITE.facts


def open_game(slug: str, code: EngineCode) -> None:
    """The code and the module of a game have come; before any question about it. Raises UnknownGame."""
    game: Any = registry.load(slug)
    game.open(code)


def broken(slug: str, reason: str) -> BrokenModule:
    """The exception to raise when the module of a game fails. Raises UnknownGame."""
    told = f"{registry.load(slug).facts.name} cannot be analysed in this page, because its rules broke off ({reason})"
    return BrokenModule(f"{told}; load the page again, or choose another game")
