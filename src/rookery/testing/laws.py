"""The laws of the protocol. Each is one sentence and one function that looks at one position of a random game.

    LAWS     name -> law, in the order in which they are tried
    check    tries them on random games; raises LawBroken at the first that does not hold

A law takes a `Case` (testing/walks.py) and raises when it does not hold.
"""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from rookery.core.errors import one_of
from rookery.core.position import Game
from rookery.testing import card_laws, judge_laws, observer_laws, rule_laws, scene_laws, text_laws
from rookery.testing.walks import Case, LawBroken, Walk, walks, worded

__all__ = ["LAWS", "Law", "check", "check_walk", "looked_at", "sentence"]

Law = Callable[[Case], None]
PLIES_TRIED = 30  # positions of one game that each law is tried at, about

_FILES = (card_laws, rule_laws, judge_laws, observer_laws, text_laws, scene_laws)
LAWS: Mapping[str, Law] = MappingProxyType({law.__name__: law for laws in _FILES for law in laws.LAWS})


def sentence(law: Law) -> str:
    """What a law says."""
    return " ".join((law.__doc__ or "").split())


def check(game: Game, *, laws: Collection[str] = (), games: int = 0, seed: int = 0) -> int:
    """Try laws (by name; none named: all) on `games` random games, 0 for one at each table; how many positions it saw.

    Raises LawBroken; ValueError for a name that is no law."""
    for name in laws:
        if name not in LAWS:
            raise ValueError(f"no law is called {name!r}; {one_of(name, LAWS)}")
    seen = 0
    for walk in walks(game, games, seed):
        check_walk(walk, laws)
        seen += len(looked_at(walk))
    return seen


def check_walk(walk: Walk, laws: Collection[str] = (), begins: Callable[[str], object] = id) -> None:
    """Try laws (none named: all) on one game; `begins` is told the name of each. Raises LawBroken."""
    for name, law in LAWS.items():
        if laws and name not in laws:
            continue
        begins(name)
        for ply in looked_at(walk):
            try:
                law(Case(walk, ply))
            except Exception as error:
                raise LawBroken(_words(name, walk, ply, error)) from error


def looked_at(walk: Walk) -> list[int]:
    """The plies that laws are tried at: all of a short game; of a long one both ends and some PLIES_TRIED places
    between, other ones for another seed."""
    plies = len(walk.positions)
    step = -(-plies // PLIES_TRIED)
    return sorted({0, plies - 1, *range(walk.seed % step, plies, step)})


def _words(name: str, walk: Walk, ply: int, error: Exception) -> str:
    position, slug = walk.positions[ply], walk.game.facts.slug
    return (
        f"{slug} breaks the law {name} at seed {walk.seed}, ply {ply}: {worded(error)}\n"
        f"  the law: {sentence(LAWS[name])}\n"
        f"  the table: {position.players} players, {position.options or 'no options'}\n"
        f"  the record: {position.record}\n"
        f"  see it again: rookery.testing.walks.walk(game, {position.players}, {position.options}, {walk.seed})"
    )
