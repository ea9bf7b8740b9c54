"""A thousand players of a day: does what one did beside others tell skill from luck?

    nice python -m benchmarks.days gleebs --players 1000 --days 5

A simulated player plays as the level "greedy", but chooses at random with a chance of its own: that is its skill. All
play the same days, against greedy bots. It prints how well the order by each scale agrees with the order of skill
(Spearman's rank correlation), after one day and after all, and the same where everybody has draws of their own, as in
ordinary games. Then, how far the share of others beaten is off if only a few others have played.
"""

import argparse
import asyncio
import random
from collections.abc import Sequence
from statistics import fmean, stdev

import msgspec

import rookery
from rookery.bench.report import machine_words
from rookery.bots import choose, levels
from rookery.core.position import Game, Position
from rookery.days.comparison import Achieved, achieved, matchpoints, mean_swing
from rookery.days.daily_game import choose_daily_game, day_secret, play_out
from rookery.puzzles.daily import day_value

FIRST_DAY = 20_800
FEW = (10, 30, 100)  # others who have played


def played(game: Game, day: int, player: int, skill: float, draws: str) -> Achieved:
    """What a player does on a day. `draws`: what stands for the words that were added."""

    async def advise(view: Position, level: str, seed: int) -> int:
        dice = random.Random(f"{day} {player} {view.key} {seed}")
        slips = level == "nobody" and dice.random() > skill
        return dice.choice(view.legal_actions) if slips else choose(view, "greedy", seed)

    root = bytes(32)
    daily = choose_daily_game(game, levels(game), day_value(root, day))
    daily = msgspec.structs.replace(daily, level="greedy")
    secret = day_secret(day_value(root, day + 1), game.facts.slug)
    return achieved(asyncio.run(play_out(game, daily, secret, draws, "nobody 0", advise)), daily.seat)


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: of the ranks, where equal values share the mean of their ranks."""
    return pearson(ranks(one), ranks(other))


def ranks(values: Sequence[float]) -> list[float]:
    order = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(order)))}
    last = {value: place for place, value in enumerate(order)}
    return [(first[value] + last[value]) / 2 for value in values]


def pearson(one: Sequence[float], other: Sequence[float]) -> float:
    both = fmean(a * b for a, b in zip(one, other, strict=True)) - fmean(one) * fmean(other)
    return both * len(one) / (len(one) - 1) / (stdev(one) * stdev(other))


def scales(days: Sequence[Sequence[Achieved]]) -> dict[str, list[float]]:
    """For each scale: what each player has on average of these days."""
    found: dict[str, list[list[float]]] = {"mean lead": [], "swings": [], "matchpoints": []}
    for all_of_them in days:
        found["mean lead"].append([float(own.lead or own.utility) for own in all_of_them])
        found["swings"].append([mean_swing(own, all_of_them) for own in all_of_them])
        found["matchpoints"].append([matchpoints(own, all_of_them) for own in all_of_them])
    return {name: [fmean(of_player) for of_player in zip(*values, strict=True)] for name, values in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--days", type=int, default=5)
    given = parser.parse_args()
    game, dice = rookery.load(given.game), random.Random(1)
    skills = [dice.random() for _ in range(given.players)]
    print(f"{machine_words()}; {game.facts.name}, {given.players} players, {given.days} days")
    for name, draws in (("the same draws for all", "{day}"), ("draws of one's own", "{day} {player}")):
        days = [
            [
                played(game, FIRST_DAY + day, player, skill, draws.format(day=day, player=player))
                for player, skill in enumerate(skills)
            ]
            for day in range(given.days)
        ]
        first, all_days = scales(days[:1]), scales(days)
        for scale, values in all_days.items():
            once, whole = correlation(first[scale], skills), correlation(values, skills)
            print(f"  {name}, {scale}: agrees with skill by {once:.3f} after a day, {whole:.3f} after {given.days}")
        if name.startswith("the same"):
            for few in FEW:
                off = [abs(matchpoints(own, dice.sample(days[0], few)) - matchpoints(own, days[0])) for own in days[0]]
                print(f"  share beaten of {few} others instead of all: off by {100 * fmean(off):.1f} points of 100")


if __name__ == "__main__":
    main()
