"""What counted at the end of a game (GR-17): the lines of birds."""

from rookery.core.scene import ScoreLine, ScorePart, plural
from rookery.games.grackles import notation
from rookery.games.grackles.board import State
from rookery.games.grackles.notation import BirdLine


def score(pos: State) -> tuple[ScoreLine, ...]:
    """A line for each player, with the lines of its birds, the shortest first."""
    settled = notation.lines_of(pos)
    return tuple([_birds(seat, [line for line in settled if line.seat == seat]) for seat in range(pos.players)])


def _birds(seat: int, lines: list[BirdLine]) -> ScoreLine:
    parts = sorted([_part(line) for line in lines], key=lambda part: part.points)
    words = f"{len(lines) or 'no'} {plural(len(lines), 'line')}"
    return ScoreLine(seat=seat, words=words, counter=f"birds-{seat}", parts=tuple(parts))


def _part(line: BirdLine) -> ScorePart:
    birds = [f"bird-{notation.spot_name(line.wire, spot)}" for spot in range(line.low, line.high + 1)]
    return ScorePart(pieces=tuple(birds), points=len(birds))
