"""Who wins."""

import numpy as np
import pytest

from rookery.kit.results import most_win


@pytest.mark.parametrize(
    ("what", "utilities"),
    [
        ([3, 1], [1, -1]),
        ([0, 0, 0], [0, 0, 0]),
        ([2, 5, 5, 1], [-0.5, 0.5, 0.5, -0.5]),
        ([-4, -1, -2], [-0.5, 1, -0.5]),
    ],
)
def test_the_most_share_the_win(what: list[float], utilities: list[float]) -> None:
    out = np.array(what, np.float64)
    most_win(out, len(what))
    assert out.tolist() == utilities
