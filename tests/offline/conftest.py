"""Fixtures of the tests of the parlour."""

import pytest

import rookery


@pytest.fixture(params=rookery.slugs())
def slug(request: pytest.FixtureRequest) -> str:
    """Every game found."""
    return str(request.param)
