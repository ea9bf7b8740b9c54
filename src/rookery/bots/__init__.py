"""Computer players. A bot gets the view of its seat, so it knows only what the seat may know, and returns an action."""

from rookery.bots.kinds import Advice, Adviser, Bot, EngineBot, GreedyBot, MixedBot, PlainBot, RandomBot, advised
from rookery.bots.levels import advise, choose, level, levels, warm_up

__all__ = [
    "Advice",
    "Adviser",
    "Bot",
    "EngineBot",
    "GreedyBot",
    "MixedBot",
    "PlainBot",
    "RandomBot",
    "advise",
    "advised",
    "choose",
    "level",
    "levels",
    "warm_up",
]
