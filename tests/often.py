"""Which cases of a test come in every run, and which in the soak alone."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

import rookery

# What is alike for all games is seen with two of ours, one open, one with secrets: those whose games are shortest.
# `make soak` sees it with all of them.
OURS = [game for game in map(rookery.load, rookery.slugs()) if game.package.startswith("rookery.")]
KINDS = [
    min((game.facts for game in OURS if game.facts.hidden is hidden), key=lambda facts: facts.longest).slug
    for hidden in (False, True)
]


def others_in_soak(cases: Iterable[Any], always: Collection[Any]) -> list[Any]:
    """All cases, as pytest's parameters; those that are not among `always` are marked as the soak's."""
    return [pytest.param(case, marks=[pytest.mark.soak] * (case not in always)) for case in cases]


def in_ci(*few: str) -> pytest.MarkDecorator:
    """These games in every run, the others in the soak."""
    return pytest.mark.parametrize("slug", others_in_soak(rookery.slugs(), few))


EACH_KIND = in_ci(*KINDS)
