"""Machine code is made by another process, one kernel after the other, in the order in which they were asked for.

The process is polite: it yields to others, and of all processes on this machine that share a cache only one compiles.
It ends when nothing is asked for any more, or with the process that started it.
"""

import atexit
import contextlib
import json
import logging
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

from rookery.core.compiling.machine_code import Use
from rookery.core.environment import MACHINE_CODE
from rookery.locks import locked

__all__ = ["ask"]

log = logging.getLogger(__name__)

COMPILER_IDLE = 5.0  # seconds without a task, after which the process ends
COMPILER_PRIORITY = 5  # as `nice` counts: a busy machine lets it have a third of what others get, so that it ends
COMPILER_LOCK_INTERVAL = 0.2  # seconds between two tries to begin
_tasks = queue.SimpleQueue[dict[str, Any]]()
_state = {"running": False, "failed": False}
_changing = threading.Lock()


def ask(kernel: Any, args: tuple[Any, ...]) -> None:
    """Ask for the machine code of a kernel for arguments like these; returns at once.

    If it cannot be made, the log says so once, and kernels stay modules."""
    from rookery.core.kernel import cache_root  # which imports this package

    module, root = sys.modules.get(kernel.py_func.__module__), cache_root()
    if module is None or module.__name__ == "__main__" or _state["failed"]:
        return
    made = {name: file for name, one in list(sys.modules.items()) if (file := getattr(one, "__file__", None))}
    _tasks.put({
        "module": module.__name__,
        "kernel": kernel.py_func.__name__,
        "types": pickle.dumps(tuple(map(kernel.typeof_pyval, args))).hex(),
        "path": sys.path,
        "made": {name: file for name, file in made.items() if Path(file).is_relative_to(root)},
    })  # fmt: skip  # one field a line
    with _changing:
        if not (_state["running"] or _state["failed"]):
            _state["running"] = True
            threading.Thread(target=_work, daemon=True, name="machine code").start()


def _work() -> None:
    """Hand tasks to a process until there are none for a while."""
    from rookery.core.kernel import cache_root

    try:
        with (cache_root() / "compiling.lock").open("ab", buffering=0) as file:
            while not locked(file):
                time.sleep(COMPILER_LOCK_INTERVAL)
            _compile_waiting()
    except OSError as error:
        _failed("machine code", str(error))
    finally:
        with _changing:
            _state["running"] = False


def _compile_waiting() -> None:
    command = [sys.executable, "-c", f"from {__name__} import compile_all; compile_all()"]
    given = {**os.environ, MACHINE_CODE: Use.FIRST, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=given, text=True) as worker:
        atexit.register(worker.kill)
        assert worker.stdin is not None and worker.stdout is not None
        try:
            with contextlib.suppress(queue.Empty):
                while True:
                    task = _tasks.get(timeout=COMPILER_IDLE)
                    worker.stdin.write(json.dumps(task) + "\n")
                    worker.stdin.flush()
                    if (said := worker.stdout.readline()) != "\n":
                        _failed(task["kernel"], said.strip() or "the process that compiled it was lost")
                        return
        finally:
            worker.kill()
            atexit.unregister(worker.kill)


def _failed(what: str, why: str) -> None:
    _state["failed"] = True
    log.warning("%s could not be compiled (%s); kernels go on as modules, up to twice as slow", what, why)


# ── In the other process ─────────────────────────────────────────────────────
class _MadeModules:
    """Finds modules that a process made in the cache folder."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        return spec_from_file_location(name, self.files[name]) if name in self.files else None


def compile_all() -> None:
    """Compile what standard input asks for, a task a line; answer each with a line, which is empty if all went well."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent's
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a game prints
    if hasattr(os, "nice"):
        os.nice(COMPILER_PRIORITY)
    made = _MadeModules()
    sys.meta_path.append(made)
    for line in sys.stdin:
        task = json.loads(line)
        made.files.update(task["made"])
        sys.path[:] = task["path"]
        answers.write(_compile(task) + "\n")
        answers.flush()


def _compile(task: dict[str, Any]) -> str:
    """Compile a kernel into the cache; returns "", or why that failed, in one line."""
    from importlib import import_module

    try:
        kernel = getattr(import_module(task["module"]), task["kernel"])
        kernel.compile(pickle.loads(bytes.fromhex(task["types"])))
    except Exception as error:  # noqa: BLE001  # whatever Numba raises; kernels go on as modules
        return " ".join(str(error).split()) or type(error).__name__
    return ""
