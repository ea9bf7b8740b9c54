"""Proofs carried from one position of a game to those before and after it.

A seat that could go on to a won position had won already; and a proved position keeps its value where its best action
was played, or where nothing could change it.
"""

from collections.abc import Callable, Mapping

from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.reviews.estimates import Estimate


def carried(
    record: Record, known: Mapping[int, Estimate], best: Mapping[int, int], forced: Callable[[int], bool]
) -> dict[int, Estimate]:
    """The estimates by number of plies played, with what proofs of others say. For two sides, of which nobody hides
    anything: there a proof holds for all seats.

    `best`: actions that keep a proved value; `forced`: whether a seat had no choice there."""
    estimates = dict(known)
    for played in range(record.plies - 1, -1, -1):
        here, after, mover = estimates.get(played), estimates.get(played + 1), record.mover(played)
        if after is None or not after.proved or mover is None or (here is not None and here.proved):
            continue
        if forced(played) or (here is not None and mover != CHANCE and after.chances[mover] == 1.0):
            estimates[played] = after
    for played in range(record.plies):
        here, after, mover = estimates.get(played), estimates.get(played + 1), record.mover(played)
        if here is None or not here.proved or mover is None or (after is not None and after.proved):
            continue
        # no draw changes a sure result; two draws that share the prize may be a mean of others
        settled = 0.0 in here.chances or 1.0 in here.chances if mover == CHANCE else here.chances[mover] == 0.0
        equal = settled or forced(played) or best.get(played) == record.actions[played]
        if equal and (after is not None or forced(played + 1)):
            estimates[played + 1] = here
    return estimates
