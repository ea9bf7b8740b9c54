"""rookery review: what was luck in a game, what were mistakes, and what would have been better."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rookery.cli.console import progress
from rookery.cli.records import read
from rookery.core.protocol import CHANCE
from rookery.core.record import Record

if TYPE_CHECKING:
    from rookery.reviews import Review

EXAMPLES = """\
rookery review game.jsonl          a record downloaded from a table, or saved by rookery play
rookery review game.jsonl --json   everything that the review found, as JSON
"""
PERCENT = 100


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")],
    seed: Annotated[int, typer.Option(help="Of the search; equal seeds give equal reviews.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Everything as JSON.")] = False,
) -> None:
    """Tell luck from mistakes in a game that was played.

    Says what each player's decisions gave away, what the draws added or took, which decisions mattered most, and what
    would have been better."""
    import msgspec

    record = read(file)
    result = _reviewed(record, seed)
    if json:
        typer.echo(msgspec.json.encode(result).decode())
        return
    for line in _told(record, result):
        typer.echo(line)


def _reviewed(record: Record, seed: int) -> "Review":
    """With a bar on a terminal, because it takes seconds."""
    from rookery.reviews import reviewing

    with progress("Looking at every move", PERCENT) as advance:
        for result in reviewing(record, seed=seed):
            advance(round(PERCENT * result.done), "")
    return result


def _told(record: Record, found: "Review") -> Iterator[str]:
    from rookery.reviews.review_data import luck_words

    position = record.at(0)
    roles = [role for role, _ in position.game.facts.seats_at(position.players, position.options)]
    for seat, own in enumerate(found.seats):
        name = f"{called} ({roles[seat]})" if (called := record.name(seat)) else roles[seat]
        if own.accuracy is None:
            yield f"{name}: nothing was at stake"
            continue
        lost = f"a move gave away {own.lost / own.decisions:.1%} of the chance to win on average"
        yield f"{name}: accuracy {own.accuracy:.0f}; {lost}; {luck_words(own.luck)}"
        for ply in own.mattered:
            grade = found.judgement(ply)
            assert grade is not None
            yield f"  move {_move(record, ply)}, from {grade.best.chance:.0%} to {grade.played:.0%}: {grade.words}"
            yield f"    better: {'; '.join(grade.best.words[:3])}"
            yield from (f"    {why}" for why in grade.reasons)


def _move(record: Record, ply: int) -> int:
    """The number of a move, as the page counts: draws are left out."""

    return sum(record.mover(before) != CHANCE for before in range(ply))
