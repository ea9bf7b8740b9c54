"""A record as text for people: the players, one line per ply, the outcome."""

import json
import textwrap

from rookery.core.errors import StillSecret
from rookery.core.record import Record
from rookery.export.visible import lines, numbers, roles, seats_of

TEXT_WIDTH = 80  # columns


def jsonl(record: Record, seat: int | None = None) -> str:
    """The record itself, as `Record.load` reads it. It contains everything, so a game with secrets must be over.

    Raises StillSecret, UnknownOption."""
    seats_of(record, seat)
    if record.game.facts.hidden and record.result is None:
        raise StillSecret("this game has secrets; its record can be exported when the game is over")
    return record.dumps()


def notation(record: Record, seat: int | None = None) -> str:
    """The game as text, at most 80 columns wide: heading, moves in notation and words, outcome.

    `seat`: the reader, None for a spectator. A move of chance has a star and only words: its notation is for programs,
    and names seats by number. Raises UnknownOption."""
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
    parts += ["", *_wrapped("The game is not over." if outcome is None else outcome.words, TEXT_WIDTH)]
    return "".join(f"{part.rstrip()}\n" for part in parts)


def heading(record: Record) -> list[tuple[str, str]]:
    """(name, value) for each seat, with its player and result, then for each option, then the number of moves."""
    outcome, entries = record.result, list[tuple[str, str]]()
    for seat, role in enumerate(roles(record)):
        result = _seat_result(record, seat) if outcome else ""
        entries.append((role, ": ".join(filter(None, (record.name(seat), result))) or "still playing"))
    role_of = {f"seat {seat}": role for seat, role in enumerate(roles(record), 1)}  # options may name seats like this
    for name, value in record.at(0).options.items():
        entries.append((name.capitalize().replace("_", " "), role_of.get(value, value)))
    return [*entries, ("Moves", str(record.moves))]


def _seat_result(record: Record, seat: int) -> str:
    outcome = record.result
    assert outcome is not None
    if seat in outcome.winners:
        return "won" if len(outcome.winners) == 1 or record.game.facts.cooperative else "won, with others"
    return "lost" if outcome.utilities[seat] < 0 else "drew"


def _listed(moves: list[tuple[int | None, str, str, str]], names: list[str]) -> list[str]:
    """One line per ply: number of the move, role, notation, words. A remark follows on a line of its own."""
    wide = max(map(len, [*names, "* chance"]))
    text = max((len(action) for mover, action, _, _ in moves if mover is not None), default=0)
    counted = numbers(moves)
    before = max(map(len, counted))
    rows = []
    for number, (mover, action, words, remark) in zip(counted, moves, strict=True):
        role, shown = ("* chance", "") if mover is None else (names[mover], action)
        rows += _hanging(f"{number:>{before}} {role:{wide}}  {shown:{text}}  ", _sentence(words))
        if remark:
            rows += _hanging(" " * (before + 1), json.dumps(remark, ensure_ascii=False))
    return rows


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _hanging(first: str, text: str) -> list[str]:
    """`first` and then the text, wrapped; further lines are indented to where the text begins."""
    wide, below = max(TEXT_WIDTH, len(first) + 20), " " * len(first)
    return [f"{below if i else first}{line}" for i, line in enumerate(_wrapped(text, wide - len(first)))] or [first]


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
