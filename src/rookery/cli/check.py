"""rookery check: tries all laws on games, and reports the result.

Each game is tried in its own process (testing/trial.py), in which kernels run as modules that check every index: one
outside of its array is told with its file, line and kernel.
"""

import os
import subprocess
import sys
from typing import Annotated

import typer

EXAMPLES = """\
rookery check {game}                   a random game at each table, with all laws
rookery check {game} --games 2         two random games
rookery check {game} --json            what was found as a line of JSON, for programs
rookery check                          every installed game
"""
FAILED = 1  # exit code: a law is broken, or could not be tried


def check(
    games_: Annotated[list[str] | None, typer.Argument(metavar="GAME ...", help="Games; every one by default.")] = None,
    games: Annotated[
        int,
        typer.Option(metavar="N", min=0, show_default="one at each table", help="Random games to play."),
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of the first; the next games count up.")] = 0,
    seconds: Annotated[
        float,
        typer.Option(
            metavar="S", min=0, help="Begin no game after this time, and stop one that takes as long; 0: no limit."
        ),
    ] = 300,
    durations: Annotated[bool, typer.Option("--durations", help="Report how long each law took.")] = False,
    json: Annotated[bool, typer.Option("--json", help="A line of JSON for each game.")] = False,
) -> None:
    """Try all laws of games on random games.

    They say whether the rules, words, picture and lessons of a game fit together. A broken law names the file, the
    position, and how to see it again; then this ends with 1."""
    from rookery.core.registry import package_of, slugs

    asked = games_ or [*slugs()]
    for slug in asked:
        package_of(slug)
    words = [f"--games={games}", f"--seed={seed}", f"--seconds={seconds}"]
    words += [word for word, wanted in (("--durations", durations), ("--json", json)) if wanted]
    failed = [slug for slug in asked if not _holds(slug, words)]
    if failed:
        raise typer.Exit(FAILED)


def _holds(slug: str, words: list[str]) -> bool:
    """Try one game in its own process. Its output is printed only if the process did not crash."""
    from rookery.core.environment import MACHINE_CODE

    flags = [f"-W{option}" for option in sys.warnoptions]
    more = {"PYTHONFAULTHANDLER": "1", MACHINE_CODE: "checked"}
    command = [sys.executable, *flags, "-m", "rookery.testing.trial", slug, *words]
    ran = subprocess.run(command, env=os.environ | more, stdout=subprocess.PIPE, text=True, check=False)
    if ran.returncode in (0, FAILED):
        sys.stdout.write(ran.stdout)
        sys.stdout.flush()
        return ran.returncode == 0
    sys.stderr.write(f"{slug}: the process that tried the laws crashed (status {ran.returncode})\n")
    return False
