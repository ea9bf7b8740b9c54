"""The pictures among a game's rules: what a block called `position` in its rules.md says."""

from collections.abc import Iterator, Sequence

from rookery.core.errors import UnreadablePosition
from rookery.core.position import Game
from rookery.core.protocol import SPECTATOR
from rookery.core.scene import Scene

__all__ = ["PICTURE_BLOCK", "blocks", "pictured"]

PICTURE_BLOCK = "position"  # how such a block is called


def blocks(rules_page: str) -> Iterator[tuple[int, list[str], str]]:
    """Of each picture of a rules.md: its line, the words after the block's name, and the block's text."""
    from markdown_it import MarkdownIt

    for token in MarkdownIt("commonmark").parse(rules_page):
        kind, *words = token.info.split() or [""]
        if token.type == "fence" and kind == PICTURE_BLOCK and token.map is not None:
            yield token.map[0] + 1, words, token.content


def pictured(game: Game, words: Sequence[str], text: str) -> tuple[Scene, str]:
    """The picture that a block shows, and its caption in Markdown.

    The first line of the block is a position, the others are the caption. Of the words after its name,
    `players=2 seat=0 show=shop+map` say how many play, who looks on it (without a seat a spectator), and which zones of
    the picture are shown (else all); others are options of the table. Raises UnreadablePosition for a block that is
    none."""
    position, _, caption = text.strip().partition("\n")
    try:
        asked = dict(word.split("=", 1) for word in words)
        show = [zone for zone in asked.pop("show", "").split("+") if zone]
        players, seat = int(asked.pop("players", game.facts.players[0])), int(asked.pop("seat", SPECTATOR))
    except ValueError:
        wanted = "players=NUMBER, seat=NUMBER, show=ZONE+ZONE and OPTION=CHOICE"
        raise UnreadablePosition(f"of {' '.join(words)!r} only these can be read: {wanted}") from None
    try:
        scene = game.view(position, seat, players, **asked).scene()
        return scene.only(show) if show else scene, caption.strip()
    except (ValueError, LookupError) as error:
        more = len(game.facts.players) > 1 and "players" not in " ".join(words)
        hint = f" (this is read for {players} players; `{PICTURE_BLOCK} players=...` says otherwise)" if more else ""
        raise UnreadablePosition(f"{error}{hint}") from error
