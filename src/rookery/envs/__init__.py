"""Environments for learners, made with one line each. Their libraries are loaded when they are made.

    envs.batch("gleebs", 1024)                    many games as arrays; needs only NumPy
    envs.vector("gleebs", 1024, bots="greedy")    the same as a Gymnasium vector environment: one seat against bots
    envs.gymnasium("gleebs", bots="medium")       one game, one seat against bots of any level
    envs.pettingzoo("blockers", players=4)        one game, every seat an agent
    envs.openspiel("blockers", players=4)         a pyspiel game

Instead of a slug, each function also accepts a Game, or a Position: then games start there.
"""
# No module here is called as one of these functions: importing it would put it in the function's place.

from typing import TYPE_CHECKING

from rookery.envs.arguments import Start, first_position, libraries

if TYPE_CHECKING:
    from rookery.envs.aec import TableEnv
    from rookery.envs.many import Batch, KernelLevel
    from rookery.envs.seat_env import Rivals, SeatEnv
    from rookery.envs.spiel import SpielGame
    from rookery.envs.vectorized import SeatVectorEnv

__all__ = ["batch", "gymnasium", "openspiel", "pettingzoo", "vector"]


def batch(
    start: Start,
    games: int,
    *,
    players: int | None = None,
    learners: tuple[int, ...] | None = None,
    bots: "KernelLevel" = "random",
    seed: int | None = None,
    **options: str,
) -> "Batch":
    """Many games as arrays: see `rookery.envs.many.Batch`. `learners`: the seats that learners play, by default all;
    bots play the others. Raises UnknownGame, UnknownOption, CannotPlay, ValueError."""
    from rookery.envs.many import Batch  # here because it loads Numba

    return Batch(first_position(start, players, options), games, learners=learners, bots=bots, seed=seed)


def gymnasium(
    start: Start,
    *,
    seat: int | None = 0,
    bots: "Rivals" = "random",
    players: int | None = None,
    render_mode: str | None = None,
    flat: bool = False,
    remaps: bool = False,
    **options: str,
) -> "SeatEnv":
    """One seat against bots of any level: see `rookery.envs.seat_env.SeatEnv`. Raises UnknownGame, UnknownOption,
    UnknownLevel, CannotPlay, MissingExtra, ValueError."""
    with libraries():
        from rookery.envs.seat_env import SeatEnv
    return SeatEnv(first_position(start, players, options), seat, bots, render_mode, flat=flat, remaps=remaps)


def openspiel(start: Start, *, players: int | None = None, **options: str) -> "SpielGame":
    """A pyspiel game: see `rookery.envs.spiel`. Raises UnknownGame, UnknownOption, CannotPlay, MissingExtra."""
    from rookery.envs.spiel import spiel_game

    return spiel_game(first_position(start, players, options))


def pettingzoo(
    start: Start, *, players: int | None = None, render_mode: str | None = None, **options: str
) -> "TableEnv":
    """Every seat an agent: see `rookery.envs.aec.TableEnv`. Raises UnknownGame, UnknownOption, CannotPlay,
    MissingExtra."""
    with libraries():
        from rookery.envs.aec import TableEnv
    return TableEnv(first_position(start, players, options), render_mode)


def vector(
    start: Start,
    games: int,
    *,
    seat: int | None = 0,
    bots: "KernelLevel" = "random",
    copy: bool = True,
    players: int | None = None,
    render_mode: str | None = None,
    flat: bool = False,
    **options: str,
) -> "SeatVectorEnv":
    """Many games, in each one seat against bots: see `rookery.envs.vectorized.SeatVectorEnv`. Raises UnknownGame,
    UnknownOption, CannotPlay, MissingExtra, ValueError."""
    with libraries():
        from rookery.envs.vectorized import SeatVectorEnv
    return SeatVectorEnv(first_position(start, players, options), games, seat, bots, copy, render_mode, flat=flat)
