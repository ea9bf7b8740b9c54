"""`python -m rookery.testing GAME ...`: tries all laws on games, and reports the result.

Each game is tried in its own process (testing/trial.py), in which kernels run as modules that check every index: one
outside of its array is told with its file, line and kernel.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence

from rookery.core.environment import MACHINE_CODE
from rookery.core.errors import Refusal
from rookery.core.registry import load, slugs


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status: 0 if all laws hold, 1 if a law is broken or could not be tried, 2 if there is no such game."""
    parser = argparse.ArgumentParser("python -m rookery.testing", description="Try the laws of the protocol on games.")
    parser.add_argument("slugs", nargs="*", default=slugs(), metavar="GAME", help="default: every game found")
    parser.add_argument(
        "--games",
        type=int,
        default=0,
        help="random games to play; default: one for each number of players and each combination of options",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the first random game; the next games count up from it"
    )
    parser.add_argument("--checked", action="store_true", help=argparse.SUPPRESS)  # as it is now anyway
    parser.add_argument(
        "--seconds",
        type=float,
        default=300,
        help="begin no further random game after this time, and stop a single game that takes as long; 0: no limit; "
        "default: %(default)s",
    )
    parser.add_argument("--durations", action="store_true", help="report how long each law took")
    args = parser.parse_args(argv)
    for slug in args.slugs:
        try:
            load(slug)
        except Refusal as error:
            sys.stderr.write(f"{error}\n")
            return 2
    return max([_tried(slug, args) for slug in args.slugs], default=0)


def _tried(slug: str, asked: argparse.Namespace) -> int:
    """Try one game in its own process. Its output is printed only if the process did not crash."""
    flags = [f"-W{option}" for option in sys.warnoptions]
    words = [slug, f"--games={asked.games}", f"--seed={asked.seed}", f"--seconds={asked.seconds}"]
    words += ["--durations"] if asked.durations else []
    more = {"PYTHONFAULTHANDLER": "1", MACHINE_CODE: "checked"}
    command = [sys.executable, *flags, "-m", "rookery.testing.trial", *words]
    ran = subprocess.run(command, env=os.environ | more, stdout=subprocess.PIPE, text=True, check=False)
    if ran.returncode in (0, 1):
        sys.stdout.write(ran.stdout)
        sys.stdout.flush()
        return ran.returncode
    sys.stderr.write(f"{slug}: the process that tried the laws crashed (status {ran.returncode})\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
