"""An event loop as a page has it. This file imports nothing that a page lacks."""

import asyncio
from typing import Any


class PageLoop(asyncio.SelectorEventLoop):
    """An event loop with the limits of Pyodide's: there are no threads, and nothing can be scheduled in the past."""

    def run_in_executor(self, executor: object, func: Any, *args: Any) -> Any:  # type: ignore[override]  # as there
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  # passed on
            future.set_exception(error)
        return future

    def call_later(self, delay: float, callback: Any, *args: Any, **how: Any) -> Any:  # type: ignore[override]  # as there
        if delay < 0:
            raise ValueError("Can't schedule in the past")
        return super().call_at(self.time() + delay, callback, *args, **how)

    def call_at(self, when: float, callback: Any, *args: Any, **how: Any) -> Any:  # type: ignore[override]  # as there
        return self.call_later(when - self.time(), callback, *args, **how)
