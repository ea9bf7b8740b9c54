"""The pictures among a game's rules: what a block called `position` in its book.md says."""

from collections.abc import Sequence

from rookery.core.position import Game
from rookery.core.protocol import SPECTATOR
from rookery.core.scene import Scene

__all__ = ["BLOCK", "pictured"]

BLOCK = "position"  # how such a block is called


def pictured(game: Game, words: Sequence[str], text: str) -> tuple[Scene, str]:
    """The picture that a block shows, and its caption in Markdown.

    The first line of the block is a position, the others are the caption. Of the words after its name,
    `players=2 seat=0 show=shop+map` say how many play, who looks on it (without a seat a spectator), and which zones of
    the picture are shown (else all); others are options of the table."""
    asked = dict(word.split("=") for word in words)
    position, _, caption = text.strip().partition("\n")
    show = [zone for zone in asked.pop("show", "").split("+") if zone]
    players, seat = int(asked.pop("players", game.facts.players[0])), int(asked.pop("seat", SPECTATOR))
    scene = game.view(position, seat, players, **asked).scene()
    return scene.only(show) if show else scene, caption.strip()
