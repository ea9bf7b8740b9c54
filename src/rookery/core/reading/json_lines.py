"""Files of a game's folder that hold one value a line, as JSON."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from rookery.core.errors import Trouble

T = TypeVar("T")


def json_lines(
    path: Path, kind: type[T], check: Callable[[T], None], broken: type[Trouble], wrong: str
) -> tuple[T, ...]:
    """The values in a file; none if there is no such file. `check`: raises ValueError for a value that cannot be.
    Raises `broken`, which names the line; `wrong`: what it says of it, as "is no measurement"."""
    items = list[T]()
    try:
        for line in path.read_bytes().splitlines():
            new = msgspec.json.decode(line, type=kind)
            check(new)
            items.append(new)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise broken(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, OverflowError, RecursionError) as error:  # ValueError: MsgspecError, too
        raise broken(f"{path}, line {len(items) + 1} {wrong}: {error}") from None
    return tuple(items)
