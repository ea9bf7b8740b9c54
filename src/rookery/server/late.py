"""What spectators see who are told late."""

__all__ = ["Late"]


class Late:
    """How far a game is shown to who only watches: `delay` plies late. It never goes back on that, unless what they
    have seen was taken back; what was played and taken back before they saw it has never been."""

    def __init__(self, delay: int, since: int) -> None:
        """`since`: so many plies at the beginning are known from another game."""
        self.shown = 0  # plies
        self.takebacks = 0  # how often some that were shown were taken back
        self._delay = delay
        self._since = since

    def follow(self, plies: int) -> None:
        """So many plies have been played now."""
        if plies < self.shown:
            self.shown = plies
            self.takebacks += 1
        self.shown = max(self.shown, min(self._since, plies), plies - self._delay)
