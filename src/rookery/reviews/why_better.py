"""The reasons why the best action is better than the one that was played, in sentences for the player who decided."""

from rookery.core.position import Position
from rookery.reviews.advantages import Advantage
from rookery.reviews.judging import Judgement
from rookery.reviews.leads import Lead


def reasons(
    view: Position, judgement: Judgement, advantages: tuple[Advantage, ...], worth: Lead | None, reply: str | None
) -> tuple[str, ...]:
    """All that can be told. `reply`: the best one to what was played, in words, if it is proved."""
    sentences = [_proof(view, judgement, reply)] if judgement.proved and judgement.loss > 0.0 else []
    if advantages:
        sentences.append(f"It {' and '.join(one.words for one in advantages)}.")
    if worth:
        sentences.append(f"By the end it is worth {worth.words}.")
    return tuple(sentences)


def _proof(view: Position, judgement: Judgement, reply: str | None) -> str:
    best, played = judgement.best.chance, judgement.played
    facts = view.game.facts
    # half a chance is a shared win only where rivals play without luck; elsewhere it is one game of two
    sure = {0.0, 1.0} if facts.cooperative or facts.chance else {0.0, 0.5, 1.0}
    if {best, played} - sure:
        return f"Of 100 games played perfectly, the better move wins {_of_100(best)}, and this one {_of_100(played)}."
    whatever = "whatever is drawn" if facts.cooperative else "whatever the others do"
    better = f"The better move {'wins' if best == 1.0 else 'shares the win'} {whatever}"
    if played == 0.5:
        return f"{better}. This one only shares the win."
    if facts.cooperative:
        return f"{better}. After this one, the game cannot be won any more."
    return f"{better}. This one loses{f' to this reply: {reply}' if reply else ''}."


def _of_100(chance: float) -> str:
    """Not "0" or "100" unless it is certain."""
    return str(round(100 * chance)) if chance in (0.0, 1.0) else str(min(max(round(100 * chance), 1), 99))
