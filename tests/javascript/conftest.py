"""What the tests of this folder have in common."""

from collections.abc import Iterator

import pytest

from tests.javascript.answers import Answers


@pytest.fixture(scope="module")
def answers() -> Iterator[Answers]:
    with Answers() as found:
        yield found
