"""The themes that a decision has by its chances alone: those of puzzles, and of mistakes that are like them."""

WIN, RESCUE = "win", "rescue"  # puzzles/theme_words.py says what they mean


def themes_of_chances(best: float, other: float, even: float, *, proved: bool) -> tuple[str, ...]:
    """`best`, `other`: the chances after the best action and after the one beside which it is seen; `even`: that of a
    seat if nobody is ahead."""
    there = {WIN: proved and best == 1.0, RESCUE: other < best / 2 and best <= even}
    return tuple(theme for theme in there if there[theme])
