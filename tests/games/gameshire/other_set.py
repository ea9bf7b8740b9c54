"""A set as an owner could add it, made from the house set: other plans, decks and maps, and the effects of wrinkles
that that one lacks. `python -m tests.games.gameshire.other_set PLAYERS GAMES` plays twin and kernels with it,
in a process of its own, because sets are read once: $ROOKERY_COMPONENTS says where it lies.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from rookery.core.environment import COMPONENTS
from rookery.games.gameshire.components import sets

NAME, NUMBER = "other", 4
WRINKLES = (  # effect, amount: all that there are
    ("filled needed", 2),
    ("no mirroring", 0),
    ("boons lost", 2),
    ("fewer refreshed", 1),
    ("no turning", 0),
    ("skill forgotten", 0),
    ("skills cost more", 1),
    ("cross out", 1),
    ("followers meet too", 0),
    ("market narrower", 1),
    ("skill forgotten", 0),
    ("filled needed", 4),
)


def text() -> str:
    """The contents of the file."""
    house = (Path(sets.__file__).parents[1] / f"set_{sets.HOUSE}.toml").read_text("utf-8")
    before = house[: house.index("[[wrinkle]]")]
    before = re.sub(r'spring = "(.*)"', lambda plan: f'spring = "{_upside_down(plan[1])}"', before)
    before = re.sub(r'^"([1-6])" = "\w+"', lambda deck: f'"{deck[1]}" = "firm"', before, flags=re.M)
    before = before.replace("number = 0", f"number = {NUMBER}").replace("house = true", "house = false")
    return before + _wrinkles() + _maps(house)


def _upside_down(plan: str) -> str:
    return "/".join(reversed(plan.split("/")))


def _wrinkles() -> str:
    found = []
    for number, (effect, amount) in enumerate(WRINKLES):
        colour = sets.COLOURS[number // sets.WRINKLES_PER_COLOUR]
        lines = ["[[wrinkle]]", f'colour = "{colour}"', f'name = "{number + 1}"', 'words = "x"', f'effect = "{effect}"']
        found += [*lines, *([f"amount = {amount}"] if amount else []), ""]
    return "\n".join(found)


def _maps(house: str) -> str:
    """Those of the house set, upside down."""
    maps = re.findall(r"\[\[map\]\]\nrows = \[([^]]*)\]", house)
    rows = [", ".join(reversed(re.findall('"[.ch]+"', each))) for each in maps]
    return "".join(f"\n[[map]]\nrows = [{each}]\n" for each in rows)


def play_apart(folder: Path, players: int, games: int, compiled: bool) -> Counter[str]:
    """Write the set into a folder and play with it in another process; what was reached there."""
    home = folder / "gameshire"
    home.mkdir()
    (home / f"set_{NAME}.toml").write_text(text(), "utf-8")
    environment = {**os.environ, COMPONENTS: str(folder), "NUMBA_DISABLE_JIT": str(int(not compiled))}
    command = [sys.executable, "-m", "tests.games.gameshire.other_set", str(players), str(games)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return Counter({what: int(count) for count, what in (line.split(" ", 1) for line in ran.stdout.splitlines())})


def main() -> None:
    from tests.games.gameshire.test_twin import play_many

    players, games = map(int, sys.argv[1:])
    seen = play_many(players, games, NAME)
    sys.stdout.write("".join(f"{count} {what}\n" for what, count in sorted(seen.items())))


if __name__ == "__main__":
    main()
