"""Public names, and what it costs to ask for them."""

import importlib
import json
import subprocess
import sys
import types

import pytest

import rookery
from docs.site.reference import PUBLIC
from tests.house.sources import files, module

COMPILES = ("numba", "llvmlite")

IMPORTING = """
import json, sys, time
start = time.process_time()
import numpy
middle = time.process_time()
import rookery
cost = (time.process_time() - middle) / (middle - start)
rookery.slugs()
print(json.dumps([cost, sorted({name.split(".")[0] for name in sys.modules})]))
"""


def kind(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions; each by the alphabet."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


def test_the_front_doors_names_are_sorted_and_exact() -> None:
    assert rookery.__all__ == sorted(rookery.__all__, key=kind)
    assert all(hasattr(rookery, name) for name in rookery.__all__)  # some are loaded when they are asked for
    parts = {name for name in vars(rookery) if isinstance(sys.modules.get(f"rookery.{name}"), types.ModuleType)}
    assert {name for name in vars(rookery) if not name.startswith("_")} - parts <= set(rookery.__all__)
    assert {name for name in dir(rookery) if not name.startswith("__")} == set(rookery.__all__)


LISTED = {module(path): path for path in files("src/rookery") if "__all__ = " in path.read_text("utf-8")}


def test_only_what_outside_programs_import_lists_its_names() -> None:
    inside = {name for name, path in LISTED.items() if path.name != "__init__.py"}
    assert inside <= set(PUBLIC), "in other modules a name is public unless it begins with an underscore"


@pytest.mark.parametrize("name", LISTED)
def test_public_names_exist_once_and_sorted(name: str) -> None:
    names = importlib.import_module(name).__all__
    assert len(set(names)) == len(names)
    assert sorted(names, key=kind) == list(names)
    for public in names:
        assert hasattr(importlib.import_module(name), public), f"{name}.{public}"


def test_importing_is_cheap_and_compiles_nothing() -> None:
    costs = []
    for _ in range(7):
        ran = subprocess.run([sys.executable, "-c", IMPORTING], capture_output=True, text=True, check=True)
        cost, loaded = json.loads(ran.stdout)
        assert not {*COMPILES, "starlette", "typer", "uvicorn"} & set(loaded)
        costs.append(cost)
        if cost < 1:
            break
    assert min(costs) < 1, f"import rookery takes {min(costs):.1f} times as much of the processor as NumPy does"


def test_facts_are_read_without_compiling() -> None:
    ask = "import sys, rookery; print([rookery.load(t).facts.name for t in rookery.slugs()], 'numba' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert ran.stdout.strip().endswith("False")
