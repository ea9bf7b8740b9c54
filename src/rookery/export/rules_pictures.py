"""The pictures in a game's rules: reads the blocks `position` of its rules.md."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rookery.core.errors import UnreadablePosition
from rookery.core.position import Game, Position
from rookery.core.protocol import SPECTATOR
from rookery.core.scene import Scene

PICTURE_BLOCK = "position"  # the info string of such a block


def blocks(rules_page: str) -> Iterator[tuple[int, list[str], str]]:
    """For each picture in a rules.md: its line from 1, the words after the block's name, and the block's text."""
    from markdown_it import MarkdownIt

    for token in MarkdownIt("commonmark").parse(rules_page):
        kind, *words = token.info.split() or [""]
        if token.type == "fence" and kind == PICTURE_BLOCK and token.map is not None:
            yield token.map[0] + 1, words, token.content


class RulesPicture(NamedTuple):
    """The request of a block."""

    scene: Scene
    caption: str  # in Markdown
    view: Position  # of which the scene is the picture
    zones: list[str]  # those that are shown; []: all


def pictured(game: Game, words: Sequence[str], text: str) -> RulesPicture:
    """The picture of a block.

    The first line of the block is a position, the others are the caption. The words after the block's name may be
    `players=N`, the number of players; `seat=N`, the viewer, by default a spectator; `show=shop+map`, the zones to
    show, by default all; and options of the game. Raises UnreadablePosition if the block cannot be read."""
    position, _, caption = text.strip().partition("\n")
    try:
        request = dict(word.split("=", 1) for word in words)
        show = [zone for zone in request.pop("show", "").split("+") if zone]
        players, seat = int(request.pop("players", game.facts.players[0])), int(request.pop("seat", SPECTATOR))
    except ValueError:
        wanted = "players=NUMBER, seat=NUMBER, show=ZONE+ZONE and OPTION=CHOICE"
        raise UnreadablePosition(f"{' '.join(words)!r} cannot be read; allowed: {wanted}") from None
    try:
        view = game.view(position, seat, players, **request)
        scene = view.scene()
        return RulesPicture(scene.only(show) if show else scene, caption.strip(), view, show)
    except (ValueError, LookupError) as error:
        more = len(game.facts.players) > 1 and "players" not in " ".join(words)
        hint = f" (read for {players} players; `{PICTURE_BLOCK} players=...` sets another number)" if more else ""
        raise UnreadablePosition(f"{error}{hint}") from error
