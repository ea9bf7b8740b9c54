"""How far a game can be relied on, earned by evidence.

    draft      it is found, and the laws hold (tests/laws)
    playable   it has its rules page, a playthrough and a recorded game, played to the end
    trusted    it has perft counts, a slow twin written from the rulebook, and a recorded game for each way to end

The games of this distribution are trusted; examples are at least playable.
"""

from pathlib import Path

import pytest

import rookery
from rookery import Record
from rookery.core.errors import BrokenRecord
from tests.evidence import if_meant
from tests.games.endings import endings, recorded
from tests.tiny.lab import Lab

GAMES = Path(__file__).parents[1] / "games"
STAGES = ("draft", "playable", "trusted")


def missing(slug: str) -> dict[str, list[str]]:
    """Stage -> what a game lacks for it."""
    folder = GAMES / slug
    has = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    playable = [] if "playthrough.txt" in has else ["playthrough.txt"]
    playable += [] if recorded(slug) else ["a game in recorded/"]
    playable += [] if (rookery.load(slug).path / "rules.md").exists() else ["rules.md"]
    trusted = [name for name in ("perft.txt", "twin.py", "test_twin.py", "endings.py") if name not in has]
    if "endings.py" in has:
        trusted += [f"recorded/{ending}.jsonl" for ending in endings(slug) if f"recorded/{ending}.jsonl" not in has]
    return {"draft": [], "playable": playable, "trusted": playable + trusted}


def stage(slug: str) -> str:
    return [stage for stage in STAGES if not missing(slug)[stage]][-1]


def test_a_game_has_earned_its_place(slug: str) -> None:
    ours = rookery.load(slug).package.startswith("rookery.games.")
    wanted = "trusted" if ours else "playable"
    reached = STAGES.index(stage(slug)) >= STAGES.index(wanted)
    assert reached, f"{slug} is {stage(slug)}; to be {wanted} it lacks {', '.join(missing(slug)[wanted])}"


@pytest.mark.parametrize("path", [path for slug in rookery.slugs() for path in recorded(slug)], ids=lambda p: p.stem)
def test_recorded_games_replay_to_their_end(path: Path) -> None:
    try:
        record = Record.load(path)
    except BrokenRecord as error:
        pytest.fail(f"{error}\n{if_meant(path.parents[1].name)}", pytrace=False)
    assert record.position.is_over
    assert record.dumps() == path.read_text("utf-8")


def test_a_game_without_evidence_is_a_draft(lab: Lab) -> None:
    assert stage(lab.game.facts.slug) == "draft"
    assert missing(lab.game.facts.slug)["playable"] == ["playthrough.txt", "a game in recorded/"]
