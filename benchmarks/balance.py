"""Win rates of seats or teams when every seat plays as the game's evaluator advises, from thousands of games a case.

    python -m benchmarks.balance GAME --players 2 3 --games 2000 --case "" --case "OPTION=VALUE" --markdown FILE

A case is a line of the table: "OPTION=VALUE, OPTION=VALUE; MOVE; MOVE". Commas separate its options. Moves with which
all its games begin may follow, each after a semicolon. The empty case is the game with its defaults. A cell has one win
rate for a team, or one for each seat, where a shared first place counts in parts. Each has its 95 % interval.
The same command gives the same figures: games are drawn from the seed, the case and the number of players.
"""

import argparse
import shlex
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.arguments import described, game_of, positive
from benchmarks.seats import cell
from rookery.cli.hours import check_writable
from rookery.cli.machine import machine_words
from rookery.core.errors import Trouble
from rookery.core.position import Game, Position
from rookery.core.protocol import Array
from rookery.core.scene import plural
from rookery.search import guided_playouts

GAMES_PER_REPORT = 250  # of progress; another number draws other games


# ── Cases ────────────────────────────────────────────────────────────────────
def begin(game: Game, players: int, case: str) -> Position:
    """The position at which the games of a case begin. Raises ValueError if it is not a case of this game."""
    options, *moves = [part.strip() for part in case.split(";")]
    chosen = {}
    for option in filter(None, map(str.strip, options.split(","))):
        name, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"{option!r} in the case {case!r} is not OPTION=VALUE; moves follow a semicolon")
        chosen[name.strip()] = value.strip()
    position = game.start_with(game.facts.settings(players, chosen))
    for move in moves:
        position = position.after(move)
    return position


def results(position: Position, games: int, error: float, generator: np.random.Generator) -> Iterator[Array]:
    """Utilities of `games` games, in arrays [up to GAMES_PER_REPORT, P]. `error`: share of random decisions."""
    for done in range(0, games, GAMES_PER_REPORT):
        yield guided_playouts(position, min(GAMES_PER_REPORT, games - done), generator, error=error)


def shares(utilities: Array, cooperative: bool) -> list[float]:
    """The share of games won by the team, or by each seat. `utilities`: [games, P]."""
    if cooperative:
        return [float((utilities[:, 0] > 0).mean())]
    best = utilities == utilities.max(axis=1, keepdims=True)
    return list((best / best.sum(axis=1, keepdims=True)).mean(axis=0).tolist())


# ── The table ────────────────────────────────────────────────────────────────
def table(game: Game, asked: argparse.Namespace) -> Iterator[str]:
    """The lines of a Markdown table, each as soon as it is known."""
    heads = {players: f"{players} {plural(players, 'player')}" for players in asked.players}
    yield f"| % won, of {asked.games:,} games | {' | '.join(heads.values())} |"
    yield "| --- |" + " ---: |" * len(asked.players)
    for case in asked.case:
        cells = []
        for players, words in heads.items():
            generator = np.random.default_rng([asked.seed, players, zlib.crc32(case.encode())])
            position, parts = begin(game, players, case), []
            for part in results(position, asked.games, asked.error, generator):
                parts.append(part)
                progress = f"{case or 'defaults'}, {words}: {sum(map(len, parts)):,} games"
                print(f"\r{progress:<79}", end="", file=sys.stderr, flush=True)
            won = shares(np.concatenate(parts), game.facts.cooperative)
            cells.append(", ".join(cell(share * asked.games, asked.games) for share in won))
        print(f"\r{'':<79}\r", end="", file=sys.stderr)
        yield f"| {case or 'defaults'} | {' | '.join(cells)} |"


def main(argv: list[str] | None = None) -> None:
    parser = described(__doc__)
    parser.add_argument("slug", help="short name of a game; `rookery games` lists them")
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; default: all")
    parser.add_argument("--games", type=positive, default=2000, help="games for each case and number of players")
    parser.add_argument("--case", action="append", help='"OPTION=VALUE, ...; MOVE; ..."; repeatable')
    parser.add_argument("--error", type=float, default=0.0, help="share of random decisions, 0 to 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="add the table to the end of this file")
    args = parser.parse_args(argv)
    game = game_of(parser, args.slug, args.players or ())
    args.case, args.players = args.case or [""], args.players or sorted(game.facts.players)
    lines = []
    try:
        check_writable(args.markdown)
        for case in args.case:
            for players in args.players:
                begin(game, players, case)  # reports a mistake before hours of play
        for line in table(game, args):
            print(line, flush=True)
            lines.append(line)
    except (Trouble, ValueError) as error:
        parser.error(str(error))
    if args.markdown:
        command = shlex.join(["python", "-m", "benchmarks.balance", *(sys.argv[1:] if argv is None else argv)])
        text = args.markdown.read_text("utf-8") + "\n" if args.markdown.exists() else ""
        args.markdown.write_text(f"{text}    {command}\n\n{machine_words()}.\n\n" + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
