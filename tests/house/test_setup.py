"""The set-up files agree with each other."""

import re
import subprocess
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from packages.build import DISTRIBUTIONS, settings

ROOT = Path(__file__).parents[2]
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
GAMES, PARLOUR, LAB = (settings(name)["project"] for name in DISTRIBUTIONS)


def needed(project: dict[str, Any]) -> list[str]:
    """What a distribution depends on, with all extras; the other distributions apart."""
    extras = project.get("optional-dependencies", {}).values()
    asked = [*project["dependencies"], *chain.from_iterable(extras)]
    return [line for line in asked if not line.startswith("rookery-")]


LOCKS = {
    "locks/run.txt": needed(GAMES) + needed(PARLOUR),
    "locks/dev.txt": needed(GAMES) + needed(PARLOUR) + needed(LAB) + GROUPS["dev"] + GROUPS["docs"],
    "locks/bench.txt": GROUPS["peers"],
}


@pytest.mark.generated
@pytest.mark.parametrize("lock", LOCKS)
def test_lock_satisfies_pyproject(lock: str) -> None:
    pinned = {
        canonicalize_name(name): version
        for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / lock).read_text(), re.MULTILINE)
    }
    for line in LOCKS[lock]:
        wanted = Requirement(line)
        version = pinned.get(canonicalize_name(wanted.name))
        assert version is not None, f"{lock} lacks {line}: run `make lock`"
        assert wanted.specifier.contains(version), f"{lock} has {wanted.name} {version}, not {line}: run `make lock`"


@pytest.mark.parametrize("lock", [*LOCKS, "web/package-lock.json"])
def test_lock_names_no_download_address(lock: str) -> None:
    """A lock made behind a mirror must work anywhere."""
    text = (ROOT / lock).read_text()
    assert not re.search(r'"resolved"|index-url|find-links', text)


def test_make_lists_its_verbs() -> None:
    listed = subprocess.check_output(["make", "help"], cwd=ROOT, text=True)
    verbs = re.findall(r"^  make (\S+)", listed, re.MULTILINE)
    named = "help play workshop setup test check bench docs wheel site soak evidence lock fmt clean"
    assert verbs == named.split()


# ── The name ─────────────────────────────────────────────────────────────────
COMMANDS = r"pipx? install|pipx run|uvx|uv add|uv tool (?:install|run)"
ASKED = re.compile(rf"(?<![\w-])(?:{COMMANDS})\s((?:\\\n|[^`;&|#\n])*)")  # up to the end of the command
LISTED = re.compile(r"^dependencies = \[(.*?)\][ \t]*$", re.M | re.S)  # on one line or on many


def strangers(text: str) -> list[str]:
    """Where a text tells people to install `rookery`, or depends on it: on PyPI that is another program."""
    told = [re.sub(r".*--(?:from|spec)[ =](\S+).*", r"\1", words, flags=re.S) for words in ASKED.findall(text)]
    told += LISTED.findall(text)
    return [line.strip() for line in told if re.search(r"(?<![\w./-])rookery(?![\w./-])", line)]


def test_nothing_tells_people_to_install_the_other_rookery() -> None:
    tracked = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    files = [ROOT / name for name in tracked if Path(name).suffix not in (".png", ".npz", ".gif", ".lock") and name]
    here = Path(__file__).resolve()
    wrong = {
        str(file.relative_to(ROOT)): found
        for file in files
        if file.is_file() and file.resolve() != here and (found := strangers(file.read_text("utf-8", "replace")))
    }
    assert wrong == {}
    assert [project["name"] for project in (GAMES, PARLOUR, LAB)] == ["rookery-games", "rookery-parlour", "rookery-lab"]
    assert PARLOUR["scripts"] == {"rookery": "rookery.cli.main:app"}


@pytest.mark.parametrize(
    "text",
    [
        "pip install rookery",
        "sudo /opt/rookery/bin/pip install --upgrade 'rookery[export,push]'",
        "`pip install rookery[peers]`",
        'pip install "rookery>=1"',
        'dependencies = ["rookery"]',
        'dependencies = [\n    "numpy[all]",\n    "rookery[export]>=1",\n]\n',
        "pip install --upgrade \\\n    rookery",
        "pipx install rookery",
        "pipx run rookery",
        "uvx rookery",
        "uvx --from rookery rookery-play",
        "uv add 'rookery[export]'",
        "uv pip install rookery",
        "uv tool install rookery",
    ],
)
def test_the_other_rookery_would_be_found(text: str) -> None:
    assert strangers(text)
    assert not strangers(re.sub(r"(?<!/)rookery(?!/)", "rookery-games", text))


def test_a_command_may_be_called_rookery() -> None:
    """What counts is what it is installed from."""
    assert not strangers("uvx --from rookery-games rookery play")
    assert not strangers("pipx run --spec=rookery-games rookery play")


def test_extras_are_added_where_rookery_is_installed() -> None:
    """By its name pip only finds what is installed already; every page that says so says where."""
    for page in (ROOT / "docs").rglob("*.md"):
        before, named, _ = page.read_text("utf-8").partition("\npip install 'rookery-lab[")
        words = " ".join(before.split())
        assert not named or "Where [Rookery is installed](first_steps.md#install)" in words, page.name
