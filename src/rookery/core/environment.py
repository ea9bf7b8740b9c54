"""Environment variables of every program of Rookery (server/config.py has the settings of a server), the folders that
they name, and the variable of the notebooks."""

import os
from pathlib import Path

PREFIX = "ROOKERY_"
CACHE = PREFIX + "CACHE"  # the folder for machine code, modules and files of the page's engine
COMPONENTS = PREFIX + "COMPONENTS"  # a folder with a folder for each printed game to which its owner adds components
MACHINE_CODE = PREFIX + "MACHINE_CODE"  # background, first, cached, none, checked (core/compiling/machine_code.py)
VARIABLES = (CACHE, COMPONENTS, MACHINE_CODE)
NOTEBOOK_GAMES = PREFIX + "GAMES"  # how many games the notebooks of examples/ play; nothing else reads it


def owners_folder(game: Path) -> Path | None:
    """The place of files for the game in the folder `game`: a folder of the same name, which need not be there. None
    without that variable."""
    owners = os.environ.get(COMPONENTS)
    return Path(owners) / game.name if owners else None
