"""What the tests use beside Python and Node: programs that they start. One place says which, and how to get them.

`python3 tests/needs.py` installs what is not there, where it can: as root on Debian and Ubuntu. Elsewhere it says in
one line what is missing; the tests that need it are then skipped, and say so at their end. In CI that is a fault.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class Need(NamedTuple):
    """A program that tests start."""

    name: str
    programs: tuple[str, ...]  # any of these will do
    package: str  # of Debian
    folders: tuple[str, ...] = ()  # where else it may lie, beside the PATH; patterns

    def found(self) -> str | None:
        """Where it lies."""
        homes = [str(path) for pattern in self.folders for path in sorted(Path("/").glob(pattern), reverse=True)]
        path = os.pathsep.join([*homes, os.environ.get("PATH", "")])
        return next(filter(None, (shutil.which(program, path=path) for program in self.programs)), None)

    @property
    def reason(self) -> str:
        """Why a test that needs it is skipped."""
        return f"{self.name} is not here (looked for {', '.join(self.programs)})"


# the first Chromium has no window of its own and is quicker; Playwright's own downloads also prefer it
_OWN = (os.environ["CHROMIUM"],) if os.environ.get("CHROMIUM") else ()
CHROMIUM = Need(
    "Chromium",
    (*_OWN, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "chromium-headless-shell",
)
POSTGRESQL = Need("PostgreSQL", ("initdb",), "postgresql", ("usr/lib/postgresql/*/bin",))  # the newest first
REDIS = Need("Redis", ("redis-server",), "redis-server")
NEEDS = (CHROMIUM, POSTGRESQL, REDIS)

# only long tests use these, and nothing installs them unasked
FIREFOX = Need("Firefox", ("firefox-esr", "firefox"), "firefox-esr")
WEBKIT = Need("WebKitGTK's MiniBrowser", ("MiniBrowser",), "libwebkit2gtk-4.1-0", ("usr/lib/*/webkit2gtk-4.1",))
XVFB = Need("Xvfb", ("Xvfb",), "xvfb")  # WebKitGTK cannot do without a screen
OF_LONG_TESTS = (FIREFOX, WEBKIT, XVFB)


def missing() -> list[Need]:
    return [need for need in NEEDS if need.found() is None]


def command(needs: Iterable[Need]) -> str:
    return f"apt-get install {' '.join(need.package for need in needs)}"


def closing_line(reasons: Iterable[str]) -> str:
    """Of the reasons why tests were skipped: the line that says what was wanting; "" when nothing was."""
    told = [*reasons]
    skipped = {need: sum(need.reason in reason for reason in told) for need in (*NEEDS, *OF_LONG_TESTS)}
    wanting = [need for need, count in skipped.items() if count]
    if not wanting:
        return ""
    parts = ", ".join(f"{skipped[need]} for want of {need.name}" for need in wanting)
    return f"Not all was tested. Skipped: {parts}. On Debian or Ubuntu, as root: {command(wanting)}"


def main() -> int:
    """Install what is missing. Exit status 1 in CI when something still is."""
    needs = missing()
    if not needs:
        return 0
    names, status = " and ".join(need.name for need in needs), 1 if os.environ.get("CI") else 0
    if getattr(os, "getuid", int)() != 0 or shutil.which("apt-get") is None:
        print(f"→ without {names}, whose tests are skipped; on Debian or Ubuntu, as root: {command(needs)}")
        return status
    print(f"→ {command(needs)}", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    words = ["install", "--quiet=2", "--yes", "--no-install-recommends", *(need.package for need in needs)]
    subprocess.run(["apt-get", "update", "--quiet=2"], env=quiet, check=False)
    subprocess.run(["apt-get", *words], env=quiet, stdout=subprocess.DEVNULL, check=False)
    if still := missing():
        print(f"→ without {' and '.join(need.name for need in still)}: it could not be installed; tests are skipped")
        return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
