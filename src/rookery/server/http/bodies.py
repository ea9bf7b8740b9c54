"""How long a body may be."""

from collections.abc import Iterable

__all__ = ["MAX_ORDER", "MAX_RECORD", "RECORDS", "too_long"]

MAX_ORDER = 16_384  # bytes of a body: of the order of a table, of a name
MAX_RECORD = 1_048_576  # bytes of a game that is taken in
RECORDS = "/api/records"  # where it is taken in


def too_long(lengths: Iterable[str], most: int) -> bool:
    return any(len(length) > len(str(most)) or int(length) > most for length in lengths if length.isdecimal())
