"""What spectators see who are told late."""

from collections.abc import Sequence

__all__ = ["SpectatorDelay"]


class SpectatorDelay:
    """How far a game is shown to who only watches: `delay` plies late. It never goes back on that, unless what they
    have seen was taken back; what was played and taken back before they saw it has never been. That a bot stands in for
    somebody they learn with the plies, too: it may say whose time ran out, and so who was to move."""

    def __init__(self, delay: int, since: int, levels: Sequence[str]) -> None:
        """`since`: so many plies at the beginning are known from another game; `levels`: [P] of bots, at first."""
        self.shown = 0  # plies
        self.takebacks = 0  # how often some that were shown were taken back
        self.levels = tuple(levels)  # [P] of the bots that play; "" where a person does
        self._lent: list[tuple[int, int, str]] = []  # yet to be shown: after how many plies, seat, level
        self._delay = delay
        self._since = since

    def lend(self, seat: int, level: str, plies: int) -> None:
        """After so many plies a bot stands in, or ("") the person is back."""
        self._lent.append((plies, seat, level))

    def follow(self, plies: int) -> None:
        """So many plies have been played now."""
        if plies < self.shown:
            self.shown = plies
            self.takebacks += 1
        self.shown = max(self.shown, min(self._since, plies), plies - self._delay)
        if self._lent:
            lent = [(min(after, plies), seat, level) for after, seat, level in self._lent]
            self._lent = [later for later in lent if later[0] > self.shown]
            known = {seat: level for after, seat, level in lent if after <= self.shown}
            self.levels = tuple(known.get(seat, level) for seat, level in enumerate(self.levels))
