"""How far a game can be relied on, earned by evidence.

    draft      it is found, and the laws hold (tests/laws)
    playable   it has its rules page, a playthrough and a recorded game, played to the end
    trusted    it has perft counts, a slow twin written from the rulebook, and a recorded game for each way to end

The games of this distribution are trusted; examples are at least playable.
"""

import importlib
from pathlib import Path

import pytest

import rookery
from rookery import Record
from tests.tiny.lab import Lab

GAMES = Path(__file__).parents[1] / "games"
STAGES = ("draft", "playable", "trusted")


def recorded(title: str) -> list[Path]:
    return sorted((GAMES / title / "recorded").glob("*.jsonl"))


def missing(title: str) -> dict[str, list[str]]:
    """Stage -> what a game lacks for it."""
    folder = GAMES / title
    has = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    playable = [] if "playthrough.txt" in has else ["playthrough.txt"]
    playable += [] if recorded(title) else ["a game in recorded/"]
    playable += [] if (rookery.load(title).path / "book.md").exists() else ["book.md"]
    trusted = [name for name in ("perft.txt", "twin.py", "test_twin.py", "test_recorded.py") if name not in has]
    if "test_recorded.py" in has:
        endings = importlib.import_module(f"tests.games.{title}.test_recorded").ENDINGS
        trusted += [f"recorded/{ending}.jsonl" for ending in endings if f"recorded/{ending}.jsonl" not in has]
    return {"draft": [], "playable": playable, "trusted": playable + trusted}


def stage(title: str) -> str:
    return [stage for stage in STAGES if not missing(title)[stage]][-1]


@pytest.mark.parametrize("title", rookery.titles())
def test_a_game_has_earned_its_place(title: str) -> None:
    ours = rookery.load(title).package.startswith("rookery.games.")
    wanted = "trusted" if ours else "playable"
    reached = STAGES.index(stage(title)) >= STAGES.index(wanted)
    assert reached, f"{title} is {stage(title)}; to be {wanted} it lacks {', '.join(missing(title)[wanted])}"


@pytest.mark.parametrize("path", [path for title in rookery.titles() for path in recorded(title)], ids=lambda p: p.stem)
def test_recorded_games_replay_to_their_end(path: Path) -> None:
    record = Record.load(path)
    assert record.position.is_over
    assert record.dumps() == path.read_text("utf-8")


def test_a_game_without_evidence_is_a_draft(lab: Lab) -> None:
    assert stage(lab.game.facts.title) == "draft"
    assert missing(lab.game.facts.title)["playable"] == ["playthrough.txt", "a game in recorded/"]
