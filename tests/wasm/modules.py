"""The modules of a game, built once and kept in the cache folder as kernels are."""

import functools
from typing import Any

import rookery
from rookery.core.position import Game
from rookery.wasm.build import Built, build
from rookery.wasm.entry_points import BINDINGS, SEARCH_PACKAGE


@functools.cache
def built(slug: str) -> Built:
    return build(rookery.load(slug))


def native(game: Game, names: Any) -> dict[str, Any]:
    """The native kernels by the names under which a module exports them."""
    return {name: getattr(game.made(_template(name)), name.partition(".")[2]) for name in names}


def _template(name: str) -> str:
    short = name.partition(".")[0]
    return BINDINGS if short == "rules" else f"{SEARCH_PACKAGE}.{short}"
