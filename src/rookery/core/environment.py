"""Environment variables that set nothing about a server (server/config.py has those that do), and what owners of a
printed game add to it: files with its components, in a folder of their own."""

import os
from pathlib import Path

__all__ = ["CACHE", "COMPONENTS", "PREFIX", "VARIABLES", "owners_folder"]

PREFIX = "ROOKERY_"
CACHE = PREFIX + "CACHE"  # the folder in which machine code is kept
COMPONENTS = PREFIX + "COMPONENTS"  # a folder with a folder for each printed game to which its owner adds components
VARIABLES = (CACHE, COMPONENTS, PREFIX + "GAMES")  # the last: how many games the notebooks of examples/ play


def owners_folder(game: Path) -> Path | None:
    """Where files for the game in the folder `game` lie: in a folder of the same name, which need not be there. None
    without that variable."""
    owners = os.environ.get(COMPONENTS)
    return Path(owners) / game.name if owners else None
