"""What is heard at a board."""

from types import SimpleNamespace

import pytest

import rookery
from rookery.core.errors import CannotPlay
from rookery.core.sounds import HOUSE_SOUNDS, Recipe, Tone, sounds_of
from rookery.javascript.game_module import module_text
from tests.often import OURS

MAX_SECONDS = 1.0  # of a whole sound: it must not go on when the next move is made


@pytest.mark.parametrize("slug", rookery.slugs())
def test_each_game_has_all_sounds_and_they_are_short(slug: str) -> None:
    found = dict(sounds_of(rookery.load(slug).scenery))
    assert list(found) == list(HOUSE_SOUNDS)
    for recipe in found.values():
        assert max(seconds + after for _, _, _, seconds, _, after in recipe) <= MAX_SECONDS


def test_games_of_the_house_sound_like_their_worlds() -> None:
    found = {str(dict(sounds_of(game.scenery))["appeared"]) for game in OURS}
    assert len(found) == len(OURS)


@pytest.mark.parametrize(
    ("sounds", "words"),
    [
        ({"eaten": ()}, "there is no sound eaten; allowed: moved, appeared, "),
        ({"moved": (Tone("sin", 100, 100, 0.1),)}, "moved: 'sin' is not a wave; allowed: sine, "),
        ({"moved": (Tone("sine", 100, 100_000, 0.1),)}, "moved: a tone lies between 20 and 10,000 Hz"),
        ({"moved": (Tone("sine", 100, 100, 0.1, 1.5),)}, "moved: a tone begins within a second"),
        ({"moved": (Tone("sine", 100, 100, float("nan")),)}, "moved: a tone begins within a second"),
    ],
)
def test_a_sound_that_cannot_be_is_refused(sounds: dict[str, Recipe], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sounds_of(SimpleNamespace(SOUNDS=sounds))


def test_a_game_with_such_a_sound_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    game = OURS[0]
    monkeypatch.setattr(game.scenery, "SOUNDS", {"moved": (("sine", 100),)})
    with pytest.raises(CannotPlay, match=f"^the sounds and motions of {game.facts.name} cannot be played: "):
        module_text(game)


def test_a_tone_may_leave_out_what_has_a_default() -> None:
    found = dict(sounds_of(SimpleNamespace(SOUNDS={"moved": (("sine", 100, 90, 0.1),)})))
    assert found["moved"] == [["sine", 100, 90, 0.1, 0.5, 0.0]]
