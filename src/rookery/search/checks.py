"""Checks of the arguments of searches."""

from numbers import Integral, Real
from typing import Any

from rookery.core.errors import CannotPlay, NotYourTurn
from rookery.core.position import Position
from rookery.core.protocol import CHANCE

MAX_COUNT = 1 << 50  # the largest allowed number


def check_number(name: str, value: Any, least: int, *, whole: bool = False) -> None:
    """Raises ValueError unless `value` is a finite number, at least `least` and, if asked, whole."""
    fits = not isinstance(value, bool) and (isinstance(value, Integral) if whole else isinstance(value, Real))
    if not (fits and least <= value <= MAX_COUNT):
        limits = f"at most {MAX_COUNT:,}" if fits and value > MAX_COUNT else f"{least} or more"
        raise ValueError(f"{name} {value!r}; it must be a {'whole ' if whole else ''}number, {limits}")


def check_budget(simulations: int | None, seconds: float | None) -> None:
    """Raises ValueError without a budget, or for an invalid one."""
    if simulations is None and seconds is None:
        raise ValueError("a search needs a budget: simulations=..., seconds=..., or both")
    if simulations is not None:
        check_number("simulations", simulations, 1, whole=True)
    if seconds is not None:
        check_number("seconds", seconds, 0)


def check_mover(position: Position) -> int:
    """The seat that decides. Raises CannotPlay if none does, NotYourTurn for the view of another seat."""
    if position.mover is None or position.mover == CHANCE:
        what = "the game is over" if position.is_over else "chance moves"
        raise CannotPlay(f"{what}; tree search needs a position in which a seat decides")
    if position.viewer not in (None, position.mover):
        raise NotYourTurn(
            f"this is not the view of {position.role(position.mover)}, who decides; position.view(mover) is"
        )
    return position.mover


def check_whole(position: Position) -> None:
    """Raises CannotPlay for a view of a game with secrets, from which the rules cannot continue."""
    if position.viewer is not None and position.game.facts.hidden:
        raise CannotPlay(
            "a view does not know what others hide; view.determinize(generator) gives a position that agrees with it"
        )
