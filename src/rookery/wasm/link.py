"""From an object file to a module: wasm-ld, which comes with `ziglang` (a package of PyPI), or is on the PATH."""

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rookery.core.errors import MissingExtra

__all__ = ["linked"]

STACK_BYTES = 64 * 1024  # bytes; kernels keep small scratch arrays there at most
FLAGS = ("--no-entry", "--gc-sections", "--strip-all", "--stack-first", "--export=__heap_base")


def linked(object_file: bytes, exports: Sequence[str]) -> bytes:
    """The module with these exports, `memory` and `__heap_base`. Raises MissingExtra without a linker."""
    with tempfile.TemporaryDirectory(prefix="rookery-wasm-") as folder:
        source, target = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(object_file)
        named = [f"--export={name}" for name in exports]
        command = [*_linker(), *FLAGS, f"-zstack-size={STACK_BYTES}", *named, str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:  # a kernel that needs something that a page does not have
            raise RuntimeError(f"the linker refused the kernels: {done.stderr.strip()}")
        return target.read_bytes()


def _linker() -> list[str]:
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    if (found := shutil.which("wasm-ld")) is not None:
        return [found]
    raise MissingExtra("building WebAssembly needs a linker: pip install 'rookery-games[wasm]'")
