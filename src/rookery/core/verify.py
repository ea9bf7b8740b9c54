"""Whether what chance brought in a recorded game is what was promised before it."""

from rookery.core import fair
from rookery.core.errors import BrokenPromise, NotReady
from rookery.core.protocol import CHANCE
from rookery.core.record import Record

__all__ = ["verify"]


def verify(record: Record) -> int:
    """How many draws there were; all follow from the promise, the secret and the words of the seats.

    The record has been replayed, so the odds are those of the rules. Raises BrokenPromise; NotReady while the secret is
    not yet told."""
    luck = record.luck
    if luck is None or not luck.promise:
        raise BrokenPromise("nothing was promised before this game, so its draws cannot be checked")
    if not luck.secret:
        raise NotReady("the secret of this game is told when it is over; then its draws can be checked")
    if len(luck.words) != record.position.players:
        raise BrokenPromise(f"{record.position.players} seats have {len(luck.words)} words; each must have one")
    secret, draws = bytes.fromhex(luck.secret), 0
    if fair.promise(secret, luck.tickets) != luck.promise:
        raise BrokenPromise("the secret is not the one that was promised")
    if luck.tickets < record.plies:
        raise BrokenPromise(f"the promise is about {luck.tickets} plies, and the game has {record.plies}")
    for ply in range(luck.since + 1, record.plies + 1):
        if record.mover(ply - 1) == CHANCE:
            draws += 1
            odds, came = record.draw(ply)
            if (due := fair.drawn(fair.number(fair.ticket(secret, ply), luck.words), odds)) != came:
                raise BrokenPromise(f"ply {ply} should have drawn number {due} of what could come, not number {came}")
    return draws
