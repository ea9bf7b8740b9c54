"""Substitutes, in every program of a page, for parts of the library that a page lacks: NumPy, and games that are found
by importing them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rookery.core import numbers, position, registry, variant
from rookery.javascript.page_module import ModuleText
from rookery.offline import page_game, page_work

_IN_EVERY_PAGE: Mapping[Any, Any] = {
    registry.load: page_game.load,
    np.random.default_rng: page_work.absent,
    numbers.Numbers: page_game.numbers_of,
    numbers.sealed: page_game.same_states,
    position._drawn_by_numpy: page_work.absent,
}


def page_module(instead: Mapping[Any, Any], *data: tuple[Any, Any]) -> ModuleText:
    """A program of a page, still empty. `instead`: what else stands in for what; `data`: the same of data, which have
    no hash."""
    no_variants: tuple[Any, Any] = (variant._HERE, [])  # they are made where there is a disk
    return ModuleText(instead=[*_IN_EVERY_PAGE.items(), *instead.items(), *data, no_variants])
