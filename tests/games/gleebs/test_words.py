"""What players read: why a game ended, why a click does nothing, and names that need no rulebook."""

import pytest

import rookery
from rookery.core.errors import NoSuchSpot
from rookery.core.scene import Scene

GAME = rookery.load("gleebs")


def test_a_player_without_gleebs_is_said_to_have_none() -> None:
    """The game ends though the other player could still jump (GG-18)."""
    end = GAME.position("B1,Y2,-,-/-,-,K3,-/-,-,K2,-/-,-,-,K1 BY over -")
    assert end.outcome is not None
    assert end.outcome.reason == "green and red have no gleeb left to move, and the score is 3 to 0"


JUMPS = "B1,-,Y3,K1/K3,R3,R2,G3/B3,Y1,G2,R1/Y2,B2,K2,G1 GR gleeb -"
PINNED = "B1,-,Y3,-/-,R3,K2,G3/K3,Y1G2,-,-/Y2,-,-,G1B2R1K1 BY gleeb -"
WALKS = "B1Y2,-,Y3,-/-,R3,K2,G3/K3,Y1G2,-,-/-,-,-,G1B2R1K1 BY grue -"
LANDS = "B1,-,Y3,K1/K3,R3,R2,G3/B3,Y1G2,-,R1/Y2,B2,K2,G1 GR grue -"


@pytest.mark.parametrize(
    ("text", "path", "spot", "words"),
    [
        (JUMPS, [], "a1", "That is blue and yellow's"),
        (JUMPS, [], "b4", "b4 is empty: choose one of your gleebs"),
        (JUMPS, [], "c1", "First one of your gleebs jumps, then a grue moves"),
        (JUMPS, ["c2"], "b4", "b4 is not in the row or column of the medium green gleeb"),
        (JUMPS, ["c2"], "c1", "Nothing can land on a grue"),
        (PINNED, [], "d1", "A grue lies on this stack: nothing in it moves again"),
        (PINNED, [], "hand-Y1", ""),
        (WALKS, [], "a4", "Now a grue moves: choose one of the grues"),
        (WALKS, ["a2"], "a1", None),
        (LANDS, ["a3"], "c3", "The large grue lands on large gleebs only"),
    ],
)
def test_why_a_click_does_nothing(text: str, path: list[str], spot: str, words: str | None) -> None:
    position = GAME.position(text)
    if words == "":  # a gleeb that is inside a stack has no niche
        with pytest.raises(NoSuchSpot):
            position.why(path, spot)
    else:
        assert position.why(path, spot) == (words or ""), position.scene(position.mover or 0).choices


def scene(text: str, seat: int = 0) -> Scene:
    return GAME.view(text, seat).scene()


def test_gleebs_counts_as_if_it_ended_now() -> None:
    going_on = scene("B1,-,Y3,K1/K3,R3,R2,G3/B3,Y1,G2,R1/Y2,B2,K2,G1 GR gleeb -")
    over = scene("B1Y2,-,Y3,-/-,-,K2,K3/-,Y1G2R3,-,-/-,-,-,G1B2R1K1 GR over -")
    assert {counter.label for counter in going_on.counters} == {"points now"}
    assert {counter.label for counter in over.counters} == {"points"}
