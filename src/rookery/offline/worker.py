"""The engine in a worker of a page: what JavaScript hands over, as Python, and back
(web/src/engine/engine_worker.ts).

The only file of this folder that knows Pyodide. The worker imports it first, because the stand-ins for NumPy and Numba
must be in place before anything else of the library."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.offline.engine import PageEngine

__all__ = ["start_engine"]

PAGE_MODULES = Path(__file__).with_name("modules")  # the games' WebAssembly, put there by site/assemble.py


def start_engine(tell: Callable[[int, str, str], None], base: str) -> "PageEngine":
    """`tell`: see PageEngine; `base`: the address below which a server has the games' WebAssembly."""
    _put_in_place(base)
    from rookery.offline.engine import PageEngine

    return PageEngine(tell)


def _put_in_place(base: str = "") -> None:
    from rookery.wasm.page.browser import modules_from, modules_in
    from rookery.wasm.page.install import install

    here = PAGE_MODULES.is_dir()
    install(functools.partial(modules_in, PAGE_MODULES) if here else functools.partial(modules_from, base))
