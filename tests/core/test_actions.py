"""One declaration says what every action id means: encoding and decoding lead back to each other."""

from typing import Annotated, NamedTuple

import numpy as np
import pytest

from rookery.core.actions import first_ids, ids, kinds_of, numbered
from rookery.core.kernel import kernel


class Acts(NamedTuple):
    MARK: Annotated[int, ids(row=3, column=4)]
    PASS: Annotated[int, ids()]
    DISCARD: Annotated[int, ids(card=5)]


ACT, FIRST_OF = numbered(Acts), first_ids(Acts)


@kernel
def column_of(action: int) -> int:
    return (action - ACT.MARK) % 4 if FIRST_OF[action] == ACT.MARK else -1


def test_kinds_follow_each_other() -> None:
    assert [(kind.name, kind.first, kind.size) for kind in kinds_of(Acts)] == [
        ("mark", 0, 12), ("pass", 12, 1), ("discard", 13, 5),
    ]  # fmt: skip  # one entry per kind
    assert ACT == (0, 12, 13)
    assert FIRST_OF.tolist() == [0] * 12 + [12] + [13] * 5
    assert FIRST_OF.dtype == np.int32


def test_every_id_is_decoded_and_encoded() -> None:
    seen = []
    for kind in kinds_of(Acts):
        for action in range(kind.first, kind.first + kind.size):
            values = kind.values(action)
            assert kind.action(*values) == action
            assert all(0 <= value < size for value, (_, size) in zip(values, kind.fields, strict=True))
            seen.append((kind.name, values))
    assert len(set(seen)) == len(FIRST_OF)
    assert kinds_of(Acts)[0].values(7) == (1, 3), "the last field changes fastest"


def test_kernels_read_the_same_numbers() -> None:
    assert [column_of(action) for action in (0, 7, 12, 13)] == [0, 3, -1, -1]


def test_what_is_no_table_is_refused() -> None:
    class Untold(NamedTuple):
        MARK: int

    class Twice(NamedTuple):
        MARK: Annotated[int, ids(cell=9), ids(cell=3)]

    for acts, found in ((Untold, 0), (Twice, 2)):
        with pytest.raises(TypeError, match=rf"{acts.__name__}.MARK needs one ids\(\.\.\.\), found {found}"):
            kinds_of(acts)
    with pytest.raises(ValueError, match="zip"):
        kinds_of(Acts)[0].action(1)
