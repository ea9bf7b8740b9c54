"""The balance of a game, from games that programs play: who wins, how it is decided, what each kind of action is worth.

>>> from rookery.balance import Wanted, findings, play, table_of
>>> for finding in findings(play(table_of("gleebs"), Wanted(games=400))):
...     print(finding.words)
"""

from collections.abc import Mapping, Sequence

from rookery.balance.action_kinds import kinds_of
from rookery.balance.as_many_as_needed import ReportGames, Wanted, play
from rookery.balance.findings import BalanceFinding, Change, changes, findings
from rookery.balance.playing import BalanceTable
from rookery.core.position import Game
from rookery.core.registry import load

__all__ = [
    "BalanceFinding",
    "BalanceTable",
    "Change",
    "ReportGames",
    "Wanted",
    "changes",
    "findings",
    "play",
    "table_of",
]


def table_of(
    game: Game | str,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    moves: Sequence[str] = (),
) -> BalanceTable:
    """The table whose games are played; `moves`: with which each of them begins. Raises UnknownGame, UnknownOption, and
    what a position raises for a move."""
    what = load(game) if isinstance(game, str) else game
    settings = what.facts.settings(players, options or {})
    position, actions = what.start_with(settings), list[int]()
    for move in moves:
        actions.append(position.parse(move))
        position = position.after(actions[-1])
    return BalanceTable(what, settings, kinds_of(what, settings), tuple(actions))
