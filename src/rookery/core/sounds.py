"""Recipes of the sounds that a board makes. The page synthesises them; there are no audio files.

The scenery of a game may have `SOUNDS`, by the names of `HOUSE_SOUNDS`; what it leaves out sounds as there.
"""

from typing import Any, NamedTuple

WAVES = ("sine", "triangle", "square", "sawtooth", "noise")


class Tone(NamedTuple):
    """A tone that dies away."""

    wave: str  # one of WAVES
    begin: float  # Hz; of noise: the middle of its band
    end: float  # Hz, to which it glides
    seconds: float
    loud: float = 0.5  # 0 .. 1
    after: float = 0.0  # seconds before it begins


Recipe = tuple[Tone, ...]

HOUSE_SOUNDS: dict[str, Recipe] = {
    "moved": (Tone("sine", 190, 120, 0.11, 0.7), Tone("noise", 1800, 900, 0.04, 0.25)),  # a piece came to another place
    "appeared": (Tone("sine", 260, 180, 0.1, 0.6), Tone("noise", 2400, 1400, 0.03, 0.2)),
    "vanished": (Tone("triangle", 220, 80, 0.18, 0.5), Tone("noise", 900, 300, 0.12, 0.25)),
    "changed": (Tone("triangle", 420, 520, 0.07, 0.35),),  # it was turned, or shows another face
    "won": (
        Tone("sine", 523, 523, 0.35),
        Tone("sine", 659, 659, 0.35, 0.5, 0.12),
        Tone("sine", 784, 784, 0.6, 0.5, 0.24),
    ),
    "ended": (Tone("sine", 392, 392, 0.3), Tone("sine", 330, 330, 0.5, 0.5, 0.16)),  # and nobody here has won
}


def sounds_of(scenery: Any) -> list[tuple[str, list[list[Any]]]]:
    """The recipes of a game by name, as pages read them. Raises ValueError, and TypeError of what is no tone."""
    own: dict[str, Recipe] = dict(getattr(scenery, "SOUNDS", {}))
    if unknown := own.keys() - HOUSE_SOUNDS.keys():
        raise ValueError(f"there is no sound {', '.join(sorted(unknown))}; allowed: {', '.join(HOUSE_SOUNDS)}")
    recipes = (HOUSE_SOUNDS | own).items()
    return [(name, [[*_checked(name, Tone(*tone))] for tone in recipe]) for name, recipe in recipes]


def _checked(name: str, tone: Tone) -> Tone:
    if tone.wave not in WAVES:
        raise ValueError(f"{name}: {tone.wave!r} is not a wave; allowed: {', '.join(WAVES)}")
    if not (20 <= tone.begin <= 10_000 and 20 <= tone.end <= 10_000):
        raise ValueError(f"{name}: a tone lies between 20 and 10,000 Hz")
    if not (0 < tone.seconds <= 1 and 0 <= tone.after <= 1 and 0 <= tone.loud <= 1):
        raise ValueError(f"{name}: a tone begins within a second, lasts at most one, and is at most 1 loud")
    return tone
