"""Choosing an action click by click along the paths of a scene's choices."""

from collections.abc import Sequence

from rookery.core.scene import Choice


class Picking:
    """The clicks so far, and the spots that can be clicked next."""

    def __init__(self, choices: Sequence[Choice] = ()) -> None:
        self.choices = tuple(choices)
        self.path: tuple[str, ...] = ()

    @property
    def left(self) -> list[Choice]:
        """The choices with a path that begins with the clicks so far."""
        return [choice for choice in self.choices if self._ways(choice)]

    @property
    def open(self) -> list[str]:
        """The spots that continue one of these paths, each once, in the order of the choices."""
        return list(dict.fromkeys(path[len(self.path)] for choice in self.left for path in self._ways(choice)))

    def finished_by(self, spot: str) -> Choice | None:
        """The choice that a click on this spot would complete."""
        return next((choice for choice in self.left if (*self.path, spot) in choice.ways), None)

    def click(self, spot: str) -> Choice | None:
        """Click a spot; returns the choice that this completes, or None. A click on the spot clicked last takes it
        back, a click on a spot that begins another path begins that path, and any other click changes nothing."""
        if (choice := self.finished_by(spot)) is not None:
            self.path = ()
            return choice
        if spot in self.open:
            self.path = (*self.path, spot)
        elif self.path and spot == self.path[-1]:
            self.back()
        elif any(path[0] == spot for choice in self.choices for path in choice.ways):
            self.path = (spot,)
        return None

    def back(self) -> None:
        """Take the last click back."""
        self.path = self.path[:-1]

    def _ways(self, choice: Choice) -> list[tuple[str, ...]]:
        """The paths of a choice that begin with the clicks so far."""
        return [path for path in choice.ways if path[: len(self.path)] == self.path]
