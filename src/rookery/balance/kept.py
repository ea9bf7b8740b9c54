"""The lines of seats.jsonl (core/seats.py), which rules pages and docs/balance.md tell."""

from pathlib import Path

import msgspec

from rookery.balance.as_many_as_needed import ReportGames
from rookery.balance.playing import BalanceTable
from rookery.balance.tallies import OF_SEATS
from rookery.bots import levels
from rookery.core.errors import CannotPlay
from rookery.core.position import Game
from rookery.core.seats import SeatMeasurement, read_seats
from rookery.whole_file import write_whole


def measurement(played: ReportGames, command: str, machine: str) -> SeatMeasurement:
    """How often each seat won, by turn order. The table is one that `check_kept` allows."""
    table, sums = played.table, played.equal.sums
    usual = table.game.facts.chosen(table.game.facts.settings(table.players, {}))
    return SeatMeasurement(
        table.players,
        {name: value for name, value in table.begin.options.items() if value != usual[name]},
        played.wanted.level,
        sums.games,
        tuple(round(sums.total(OF_SEATS + turn), 3) for turn in range(table.players)),
        command,
        machine,
    )


def check_kept(table: BalanceTable) -> None:
    """Raises CannotPlay for a team, and for games with given moves."""
    if table.game.facts.cooperative:
        raise CannotPlay(f"all seats of {table.game.facts.name} win and lose together; there is nothing to keep")
    if table.moves:
        raise CannotPlay("games that begin with given moves do not say how often each seat wins; leave out --move")


def keep(path: Path, game: Game, new: SeatMeasurement) -> None:
    """Write a line, in place of an earlier one of the same table and level. Raises BrokenSeats, OSError."""
    known = {(one.players, *sorted(one.options.items()), one.level): one for one in (*read_seats(path, game), new)}
    ranks = levels(game)
    lines = sorted(known.values(), key=lambda one: (sorted(one.options.items()), one.players, ranks.index(one.level)))
    write_whole(path, b"".join(msgspec.json.encode(one) + b"\n" for one in lines))
