"""Computer players: a seat's view in, an action out. A bot is given nothing that its seat may not know."""

from rookery.bots.kinds import Advice, Adviser, Bot, EngineBot, GreedyBot, PlainBot, RandomBot, advised
from rookery.bots.levels import advise, choose, level, levels, warm_up

__all__ = [
    "Advice",
    "Adviser",
    "Bot",
    "EngineBot",
    "GreedyBot",
    "PlainBot",
    "RandomBot",
    "advise",
    "advised",
    "choose",
    "level",
    "levels",
    "warm_up",
]
