"""Names and descriptions of the levels of bots. Commands, records and messages use the ids."""

from typing import NamedTuple


class Strength(NamedTuple):
    """How a level is shown to people."""

    name: str  # stands alone and before "bot": "Very easy"
    words: str  # one sentence for people who choose an opponent; may be empty


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
    """The name and description of a level; a level that only one game has is named after its id."""
    return STRENGTHS.get(level) or Strength(level.replace("_", " ").capitalize(), "")
