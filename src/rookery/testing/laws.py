"""The laws of the protocol. Each is one sentence and one function that checks one position of a random game.

    LAWS           name -> law, in the order in which they are tried
    check          tries them on random games; raises LawBroken at the first broken law
    broken_laws    tries them on one game, and finds all that it breaks

A law takes a `Case` (testing/walks.py) and raises an exception if it is broken.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from inspect import isfunction
from types import MappingProxyType, ModuleType

from rookery.core.errors import one_of
from rookery.core.position import Game
from rookery.testing import card_laws, evaluator_laws, observer_laws, rule_laws, scene_laws, text_laws, world_laws
from rookery.testing.lesson_laws import check_lessons
from rookery.testing.reports import LawFails, folder_of, place_of, text_of
from rookery.testing.walks import Case, LawBroken, Walk, walks, worded

Law = Callable[[Case], None]
PLIES_TRIED = 30  # positions of one game at which each law is tried, approximately

_FILES = (card_laws, rule_laws, world_laws, evaluator_laws, observer_laws, text_laws, scene_laws)


def _laws_of(file: ModuleType) -> list[Law]:
    """The public functions of a file, each of which is a law."""
    written = (value for name, value in vars(file).items() if isfunction(value) and not name.startswith("_"))
    return [law for law in written if law.__module__ == file.__name__]


LAWS: Mapping[str, Law] = MappingProxyType({law.__name__: law for file in _FILES for law in _laws_of(file)})


def sentence(law: Law) -> str:
    """A law in words."""
    return " ".join((law.__doc__ or "").split())


def check(game: Game, *, laws: Collection[str] = (), games: int = 0, seed: int = 0) -> int:
    """Try laws (by name; () for all, and the lessons) on `games` random games; 0 for one game at each table. Returns
    the number of positions tried.

    Raises LawBroken, and ValueError for an unknown name."""
    for name in laws:
        if name not in LAWS:
            raise ValueError(f"there is no law {name!r}; {one_of(name, LAWS)}")
    seen = 0
    for walk in walks(game, games, seed):
        check_walk(walk, laws)
        seen += len(looked_at(walk))
    if not laws:
        check_lessons(game)
    return seen


def check_walk(walk: Walk, laws: Collection[str] = ()) -> None:
    """Try laws (() for all) on one game. Raises LawBroken."""
    for broken in broken_laws(walk, laws or LAWS):
        raise broken


def broken_laws(walk: Walk, laws: Collection[str], begins: Callable[[str], object] = id) -> Iterator[LawBroken]:
    """Each of these laws that one game breaks, at the first position that breaks it. `begins` is called with the name
    of each law before it is tried."""
    for name, law in LAWS.items():
        if name not in laws:
            continue
        begins(name)
        for ply in looked_at(walk):
            try:
                law(Case(walk, ply))
            except Exception as error:  # noqa: BLE001  # what an author writes may raise anything
                broken = LawBroken(_failure(name, walk, ply, error))
                broken.__cause__ = error
                yield broken
                break


def looked_at(walk: Walk) -> list[int]:
    """The plies at which laws are tried: in a short game all; in a long one the first, the last and about PLIES_TRIED
    between them, which depend on the seed."""
    plies = len(walk.positions)
    step = -(-plies // PLIES_TRIED)
    return sorted({0, plies - 1, *range(walk.seed % step, plies, step)})


def _failure(name: str, walk: Walk, ply: int, error: Exception) -> LawFails:
    position, law = walk.positions[ply], LAWS[name]
    file, line = place_of(folder_of(walk.game), error, _part_judged(walk.game, law))
    return LawFails(
        game=walk.game.facts.slug,
        error=worded(error),
        law=name,
        sentence=sentence(law),
        file=file,
        line=line,
        players=position.players,
        options=dict(position.options),
        seed=walk.seed,
        ply=ply,
        position=text_of(position),
        state=str(position.state),
        actions=[*walk.actions[:ply]],
    )


def _part_judged(game: Game, law: Law) -> ModuleType | None:
    """The module of the game that a law judges; None for one of several parts."""
    judged = {rule_laws: "rules", text_laws: "notation", scene_laws: "scenery"}
    return next((getattr(game, part) for file, part in judged.items() if law.__module__ == file.__name__), None)
