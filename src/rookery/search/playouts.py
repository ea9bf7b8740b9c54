"""Random games, one after another and side by side, and games guided by an evaluator."""

from dataclasses import dataclass
from numbers import Real

import numpy as np

from rookery.core.chance import stream_from
from rookery.core.errors import CannotPlay
from rookery.core.generator import AnyGenerator
from rookery.core.position import Position
from rookery.core.protocol import Array, States
from rookery.search.checks import check_number, check_whole
from rookery.search.workspace import workspace

_KERNELS = "rookery.search.kernels.playouts"
_GUIDED = "rookery.search.kernels.guided"


@dataclass(frozen=True, slots=True)
class Playouts:
    """The result of random games from one position."""

    games: int
    plies: int  # of all games together
    means: tuple[float, ...]  # [P] mean utility of each seat


def playouts(position: Position, games: int, generator: AnyGenerator) -> Playouts:
    """Play `games` random games from a position: actions of seats are equally likely, chance draws by its weights.

    Raises CannotPlay for a view that hides something, ValueError."""
    check_whole(position)
    check_number("games", games, 0, whole=True)
    game = position.game
    states = game.blank(2)
    states[0] = position.state
    totals = np.zeros(position.players)
    plies = game.made(_KERNELS).playouts(states, games, workspace(position, stream_from(generator)), totals)
    return Playouts(games, int(plies), tuple(total / max(games, 1) for total in totals.tolist()))


def random_steps(position: Position, games: int, rounds: int, generator: AnyGenerator) -> int:
    """Play `rounds` random plies in each of `games` games side by side; return how many games ended.

    Games start, and restart when they are over, from `position`. Raises CannotPlay if it is over, and for a view that
    hides something."""
    check_whole(position)
    game = position.game
    if position.is_over:
        raise CannotPlay(f"this game of {game.facts.name} is over; random steps need a position that is not over")
    states = game.blank(games + 1)
    states[:] = position.states[0]
    return int(game.made(_KERNELS).random_steps(states, rounds, workspace(position, stream_from(generator))))


def guided_playouts(position: Position, games: int, generator: AnyGenerator, *, error: float = 0.0) -> Array:
    """[games, P] the utilities of games in which every seat plays its most promising action by the evaluator's `order`.

    Ties are broken at random; with probability `error`, a seat plays any legal action. Raises ValueError for an `error`
    outside 0 .. 1, CannotPlay for a view that hides something."""
    _check_guided(position, games, error)
    game, results = position.game, np.zeros((games, position.players))
    states = game.blank(2)
    states[0] = position.state
    game.made(_GUIDED).guided_playouts(states, games, error, workspace(position, stream_from(generator)), results)
    return results


def guided_points(position: Position, games: int, generator: AnyGenerator, *, error: float = 0.0) -> Array:
    """[games, P] the points of all seats at the end of such games.

    Raises as `guided_playouts`, and CannotPlay in a game that counts no points."""
    _check_guided(position, games, error)
    game, points = position.game, np.zeros((games, position.players))
    if game.facts.points is None:
        raise CannotPlay(f"nothing is counted in {game.facts.name}: its facts.py names no points")
    states = game.blank(2)
    states[0] = position.state
    game.made(_GUIDED).guided_points(states, games, error, workspace(position, stream_from(generator)), points)
    return points


def guided_ends(position: Position, games: int, generator: AnyGenerator, *, error: float = 0.0) -> States:
    """[games] the final states of such games: records of the game's State, so ends["FIELD"] is that field of all games.

    A generator in the same state gives the same games as in `guided_playouts`. Raises as that does."""
    _check_guided(position, games, error)
    game, ends = position.game, position.game.blank(games)
    ends[:] = position.state
    game.made(_GUIDED).guided_ends(ends, error, workspace(position, stream_from(generator)))
    return ends


def _check_guided(position: Position, games: int, error: float) -> None:
    check_whole(position)
    check_number("games", games, 0, whole=True)
    if not isinstance(error, Real) or not 0.0 <= error <= 1.0:
        raise ValueError(f"error {error!r}; it is a probability, 0 to 1")
