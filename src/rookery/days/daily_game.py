"""The game of a day: the table, the secret and the bots' seeds, all from the chain of days' values (puzzles/daily.py).

The value of the day, published when it begins, chooses the table: players, options, the person's seat, the bots' level.
The value of the next day, which the former promises and which is published when the day is over, gives the secret of
the draws and the seeds of the bots. A draw and a bot's choice depend on the number of the ply, so whoever plays the
same moves meets the same game.
"""

import hashlib
import hmac
from collections.abc import Awaitable, Callable, Iterable, Sequence

from msgspec import Struct

from rookery.core import fair
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.puzzles.daily import LAST_DAY, chosen

LAST_PLAYED_DAY = LAST_DAY - 1  # the last day of the chain has no next value to keep secret
SEED_BITS = 63  # of a bot's seed, a whole number

Advise = Callable[[Position, str, int], Awaitable[int]]  # view, level, seed -> the action of a bot


class DailyGame(Struct, frozen=True):
    """The table of a day: the same for everybody."""

    slug: str
    rules: int  # version of the rules
    players: int
    options: dict[str, str]  # every option, named
    seat: int  # of the person
    level: str  # of the bots in all other seats

    @property
    def bots(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.players) if seat != self.seat)

    def client_seeds(self, head: str) -> tuple[str, ...]:
        """[P] of the seats. `head`: of all words that were gathered before the day; bots add none."""
        return tuple(head if seat == self.seat else "" for seat in range(self.players))


def compared_levels(levels: Sequence[str]) -> tuple[str, ...]:
    """The levels that play the person's seat, too. Levels beyond the fifth think too long to do so on each day."""
    return tuple(levels[:5])


def choose_daily_game(game: Game, levels: Sequence[str], value: bytes) -> DailyGame:
    """The table of a day. `levels`: of the game's bots, weakest first; `value`: [32] of the day.

    Every number of players and every listed choice of an option has its days. The opponents search, if any bot does,
    but never for long."""
    facts = game.facts

    def pick(what: str, choices: Iterable[object]) -> str:
        return chosen(f"{facts.slug} {what}", map(str, choices), value)

    players = int(pick("players", facts.players))
    options = {option.name: pick(option.name, option.choices_of(players)) for option in facts.options}
    level = pick("level", compared_levels(levels)[2:] or levels)
    return DailyGame(facts.slug, facts.rules_version, players, options, int(pick("seat", range(players))), level)


def day_secret(next_value: bytes, slug: str) -> bytes:
    """[32] the secret of a game on a day, from the value [32] of the next day."""
    return hmac.digest(next_value, f"rookery day {slug}".encode(), hashlib.sha256)


def bot_seed(secret: bytes, ply: int, whose: str = "") -> int:
    """The seed of the bot that plays ply `ply`, counted from 1. `secret`: [32] of the game; `whose`: of a level that
    plays the person's seat, its name and the number of its run."""
    text = f"rookery bot {ply} {whose}".encode()
    return int.from_bytes(hmac.digest(secret, text, hashlib.sha256)) >> (256 - SEED_BITS)


async def play_out(game: Game, daily: DailyGame, secret: bytes, head: str, person: str, advise: Advise) -> Record:
    """The whole game of the day. `person`: who plays the person's seat, as "easy 2": a level, and the number of its
    run; `advise` is asked for each decision."""
    record, seeds = Record(game, daily.players, daily.options), daily.client_seeds(head)
    while (mover := record.position.mover) is not None:
        position, ply = record.position, record.plies + 1
        if mover == CHANCE:
            choice = fair.drawn(fair.number(fair.ticket(secret, ply), seeds), position.odds)
            record.play(position.legal_actions[choice])
            continue
        level, whose = (person.split()[0], person) if mover == daily.seat else (daily.level, "")
        record.play(await advise(position.view(mover), level, bot_seed(secret, ply, whose)))
    return record
