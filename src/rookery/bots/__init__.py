"""Computer players: a seat's view in, an action out. A bot is given nothing that its seat may not know."""

from rookery.bots.bots import Bot, ExactBot, GreedyBot, RandomBot, TreeBot
from rookery.bots.levels import choose, level, levels, warm_up

__all__ = ["Bot", "ExactBot", "GreedyBot", "RandomBot", "TreeBot", "choose", "level", "levels", "warm_up"]
