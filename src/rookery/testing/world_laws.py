"""The law of worlds: what `determinize` proposes is compared with what `resample_history` leads to.

Two samples are drawn for what a seat sees at a ply: worlds for its view, and games for its memory. Each tells some
numbers of the hidden fields, such as how often one number occurs, in which cards dealt twice or taken from a pile of
discards stand out. If several worlds lie beyond all games, many more games are drawn. Both are drawn without bias: if
the law holds, the chance that so many of SAMPLE worlds still lie beyond MOST_GAMES games is about
(SAMPLE / MOST_GAMES) ** TOO_MANY.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rookery.core.generator import AnyGenerator
from rookery.core.memory import Memory, remembered
from rookery.core.position import Position
from rookery.core.protocol import SPECTATOR, cells_of
from rookery.testing.walks import Case, must

SAMPLE = 32  # worlds; games are drawn by so many
TOO_MANY = 5  # worlds that lie on one side of all games
MOST_GAMES = 1024
PLIES_COMPARED = 2  # in a game
FEW_VALUES = 64  # of a field whose numbers are counted one by one


def worlds_are_those_of_games(case: Case) -> None:
    """What `determinize` proposes for a view can be reached: in no number of the hidden fields do several of its worlds
    lie beyond all of the games that `resample_history` finds for a seat which sees the same."""
    if case.action is not None or not case.game.facts.hidden:
        return
    generator = case.generator()
    for _ in range(PLIES_COMPARED):
        ply = int(generator.integers(case.ply + 1))
        viewer = int(generator.integers(SPECTATOR, case.position.players))
        position = case.walk.positions[ply]
        if position.view(viewer).states.tobytes() != position.states.tobytes():
            memory = remembered(case.walk.positions[: ply + 1], case.walk.actions[:ply], viewer)
            wrong = _beyond(position.view(viewer), memory, generator)
            must(not wrong, f"at ply {ply}, for seat {viewer}: {wrong}")


def _beyond(view: Position, memory: Memory, generator: AnyGenerator) -> str:
    """In what several worlds of the view lie beyond the games of the memory; "" if in nothing."""
    worlds = [view.determinize(generator) for _ in range(SAMPLE)]
    games, blanks, told = 0, dict[str, list[int]](), list[dict[str, int]]()
    while games < MOST_GAMES:
        more = [_played(memory.start, memory.resample_history(generator)) for _ in range(SAMPLE)]
        if not games:
            blanks = _blanks(view, [*worlds, *more])
            proposed = [dict(_numbers(world, blanks)) for world in worlds]
        told += [dict(_numbers(world, blanks)) for world in more]
        games += SAMPLE
        wrong = next(_differences(proposed, told), "")
        if not wrong:
            break
    return wrong


def _differences(proposed: Sequence[dict[str, int]], told: Sequence[dict[str, int]]) -> Iterator[str]:
    """What is told of TOO_MANY worlds and of no game."""
    for words in dict.fromkeys(words for numbers in proposed for words in numbers):
        reached = {one.get(words, 0) for one in told}
        numbers = [one.get(words, 0) for one in proposed]
        low, high = min(reached), max(reached)
        for beyond in ([one for one in numbers if one > high], [one for one in numbers if one < low]):
            if len(beyond) >= TOO_MANY:
                known = low if low == high else f"{low} to {high}"
                yield (
                    f"{words} is {beyond[0]} in worlds that `determinize` proposes ({len(beyond)} of {len(numbers)}),"
                    f" and {known} in {len(told)} games that the seat remembers alike"
                )


def _blanks(view: Position, worlds: Sequence[Position]) -> dict[str, list[int]]:
    """Hidden field -> its numbers in the view."""
    seen = {name: _flat(view, name) for name in cells_of(view.game.fields)}
    return {name: then for name, then in seen.items() if any(_flat(world, name) != then for world in worlds)}


def _played(start: Position, actions: Sequence[int]) -> Position:
    for action in actions:
        start = start.after_unchecked(action)
    return start


def _numbers(world: Position, blanks: dict[str, list[int]]) -> Iterator[tuple[str, int]]:
    """Words and numbers about the fields of a world. `blanks`: hidden field -> its numbers in the view."""
    fields = {name: _flat(world, name) for name in cells_of(world.game.fields)}
    for name, seen in blanks.items():
        values = fields[name]
        blank = {then for then, now in zip(seen, values, strict=True) if then != now}
        filled = [now for now in values if now not in blank]
        yield f"the sum of {name}", sum(values)
        yield f"the number of those in {name} that are not blank", len(filled)
        yield f"the most often that a number is in {name}", max(Counter(filled).values(), default=0)
        yield f"the most often that a bit is set in {name}", max(_bits(values).values(), default=0)
        columns = _columns(getattr(world.numbers, name))
        yield f"the largest sum of a column of {name}", max(map(sum, columns), default=0)
        for value, times in Counter(values).items():
            if 0 <= value < FEW_VALUES:
                yield f"how often {value} is in {name}", times
        for other, others in fields.items():
            if other != name and len(others) > 1:
                yield f"the number of those in {name} that are also in {other}", len({*filled} & {*others})
                yield (
                    f"the number of bits that {name} and {other} share",
                    len(_bits(values).keys() & _bits(others).keys()),
                )


def _flat(world: Position, name: str) -> list[int]:
    """All numbers of a field."""

    def numbers(part: Any) -> list[int]:
        return [part] if isinstance(part, int) else [number for one in part for number in numbers(one)]

    return numbers(getattr(world.numbers, name))


def _bits(values: Sequence[int]) -> Counter[int]:
    """Bit -> how many of the numbers have it."""
    return Counter(bit for value in values for bit in range(value.bit_length() if value > 0 else 0) if value >> bit & 1)


def _columns(field: Any) -> Iterator[Sequence[int]]:
    """The columns of a table of numbers; none of what is no table."""
    if not isinstance(field, int) and len(field) and not isinstance(field[0], int) and isinstance(field[0][0], int):
        yield from zip(*field, strict=True)
