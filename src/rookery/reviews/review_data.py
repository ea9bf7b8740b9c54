"""The data of a review of a game."""

from dataclasses import dataclass
from functools import cached_property

from rookery.reviews.judging import Judgement

LEAST_LUCK = 0.005  # a smaller change of a chance would be told as 0 %


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """The changes of the chances by one ply. All tuples are [P], by seat."""

    ply: int  # counted from 1
    mover: int  # a seat, or CHANCE
    chances: tuple[float, ...]  # after it, with all hands open
    margins: tuple[float, ...]  # half-widths of their 95 % intervals
    decision: tuple[float, ...]  # what the mover gave away, as it was seen, noise included; and who gained it
    luck: tuple[float, ...]
    unforeseen: tuple[float, ...]  # the rest of the change
    judgement: Judgement | None  # None: chance moved, or there was no choice


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The game of one seat."""

    decisions: int  # between several actions
    accuracy: float | None  # 0 .. 100; see reviews/accuracy.py; None if nothing was at stake
    lost: float  # chance that its decisions gave away, all together
    luck: float  # change of its chance by draws, all together
    mattered: tuple[int, ...]  # the plies of its decisions that mattered most, the worst first


@dataclass(frozen=True, slots=True)
class ChancePoint:
    """The chances at one moment of the game."""

    ply: int  # plies played before it
    chances: tuple[float, ...]  # [P]


@dataclass(frozen=True)
class Review:
    """The results of a review so far. Plies that were not looked at yet are left out."""

    start: tuple[float, ...]  # [P] chances before the first ply
    points: tuple[ChancePoint, ...]  # all that is known of the chances, also where what comes before is not
    plies: tuple[ReviewedPly, ...]
    result: tuple[float, ...] | None  # [P] shares of the prize; None: the game is not over
    conceded: tuple[float, ...]  # [P] how a concession changed the chances; zeros without one
    seats: tuple[SeatReview, ...]
    done: float  # share of the work, 0 .. 1
    roles: tuple[str, ...]  # [P] the names of the seats, for `str`

    def __str__(self) -> str:
        rows = []
        for role, own in zip(self.roles, self.seats, strict=True):
            exact = "no decision" if own.accuracy is None else f"accuracy {own.accuracy:.0f}"
            each = own.lost / max(own.decisions, 1)
            rows.append(f"{role}: {exact}, a decision gave away {each:.1%}, {luck_words(own.luck)}")
            for ply in own.mattered:
                mistake = self.judgement(ply)
                assert mistake is not None
                rows.append(
                    f"  ply {ply}: {mistake.best.chance:.0%} -> {mistake.played:.0%};"
                    f" better: {', '.join(mistake.best.words[:2])}"
                )
                rows += [f"    {why}" for why in mistake.reasons]
        return "\n".join(rows)

    @cached_property
    def _judgements(self) -> dict[int, Judgement]:
        return {each.ply: each.judgement for each in self.plies if each.judgement}

    def judgement(self, ply: int) -> Judgement | None:
        """The judgement of the decision that led to `ply`; None if there is none."""
        return self._judgements.get(ply)


def luck_words(luck: float) -> str:
    """The effect of draws on the chance of a seat in a game. Their changes add up, so they can exceed a whole game."""
    if abs(luck) < LEAST_LUCK:
        return "luck changed nothing"
    size = "a whole game and more" if abs(luck) > 1.0 else f"{abs(luck):.0%}"
    return f"luck {'brought' if luck > 0 else 'cost'} {size}"
