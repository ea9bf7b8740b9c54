"""Levels: names for bots, weakest first, the same for every game; a game with secrets has no exact one."""

from collections.abc import Callable, Iterable
from types import MappingProxyType

import numpy as np

from rookery.bots.bots import Bot, ExactBot, GreedyBot, RandomBot, TreeBot
from rookery.core.errors import NotYourTurn, UnknownLevel, one_of
from rookery.core.position import Game, Position

__all__ = ["choose", "level", "levels", "warm_up"]

LEVELS: MappingProxyType[str, Bot] = MappingProxyType({
    "random": RandomBot(),
    "greedy": GreedyBot(),
    "easy": TreeBot(simulations=60),
    "medium": TreeBot(simulations=1_000),
    "hard": TreeBot(simulations=20_000),
    "exact": ExactBot(simulations=50_000, limit=4_000_000),
})  # fmt: skip

Report = Callable[[int, int, str], None]


def levels(game: Game) -> tuple[str, ...]:
    """The names of the levels that play a game, weakest first."""
    return tuple(name for name, bot in LEVELS.items() if not (game.facts.hidden and isinstance(bot, ExactBot)))


def level(name: str, game: Game) -> Bot:
    """The bot of a level. Raises UnknownLevel."""
    if name not in levels(game):
        raise UnknownLevel(f"{game.facts.name} has no bot of level {name!r}; {one_of(name, levels(game))}")
    return LEVELS[name]


def choose(view: Position, name: str, seed: int | np.random.Generator) -> int:
    """What the bot of a level does as the seat whose view this is. Raises UnknownLevel, NotYourTurn."""
    bot = level(name, view.game)
    if view.viewer is None or view.viewer != view.mover:
        raise NotYourTurn("a bot is given the view of the seat that decides: position.view(position.mover)")
    return bot.choose(view, np.random.default_rng(seed))


def warm_up(
    game: Game, report: Report = lambda done, total, words: None, names: Iterable[str] | None = None
) -> None:
    """Compile what play and bots (all, or the levels named) need, or load it from the cache; at first it takes seconds.

    `report(done, total, words)` is called before each step and at the end. Raises UnknownLevel."""
    names = levels(game) if names is None else sorted(set(names))
    report(0, len(names) + 1, "compiling the rules")
    position = game.start(seed=0)
    assert position.mover is not None  # no game is over before it began
    for done, name in enumerate(names, start=1):
        report(done, len(names) + 1, f"compiling the {name} bot")
        choose(position.view(position.mover), name, 0)
    report(len(names) + 1, len(names) + 1, "ready")
