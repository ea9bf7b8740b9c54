"""What is different in the bytes of a view, as runs of changed bytes.

    check (4 bytes) | for each run: where it begins (2 bytes), how long it is (1 byte), its bytes

Numbers are little-endian. `check` is the Adler-32 sum of the bytes after: a page that does not arrive at it has another
view than the server thinks, and asks for the whole. Both views are what the same page may know, so runs tell nothing
that the views do not tell. `rebuilt` does what the page does (web/src/game/view_runs.ts).
"""

import struct
import zlib

_HEAD = struct.Struct("<HB")
CHECK_BYTES = 4
MAX_RUN = 255  # bytes
_LONGEST = (1 << 8 * MAX_RUN) - 1
_RUN_END = bytes(_HEAD.size + 1)  # so many equal bytes end a run: the head of another one is shorter


def runs(before: bytes, after: bytes) -> bytes:
    """How `after` follows from `before`, which is as long: at most 65,535 bytes."""
    found = [zlib.adler32(after).to_bytes(CHECK_BYTES, "little")]
    changed, at = int.from_bytes(before, "little") ^ int.from_bytes(after, "little"), 0  # of the bytes from `at` on
    while changed:
        equal = ((changed & -changed).bit_length() - 1) // 8
        at += equal
        changed >>= 8 * equal
        size = (changed & _LONGEST).to_bytes(MAX_RUN + len(_RUN_END), "little").find(_RUN_END)
        found.append(_HEAD.pack(at, size) + after[at : at + size])
        at += size
        changed >>= 8 * size
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
