"""How often who wins, when every seat plays as the game's own evaluator advises: thousands of games for each case.

    python benchmarks/balance.py TITLE --players 2 3 --games 2000 --case "" --case "OPTION=VALUE" --markdown FILE

A case is a line of the table: options of the game, parted by commas, and after a semicolon the moves that all its games
begin with, if there are any: "OPTION=VALUE, OPTION=VALUE; MOVE; MOVE". The empty case is the game with its defaults.
A team's share of wins is one number; opponents have one for each seat, a shared first place being shared. Beside each
stands the interval in which the true share lies with 95 %.
The same command gives the same figures again: games are drawn from the seed, the case and the number of players.
"""

import argparse
import shlex
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import rookery
from rookery.arena import wilson
from rookery.bench.report import machine_words
from rookery.cli.hours import check_writable
from rookery.core.errors import Trouble
from rookery.core.position import Game, Position
from rookery.core.protocol import Array
from rookery.search import guided_playouts

AT_ONCE = 250  # games between two words about progress


# ── Cases ────────────────────────────────────────────────────────────────────
def begin(game: Game, players: int, case: str) -> Position:
    """Where the games of a case begin. Raises ValueError for what is no case of this game."""
    options, *moves = [part.strip() for part in case.split(";")]
    chosen = {}
    for option in filter(None, map(str.strip, options.split(","))):
        name, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"{option!r} in the case {case!r} is no OPTION=VALUE; moves stand after a semicolon")
        chosen[name.strip()] = value.strip()
    position = game.start_with(game.facts.settings(players, chosen))
    for move in moves:
        position = position.after(move)
    return position


def results(position: Position, games: int, error: float, generator: np.random.Generator) -> Iterator[Array]:
    """[up to AT_ONCE, P] utilities, until there are so many."""
    for done in range(0, games, AT_ONCE):
        yield guided_playouts(position, min(AT_ONCE, games - done), generator, error=error)


def shares(utilities: Array, cooperative: bool) -> list[float]:
    """Of the games: the share that the team won, or each seat's."""
    if cooperative:
        return [float((utilities[:, 0] > 0).mean())]
    best = utilities == utilities.max(axis=1, keepdims=True)
    return list((best / best.sum(axis=1, keepdims=True)).mean(axis=0).tolist())


def cell(found: list[float], games: int) -> str:
    """Shares in percent with their intervals."""
    words = []
    for share in found:
        low, high = wilson(share * games, games)
        words.append(f"{100 * share:.1f} ({100 * low:.1f} to {100 * high:.1f})")
    return ", ".join(words)


# ── The table ────────────────────────────────────────────────────────────────
def counted(players: int) -> str:
    """1 -> "1 player", 2 -> "2 players"."""
    return f"{players} player{'s' * (players > 1)}"


def table(game: Game, asked: argparse.Namespace) -> Iterator[str]:
    """Markdown, line by line as it becomes known."""
    yield "| % won, of {:,} games | {} |".format(asked.games, " | ".join(map(counted, asked.players)))
    yield "| --- |" + " ---: |" * len(asked.players)
    for case in asked.case:
        cells = []
        for players in asked.players:
            generator = np.random.default_rng([asked.seed, players, zlib.crc32(case.encode())])
            parts = []
            for part in results(begin(game, players, case), asked.games, asked.error, generator):
                parts.append(part)
                words = f"{case or 'defaults'}, {counted(players)}: {sum(map(len, parts)):,} games"
                print(f"\r{words:<79}", end="", file=sys.stderr, flush=True)
            cells.append(cell(shares(np.concatenate(parts), game.facts.cooperative), asked.games))
        print(f"\r{'':<79}\r", end="", file=sys.stderr)
        yield f"| {case or 'defaults'} | {' | '.join(cells)} |"


def read(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How often who wins, when all play as the game's evaluator advises.")
    parser.add_argument("slug", help="a game, as `rookery games` lists them")
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; else all that there are")
    parser.add_argument("--games", type=int, default=2000, help="of each case and number of players")
    parser.add_argument("--case", action="append", help='"OPTION=VALUE, ...; MOVE; ..."; as often as wanted')
    parser.add_argument("--error", type=float, default=0.0, help="share of decisions that are made at random, 0 to 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="add the table to the end of this file")
    asked = parser.parse_args(words)
    if asked.games < 1:
        parser.error(f"{asked.games} games; it must be 1 or more")
    asked.case = asked.case or [""]
    return asked


def main(words: list[str] | None = None) -> int:
    asked = read(words)
    try:
        check_writable(asked.markdown)
        game = rookery.load(asked.slug)
        asked.players = asked.players or sorted(game.facts.players)
        for case in asked.case:
            for players in asked.players:
                begin(game, players, case)  # what is wrong is said before hours are spent
        lines = []
        for line in table(game, asked):
            print(line, flush=True)
            lines.append(line)
    except (Trouble, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if asked.markdown:
        command = shlex.join(["python", "benchmarks/balance.py", *(sys.argv[1:] if words is None else words)])
        text = asked.markdown.read_text("utf-8") + "\n" if asked.markdown.exists() else ""
        asked.markdown.write_text(f"{text}    {command}\n\n{machine_words()}.\n\n" + "\n".join(lines) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
