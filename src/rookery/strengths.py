"""What people call the levels of bots, and what they may expect of each. Commands, records and messages use the ids."""

from typing import NamedTuple

__all__ = ["STRENGTHS", "Strength", "strength"]


class Strength(NamedTuple):
    """A level in words."""

    name: str  # stands alone and before "bot": "Very easy"
    words: str  # one sentence to whoever chooses an opponent; may be empty


STRENGTHS = {  # weakest first
    "random": Strength("Practice", "Plays legal moves at random. Good for learning the rules."),
    "greedy": Strength("Very easy", "Takes what looks best right now and ignores the replies."),
    "easy": Strength("Easy", "Looks ahead a little and makes many mistakes."),
    "medium": Strength("Medium", "Makes some mistakes."),
    "hard": Strength("Hard", "Makes few mistakes."),
    "master": Strength("Master", "The strongest bot in most games."),
    "exact": Strength("Solver", "Master, and flawless once it can work out the rest of the game."),
}


def strength(level: str) -> Strength:
    """A level in words; one that a game brings along is called by its id."""
    return STRENGTHS.get(level) or Strength(level.replace("_", " ").capitalize(), "")
