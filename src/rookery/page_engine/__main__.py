"""python -m rookery.page_engine FOLDER: makes in FOLDER what a wheel brings of the engine (`make wheel`).
python -m rookery.page_engine:        makes what a server needs of it, and writes it to standard output (apart.py)."""

import sys
from pathlib import Path

import msgspec

from rookery.core.errors import Trouble
from rookery.page_engine.engine_parts import engine_parts, installed_games


def main() -> None:
    """Raises SystemExit with a sentence if it cannot be made."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    try:
        if out:
            out.mkdir(parents=True, exist_ok=True)
        made = engine_parts(installed_games(), out)
    except (Trouble, OSError) as error:
        raise SystemExit(str(error)) from None
    if not (out or sys.stdout.isatty()):
        sys.stdout.buffer.write(msgspec.msgpack.encode(made))


if __name__ == "__main__":
    main()
