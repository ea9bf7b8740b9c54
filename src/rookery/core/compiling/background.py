"""Machine code is made by another process, one kernel after the other, in the order in which they were asked for.

The process is polite: it yields to others, and of all that share a cache folder only one compiles at a time. It ends
when nothing is asked for any more, or with the process that started it.
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
from typing import Any

from rookery.core.compiling.machine_code import Use
from rookery.core.environment import MACHINE_CODE
from rookery.locks import locked, unlock

log = logging.getLogger(__name__)

COMPILER_IDLE = 5.0  # seconds without a task, after which the process ends
COMPILER_PRIORITY = 5  # as `nice` counts: a busy machine lets it have a third of what others get, so that it ends
COMPILER_LOCK_INTERVAL = 0.2  # seconds between two tries to begin
LONGEST_COMPILATION = 900.0  # seconds of one kernel
MOST_LOST = 3  # processes that may be lost before no other is started
_tasks = queue.SimpleQueue[dict[str, Any]]()


class _State:
    """The tasks that this process has begun."""

    def __init__(self) -> None:
        self.changing = threading.Lock()
        self.running = False  # whether a thread hands out tasks
        self.ends = False  # whether this process is ending
        self.lost = 0  # processes that ended in the middle of a task
        self.said = False  # whether the log has heard of a failure


_state = _State()
if hasattr(os, "register_at_fork"):  # a child has the tasks of its parent, but not its thread
    os.register_at_fork(after_in_child=_state.__init__)  # type: ignore[misc]


def ask(kernel: Any, args: tuple[Any, ...]) -> None:
    """Ask for the machine code of a kernel for arguments like these; returns at once.

    A kernel whose code cannot be made stays a module, and the log says so once."""
    from rookery.core.kernel import cache_root  # which imports this package

    module, root = sys.modules.get(kernel.py_func.__module__), str(cache_root())
    if module is None or module.__name__ == "__main__" or _state.lost >= MOST_LOST:
        return
    modules = {name: file for name, one in list(sys.modules.items()) if (file := getattr(one, "__file__", None))}
    _tasks.put({
        "module": module.__name__,
        "kernel": kernel.py_func.__name__,
        "types": pickle.dumps(tuple(map(kernel.typeof_pyval, args))).hex(),
        "path": sys.path,
        "made": {name: file for name, file in modules.items() if file.startswith(root)},
    })  # fmt: skip  # one field a line
    _begin()


def _begin() -> None:
    with _state.changing:
        if not _state.running and not _tasks.empty():
            _state.running = True
            threading.Thread(target=_work, daemon=True, name="machine code").start()


def _work() -> None:
    """Hand tasks to a process until there are none for a while."""
    from rookery.core.kernel import cache_root

    try:
        with (cache_root() / "compiling.lock").open("ab", buffering=0) as file:
            while not locked(file):
                time.sleep(COMPILER_LOCK_INTERVAL)
            try:
                _compile_waiting()
            finally:
                unlock(file)
    except OSError as error:
        _state.lost = MOST_LOST
        _say("machine code", str(error))
    finally:
        with _state.changing:
            _state.running = False
    if _state.lost < MOST_LOST:
        _begin()  # somebody may have asked since the last look


def _compile_waiting() -> None:
    command = [sys.executable, "-c", f"from {__name__} import compile_all; compile_all()"]
    given = {**os.environ, MACHINE_CODE: Use.FIRST, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=given, text=True) as worker:

        def end() -> None:
            _state.ends = True
            worker.kill()

        atexit.register(end)
        try:
            with contextlib.suppress(queue.Empty):
                while True:
                    task = _tasks.get(timeout=COMPILER_IDLE)
                    reply = _answer(worker, task)
                    if not reply.endswith("\n"):  # it was lost, or took too long
                        _state.lost += 1
                        _say(task["kernel"], "the process that compiled it was lost")
                        return
                    if reply != "\n":
                        _say(task["kernel"], reply.strip())
        finally:
            worker.kill()
            atexit.unregister(end)


def _answer(worker: "subprocess.Popen[str]", task: dict[str, Any]) -> str:
    """The process's answer to a task, a line; less if the process is lost."""
    assert worker.stdin is not None and worker.stdout is not None
    watch = threading.Timer(LONGEST_COMPILATION, worker.kill)
    watch.daemon = True
    watch.start()
    try:
        worker.stdin.write(json.dumps(task) + "\n")
        worker.stdin.flush()
        return worker.stdout.readline()
    except BrokenPipeError:
        return ""
    finally:
        watch.cancel()


def _say(what: str, why: str) -> None:
    if not (_state.said or _state.ends):
        _state.said = True
        log.warning("%s could not be compiled (%s); it goes on as a module, up to twice as slow", what, why)


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
        os.nice(max(0, COMPILER_PRIORITY - os.nice(0)))
    finder = _MadeModules()
    sys.meta_path.append(finder)
    for line in iter(_lines().get, ""):
        task = json.loads(line)
        finder.files.update(task["made"])
        sys.path[:] = task["path"]
        answers.write(_compile(task) + "\n")
        answers.flush()


def _lines() -> "queue.SimpleQueue[str]":
    """The lines of standard input. At its end the parent is gone, and so is this process, whatever it compiles."""
    lines = queue.SimpleQueue[str]()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines


def _compile(task: dict[str, Any]) -> str:
    """Compile a kernel into the cache; returns "", or why that failed, in one line."""
    from importlib import import_module

    try:
        kernel = getattr(import_module(task["module"]), task["kernel"])
        kernel.compile(pickle.loads(bytes.fromhex(task["types"])))
    except Exception as error:  # noqa: BLE001  # whatever Numba raises; kernels go on as modules
        return " ".join(str(error).split()) or type(error).__name__
    return ""
