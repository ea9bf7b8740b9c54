"""Choosing an action click by click along the paths of a scene's choices."""

from collections.abc import Sequence

from rookery.core.scene import Choice

__all__ = ["Picking"]


class Picking:
    """What has been clicked so far, and what can be clicked next."""

    def __init__(self, choices: Sequence[Choice] = ()) -> None:
        self.choices = tuple(choices)
        self.path: tuple[str, ...] = ()

    @property
    def left(self) -> list[Choice]:
        """The choices that begin with what has been clicked."""
        return [choice for choice in self.choices if self._ways(choice)]

    @property
    def open(self) -> list[str]:
        """The spots that go on with one of them, each once, in the order of the choices."""
        return list(dict.fromkeys(path[len(self.path)] for choice in self.left for path in self._ways(choice)))

    def finished_by(self, spot: str) -> Choice | None:
        """The choice that a click there would make."""
        return next((choice for choice in self.left if (*self.path, spot) in choice.ways), None)

    def click(self, spot: str) -> Choice | None:
        """One click; the choice, if that completes one. A click on the last spot takes it back, one on a spot that
        begins another path begins it, any other changes nothing."""
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
        """Its paths that begin with what has been clicked."""
        return [path for path in choice.ways if path[: len(self.path)] == self.path]
