"""Ways to break Tiny, each with the law that must notice it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from rookery.core.scene import Scene
from tests.tiny.lab import Lab

Breaking = Callable[[Lab], None]
Verb = TypeVar("Verb", bound=Callable[..., Any])
MUTANTS: list[tuple[str, Breaking]] = []


def broken(law: str, **ways: Breaking) -> None:
    """Registers ways to break that law, by their names."""
    for name, breaking in ways.items():
        breaking.__name__ = name
        MUTANTS.append((law, breaking))


def broken_scene(law: str, **ways: Callable[[Scene], Scene]) -> None:
    """The same for what is done to every scene."""
    broken(law, **{name: wraps(way)(lambda lab, way=way: lab.scene(way)) for name, way in ways.items()})


def breaks(law: str) -> Callable[[Breaking], Breaking]:
    """Registers a way to break that law."""

    def register(breaking: Breaking) -> Breaking:
        broken(law, **{breaking.__name__: breaking})
        return breaking

    return register


def breaks_by(law: str, change: Callable[..., None], name: str) -> Callable[[Verb], Verb]:
    """Registers a function that breaks that law in the place of the one of this name. `change`: a method of Lab."""

    def register(verb: Verb) -> Verb:
        broken(law, **{verb.__name__: wraps(verb)(lambda lab: change(lab, **{name: verb}))})
        return verb

    return register
