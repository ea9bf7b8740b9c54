"""Tests of evidence that fail name the command that writes it anew."""

from collections.abc import Generator

import pytest

from tests.evidence import if_meant


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and item.path.name in ("test_perft.py", "test_recorded.py"):
        report.sections.append(("evidence", if_meant(item.path.parent.name)))
    return report
