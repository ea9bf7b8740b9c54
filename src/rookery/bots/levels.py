"""Levels: names for bots, meant to run from the weakest to the strongest; docs/strength.md says where they do. A game's
engine.toml may set how much each level searches."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from rookery.bots.kinds import Advice, Bot, EngineBot, GreedyBot, MixedBot, PlainBot, RandomBot, advised
from rookery.core.errors import NotYourTurn, UnknownLevel, one_of
from rookery.core.generator import AnyGenerator, Generator
from rookery.core.position import Game, Position
from rookery.search import SearchLimits, engine

LEVELS = {  # unless the game's engine.toml sets others
    "easy": SearchLimits(simulations=60, overlooks=0.1),
    "medium": SearchLimits(simulations=600),
    "hard": SearchLimits(simulations=4_000),
    "master": SearchLimits(simulations=20_000),
}
EXACT_LEVEL = {"exact": SearchLimits(simulations=50_000, proof=4_000_000)}  # for games without chance and secrets
UCT_PREFIX = "uct:"  # "uct:5000" is a yardstick for engines: plain tree search with 5,000 random games per move


def levels(game: Game) -> tuple[str, ...]:
    """The names of the levels that play a game, in the order in which they are meant to get stronger. "exact" is among
    them only in games without chance and secrets, unless engine.toml adds it."""
    return tuple(_bots(game))


@functools.cache
def _bots(game: Game) -> Mapping[str, Bot]:
    bots: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
    open_game = not (game.facts.hidden or game.facts.chance)
    for name, limits in (LEVELS | (EXACT_LEVEL if open_game else {}) | dict(engine(game).levels)).items():
        bots[name] = _searcher(limits)
    return MappingProxyType(bots)


def _searcher(limits: SearchLimits) -> Bot:
    if limits.mixed:
        return MixedBot(limits.simulations)
    return EngineBot(limits.simulations, limits.proof, limits.temperature, limits.overlooks)


def level(name: str, game: Game) -> Bot:
    """The bot of a level, or a yardstick: "uct:N" plays N random games before each move. Raises UnknownLevel."""
    bots = _bots(game)
    count = name.removeprefix(UCT_PREFIX)
    if name.startswith(UCT_PREFIX) and count.isdecimal() and int(count) > 0:
        return PlainBot(int(count))
    if name not in bots:
        raise UnknownLevel(f"{game.facts.name} has no bot of level {name!r}; {one_of(name, bots)}")
    return bots[name]


def choose(view: Position, name: str, seed: int | AnyGenerator) -> int:
    """The action that the bot of a level plays. `view`: of the seat to move. Equal views and seeds give the same action
    on every machine. Raises UnknownLevel, NotYourTurn, ValueError for a negative seed."""
    return advise(view, name, seed).action


def advise(view: Position, name: str, seed: int | AnyGenerator) -> Advice:
    """The action that the bot of a level plays, and its estimate of it. `view`: of the seat to move. Equal views and
    seeds give the same advice on every machine. Raises UnknownLevel, NotYourTurn, ValueError for a negative seed."""
    bot = level(name, view.game)
    if view.viewer is None or view.viewer != view.mover:
        raise NotYourTurn("a bot is given the view of the seat that decides: position.view(position.mover)")
    return advised(bot, view, seed)


def warm_up(game: Game, names: Iterable[str] | None = None) -> None:
    """Load the kernels for play and for bots (of all levels, or of `names`), so that no first move takes longer. Raises
    UnknownLevel."""
    generator = Generator(0)
    position = game.start(seed=generator)
    while len(position.legal_actions) == 1:  # bots do not search where there is no choice
        position = position.after_unchecked(position.legal_actions[0]).settled(generator)
    assert position.mover is not None  # every game has a choice before it ends
    for name in levels(game) if names is None else sorted(set(names)):
        bot = level(name, game)
        if isinstance(bot, EngineBot):  # a short search needs the same kernels as a long one
            bot = replace(bot, simulations=1, proof=min(bot.proof, 1))
        elif isinstance(bot, PlainBot | MixedBot):
            bot = replace(bot, simulations=1)
        bot.choose(position.view(position.mover), generator)
