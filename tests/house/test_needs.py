"""Programs for tests are installed where possible; elsewhere, a line at the end names the skipped tests."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs
from tests.house.sources import ROOT
from tests.needs import CHROMIUM, FIREFOX, POSTGRESQL, REDIS, Need, closing_line

ORGAN = Need("An organ", ("barrel-organ",), "organs")
INSTALLS = """#!/bin/sh
echo "$@" >> "{folder}/asked"
[ "$1" = update ] || printf '#!/bin/sh' > "{folder}/barrel-organ"
[ "$1" = update ] || /bin/chmod +x "{folder}/barrel-organ"
"""


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on the PATH of a machine, with nothing in it; tests need an organ."""
    monkeypatch.setattr(needs, "NEEDS", (ORGAN,))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root may install")
def test_what_is_missing_is_installed(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program(bare, "apt-get", INSTALLS.replace("{folder}", str(bare)))
    assert needs.main() == 0
    assert capsys.readouterr().out == "→ apt-get install organs\n"
    update, install = (bare / "asked").read_text().splitlines()
    assert (update.split()[0], install.split()[0], install.split()[-1]) == ("update", "install", "organs")
    assert ORGAN.found() == str(bare / "barrel-organ")
    assert needs.main() == 0
    assert capsys.readouterr().out == "", "nothing more to do"


def test_where_nothing_can_be_installed_one_line_says_so(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert needs.main() == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith("An organ, whose tests are skipped; on Debian or Ubuntu, as root: apt-get install organs")
    monkeypatch.setenv("CI", "true")
    assert needs.main() == 1, "in CI that is a fault"


def test_the_line_names_what_was_skipped_and_how_to_get_it() -> None:
    assert closing_line(["a picture without letters"]) == ""
    told = closing_line([CHROMIUM.reason, CHROMIUM.reason, f"('x.py', 3, 'Skipped: {REDIS.reason}')"])
    assert told == (
        "Not all was tested. Skipped: 2 for want of Chromium, 1 for want of Redis. "
        "On Debian or Ubuntu, as root: apt-get install chromium-headless-shell redis-server"
    )
    assert "PostgreSQL" in closing_line([POSTGRESQL.reason])
    assert "as root: apt-get install firefox-esr" in closing_line([FIREFOX.reason])  # though nothing installs it


def test_the_last_line_of_the_tests_is_that_one() -> None:
    """Where several processes run tests, the one that prints collects none."""
    environment = {name: value for name, value in os.environ.items() if name not in ("CHROMIUM", "CI")}
    environment["PATH"] = str(Path(sys.executable).parent)
    words = ["-q", "-p", "no:cacheprovider", "-n", "1", "tests/browser/test_refusals.py"]
    command = [sys.executable, "-m", "pytest", *words]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    *_, counts, last = ran.stdout.splitlines()
    skipped = re.search(r"(\d+) skipped", counts)
    assert skipped, ran.stdout
    assert last == (
        f"Not all was tested. Skipped: {skipped[1]} for want of Chromium. "
        "On Debian or Ubuntu, as root: apt-get install chromium-headless-shell"
    )
