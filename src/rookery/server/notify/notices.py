"""The text of reminders of every kind: whose turn it is, and since when."""

from typing import TYPE_CHECKING, NamedTuple

from rookery.strengths import strength

if TYPE_CHECKING:
    from rookery.server.table.table import Table


class Notice(NamedTuple):
    """A reminder for a person who is away."""

    name: str  # identifies this turn among all turns of the table
    words: str
    since: int  # ms since 1970
    until: int  # when the clock runs out, ms since 1970; 0: never


def notice(table: "Table", seat: int) -> Notice | None:
    """The reminder for the person of a seat now; None while others or a stand-in decide."""
    turn, game = table.turn, table.game.facts.name
    name = f"{turn.plies}-{turn.takebacks}"
    if table.over:
        return Notice(name, f"The game of {game} is over", turn.at, 0)
    if table.thinking != seat:
        return None
    return Notice(name, f"Your turn at {game}", turn.at, table.times.due if table.times else 0)


def others(table: "Table", seat: int) -> str:
    """The seat's role and the other players, which tell one table from another."""
    roles = [role for role, _ in table.game.facts.seats_at(table.players, table.made.options)]
    names = [
        sitter.name or (f"the {strength(sitter.level).name.lower()} bot" if sitter.level else roles[index])
        for index, sitter in enumerate(table.seats)
        if index != seat
    ]
    return f"You are {roles[seat]}; with {', '.join(names)}." if names else f"You are {roles[seat]}."
