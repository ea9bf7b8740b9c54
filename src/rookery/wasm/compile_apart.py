"""`python -m rookery.wasm.compile_apart`: reads a module of strangers, and writes its machine code, in a process
with limits of its own: to compile what somebody made for that may take long, and much memory."""

import contextlib
import os
import sys

from rookery.core.errors import ForbiddenModule
from rookery.wasm.sandbox import machine_code

MOST_COMPILER_MEMORY = 2 << 30  # bytes of addresses
MOST_COMPILER_SECONDS = 10  # of CPU time
NICENESS_OF_COMPILER = 5  # as `nice` counts


def main() -> None:
    """Raises SystemExit with a sentence."""
    with contextlib.suppress(ImportError):  # Windows has none
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_COMPILER_MEMORY, MOST_COMPILER_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_COMPILER_SECONDS, MOST_COMPILER_SECONDS))
        os.nice(NICENESS_OF_COMPILER)
    try:
        sys.stdout.buffer.write(machine_code(sys.stdin.buffer.read()))
    except ForbiddenModule as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
