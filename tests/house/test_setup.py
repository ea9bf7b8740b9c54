"""The set-up files agree with each other."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCKS = {
    "requirements.txt": PROJECT["dependencies"]
    + PROJECT["optional-dependencies"]["export"]
    + PROJECT["optional-dependencies"]["push"],
    "requirements-dev.txt": [
        *PROJECT["dependencies"],
        *PROJECT["optional-dependencies"]["dev"],
        *PROJECT["optional-dependencies"]["arena"],
        *PROJECT["optional-dependencies"]["export"],
        *PROJECT["optional-dependencies"]["push"],
        *PROJECT["optional-dependencies"]["load"],
    ],
    "requirements-bench.txt": PROJECT["dependencies"] + PROJECT["optional-dependencies"]["peers"],
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
    assert verbs == ["help", "play", "test", "check", "bench", "docs", "soak", "lock", "fmt", "clean"]
