"""What is different in the bytes of a view, as runs of changed bytes.

    check (4 bytes) | for each run: where it begins (2 bytes), how long it is (1 byte), its bytes

Numbers are little-endian. `check` is the Adler-32 sum of the bytes after: a page that does not arrive at it has another
view than the server thinks, and asks for the whole. Both views are what the same page may know, so runs tell nothing
that the views do not tell. `rebuilt` does what the page does (web/src/net/view_runs.ts).
"""

import struct
import zlib

import numpy as np

__all__ = ["rebuilt", "runs"]

_HEAD = struct.Struct("<HB")
CHECK_BYTES = 4
MAX_RUN = 255  # bytes


def runs(before: bytes, after: bytes) -> bytes:
    """How `after` follows from `before`, which is as long: at most 65,535 bytes."""
    changed = np.flatnonzero(np.frombuffer(before, np.uint8) != np.frombuffer(after, np.uint8))
    found = [zlib.adler32(after).to_bytes(CHECK_BYTES, "little")]
    start = end = -1  # of the run so far
    for place in [*changed.tolist(), len(after) + _HEAD.size]:
        if start >= 0 and (place > end + _HEAD.size or place >= start + MAX_RUN):
            found.append(_HEAD.pack(start, end - start) + after[start:end])
            start = -1
        start, end = place if start < 0 else start, place + 1
    return b"".join(found)


def rebuilt(before: bytes, found: bytes) -> bytes | None:
    """The bytes after; None if they are not those that were meant."""
    after, at = bytearray(before), CHECK_BYTES
    while at < len(found):
        start, length = _HEAD.unpack_from(found, at)
        at += _HEAD.size
        after[start : start + length] = found[at : at + length]
        at += length
    return bytes(after) if zlib.adler32(after) == int.from_bytes(found[:CHECK_BYTES], "little") else None
