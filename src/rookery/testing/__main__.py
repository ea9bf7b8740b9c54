"""`python -m rookery.testing TITLE ...`: try all laws on games, and say what was seen."""

import argparse
import sys

from rookery.core.errors import Refusal
from rookery.core.registry import load, titles
from rookery.testing.laws import LAWS, check
from rookery.testing.walks import LawBroken


def main() -> int:
    """Exit status 0 when all laws hold, 1 when one is broken, 2 when there is no such game."""
    parser = argparse.ArgumentParser("python -m rookery.testing", description="Try the laws of the protocol on games.")
    parser.add_argument("titles", nargs="*", default=titles(), metavar="TITLE", help="default: every game found")
    parser.add_argument("--games", type=int, default=0, help="random games a title; default: one at every table")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    for title in asked.titles:
        try:
            seen = check(load(title), games=asked.games, seed=asked.seed)
        except Refusal as error:
            sys.stderr.write(f"{error}\n")
            return 2
        except LawBroken as error:
            sys.stderr.write(f"{error}\n")
            return 1
        sys.stdout.write(f"{title}: {len(LAWS)} laws hold in {seen} positions\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
