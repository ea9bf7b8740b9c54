"""Whether exactly one action of a position is right: by proof, or by searches of every action."""

from collections.abc import Iterable
from typing import NamedTuple

from rookery.core.position import Position
from rookery.puzzles.puzzle import Worth
from rookery.reviews.judging import estimate_known
from rookery.search import Proof, Prover, engine, parts_of, share_of

MIN_GAP = 0.1  # of the chances after the best and the second-best action
STAGES = (16, 4, 1)  # parts of the simulations with which an action is searched, until it is far enough from the best


class OneRight(NamedTuple):
    """The only right action, and what it is worth beside the best of the others."""

    action: int
    best: Worth
    rival: int  # the best of the other actions
    second: Worth
    proved: bool


def shares(view: Position, utility: float) -> float:
    """The chance of the mover that a proved utility stands for."""
    return share_of(utility, parts_of(view.game, view.players))


def proved_right(view: Position, prover: Prover, proof: Proof, limit: int) -> OneRight | None:
    """By exact search: of at most `limit` positions for all other actions together. `proof`: of the view. None: it is
    not known, or several actions are as good."""
    seat = view.mover
    if proof.action is None or seat is None:
        return None
    worth, rival, second, seen = shares(view, proof.utilities[seat]), proof.action, 0.0, 1
    if worth < MIN_GAP:  # no action can be that much worse
        return None
    for action, other in prover.others(view, proof.action, limit):
        chance = shares(view, other.utilities[seat]) if other.proved else 1.0
        if worth - chance < MIN_GAP:
            return None
        seen += 1
        if rival == proof.action or chance > second:
            rival, second = action, chance
    if seen < len(view.legal_actions):
        return None
    return OneRight(proof.action, Worth(worth, 0.0), rival, Worth(second, 0.0), True)


def searched_right(
    view: Position, action: int, others: Iterable[int], simulations: int, seed: int, least: float = MIN_GAP
) -> OneRight | None:
    """By a search after every action, each with a stream of its own. None: another action may be as good as `action`.

    `others`: all other legal actions, the likeliest first. One that is far from the best needs few simulations.
    `least`: gap between the chances."""
    best, rival, second = _worth(view, action, simulations, _stream(seed, action, 0)), action, Worth(0.0, 0.0)
    for other in others:
        for stage, part in enumerate(STAGES, start=1):
            estimate = _worth(view, other, max(1, simulations // part), _stream(seed, other, stage))
            if _apart(best, estimate, least):
                break
        else:
            return None
        if rival == action or estimate.chance > second.chance:
            rival, second = other, estimate
    return OneRight(action, best, rival, second, False)


def _apart(best: Worth, other: Worth, least: float) -> bool:
    """Whether the 95 % intervals are apart, and the chances by the least gap."""
    return best.low > other.high and best.chance - other.chance >= least


def _stream(seed: int, action: int, stage: int) -> int:
    return (seed << 64) + action * (len(STAGES) + 1) + stage


def _worth(view: Position, action: int, simulations: int, stream: int) -> Worth:
    seat = view.mover
    assert seat is not None
    known = view.opened() if view.is_open else view  # others go on from there
    found = estimate_known(known.after_unchecked(action), simulations, stream, engine(view.game).plan_for(view.players))
    return Worth(round(found.chances[seat], 4), round(found.margins[seat], 4))
