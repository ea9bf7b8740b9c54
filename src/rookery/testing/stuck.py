"""Where a thread runs that does not end: the file, the line and the function of a game."""

import contextlib
import copy
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

A_WHILE = 0.3  # seconds that a kernel gets to reach again what does not end


class StuckPlace(NamedTuple):
    """A line that runs."""

    file: str  # of the game's folder
    line: int  # counted from 1
    function: str  # "" = none: the file is being imported

    @property
    def words(self) -> str:
        return f"`{self.function}`" if self.function else f"the import of {self.file}"


def place_of_thread(thread: threading.Thread, folder: Path) -> StuckPlace | None:
    """The line of a game's folder that a thread runs now; None: it runs no function of the game."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None:
        if found := _in_file(frame, folder):
            return found
        if _is_kernel(frame):
            return _in_kernel(frame.f_locals["self"].function, frame.f_locals["given"], folder)
        frame = frame.f_back
    return None


def _in_file(frame: FrameType, folder: Path) -> StuckPlace | None:
    code, file = frame.f_code, Path(frame.f_code.co_filename)
    if not file.is_relative_to(folder):
        return None
    function = code.co_qualname.partition(".<locals>")[0]  # what is inside a function has no name of its own
    name = "" if function == "<module>" else function
    return StuckPlace(file.relative_to(folder).as_posix(), frame.f_lineno, name)


def _is_kernel(frame: FrameType) -> bool:
    module = sys.modules.get("rookery.core.compiling.module_kernel")  # where no kernel has run, it is not imported
    return module is not None and frame.f_code is module.ModuleKernel.__call__.__code__


def _in_kernel(function: Callable[..., Any], given: tuple[Any, ...], folder: Path) -> StuckPlace | None:
    """A module has no lines. So its function runs once more, as Python and on copies of what the module was given."""

    def run() -> None:
        with contextlib.suppress(Exception):  # the compiler may have allowed what Python does not
            function(*copied)

    copied = copy.deepcopy(given)
    again = threading.Thread(target=run, daemon=True)
    again.start()
    again.join(A_WHILE)
    if found := place_of_thread(again, folder):
        return found
    file = Path(function.__code__.co_filename)
    if not file.is_relative_to(folder):
        return None
    return StuckPlace(file.relative_to(folder).as_posix(), function.__code__.co_firstlineno, function.__name__)
