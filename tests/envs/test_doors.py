"""What is loaded, and when."""

import subprocess
import sys

import pytest

LIBRARIES = ("gymnasium", "pettingzoo", "pyspiel", "jax", "torch")


def ran(script: str) -> str:
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_loads_no_library_of_environments() -> None:
    assert ran(
        "import sys, rookery, rookery.envs as envs\n"
        "envs.batch(rookery.titles()[-1], 2)\n"
        f"print(*[name for name in {LIBRARIES} if name in sys.modules])"
    ) == ""  # fmt: skip


@pytest.mark.parametrize(
    ("door", "missing"),
    [("pettingzoo", "pettingzoo"), ("pettingzoo", "gymnasium"), ("gymnasium", "gymnasium"), ("vector", "gymnasium")],
)
def test_a_missing_library_is_named_with_the_command_that_installs_it(door: str, missing: str) -> None:
    told = ran(
        f"import sys; sys.modules[{missing!r}] = None\n"
        "import rookery, rookery.envs as envs\n"
        "try:\n"
        f"    envs.{door}(rookery.titles()[-1], **({{'games': 1}} if {door == 'vector'} else {{}}))\n"
        "except rookery.core.errors.MissingExtra as error:\n"
        "    print(error)"
    )
    assert told == f"this environment needs {missing}: pip install 'rookery[envs]'"


@pytest.mark.parametrize(
    ("script", "missing"),
    [
        ("import rookery.envs.ids", "gymnasium"),
        ("import rookery.envs.spiel", "pyspiel"),
        ("rookery.envs.openspiel(rookery.titles()[-1])", "pyspiel"),
    ],
)
def test_a_missing_library_is_named_by_doors_that_are_imported(script: str, missing: str) -> None:
    told = ran(
        f"import sys; sys.modules[{missing!r}] = None\n"
        "import rookery, rookery.envs\n"
        "try:\n"
        f"    {script}\n"
        "except rookery.core.errors.MissingExtra as error:\n"
        "    print(error)"
    )
    assert told == f"this environment needs {missing}: pip install 'rookery[envs]'"
