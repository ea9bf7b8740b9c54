"""Ways to break Tiny, each with the law that must notice it."""

from collections.abc import Callable

from tests.tiny.lab import Lab

Breaking = Callable[[Lab], None]
MUTANTS: list[tuple[str, Breaking]] = []


def breaks(law: str) -> Callable[[Breaking], Breaking]:
    """Registers a way to break that law."""

    def register(breaking: Breaking) -> Breaking:
        MUTANTS.append((law, breaking))
        return breaking

    return register
