"""python -m rookery.page_engine FOLDER: makes in FOLDER what a wheel brings of the engine (`make wheel`).
python -m rookery.page_engine:        makes what a server needs of it, and writes it to standard output (apart.py)."""

import os
import sys
from pathlib import Path

import msgspec

from rookery.core.errors import Trouble
from rookery.page_engine.engine_parts import engine_parts, installed_games


def main() -> None:
    """Raises SystemExit with a sentence if it cannot be made."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a game prints when it is imported
    try:
        if out:
            out.mkdir(parents=True, exist_ok=True)
        made = engine_parts(installed_games(), out)
    except (Trouble, OSError) as error:
        raise SystemExit(str(error)) from None
    if not (out or answer.isatty()):
        answer.write(msgspec.msgpack.encode(made))
        answer.flush()


if __name__ == "__main__":
    main()
