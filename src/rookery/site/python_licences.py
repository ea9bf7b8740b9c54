"""The licences of what the folder `python` of a site has, as a text after those of the page."""

from collections.abc import Mapping
from importlib.metadata import distribution
from pathlib import Path

from rookery.core.errors import Trouble

LICENCE_TEXTS = Path(__file__).parent
RULER = "=" * 100
DISTRIBUTIONS = ("markdown-it-py", "mdurl")  # of plain Python, which are installed here


def python_licences(pyodide: Mapping[str, object], wheel: Mapping[str, bytes]) -> bytes:
    """`pyodide`: its package.json; `wheel`: the files of msgspec. Raises Trouble if a licence is missing."""
    repository = pyodide["repository"]
    source = repository["url"] if isinstance(repository, dict) else repository
    parts = [
        (f"Pyodide {pyodide['version']}, unchanged but for compression; its source: {source}", _kept("MPL-2.0")),
        ("CPython, as part of Pyodide", _kept("PSF-2.0")),
        ("msgspec", _found({name: data.decode("utf-8", "replace") for name, data in wheel.items()}, "msgspec")),
        *((name, _installed(name)) for name in DISTRIBUTIONS),
    ]
    contents = "\n".join(name for name, _ in parts)
    texts = "\n".join(f"{RULER}\n{name}\n{RULER}\n\n{text.strip()}\n" for name, text in parts)
    return f"\nPython, for whoever writes a game in these pages, is made of:\n\n{contents}\n\n{texts}".encode()


def _kept(name: str) -> str:
    return (LICENCE_TEXTS / f"{name}.txt").read_text("utf-8")


def _installed(name: str) -> str:
    files = distribution(name).files or ()
    return _found({str(file): file.read_text() for file in files if "LICENSE" in file.name}, name)


def _found(texts: Mapping[str, str], whose: str) -> str:
    found = [text for name, text in sorted(texts.items()) if name.rpartition("/")[2].startswith("LICENSE")]
    if not found:
        raise Trouble(f"the licence of {whose} is missing, so it cannot be passed on")
    return "\n".join(found)
