"""`python -m rookery.testing TITLE ...`: try all laws on games, and say what was seen.

Each game is tried in a process of its own (testing/trial.py), and its laws hold when that process has ended well: a
kernel that writes where it should not may crash it at any time, also at its very end.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence

from rookery.core.errors import Refusal
from rookery.core.registry import load, slugs

CHECKED = "NUMBA_BOUNDSCHECK"  # read by Numba when it is loaded


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status 0 when all laws hold, 1 when one is broken or could not be tried, 2 when there is no such game."""
    parser = argparse.ArgumentParser("python -m rookery.testing", description="Try the laws of the protocol on games.")
    parser.add_argument("slugs", nargs="*", default=slugs(), metavar="GAME", help="default: every game found")
    parser.add_argument("--games", type=int, default=0, help="random games of each game; default: one at every table")
    parser.add_argument("--seed", type=int, default=0, help="of the first random game; the others count on")
    parser.add_argument("--checked", action="store_true", help="compile with every index checked: slower, and safe")
    parser.add_argument(
        "--seconds",
        type=float,
        default=300,
        help="after which no further random game begins, and one game that takes so long is stopped; 0: never; "
        "default: %(default)s",
    )
    parser.add_argument("--durations", action="store_true", help="say how long each law took")
    asked = parser.parse_args(argv)
    for slug in asked.slugs:
        try:
            load(slug)
        except Refusal as error:
            sys.stderr.write(f"{error}\n")
            return 2
    return max([_tried(slug, asked) for slug in asked.slugs], default=0)


def _tried(slug: str, asked: argparse.Namespace) -> int:
    """One slug in a process of its own; what it says is said when it has ended well."""
    flags = [f"-W{option}" for option in sys.warnoptions]
    words = [slug, f"--games={asked.games}", f"--seed={asked.seed}", f"--seconds={asked.seconds}"]
    words += ["--durations"] if asked.durations else []
    more = {"PYTHONFAULTHANDLER": "1"} | ({CHECKED: "1"} if asked.checked else {})
    command = [sys.executable, *flags, "-m", "rookery.testing.trial", *words]
    ran = subprocess.run(command, env=os.environ | more, stdout=subprocess.PIPE, text=True, check=False)
    if ran.returncode in (0, 1):
        sys.stdout.write(ran.stdout)
        sys.stdout.flush()
        return ran.returncode
    hint = "" if asked.checked else f": `python -m rookery.testing {slug} --checked` says which one"
    sys.stderr.write(
        f"{slug}: the process that tried the laws crashed (status {ran.returncode}). "
        f"A kernel reads or writes outside of an array{hint}\n"
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
