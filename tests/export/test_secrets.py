"""Nothing that is exported tells more than its reader may know: games that differ in that alone give equal files.

The other game is made by tests.two_worlds.swap_secrets; tests/server/wire/test_views.py says more.
"""

import pytest

import rookery
from rookery import Record
from rookery.core.protocol import SPECTATOR
from rookery.export import gif, notation, pdf, png, printed, svg
from rookery.testing.walks import Walk, walks
from tests.export.conftest import SLUGS
from tests.often import KINDS, others_in_soak
from tests.two_worlds import differing, swap_secrets

HIDDEN = [slug for slug in SLUGS if rookery.load(slug).facts.hidden]
LOOKS = 6  # plies of a game whose text and picture are compared
FRAMES = 3  # plies of a GIF


@pytest.fixture(autouse=True)
def _coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of few dots: these tests compare."""
    monkeypatch.setattr(printed, "DPI", 30)


def begun(walk: Walk, plies: int) -> Record:
    """The record of a game while it went on."""
    first = walk.positions[0]
    record = Record(walk.game, first.players, first.options)
    for action in walk.actions[:plies]:
        record.play(action)
    return record


def test_there_are_games_with_secrets() -> None:
    assert HIDDEN


@pytest.mark.parametrize("slug", others_in_soak(HIDDEN, KINDS))
def test_exports_of_two_games_that_look_the_same_are_the_same(slug: str) -> None:
    compared = 0
    for walk in walks(rookery.load(slug), 1, seed=1):
        for seat in (SPECTATOR, *range(walk.positions[0].players)):
            other = swap_secrets(walk, seat)
            different = differing(walk, other)
            plies = different[:: max(1, len(different) // LOOKS)]
            for ply in plies:
                one, two = begun(walk, ply), begun(other, ply)
                assert one.position != two.position
                assert notation(one, seat) == notation(two, seat), f"seed {walk.seed}, seat {seat}, ply {ply}"
                assert svg(one, None, seat) == svg(two, None, seat), f"seed {walk.seed}, seat {seat}, ply {ply}"
                assert svg(one, ply // 2, seat) == svg(two, ply // 2, seat)
                compared += 1
    assert compared > LOOKS, "so few differing positions say little"


@pytest.mark.parametrize("slug", others_in_soak(HIDDEN, KINDS))
def test_files_with_pictures_are_the_same_too(slug: str) -> None:
    compared = 0
    walk = next(iter(walks(rookery.load(slug), 1, seed=1)))
    for seat in (SPECTATOR, 0):
        other = swap_secrets(walk, seat)
        if different := differing(walk, other):
            ply = different[len(different) // 2]
            one, two = begun(walk, ply), begun(other, ply)
            assert png(one, None, seat, "dark", 200) == png(two, None, seat, "dark", 200)
            first = max(0, ply - FRAMES)
            assert gif(one, seat, width=120, first=first) == gif(two, seat, width=120, first=first)
            assert pdf(one, seat) == pdf(two, seat)
            compared += 1
    assert compared


@pytest.mark.parametrize("slug", others_in_soak(HIDDEN, KINDS))
def test_who_may_know_is_told(slug: str) -> None:
    """The tests above would pass if nothing were told."""
    for walk in walks(rookery.load(slug), 1, seed=1):
        other = swap_secrets(walk, SPECTATOR)
        if not (different := differing(walk, other)):
            continue
        one, two = begun(walk, different[0]), begun(other, different[0])
        seats = range(walk.positions[0].players)
        assert any(notation(one, seat) != notation(two, seat) for seat in seats)
        assert any(svg(one, None, seat) != svg(two, None, seat) for seat in seats)
        return
    pytest.fail("no game with anything to hide")
