"""A day that is over, and games that were played on it."""

import asyncio
import random
from collections.abc import Callable

import rookery
from rookery.bots import levels
from rookery.core import fair
from rookery.core.position import Game, Position
from rookery.core.record import Record
from rookery.core.verification import pledge
from rookery.days.daily_game import DailyGame, choose_daily_game, day_secret, play_out
from rookery.days.gathering import head_of
from rookery.days.opened_day import OpenedDay
from rookery.puzzles.daily import day_value

ROOT = bytes(range(32))
DAY = 20_783
WORDS = [f"{number:032x}" for number in (7, 11, 13)]
GAMES = [rookery.load(slug) for slug in rookery.slugs()]
QUICKEST = min(GAMES, key=lambda game: game.facts.longest)  # and so is its search

Choose = Callable[[Position, str, int], int]


def at_random(view: Position, level: str, seed: int) -> int:
    """A bot that asks for no kernel: its choice depends on its view and the seed alone."""
    return random.Random(f"{view.key} {seed}").choice(view.legal_actions)


def table_of_the_day(game: Game, day: int = DAY) -> DailyGame:
    return choose_daily_game(game, levels(game), day_value(ROOT, day))


def secret_of(game: Game, day: int = DAY) -> bytes:
    return day_secret(day_value(ROOT, day + 1), game.facts.slug)


def played(game: Game, choose: Choose = at_random, words: list[str] = WORDS, person: str = "nobody 0") -> Record:
    """The game of the day with its promise, as it is told when the day is over."""

    async def advise(view: Position, level: str, seed: int) -> int:
        return choose(view, level, seed)

    daily, secret, head = table_of_the_day(game), secret_of(game), head_of(words)
    record = asyncio.run(play_out(game, daily, secret, head, person, advise))
    promised = pledge(Record(game, daily.players, daily.options), 0, secret, daily.bots)
    record.luck = fair.Luck(fair.commitment(promised), promised, daily.client_seeds(head), secret.hex())
    return record


def opened(words: list[str] = WORDS) -> OpenedDay:
    value, next_value = (day_value(ROOT, day).hex() for day in (DAY, DAY + 1))
    return OpenedDay(DAY, value, next_value, words, [table_of_the_day(game) for game in GAMES])
