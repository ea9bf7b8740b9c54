"""Names, descriptions and birds of the levels of bots. Commands, records and messages use the ids."""

from typing import NamedTuple


class Strength(NamedTuple):
    """How a level is shown to people. A level without a bird has a plain one, and says nothing."""

    name: str  # stands alone and before "bot": "Very easy"
    words: str  # one sentence for people who choose an opponent; may be empty
    bird: str = ""  # its name: "Gulp"
    species: str = ""  # after its name and "the": "gull"
    nature: str = ""  # in a few words
    hello: str = ""  # what it says when a game begins
    won: str = ""  # when it has won against the reader
    lost: str = ""  # when the reader has won against it


STRENGTHS = {  # weakest first
    "random": Strength(
        "Practice",
        "Plays legal moves at random. Good for learning the rules.",
        bird="Pip",
        species="chick",
        nature="Pecks at everything",
        hello="I hatched this morning. Is it my turn yet?",
        won="I won? I was only pecking!",
        lost="You won! Again? Again!",
    ),
    "greedy": Strength(
        "Very easy",
        "Takes what looks best right now and ignores the replies.",
        bird="Gulp",
        species="gull",
        nature="Greedy, and proud of it",
        hello="Are you going to eat that?",
        won="All mine! I hardly had to chew.",
        lost="I got the crumbs. You got the loaf.",
    ),
    "easy": Strength(
        "Easy",
        "Looks ahead a little and makes many mistakes.",
        bird="Rosie",
        species="robin",
        nature="Bold but easily distracted",
        hello="I have a plan! I had one, anyway.",
        won="I remembered the plan! Did you see?",
        lost="I looked away for one moment!",
    ),
    "medium": Strength(
        "Medium",
        "Makes some mistakes.",
        bird="Jasper",
        species="jay",
        nature="Quick, with moves up his sleeve",
        hello="I have hidden some good moves for today.",
        won="And there they were: the moves I hid.",
        lost="Where did I hide the best one?",
    ),
    "hard": Strength(
        "Hard",
        "Makes few mistakes.",
        bird="Magda",
        species="magpie",
        nature="Sharp-eyed, and drawn to anything shiny",
        hello="Show me something shiny.",
        won="Lovely. That is going in my nest.",
        lost="You kept the shiny one. I saw it too late.",
    ),
    "master": Strength(
        "Master",
        "The strongest bot in most games.",
        bird="Edgar",
        species="raven",
        nature="Patient, and thinks far ahead",
        hello="Take your time. I have plenty.",
        won="Good game. Do come back: I like company.",
        lost="I said nevermore. You disagreed. Well played.",
    ),
    "exact": Strength(
        "Solver",
        "Master, and flawless once it can work out the rest of the game.",
        bird="Minerva",
        species="owl",
        nature="Calm, and knows how it ends",
        hello="Let's see how this ends.",
        won="As I foresaw. You made me think, though.",
        lost="Whoo beat me? You did. I bow.",
    ),
}


def strength(level: str) -> Strength:
    """The name and description of a level; a level that only one game has is named after its id."""
    return STRENGTHS.get(level) or Strength(level.replace("_", " ").capitalize(), "")
