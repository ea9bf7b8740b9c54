"""rookery verify: were the draws of a game those that were promised before it?"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rookery.core.record import Record

EXAMPLES = """\
rookery verify game.jsonl          a record that was downloaded from a table
rookery verify game.jsonl --promise 9c0e... --word 2=4af1...   with what your page noted before the game
rookery verify game.jsonl --from earlier.jsonl   a game that was played on from a position of another one
rookery verify *.jsonl             many; the first that fails ends it
"""
FROM_FILE = "the file's own"


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE ...", help="Records of games that are over.")],
    promise: Annotated[
        str, typer.Option(metavar="HEX", help="The promise, noted before the game.", show_default=FROM_FILE)
    ] = "",
    words: Annotated[
        list[str] | None,
        typer.Option(
            "--word",
            metavar="SEAT=HEX",
            help="A player's word, noted before the game, with the seat's number (from 1) or its role. "
            "HEX alone stands for any seat. Can be repeated.",
        ),
    ] = None,
    sources: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="The game that this one was played on from; can be repeated."),
    ] = None,
) -> None:
    """Check the draws of a game against what was promised.

    It says what was not checked. The game is played again under the rules, so moves, odds, positions and the result are
    checked, too. docs/fair.md explains the promise, says who can cheat and what shows it, and has a program that needs
    no Rookery."""
    for file in files:
        for line in _findings(file, promise, words or [], sources or []):
            typer.echo(line)


def _findings(file: Path, promise: str, words: Sequence[str], sources: Sequence[Path]) -> Iterator[str]:
    """What was checked and what was not, a line each. Raises what reading and checking raise."""
    from rookery.cli.records import read
    from rookery.core.errors import BrokenPromise, UnknownOption
    from rookery.core.verification import check_source, check_text
    from rookery.core.verification import verify as check_draws

    record = read(file)
    draws, luck = check_draws(record), record.luck
    check_text(record, file.read_bytes(), str(file))
    assert luck is not None  # else the draws could not be checked
    if promise and promise.lower() != luck.commitment:
        raise BrokenPromise(f"{file} speaks of another promise: {luck.commitment}")
    noted = _noted(record, words)
    since = luck.pledge.since
    if sources and not since:
        raise UnknownOption(f"{file} was not played on from another game; --from has nothing to check")
    after = f" after ply {since}" if since else ""
    yield f"{file}: {record.game.facts.name}, {record.plies} plies"
    yield f"  Checked: all draws{after} ({draws.checked}) follow from the promise {luck.commitment}"
    yield "  Checked: moves, odds, positions and the result follow the rules"
    yield from (f"  Checked: the word of {_who(record, seat)} is the one you gave" for seat in noted)
    if somebody := [_who(record, seat) for seat, said in noted.items() if not said]:
        yield f"  NOT CHECKED: that you sat there ({' and '.join(somebody)}); say whose word it is with --word SEAT=HEX"
    if not promise:
        yield "  NOT CHECKED: whether this promise was made before the game; give the one you noted with --promise"
    if unknown := [_who(record, seat) for seat, word in enumerate(luck.client_seeds) if word and seat not in noted]:
        yield f"  NOT CHECKED: the words of {' and '.join(unknown)}; give those you noted with --word SEAT=HEX"
    if silent := [_who(record, seat) for seat, word in enumerate(luck.client_seeds) if not word]:
        yield f"  No word: {' and '.join(silent)}. Bots add none, nor does anybody who comes after the game has begun"
    if luck.pledge.bots is None:
        yield "  NOT CHECKED: that no bot has a word; this pledge does not name the seats of bots"
    conceded = ", and that somebody gave up or ran out of time" if record.conceded else ""
    yield f"  NOT CHECKED, as no file can prove it: names, remarks, and that the players made these moves{conceded}"
    if sources:
        check_source(record, read(sources[0]))
        yield f"  Checked: the first {since} plies are those of {sources[0]}, and what follows is about that game:"
        yield from _findings(sources[0], "", [], sources[1:])
    elif draws.before:
        raise BrokenPromise(
            f"{file}: {draws.before} draws before ply {since + 1} were NOT CHECKED. They come from another game, of "
            "which this promise says nothing; give its record with --from"
        )


def _noted(record: "Record", words: Sequence[str]) -> dict[int, bool]:
    """The seats whose words were given, and whether it was said whose they are. Raises BrokenPromise, UnknownOption."""
    from rookery.cli.seating import one_seat
    from rookery.core.verification import check_client_seed

    noted = {}
    for told in words:
        whose, said, word = told.rpartition("=")
        seat = one_seat(_roles(record), whose) if said else None
        noted[check_client_seed(record, word.lower(), seat)] = bool(said)
    return noted


def _roles(record: "Record") -> list[str]:
    return [role for role, _ in record.game.facts.seats_at(record.position.players, record.position.options)]


def _who(record: "Record", seat: int) -> str:
    """A seat by its role, and by the name that the record gives it."""
    role = _roles(record)[seat]
    return f"{role} ({record.names[seat]})" if seat < len(record.names) and record.names[seat] else role
