"""Files that are made once, in the cache folder. The name of each has a hash of all that it is made of, so one that is
too old is never found."""

import gzip
import hashlib
import time
import zlib
from collections.abc import Callable
from pathlib import Path

from rookery.core.kernel import cache_root
from rookery.locks import locked
from rookery.whole_file import write_whole

GZIP = 31  # zlib's number for a gzip file, which has a check sum
DIGITS = 16
LOOK = 0.05  # seconds between two looks at a file that another process makes
LONGEST_WAIT = 30.0  # seconds for that process, which may stand still; then this one makes it, too


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def hashed(name: str, data: bytes) -> str:
    """A name with a hash of the contents, such as "code/parlour.0123456789abcdef.js"."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}.{digest(data)[:DIGITS]}{dot}{ending}"


def packed(data: bytes) -> bytes:
    """Compressed by gzip, the same bytes every time."""
    return gzip.compress(data, 9, mtime=0)


def is_whole(kept: bytes) -> bool:
    """Whether a file that `packed` made is all of it."""
    try:
        return bool(zlib.decompress(kept, GZIP))
    except zlib.error:
        return False


def made_file(
    name: str,
    of: tuple[bytes, ...],
    make: Callable[[], bytes],
    *,
    whole: Callable[[bytes], bool] = bool,
    patience: float = LONGEST_WAIT,
) -> bytes:
    """The bytes that `make` returns, made of `of`; or the same from the cache folder. Of several processes one makes
    it, and the others wait for a while. `whole`: whether a file of the cache is all of it; if the machine stopped while
    it was written, or the disk lost some of it, another one replaces it. `patience`: seconds for that process.

    Raises what `make` raises."""
    key = digest(b"\0".join(digest(each).encode() for each in of))[:DIGITS]
    path = cache_root() / key / name
    data = _read(path, whole)
    if data is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_name(f"{name}.lock").open("ab", buffering=0) as lock:
            end = time.monotonic() + patience
            while not locked(lock) and time.monotonic() < end:
                time.sleep(LOOK)
            data = _read(path, whole)
            if data is None:
                write_whole(path, data := make())
    return data


def _read(path: Path, whole: Callable[[bytes], bool]) -> bytes | None:
    """None: there is no such file, or only a part of it."""
    data = path.read_bytes() if path.is_file() else b""
    return data if whole(data) else None
