"""Positions outside a table, as messages: those of lessons and of boards on which games are studied."""

from rookery.core.position import Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.scene import Scene
from rookery.server.wire.messages import Entry, Moment

__all__ = ["entry_of", "moment_of", "preview_of", "styles_of"]


def styles_of(position: Position) -> list[str]:
    """The styles of the seats."""
    return [style for _, style in position.game.facts.seats_at(position.players, position.options)]


def entry_of(before: Position, action: int, ply: int, eyes: int) -> Entry:
    """An action as a seat (or SPECTATOR) may hear of it."""
    text, words = before.told(action, eyes)
    known = before.mover != CHANCE and before.knows(action, eyes)
    spots = before.touched(action) if known else []
    return Entry(ply, None if before.mover == CHANCE else before.mover, text, words, "", spots)


def moment_of(position: Position, ply: int, eyes: int, *, asked: bool, facing: int | None = None) -> Moment:
    """A position as a seat (or SPECTATOR) may see it. `asked`: whether the seat is to decide there; `facing`: from
    which side, if not from its own."""
    scene: Scene = position.scene(eyes, max(eyes, 0) if facing is None else facing)
    outcome = position.outcome
    return Moment(
        ply=ply,
        takebacks=0,
        mover=None if position.mover == CHANCE else position.mover,
        over=position.is_over,
        winners=list(outcome.winners) if outcome else [],
        reason=outcome.reason if outcome else "",
        seen_by=None if eyes == SPECTATOR else eyes,
        given_up=False,
        words="",
        view="",
        scene=scene if asked else scene.idle(),
    )


def preview_of(position: Position, action: int, eyes: int, facing: int | None = None) -> Scene:
    """What a seat would see after a legal action, played on its view. `facing`: as above. Raises IllegalAction."""
    return position.view(eyes).after(action).scene(facing=eyes if facing is None else facing).idle()
