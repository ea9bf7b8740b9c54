"""The laws of Rookery, and the twin."""

from twin import Twin

import rookery
from rookery.testing import check
from rookery.testing.twins import check_twin
from rookery.testing.walks import walks

GAME = rookery.load("three_wells")


def test_the_laws_hold() -> None:
    check(GAME)


def test_the_twin_agrees() -> None:
    check_twin(GAME, Twin, games=200)


def test_the_twin_counts_the_same_water() -> None:
    """Water and lids agree at every ply, and each rare rule was needed."""
    seen = set()
    for walk in walks(GAME, 200):
        twin = Twin(walk.positions[0].players)
        for ply, position in enumerate(walk.positions):
            pos, players = position.numbers, twin.players
            where = f"seed {walk.seed}, ply {ply}: {position.text}"
            assert list(pos.wells) == list(twin.wells.values()), where
            assert list(pos.water)[:players] == list(twin.water.values()), where
            assert {seat for seat in range(players) if pos.lids[seat]} == twin.with_lid, where
            if position.is_over and twin.winners is not None and len(twin.winners) > 1:
                seen.add("win shared by all" if len(twin.winners) == players else "win shared by some")
            if ply < len(walk.actions):
                text = position.format(walk.actions[ply])
                before = dict(twin.wells)
                twin.play(text)
                seen |= events(twin, text, before)
    rare = "win shared by some, win shared by all, rest stays, alone over four, alone, one lid over three"
    assert seen == {*rare.split(", "), "one lid and others", "two lids", "overflow"}


def events(twin: Twin, text: str, before: dict[str, int]) -> set[str]:
    """The rare rules that were needed."""
    if text.startswith("rain"):
        return {"overflow"} if any(before[well] + (4 if well == text[-1] else 1) > 9 for well in before) else set()
    if not text.startswith("show") or len(twin.shown) < twin.players:
        return set()
    found = set()
    for well, there in before.items():
        came = [choice for choice in twin.shown if choice[0] == well]
        lids = sum("lid" in choice for choice in came)
        if lids > 1:
            found.add("two lids")
        elif lids == 1:
            found |= {"one lid over three"} if there > 3 else set()
            found |= {"one lid and others"} if len(came) > 1 else set()
        elif len(came) == 1:
            found.add("alone over four" if there > 4 else "alone")
        elif came and there % len(came):
            found.add("rest stays")
    return found
