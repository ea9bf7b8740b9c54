"""From an object file to a module: wasm-ld, which comes with `ziglang` (a package of PyPI), or is on the PATH."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rookery.core.errors import MissingExtra, Trouble

__all__ = ["linked", "linker"]

STACK_BYTES = 64 * 1024  # bytes; kernels keep small scratch arrays there at most
FLAGS = ("--no-entry", "--gc-sections", "--strip-all", "--stack-first", "--export=__heap_base")


def linked(object_file: bytes, exports: Sequence[str]) -> bytes:
    """The module with these exports, `memory` and `__heap_base`. Raises MissingExtra without a linker."""
    with tempfile.TemporaryDirectory(prefix="rookery-wasm-") as folder:
        source, target = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(object_file)
        named = [f"--export={name}" for name in exports]
        command = [*linker(), *FLAGS, f"-zstack-size={STACK_BYTES}", *named, str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True)
        if missing := sorted(set(re.findall(r"undefined symbol: (\w+)", done.stderr))):
            raise Trouble(_missing(missing))
        if done.returncode != 0:
            raise Trouble(f"the linker refused the kernels: {' '.join(done.stderr.split())}")
        return target.read_bytes()


def _missing(names: Sequence[str]) -> str:
    """What the author of a kernel should do about functions that WebAssembly does not have."""
    if any(name.startswith("NRT_") for name in names):
        return "a kernel makes an array, with np.zeros or by assigning one array to another; write its elements instead"
    told = ", ".join(names)
    return f"a kernel needs {told}, which WebAssembly lacks; rookery.core.elementary has exp, log and tanh"


def linker() -> list[str]:
    """The command of the linker. Raises MissingExtra if there is none."""
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    if (found := shutil.which("wasm-ld")) is not None:
        return [found]
    raise MissingExtra("building WebAssembly needs a linker: pip install 'rookery-games[wasm]'")
