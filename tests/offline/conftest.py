"""A test that is a coroutine runs in an event loop as a browser's, and ends with the parlours that it opened."""

import inspect

import pytest

from tests.offline.page import in_page


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    in_page(pyfuncitem.obj(**given))
    return True
