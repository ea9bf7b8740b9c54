"""The names that generic kernels use for modules of a game; kernel.specialise replaces them by the game's own."""

from typing import Any

from rookery.core.protocol import Evaluator, Kinds, Observer, Rules


class _Unbound:
    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{name}: this is a generic module; use its copy for a game, game.made(module)")


rules: Rules = _Unbound()
evaluator: Evaluator = _Unbound()
observer: Observer = _Unbound()
kinds: Kinds = _Unbound()
