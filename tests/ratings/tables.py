"""Tables made up for tests."""

from collections.abc import Iterable, Iterator

import numpy as np

from rookery.ratings import RatedResult, Scale, Seated, Skill

LEVELS = {"weak": Skill(-200.0, 25.0), "fair": Skill(100.0, 0.0), "strong": Skill(450.0, 40.0)}
SCALE = Scale(LEVELS, Skill(116.0, 350.0))
PEOPLE = ("ann", "bob", "cat", "dan", "eve", "fay")
SEATS = range(2, 7)


def ended(names: Iterable[str], *utilities: float, left: Iterable[int] = (), table: str = "t") -> RatedResult:
    """A game of people and of levels of SCALE."""
    return RatedResult(table, tuple(Seated(name, name in LEVELS) for name in names), utilities, frozenset(left))


def somebody(rng: np.random.Generator) -> Skill:
    return Skill(float(rng.normal(100, 300)), float(rng.uniform(30, 350)), int(rng.integers(50)))


def utilities_of(rng: np.random.Generator, seats: int) -> tuple[float, ...]:
    """Of a few values, so that ties are frequent."""
    return tuple(rng.integers(0, 3, seats).astype(float).tolist())


def games(seed: int, count: int = 30) -> Iterator[tuple[dict[str, Skill], RatedResult]]:
    """Games for two to six, in turn: what is known of the people before, and the result. Some seats are bots'."""
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        seats = SEATS[number % len(SEATS)]
        names = [*PEOPLE[: seats - seats // 3], *list(LEVELS)[: seats // 3]]
        skills = {name: somebody(rng) for name in names if name not in LEVELS}
        yield skills, ended(rng.permutation(names).tolist(), *utilities_of(rng, seats))
