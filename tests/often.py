"""Which cases of a test come in every run, and which in the soak alone."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

__all__ = ["others_in_soak"]


def others_in_soak(cases: Iterable[Any], always: Collection[Any]) -> list[Any]:
    """All cases, as pytest's parameters; those that are not among `always` are marked as the soak's."""
    return [pytest.param(case, marks=[pytest.mark.soak] * (case not in always)) for case in cases]
