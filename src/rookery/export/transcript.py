"""A record as people read it: who played what, a line a ply, and how it ended."""

import json
import textwrap

from rookery.core.errors import StillSecret
from rookery.core.record import Record
from rookery.export.visible import lines, numbers, roles, seats_of

__all__ = ["heading", "jsonl", "notation"]

TEXT_WIDTH = 80  # columns


def jsonl(record: Record, seat: int | None = None) -> str:
    """The record itself, as `Record.load` reads it: it holds everything, so a game with secrets has to be over.

    Raises StillSecret, UnknownOption."""
    seats_of(record, seat)
    if record.game.facts.hidden and record.result is None:
        raise StillSecret("this game has secrets; its record can be had when it is over")
    return record.dumps()


def notation(record: Record, seat: int | None = None) -> str:
    """The game as text, at most 80 columns wide: heading, moves in notation and words, outcome.

    `seat`: who reads, None for what everybody may know. What chance does has a star, and words alone: its notation is
    for programs, and calls the seats by numbers. Raises UnknownOption."""
    seats_of(record, seat)
    parts = [record.game.facts.name, "=" * len(record.game.facts.name), ""]
    entries = heading(record)
    label = max(len(name) for name, _ in entries) + 2
    for name, value in entries:
        parts += _hanging(f"{name:{label}}", value)
    moves = list(lines(record, seat))
    if moves:
        parts += ["", *_listed(moves, roles(record))]
    outcome = record.result
    parts += ["", *textwrap.wrap("The game goes on." if outcome is None else outcome.words, TEXT_WIDTH)]
    return "".join(f"{part.rstrip()}\n" for part in parts)


def heading(record: Record) -> list[tuple[str, str]]:
    """Who sat where and how each of them came out, the options: (name, value)."""
    outcome, entries = record.result, list[tuple[str, str]]()
    for seat, role in enumerate(roles(record)):
        name = record.names[seat] if seat < len(record.names) else ""
        fared = _fared(record, seat) if outcome else ""
        entries.append((role, ": ".join(filter(None, (name, fared))) or "still playing"))
    called = {f"seat {seat}": role for seat, role in enumerate(roles(record), 1)}  # as choices of options have it
    for name, value in record.at(0).options.items():
        entries.append((name.capitalize().replace("_", " "), called.get(value, value)))
    return [*entries, ("Moves", str(record.moves))]


def _fared(record: Record, seat: int) -> str:
    outcome = record.result
    assert outcome is not None
    if seat in outcome.winners:
        return "won" if len(outcome.winners) == 1 or record.game.facts.cooperative else "won, with others"
    return "lost" if outcome.utilities[seat] < 0 else "drew"


def _listed(moves: list[tuple[int | None, str, str, str]], names: list[str]) -> list[str]:
    """A line a ply: number of the move, who, notation, words; remarks below."""
    wide = max(map(len, [*names, "* chance"]))
    text = max((len(action) for mover, action, _, _ in moves if mover is not None), default=0)
    counted = numbers(moves)
    before = max(map(len, counted))
    found = []
    for number, (mover, action, words, remark) in zip(counted, moves, strict=True):
        who, shown = ("* chance", "") if mover is None else (names[mover], action)
        found += _hanging(f"{number:>{before}} {who:{wide}}  {shown:{text}}  ", _sentence(words))
        if remark:
            found += _hanging(" " * (before + 1), json.dumps(remark, ensure_ascii=False))
    return found


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _hanging(first: str, text: str) -> list[str]:
    """Wrapped, the second line and the rest below where the text began."""
    wide, below = max(TEXT_WIDTH, len(first) + 20), " " * len(first)
    return textwrap.wrap(text, wide, initial_indent=first, subsequent_indent=below) or [first]
