"""The licences of everything that a page loads for its engine, as one text."""

import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

__all__ = ["licences"]

LICENCE_TEXTS = Path(__file__).with_name("texts")
RULER = "=" * 100
LICENCE_FILES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE")
# what Vite puts into the page
IN_THE_PAGE = ("svelte", "esm-env", "clsx", "uqr", "@simplewebauthn/browser", "@scure/bip39", "@noble/hashes")


def licences(web: Path, wheel: Mapping[str, bytes]) -> bytes:
    """`wheel`: the files of msgspec."""
    pyodide = _package(web, "pyodide")
    parts = [
        ("Rookery", "MIT", _ours(web.parent)),
        (
            f"Pyodide {pyodide['version']}, unchanged but for compression; its source: {_source(pyodide)}",
            "MPL-2.0",
            (LICENCE_TEXTS / "MPL-2.0.txt").read_text("utf-8"),
        ),
        ("CPython, as part of Pyodide", "PSF-2.0", (LICENCE_TEXTS / "PSF-2.0.txt").read_text("utf-8")),
        ("msgspec", "BSD-3-Clause", next(data.decode() for name, data in wheel.items() if name.endswith("/LICENSE"))),
        *(
            (f"{name} {_package(web, name)['version']}", _package(web, name)["license"], _text(web, name))
            for name in IN_THE_PAGE
            if (web / "node_modules" / name).is_dir()
        ),
    ]
    contents = "\n".join(f"{name}: {licence}" for name, licence, _ in parts)
    texts = "\n".join(f"{RULER}\n{name}: {licence}\n{RULER}\n\n{text.strip()}\n" for name, licence, text in parts)
    return f"The engine of these pages is made of:\n\n{contents}\n\n{texts}".encode()


def _ours(root: Path) -> str:
    if (root / "LICENSE").is_file():
        return (root / "LICENSE").read_text("utf-8")
    try:
        found = distribution("rookery-games").read_text("licenses/LICENSE")
    except PackageNotFoundError:
        found = None
    return found or "MIT"


def _package(web: Path, name: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((web / "node_modules" / name / "package.json").read_text("utf-8"))
    return found


def _source(package: Mapping[str, object]) -> str:
    repository = package.get("repository")
    return str(repository.get("url", "")) if isinstance(repository, dict) else str(repository)


def _text(web: Path, name: str) -> str:
    folder = web / "node_modules" / name
    found = [folder / file for file in LICENCE_FILES if (folder / file).is_file()]
    return found[0].read_text("utf-8") if found else _package(web, name)["license"]
