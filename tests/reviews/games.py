"""Games to be reviewed."""

import rookery
from rookery.bots import advise
from rookery.core.generator import Generator
from rookery.core.record import Record


def played(slug: str, players: int | None, *, seed: int, levels: tuple[str, ...] = (), plies: int = 0) -> Record:
    """A game between bots of these levels in turn, greedy ones if none are named; with `plies`, only its beginning."""
    record, generator = Record(rookery.load(slug), players), Generator(seed)
    record.settle(generator)
    while (mover := record.position.mover) is not None and not 0 < plies <= record.plies:
        level = levels[mover % len(levels)] if levels else "greedy"
        record.play(advise(record.position.view(mover), level, generator.word() >> 1).action)
        record.settle(generator)
    return record
