"""rookery verify: checks the draws of a game against the promise made before it."""

from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from rookery.cli.records import read_with_text
from rookery.cli.seating import one_seat
from rookery.core.errors import BrokenPromise, UnknownOption
from rookery.core.record import Record
from rookery.core.verification import check_client_seed, check_source, check_text
from rookery.core.verification import verify as check_draws
from rookery.days.gathering import Receipt

EXAMPLES = """\
rookery verify game.jsonl          a record downloaded from a table
rookery verify game.jsonl --promise 9c0e... --word 2=4af1...   with the promise and the word that your page noted
rookery verify game.jsonl --from earlier.jsonl   a game that continues a position of another game
rookery verify game.jsonl --day day.json   a game of the day, with what its page published when it was over
rookery verify game.jsonl --evening evening.json   the same for a game of an evening
rookery verify *.jsonl             many records; stops at the first that fails
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
            "HEX alone matches any seat. Repeatable.",
        ),
    ] = None,
    sources: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="Record of the game that this one continues. Repeatable."),
    ] = None,
    published: Annotated[
        Path | None,
        typer.Option(
            "--day", "--evening", metavar="FILE", help="What was published of the day or evening when it was over."
        ),
    ] = None,
    noted: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DAY=HEX|WORD,NUMBER,HEX|HEX",
            help="What you noted before: the value of an earlier day, a word that you added and its receipt, or the "
            "promise of an evening. Repeatable.",
        ),
    ] = None,
) -> None:
    """Check the draws of a game against the promise made before it.

    The game is replayed under the rules, so moves, odds, positions and the result are checked as well. The output also
    says what was not checked. docs/fair.md explains the promise, says who can cheat and how cheating is detected, and
    contains a program that checks without Rookery."""

    for file in files:
        source = read_with_text(file)
        for line in _findings(file, source, promise, words or [], sources or []):
            typer.echo(line)
        for line in _of_contest(source[0], published, noted or []):
            typer.echo(line)


def _findings(
    file: Path, told: tuple[Record, bytes], promise: str, words: Sequence[str], sources: Sequence[Path]
) -> Iterator[str]:
    """A line for each fact that was or was not checked. `told`: the record, and the text of its file. Raises the errors
    of reading and checking."""

    record, text = told
    draws, luck = check_draws(record), record.luck
    check_text(record, text, str(file))
    assert luck is not None  # check_draws raises without it
    if promise and promise.lower() != luck.commitment:
        raise BrokenPromise(f"{file} contains another promise: {luck.commitment}")
    noted = _checked_seeds(record, words)
    since = luck.pledge.since
    if sources and not since:
        raise UnknownOption(f"{file} does not continue another game, so --from has nothing to check")
    after = f" after ply {since}" if since else ""
    yield f"{file}: {record.game.facts.name}, {record.plies} plies"
    yield f"  Checked: all draws{after} ({draws.checked}) follow from the promise {luck.commitment}"
    yield "  Checked: moves, odds, positions and the result follow the rules"
    yield from (f"  Checked: the word of {_seat_name(record, seat)} is the one you gave" for seat in noted)
    if people := [_seat_name(record, seat) for seat, is_named in noted.items() if not is_named]:
        yield f"  NOT CHECKED: that you played {' and '.join(people)}; name the seat of your word with --word SEAT=HEX"
    if not promise:
        yield "  NOT CHECKED: that this promise was made before the game; give the promise you noted with --promise"
    if unknown := [
        _seat_name(record, seat) for seat, word in enumerate(luck.client_seeds) if word and seat not in noted
    ]:
        yield f"  NOT CHECKED: the words of {' and '.join(unknown)}; give the words that you noted with --word SEAT=HEX"
    if silent := [_seat_name(record, seat) for seat, word in enumerate(luck.client_seeds) if not word]:
        yield f"  No word: {' and '.join(silent)}. Bots and players who join after the beginning add none"
    conceded = ", and that a player resigned or ran out of time" if record.conceded else ""
    yield f"  NOT CHECKED, as no file can prove them: names, remarks, and that the players made these moves{conceded}"
    if sources:
        source = read_with_text(sources[0])
        check_source(record, source[0])
        yield f"  Checked: the first {since} plies are those of {sources[0]}; the lines below are about that game:"
        yield from _findings(sources[0], source, "", [], sources[1:])
    elif draws.before:
        raise BrokenPromise(
            f"{file}: {draws.before} draws before ply {since + 1} were NOT CHECKED. They come from another game, which "
            "this promise does not cover; give its record with --from"
        )


def _of_contest(record: Record, published: Path | None, noted: Sequence[str]) -> Iterator[str]:
    """A line for each fact about a day or an evening that was or was not checked. Raises BrokenPromise,
    UnknownOption."""
    from rookery.bots import choose
    from rookery.days import opened_day, opened_evening

    if published is None:
        if noted:
            words = "checks a game of a day or an evening; give what was published: --day or --evening"
            raise UnknownOption(f"--noted {words}")
        return
    content, noted = published.read_bytes(), [text.lower() for text in noted]
    facts = _evening_facts if opened_evening.is_evening(content) else _day_facts
    level, words_added = yield from facts(record, published, [text for text in noted if "," not in text])
    receipts = [text for text in noted if "," in text]
    for receipt in receipts:
        word, number, head = (*receipt.split(","), "", "")[:3]
        opened_day.check_receipt(words_added, word, Receipt(0, _whole(number), head))
        yield f"  Checked: your word is number {number}, and no word before it was changed"
    if not receipts:
        yield "  NOT CHECKED: that the words were not exchanged; give yours with its receipt: --noted WORD,NUMBER,HEX"
    yield "  NOT CHECKED, as no file can prove it: that the last word was not added by the house"
    checked = opened_day.check_bots(record, level, choose)
    yield f"  Checked: all choices of the bots ({checked}) are those of {level}"


def _day_facts(record: Record, day: Path, noted: Sequence[str]) -> Generator[str, None, tuple[str, list[str]]]:
    """Checks the day of a game. Returns the level of its bots, and the words."""
    from rookery.bots import levels
    from rookery.days import opened_day

    opened = opened_day.read_day(day.read_bytes(), str(day))
    daily = opened_day.check_day(record, opened, list(levels(record.game)))
    yield f"  Checked: this is the game of day {opened.day}: its value chose the table, and the next one the secret"
    yield f"  Checked: the word of the seat is the hash of the {len(opened.words)} words that were added before the day"
    for text in noted:
        earlier, _, value = text.partition("=")
        opened_day.check_noted(opened, _whole(earlier), value)
        yield f"  Checked: the value that you noted on day {earlier} promised this day"
    if not noted:
        yield "  NOT CHECKED: that the secret was fixed before the day; give an earlier value with --noted DAY=HEX"
    return daily.level, opened.words


def _evening_facts(record: Record, evening: Path, noted: Sequence[str]) -> Generator[str, None, tuple[str, list[str]]]:
    """Checks the evening of a game. Returns the level of its bots, and the words."""
    from rookery.days import opened_evening

    opened = opened_evening.read_evening(evening.read_bytes(), str(evening))
    turn = opened_evening.check_evening(record, opened)
    promise = opened_evening.evening_commitment(bytes.fromhex(opened.secret))
    yield f"  Checked: this is a game of round {turn + 1} of the evening with the promise {promise}"
    yield f"  Checked: the word of one seat is the hash of the {len(opened.words)} words of all guests"
    if any(text != promise for text in noted):
        raise BrokenPromise(f"the promise that you noted is not that of this evening: {promise}")
    if noted:
        yield "  Checked: it is the promise that you noted"
    else:
        yield "  NOT CHECKED: that the secret was fixed before the words; give the evening's promise with --noted HEX"
    return opened.plan.level, opened.words


def _whole(text: str) -> int:
    """Raises UnknownOption."""

    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise UnknownOption(f"{text!r} must be a whole number")
    return int(text)


def _checked_seeds(record: Record, words: Sequence[str]) -> dict[int, bool]:
    """Check the players' words given with --word. For each seat found: whether its word was given with the seat. Raises
    BrokenPromise, UnknownOption."""

    noted = {}
    for pair in words:
        whose, said, word = pair.rpartition("=")
        seat = one_seat(_roles(record), whose) if said else None
        noted[check_client_seed(record, word.lower(), seat)] = bool(said)
    return noted


def _roles(record: Record) -> list[str]:
    return [role for role, _ in record.game.facts.seats_at(record.position.players, record.position.options)]


def _seat_name(record: Record, seat: int) -> str:
    """The role of a seat, and its player's name if the record has it."""
    role = _roles(record)[seat]
    return f"{role} ({name})" if (name := record.name(seat)) else role
