"""`python -m rookery.wasm GAME FOLDER` builds the rules and the search of a game as WebAssembly. A JSON file beside the
module says how to call it. The names have a hash of all sources, so an edited rule makes new files."""

import sys
from pathlib import Path

from rookery.core.registry import load
from rookery.wasm.build import build


def main() -> None:
    """Raises SystemExit with a sentence."""
    if len(sys.argv) != 3:
        raise SystemExit("usage: python -m rookery.wasm GAME FOLDER")
    folder = Path(sys.argv[2])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        built = build(load(sys.argv[1]), folder)
    except OSError as error:
        raise SystemExit(f"{folder} cannot be written: {error.strerror}") from None
    sys.stdout.write(f"{built.module}\n{built.description}\n")


if __name__ == "__main__":
    main()
