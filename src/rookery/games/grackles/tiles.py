"""The tile mix, read from tiles.toml."""

import itertools
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

# The colours of a tile clockwise from P, in alphabetical order
ARRANGEMENTS = tuple("P" + "".join(rest) for rest in itertools.permutations("BGK"))
TILES = 25
STARTING_TILES = 2

FILE = Path(__file__).with_name("tiles.toml")


class Mix(NamedTuple):
    """The contents of the box."""

    starting: int  # arrangement of both starting tiles
    counts: tuple[int, ...]  # [arrangement] tiles that show it, the starting tiles included


def read_mix(path: Path = FILE) -> Mix:
    """Read a mix of tiles. Raises ValueError with the file's name and the line if it does not fit this game."""
    text = path.read_text("utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # says the line itself
        raise ValueError(f"{path} is not TOML: {error}") from None

    def must(holds: object, key: str, words: str) -> None:
        if not holds:
            raise ValueError(f"{path}, line {_line(text, key)}: {words}")

    for key in data:
        must(key in ("starting", "mix"), key, f"{key} is not a known key here; the keys are starting and [mix]")
    starting, mix = data.get("starting"), data.get("mix")
    must(starting in ARRANGEMENTS, "starting", f"starting must be one of {', '.join(ARRANGEMENTS)}, not {starting!r}")
    must(isinstance(mix, dict), "[mix]", "a table [mix] must say how many tiles show each arrangement")
    counts: dict[str, Any] = dict(mix or {})
    for name, count in counts.items():
        must(name in ARRANGEMENTS, name, f"{name} is not an arrangement; allowed: {', '.join(ARRANGEMENTS)}")
        must(type(count) is int and 0 <= count <= TILES, name, f"{name} must be 0 to {TILES} tiles, not {count!r}")
    for name in ARRANGEMENTS:
        must(name in counts, "[mix]", f"[mix] does not say how many tiles show {name}")
    must(sum(counts.values()) == TILES, "[mix]", f"there are {TILES} tiles, but [mix] has {sum(counts.values())}")
    must(counts[str(starting)] >= STARTING_TILES, str(starting), f"{STARTING_TILES} tiles {starting} start")
    return Mix(ARRANGEMENTS.index(str(starting)), tuple(counts[name] for name in ARRANGEMENTS))


def _line(text: str, key: str) -> int:
    """The number of the line with a key or a table; of the last line if it is missing."""
    lines = text.splitlines()
    heads = [line.replace("=", " ").split()[:1] for line in lines]
    return next((n for n, head in enumerate(heads, 1) if head in ([key], [f"[{key}]"])), len(lines))
