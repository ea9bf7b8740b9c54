"""Builds the page into sdists and wheels, so that installing a released one needs no Node.

Skipped for editable installs (there `make` builds the page, when it changed) and in an unpacked sdist (which has it).
"""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src/rookery/server/page/index.html")


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is hatchling's own business
    """Runs `npm ci` and `npm run build` in web/ before files are gathered."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page. `version` is the kind of build as hatchling names it, e.g. "standard" or "editable"."""
        root = Path(self.root)
        in_sdist = (root / "PKG-INFO").exists() and (root / PAGE).exists()
        if version == "editable" or in_sdist:
            return
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit(
                "Building rookery from a checkout needs Node 20.19 or newer with npm, to build the page; "
                "a released wheel or sdist installs without Node."
            )
        for command in (["ci", "--no-fund", "--no-audit", "--loglevel=error"], ["run", "--silent", "build"]):
            if subprocess.run([npm, *command], cwd=root / "web").returncode != 0:
                raise SystemExit(f"Building the page failed at `npm {' '.join(command)}` in web/; see the lines above.")
        if not (root / PAGE).exists():
            raise SystemExit(f"`npm run build` in web/ left no {PAGE}; see `outDir` in web/'s Vite configuration.")
