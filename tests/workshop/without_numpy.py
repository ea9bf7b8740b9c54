"""A process as a page has it, with neither NumPy nor Numba: reads calls of made_in_page.py, one list [name, argument
...] a line, and prints the answers. It is run as a file, so that it finds no module beside what a page gets."""

import json
import sys
from typing import Any

ABSENT = frozenset({"numpy", "numba", "llvmlite", "wasmtime"})


class Absent:
    """Finds no module of these libraries."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"this process has no {name}", name=name)


if __name__ == "__main__":
    sys.meta_path.insert(0, Absent())
    from rookery.workshop.page import stand_ins

    stand_ins.install()
    from rookery.workshop.page import made_in_page

    made_in_page.begin(sys.argv[1])
    for line in sys.stdin:
        called, *given = json.loads(line)
        print(getattr(made_in_page, called)(*given), flush=True)
