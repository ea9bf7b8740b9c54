"""What owners of a printed game add to it: files with its components, in a folder of their own."""

import os
from pathlib import Path

__all__ = ["COMPONENTS", "owners_folder"]

COMPONENTS = "ROOKERY_COMPONENTS"  # environment variable: a folder with a folder for each such game


def owners_folder(game: Path) -> Path | None:
    """Where files for the game in the folder `game` lie: in a folder of the same name, which need not be there. None
    without that variable."""
    owners = os.environ.get(COMPONENTS)
    return Path(owners) / game.name if owners else None
