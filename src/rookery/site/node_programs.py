"""Programs of Node, with which the page of a site is built from a checkout."""

import shutil
import subprocess
from pathlib import Path

import rookery
from rookery.core.errors import MissingExtra, Trouble

WEB = Path(rookery.__file__).parents[2] / "web"  # in a checkout


def npm(name: str = "npm") -> str:
    """The path of a program of Node. Raises MissingExtra."""
    path = shutil.which(name)
    if path is None:
        raise MissingExtra(f"this is built with Node 20.19 or newer, and there is no {name} on the PATH")
    return path


def run(command: list[str], folder: Path) -> None:
    """Run a program of Node. Raises Trouble with its last line."""
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if process.returncode != 0:
        last = (process.stderr.strip().splitlines() or process.stdout.strip().splitlines() or ["it said nothing"])[-1]
        raise Trouble(f"`{Path(command[0]).name} {command[1]}` failed in {folder.name}/: {last[:300]}")
