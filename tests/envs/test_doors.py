"""What is loaded, and when."""

import importlib
import subprocess
import sys

import pytest

from rookery.core import registry
from rookery.envs import ids

LIBRARIES = ("gymnasium", "pettingzoo", "pyspiel", "jax", "torch")


def ran(script: str) -> str:
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_loads_no_library_of_environments() -> None:
    assert (
        ran(
            "import sys, rookery, rookery.envs as envs\n"
            "envs.batch(rookery.slugs()[-1], 2)\n"
            f"print(*[name for name in {LIBRARIES} if name in sys.modules])"
        )
        == ""
    )


@pytest.mark.parametrize(
    ("script", "missing"),
    [
        ("rookery.envs.pettingzoo(slug)", "pettingzoo"),
        ("rookery.envs.pettingzoo(slug)", "gymnasium"),
        ("rookery.envs.gymnasium(slug)", "gymnasium"),
        ("rookery.envs.vector(slug, games=1)", "gymnasium"),
        ("rookery.envs.openspiel(slug)", "pyspiel"),
        ("import rookery.envs.ids", "gymnasium"),
        ("import rookery.envs.spiel", "pyspiel"),
    ],
)
def test_a_missing_library_is_named_with_the_command_that_installs_it(script: str, missing: str) -> None:
    told = ran(
        f"import sys; sys.modules[{missing!r}] = None\n"
        "import rookery, rookery.envs\n"
        "slug = rookery.slugs()[-1]\n"
        "try:\n"
        f"    {script}\n"
        "except rookery.core.errors.MissingExtra as error:\n"
        "    print(error)"
    )
    assert told == f"this environment needs {missing}: pip install 'rookery-lab[envs]'"


def test_a_package_that_is_no_game_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says why when it is asked for by slug."""
    monkeypatch.setattr(registry, "_packages", lambda: {"half": "json"})
    importlib.reload(ids)
