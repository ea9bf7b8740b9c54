"""Builds the three distributions of src/rookery: a wheel and a source archive of each, in dist/.

    python packages/build.py [games] [parlour] [lab]

The sources stay in one tree, because the parts are developed together. Each distribution is copied to a folder of its
own, with the rooms that its pyproject.toml names, and built there; so its source archive builds the same wheel.
`make wheel` builds the page and the games as WebAssembly before.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DISTRIBUTIONS = ("games", "parlour", "lab")  # each imports from those before it
# made before; without them a wheel would be built that cannot serve, or compiles each game at its first start
NEEDED = {"parlour": ["server/page/index.html"], "games": ["wasm/modules/*.wasm"]}
CACHES = shutil.ignore_patterns("__pycache__", ".*")


def settings(name: str) -> dict[str, Any]:
    """The pyproject.toml of a distribution."""
    return tomllib.loads((ROOT / "packages" / name / "pyproject.toml").read_text("utf-8"))


def rooms(name: str) -> list[str]:
    """The folders and files of src/rookery that a distribution has."""
    return list(settings(name)["tool"]["rookery"]["rooms"])


def stage(name: str, target: Path) -> None:
    """Copy all of a distribution to a folder, from which it can be built or run."""
    package = target / "src" / "rookery"
    package.mkdir(parents=True, exist_ok=True)
    for document in (f"packages/{name}/pyproject.toml", f"packages/{name}/README.md", "LICENSE"):
        shutil.copy(ROOT / document, target)
    for room in rooms(name):
        source = ROOT / "src" / "rookery" / room
        if source.is_dir():
            shutil.copytree(source, package / room, ignore=CACHES)
        else:
            shutil.copy(source, package / room)


def main(names: list[str]) -> int:
    """Build these distributions, or all. Returns the exit status."""
    if unknown := sorted({*names} - {*DISTRIBUTIONS}):
        print(f"there is no distribution {unknown[0]!r}; choose from {', '.join(DISTRIBUTIONS)}", file=sys.stderr)
        return 2
    uv = str(Path(sys.executable).with_name("uv"))
    for name in names or DISTRIBUTIONS:
        for pattern in NEEDED.get(name, ()):
            if not any((ROOT / "src" / "rookery").glob(pattern)):
                print(f"rookery-{name} needs src/rookery/{pattern}: `make wheel` makes it", file=sys.stderr)
                return 1
        with tempfile.TemporaryDirectory() as folder:
            stage(name, Path(folder))
            options = ["--quiet", "--build-constraints", str(ROOT / "locks/dev.txt"), "--out-dir", str(ROOT / "dist")]
            status = subprocess.run([uv, "build", *options, folder], check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
