"""rookery puzzles: positions with one right move. Counts, mines, verifies and rates them."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rookery import load, slugs
from rookery.cli.console import progress
from rookery.cli.hours import check_writable, resumable
from rookery.cli.seating import chosen_options
from rookery.core.errors import CannotPlay, OtherWork

if TYPE_CHECKING:
    from rookery.puzzles import Puzzle

EXAMPLES = """\
rookery puzzles                                            how many puzzles each game has
rookery puzzles mine {game} --out found.jsonl              from 100 games of strong bots; the same command continues
rookery puzzles mine {game} --games 2000 --workers 2 --out found.jsonl      from more games, on two cores
rookery puzzles verify {game}                              does every puzzle of the game hold?
rookery puzzles verify {game} --file found.jsonl --drop    remove those that do not
rookery puzzles rate {game} --file found.jsonl             how hard are they for the bots?
"""
EXIT_REFUTED = 1
MINERS = ("hard", "master")

Slug = Annotated[str, typer.Argument(metavar="GAME", help="Short name of a game; `rookery games` lists them.")]
PuzzleFile = Annotated[
    Path | None, typer.Option("--file", metavar="FILE", help="Puzzles; by default those of the game's folder.")
]


def puzzles(ctx: typer.Context) -> None:
    """Positions with one right move: count, mine, verify or rate them."""
    if ctx.invoked_subcommand is not None:
        return
    from rookery.puzzles import puzzles_of

    for slug in slugs():
        items = puzzles_of(load(slug))
        ratings = [puzzle.rating for puzzle in items if puzzle.rating is not None]
        span = f", rated {min(ratings)} to {max(ratings)}" if ratings else ""
        proved = sum(puzzle.proved for puzzle in items)
        typer.echo(f"{slug}: {_counted(len(items))}, {proved:,} of them proved{span}" if items else f"{slug}: none")


def mine(
    game: Slug,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Add the puzzles to this file; continue where it ends.")],
    *,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games to look at.")] = 100,
    level: Annotated[list[str] | None, typer.Option(metavar="LEVEL", help="A bot that plays. Repeatable.")] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="Number of players.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option. Repeatable.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same seed gives the same puzzles.")] = 0,
    workers: Annotated[int | None, typer.Option(metavar="N", min=1, help="Processes; by default one per core.")] = None,
    proof: Annotated[int, typer.Option(metavar="N", min=0, help="The most positions of a proof.")] = 300_000,
    proved: Annotated[bool, typer.Option("--proved", help="Keep only what is proved.")] = False,
) -> None:
    """Look for puzzles in games between strong bots.

    A decision becomes a puzzle if one move is right and no other is: by proof where that is possible, elsewhere if the
    95 % intervals of the chances are apart. Each puzzle is what one player sees: no secret is in it."""
    from rookery.arena import Match
    from rookery.arena.mine_file import mine as mined_into
    from rookery.arena.mining import MiningLimits

    what, entrants = load(game), tuple(level or MINERS)
    pairing = "pairs" if len(entrants) > 1 else "alone"
    options = chosen_options(what, option or ())
    match = Match(what, entrants, games=games, players=players, options=options, pairing=pairing, seed=seed)
    check_writable(out)
    done, held = 0, 0
    with (
        resumable(out, lambda: f" after {done} of {match.total} games, {_counted(held)} found"),
        progress(f"Mining {what.facts.name}", match.total) as advance,
    ):

        def report(looked_at: int, found: int) -> None:
            nonlocal done, held
            done, held = looked_at, found
            advance(done, _counted(held))

        mined_into(match, out, MiningLimits(proof, proved), workers or os.cpu_count() or 1, report)
    typer.echo(f"{out}: {_counted(held)}; {match.total:,} games of {what.facts.name} looked at")


def verify(
    game: Slug,
    file: PuzzleFile = None,
    drop: Annotated[bool, typer.Option("--drop", help="Remove those that do not hold from the file.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="Other searches than the usual ones.")] = None,
) -> None:
    """Check puzzles by other means than mining.

    A proved puzzle is proved again in another way; one found by searches is searched again, with other random numbers
    and four times as long. Ends with exit code 1 if a puzzle does not hold."""
    from rookery.puzzles import write_puzzles
    from rookery.puzzles.verifying import VERIFYING_SEED, verified

    path, items = _read(game, file)
    held, why = [], []
    with progress("Verifying", len(items)) as advance:
        for puzzle, reason in verified(items, VERIFYING_SEED if seed is None else seed):
            if reason:
                why.append(f"refuted: {puzzle.key}: {reason}")
            else:
                held.append(puzzle)
            advance(len(held) + len(why), "")
    for line in why:
        typer.echo(line)
    typer.echo(f"{path}: {len(held):,} of {_counted(len(items))} hold, {len(why):,} refuted")
    if drop and why:
        write_puzzles(path, held)
    elif why:
        raise typer.Exit(EXIT_REFUTED)


def rate(game: Slug, file: PuzzleFile = None) -> None:
    """Let bots try the puzzles of a file, and rate them on one scale with the bots.

    Half of the results are held out and predicted, to show what ratings say about who solves what."""
    from rookery.puzzles import write_puzzles
    from rookery.puzzles.rating import attempted, held_out, rated, raters

    path, items = _read(game, file)
    names, tried = raters(load(game)), []
    with progress("Trying", len(items)) as advance:
        for puzzle in items:
            tried.append(attempted(puzzle, names))
            advance(len(tried), "")
    write_puzzles(path, rated(tried))
    prediction = held_out(tried)
    typer.echo(f"{path}: {_counted(len(items))} rated, from what {', '.join(names)} made of them")
    typer.echo(
        f"log loss of a try that is held out: {prediction.rating:.3f} by ratings, "
        f"{prediction.level:.3f} by the mean of the level, {prediction.mean:.3f} by the mean"
    )


NESTED = (mine, verify, rate)


def _read(slug: str, file: Path | None) -> "tuple[Path, tuple[Puzzle, ...]]":
    """The file, and its puzzles. Raises UnknownGame, CannotPlay without any, BrokenPuzzles, OtherWork for another
    game."""
    from rookery.puzzles import read_puzzles
    from rookery.puzzles.puzzle import PUZZLES_FILE

    game = load(slug)
    path = file or game.path / PUZZLES_FILE
    items = read_puzzles(path) if path.exists() else ()
    if not items:
        raise CannotPlay(f"there are no puzzles in {path}; `rookery puzzles mine {slug} --out FILE` finds some")
    if strange := next((puzzle.game for puzzle in items if puzzle.game != slug), None):
        raise OtherWork(f"{path} contains puzzles of {strange}, not of {slug}; name another file")
    return path, items


def _counted(number: int) -> str:
    return f"{number:,} {'puzzle' if number == 1 else 'puzzles'}"
