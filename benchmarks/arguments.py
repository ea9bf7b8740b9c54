"""What the scripts here accept on their command lines, and how they end before their work is done."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rookery.cli.hours import INTERRUPTED
from rookery.core.errors import LostWorker


def positive(text: str) -> int:
    """A whole number of 1 or more. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def natural(text: str) -> int:
    """A whole number of 0 or more. Raises ArgumentTypeError."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text)


@contextmanager
def stoppable(kept: Path | None = None) -> Iterator[None]:
    """End with one sentence after Ctrl-C or when a worker is lost. `kept`: the file with what is done."""
    more = "nothing was kept" if kept is None else f"what is done is in {kept}; the same command goes on"
    try:
        yield
    except KeyboardInterrupt:
        sys.stderr.write(f"stopped; {more}\n")
        raise SystemExit(INTERRUPTED) from None
    except LostWorker as error:
        raise SystemExit(f"{error}; {more}") from None
