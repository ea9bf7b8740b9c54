"""What the tests of this folder share."""

from collections.abc import Iterator

import pytest

from tests.house.sources import tree


@pytest.fixture(scope="package", autouse=True)
def files_read_once() -> Iterator[None]:
    """The syntax trees of all files take 280 MB: they are kept until the last test here is over."""
    yield
    tree.cache_clear()
