"""A process as a page has it: `python -m tests.wasm.page.without_numpy FUNCTION ARGUMENTS...` prints the lines of
`library.FUNCTION(*ARGUMENTS)`. There is neither NumPy nor Numba; kernels run in wasmtime."""

import json
import sys
from typing import Any

ABSENT = frozenset({"numpy", "numba", "llvmlite"})


class Absent:
    """Finds no module of these libraries."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"this process has no {name}", name=name)


def main(function: str, folder: str, *arguments: str) -> None:
    """`folder`: where the modules lie."""
    from rookery.wasm.page.install import install

    install(lambda slug, name: module_in(folder, slug, name))
    from tests.wasm.page import library

    for line in getattr(library, function)(*arguments):
        print(json.dumps(line), flush=True)


def module_in(folder: str, slug: str, name: str) -> Any:
    """The description of a module of a folder, and an instance of it."""
    from pathlib import Path

    from tests.wasm.page.instance import Wasmtime

    (code,) = Path(folder).glob(f"{slug}-{name}-*.wasm")
    return json.loads(code.with_suffix(".json").read_text("utf-8")), Wasmtime(code.read_bytes())


if __name__ == "__main__":
    sys.meta_path.insert(0, Absent())
    main(*sys.argv[1:])
