"""rookery bots: the levels there are, and quick matches between them."""

import math
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rookery.bots import Bot
    from rookery.core.position import Game

EXAMPLES = """\
rookery bots                                          the levels for every game
rookery bots {game}                                   the levels for one
rookery bots {game} --match greedy random             how often one beats the other
rookery bots {game} --match hard easy --games 200     more games, narrower margin
"""
Z = 1.959964  # standard deviations that hold 95 % of a normal distribution


def bots(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Title of a game.")] = None,
    match: Annotated[
        tuple[str, str] | None, typer.Option(metavar="LEVEL LEVEL", help="Let two levels play each other.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games in the match.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same seed plays the same match.")] = 0,
) -> None:
    """List the levels of bots, or let two of them play a match.

    In a match the seats are swapped after every game, and both games of a pair begin alike. Where all win or lose
    together, each level is a team of its own, and they are compared game by game."""
    from rookery import load, titles
    from rookery.core.errors import UnknownGame, one_of

    if match is not None:
        if game is None:
            raise UnknownGame(f"a match needs a game: rookery bots GAME --match LEVEL LEVEL; {one_of('', titles())}")
        _play_match(load(game), match, games, seed)
        return
    for index, title in enumerate(titles() if game is None else (game,)):
        typer.echo(("\n" if index else "") + "\n".join(_levels(load(title))))


def _levels(game: "Game") -> list[str]:
    from rookery.bots import level, levels

    names = levels(game)
    wide = max(map(len, names))
    return [f"{game.facts.name} ({game.facts.title})", *(f"  {n:{wide}}  {level(n, game).words}" for n in names)]


# ── Matches ──────────────────────────────────────────────────────────────────
def _play_match(game: "Game", names: tuple[str, str], games: int, seed: int) -> None:
    from rookery.bots import level
    from rookery.cli.console import get_ready, progress

    both = (level(names[0], game), level(names[1], game))
    get_ready(game, names)
    results = [0, 0, 0]  # wins, draws, losses of the first
    with progress(f"{names[0]} against {names[1]}", games) as advance:
        for number in range(games):
            advance(number, f"game {number + 1} of {games}")
            results[_play_game(game, both, number, seed)] += 1
    wins, draws, losses = results
    low, high = wilson(wins + draws / 2, games)
    typer.echo(f"{game.facts.name}: {names[0]} against {names[1]}, {games} games, seed {seed}")
    typer.echo(f"  {wins} won, {draws} drawn, {losses} lost")
    score = (wins + draws / 2) / games
    typer.echo(f"  score {score:.1%} of the points (95 % interval {low:.1%} to {high:.1%}; a draw is half a point)")


def _play_game(game: "Game", bots: "tuple[Bot, Bot]", number: int, seed: int) -> int:
    """0 the first bot wins, 1 nobody does, 2 the second wins. They sit in every other seat, swapped in odd games."""
    if game.facts.cooperative:
        first, second = (_utilities(game, (bot, bot), [seed, number])[0] for bot in bots)
    else:  # a pair of games begins alike
        seated = (bots[1], bots[0]) if number % 2 else bots
        utilities = _utilities(game, seated, [seed, number // 2], number)
        sides = [utilities[side::2] for side in (number % 2, 1 - number % 2)]
        first, second = (sum(side) / len(side) for side in sides)
    return 0 if first > second else 2 if first < second else 1


def _utilities(game: "Game", bots: "tuple[Bot, Bot]", seed: list[int], number: int = 0) -> tuple[float, ...]:
    """Of a game between bots in turn; `seed` is that of luck, with `number` that of what the bots choose by chance."""
    import numpy as np

    luck, thought = np.random.default_rng(seed), np.random.default_rng([*seed, number, 1])
    position = game.start(seed=luck)
    while (mover := position.mover) is not None:
        position = position.after_unchecked(bots[mover % 2].choose(position.view(mover), thought)).settled(luck)
    assert position.outcome is not None
    return position.outcome.utilities


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson (1927), https://doi.org/10.1080/01621459.1927.10502953; sound for few
    games and shares near 0 or 1."""
    share, square = points / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    margin = Z * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - margin), min(1.0, middle + margin)
