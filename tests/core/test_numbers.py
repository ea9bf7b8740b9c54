"""A record in plain Python says what the record says."""

import copy
import pickle
import random

import pytest

from rookery.core.protocol import cells_of
from rookery.core.registry import load, slugs


@pytest.mark.parametrize("slug", slugs())
def test_numbers_are_those_of_the_record(slug: str) -> None:
    dice, position = random.Random(3), load(slug).start(seed=3)
    while not position.is_over:
        numbers = position.numbers
        for name in cells_of(position.game.fields):
            assert getattr(numbers, name) == position.state[name].tolist()
            assert type(getattr(numbers, name)) in (int, list)
        position = position.after_unchecked(dice.choice(position.legal_actions))


def test_what_is_no_field_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no field 'hat'"):
        load(slugs()[0]).start(seed=3).numbers.hat  # noqa: B018  # asking is the point


def test_numbers_can_be_copied() -> None:
    numbers = load(slugs()[0]).start(seed=3).numbers
    name = next(iter(cells_of(load(slugs()[0]).fields)))
    assert getattr(copy.copy(numbers), name) == getattr(pickle.loads(pickle.dumps(numbers)), name)
