"""`python -m docs.site.observations` writes docs/observations.md and its pictures again, from the games' observe.py.

The picture of a game shows a position of a recorded game with the default number of players.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import rookery
from docs.site.observation_picture import fields, picture, table
from rookery import Position, Record
from rookery.core.observation import slots
from rookery.core.position import Game

ROOT = Path(__file__).parents[2]
LOOKS = 20  # positions of a recorded game, about, of which one may be shown

TEXT = """# What learners see

<!-- python -m docs.site.observations writes this page from the games' observe.py -->

An observation is an array of 8-bit whole numbers: one field after another, each in row-major order. A choice among
several values is one-hot: a 1 among zeros. A seat's own fields come first. The other seats follow in turn order, so one
network can play every seat. An observation holds exactly what its seat may know: if two views differ, so do their
observations. The [laws](../src/rookery/testing/observer_laws.py) check this for every game.

```python
import rookery.envs
from rookery.core.observation import slots

batch = rookery.envs.batch("{slug}", 8, seed=1)
index = {{slot.name: slot for slot in slots(batch.game.observation)}}
field = index["{field}"]
numbers = batch.observations[:, field.start : field.stop].reshape(-1, *field.shape)
```

The meaning of a field names its axes in brackets. In the pictures, a filled cell is a 1 or the number written in it.
Planes that hold only zeros are left out.
"""


def seeing() -> Iterator[Game]:
    """The games that have observations."""
    return (game for game in map(rookery.load, rookery.slugs()) if game.is_seen)


def shown(game: Game) -> tuple[Position, int]:
    """The position whose picture shows most, among some of the recorded games, and the seat that decides there."""
    paths = sorted((ROOT / "tests" / "games" / game.facts.slug / "recorded").glob("*.jsonl"))
    records = [record for record in map(Record.load, paths) if record.position.players == game.facts.players[0]]
    positions = [record.at(ply) for record in records for ply in range(0, record.plies, 1 + record.plies // LOOKS)]
    decided = [(position, mover) for position in positions if (mover := position.mover) is not None and mover >= 0]
    return max(decided, key=lambda both: _shows(*both))


def _shows(position: Position, seat: int) -> tuple[int, int, int]:
    """The number of non-empty fields with planes, of all non-empty fields, and of numbers that are not 0."""
    held = {name: numbers for name, numbers in fields(position, seat).items() if numbers.any()}
    planes = sum(numbers.ndim > 1 for numbers in held.values())
    return planes, len(held), sum(int(np.count_nonzero(numbers)) for numbers in held.values())


def files() -> dict[str, str]:
    """Name in docs/ -> content, for the page and its pictures."""
    games = list(seeing())
    first = next(slot for slot in slots(games[0].observation) if len(slot.shape) > 1)
    parts, written = [TEXT.format(slug=games[0].facts.slug, field=first.name)], dict[str, str]()
    for game in games:
        position, seat = shown(game)
        name = f"pictures/observation-{game.facts.slug}.svg"
        written[name] = picture(position, seat)
        count = slots(game.observation)[-1].stop
        drawn = f"![What seat {seat} sees of a position of {game.facts.name}, and the numbers made of it]({name})"
        told = inspect.getdoc(inspect.getmodule(game.observation)) or ""
        parts.append(f"## {game.facts.name}\n\n{told}\n\n{drawn}\n\n{count:,} numbers:\n\n{table(game)}")
    return {"observations.md": "\n".join(parts), **written}


if __name__ == "__main__":
    for name, text in files().items():
        (ROOT / "docs" / name).write_text(text, "utf-8")
