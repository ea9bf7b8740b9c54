"""Tests of evidence that fail name the command that writes it anew. Their cases are called by the game first."""

import re
from collections.abc import Generator

import pytest

from tests.evidence import if_meant


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and item.path.name in ("test_perft.py", "test_recorded.py"):
        report.sections.append(("evidence", if_meant(re.split(r"\W", item.name)[1])))
    return report
