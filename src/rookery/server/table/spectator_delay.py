"""A game as spectators see it with a delay."""

from collections.abc import Sequence


class SpectatorDelay:
    """The part of a game that spectators see: everything up to `delay` plies ago.

    A ply that was shown stays shown, unless it is taken back. Plies that are taken back before they were shown never
    appear. Stand-ins appear with the same delay, because they may reveal whose time ran out, and so who was to move."""

    def __init__(self, delay: int, since: int, levels: Sequence[str]) -> None:
        """`delay`: in plies; `since`: how many plies at the beginning are known from another game; `levels`: [P] of
        the bots at the start, "" for a person."""
        self.shown = 0  # the number of plies that spectators see
        self.takebacks = 0  # the number of take-backs of shown plies
        self.levels = tuple(levels)  # [P] of the bots that play; "" where a person does
        self._lent: list[tuple[int, int, str]] = []  # not shown yet: after how many plies, seat, level
        self._delay = delay
        self._since = since

    def lend(self, seat: int, level: str, plies: int) -> None:
        """Note that after `plies` plies a stand-in of a level takes over a seat; "": the person is back."""
        self._lent.append((plies, seat, level))

    def follow(self, plies: int) -> None:
        """Note that the game now has `plies` plies."""
        if plies < self.shown:
            self.shown = plies
            self.takebacks += 1
        self.shown = max(self.shown, min(self._since, plies), plies - self._delay)
        if self._lent:
            lent = [(min(after, plies), seat, level) for after, seat, level in self._lent]
            self._lent = [later for later in lent if later[0] > self.shown]
            levels = {seat: level for after, seat, level in lent if after <= self.shown}
            self.levels = tuple(levels.get(seat, level) for seat, level in enumerate(self.levels))
