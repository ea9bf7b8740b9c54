"""Count how often each seat wins between equal bots, by turn order, and write the tables of docs/balance.md.

    python -m benchmarks.seats GAME LEVEL --players 2 3 4 --games 2000 [--option NAME=VALUE] [--seed 1]
    python -m benchmarks.seats --page

The first form writes a line for each number of players into `seats.jsonl` in the game's folder (core/seats.py), in
place of an earlier one of the same table and level. Equal commands play equal games. The second form writes the page
from these files. A cooperative game has no seats to compare.
"""

import argparse
import shlex
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec
import numpy as np

import rookery
from benchmarks.arguments import described, positive, with_tables
from rookery.arena import wilson
from rookery.bots import level, levels
from rookery.bots.kinds import GreedyBot
from rookery.cli.machine import machine_words
from rookery.cli.seating import chosen_options
from rookery.core.errors import Refusal, Trouble
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.core.protocol import Settings
from rookery.core.seats import SEATS_FILE, SeatMeasurement, read_seats, seats_measured
from rookery.export.seats_section import later_turns
from rookery.search import engine
from rookery.search.kernels.bundles import Entrants
from rookery.search.processes import mapping
from rookery.search.workspace import workspace
from rookery.whole_file import write_whole

PAGE = Path("docs/balance.md")
BATCH = 20  # games of a process at a time


# ── Games ────────────────────────────────────────────────────────────────────
def shares_of_a_game(game: Game, settings: Settings, name: str, seed: int) -> list[float]:
    """[P] what each seat has of the win, by turn order, in a game of equal bots."""
    luck = Generator(seed)
    position = game.start_with(settings).settled(luck)
    first = position.mover
    assert first is not None
    end = _greedy_end(position, seed) if isinstance(level(name, game), GreedyBot) else _end(position, name, luck)
    best = [utility == max(end) for utility in end]
    return [best[(first + turn) % len(end)] / sum(best) for turn in range(len(end))]


def _greedy_end(position: Position, seed: int) -> list[float]:
    """The utilities at the end of a game of GreedyBots, which a kernel plays a hundred times as fast."""
    game, players = position.game, position.players
    states, results = game.blank(4), np.zeros((1, players))
    states[:] = position.states[0]
    work = workspace(position)
    entrants = Entrants(work.weights[None], np.zeros((1, players), np.int64))
    ahead = engine(game).plan_for(players).ordered != "order"  # as action_scores does
    game.made("rookery.search.kernels.greedy").greedy_games(states, entrants, ahead, seed, work, results)
    found: list[float] = results[0].tolist()
    return found


def _end(position: Position, name: str, luck: Generator) -> tuple[float, ...]:
    bot = level(name, position.game)
    while (mover := position.mover) is not None:
        position = position.after(bot.choose(position.view(mover), luck)).settled(luck)
    assert position.outcome is not None
    return position.outcome.utilities


def _batch(game: Game, settings: Settings, name: str, seeds: range) -> list[float]:
    """[P] the games won by turn order."""
    return np.sum([shares_of_a_game(game, settings, name, seed) for seed in seeds], axis=0).tolist()  # type: ignore[no-any-return]  # NumPy's


def measured(game: Game, asked: argparse.Namespace, players: int) -> SeatMeasurement:
    """A line of the file. Raises LostWorker."""
    settings = game.facts.settings(players, chosen_options(game, asked.option))
    usual, chosen = (game.facts.chosen(one) for one in (game.facts.settings(players, {}), settings))
    first = asked.seed * 1_000_003
    batches = [range(at, min(at + BATCH, first + asked.games)) for at in range(first, first + asked.games, BATCH)]
    won = np.zeros(players)
    with mapping(asked.workers) as mapper:
        for count, part in enumerate(mapper.map(partial(_batch, game, settings, asked.level), batches), 1):
            won += part
            games = min(count * BATCH, asked.games)
            print(f"\r{players} players: {games:,} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return SeatMeasurement(
        players,
        {name: value for name, value in chosen.items() if value != usual[name]},
        asked.level,
        asked.games,
        tuple(round(one, 3) for one in won.tolist()),
        asked.command,
        machine_words(),
    )


def keep(path: Path, game: Game, new: SeatMeasurement) -> None:
    """Write a line, in place of an earlier one. Raises BrokenSeats, OSError."""
    known = {(one.players, *sorted(one.options.items()), one.level): one for one in (*read_seats(path, game), new)}
    ranks = levels(game)
    lines = sorted(known.values(), key=lambda one: (sorted(one.options.items()), one.players, ranks.index(one.level)))
    write_whole(path, b"".join(msgspec.json.encode(one) + b"\n" for one in lines))


# ── The page ─────────────────────────────────────────────────────────────────
def table(game: Game) -> Iterator[str]:
    """The lines of the table of a game, as Markdown."""
    known = seats_measured(game)
    most = max((one.players for one in known), default=0)
    if not known:
        raise Trouble(f"nobody has counted how often each seat of {game.facts.name} wins")
    heads = ["begins", *later_turns(most)]
    yield f"| players | bots | games | {' | '.join(heads)} |"
    yield f"| --- | --- | ---: |{' ---: |' * most}"
    for one in known:
        option = "".join(f", {name} = {value}" for name, value in sorted(one.options.items()))
        cells = [cell(won, one.games) for won in one.won] + [""] * (most - one.players)
        yield f"| {one.players}{option} | {one.level} | {one.games:,} | {' | '.join(cells)} |"
    yield ""
    for command, machine in {one.command: one.machine for one in known}.items():  # of the last of its lines
        yield f"* `{command}`; {machine}"


def cell(won: float, games: int) -> str:
    """A share of games, in percent with its interval."""
    low, high = wilson(won, games)
    return f"{100 * won / games:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def main(argv: list[str] | None = None) -> None:
    parser = described(__doc__)
    parser.add_argument("slug", nargs="?", help="short name of a game; `rookery games` lists them")
    parser.add_argument("level", nargs="?", help="the bots that play")
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; default: all")
    parser.add_argument("--games", type=positive, default=2000, help="for each number of players")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="repeatable")
    parser.add_argument("--seed", type=positive, default=1)
    parser.add_argument("--workers", type=positive, default=1)
    parser.add_argument("--page", action="store_true", help=f"write {PAGE} from what was counted")
    args = parser.parse_args(argv)
    try:
        if args.page:
            PAGE.write_text(with_tables(PAGE.read_text("utf-8"), "seats", table), "utf-8")
            return
        if args.level is None:
            parser.error("name a game and a level, or ask for --page")
        game = rookery.load(args.slug)
        args.command = shlex.join(["python", "-m", "benchmarks.seats", *(sys.argv[1:] if argv is None else argv)])
        level(args.level, game)  # refuses what is no level
        for players in args.players or sorted(game.facts.players):
            keep(game.path / SEATS_FILE, game, measured(game, args, players))
    except (Trouble, Refusal, OSError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
