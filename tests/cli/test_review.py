"""rookery review."""

import json
from pathlib import Path

import rookery
from tests.cli.conftest import call, run
from tests.reviews.games import played

SLUG = rookery.slugs()[0]


def test_a_game_is_reviewed_in_words(tmp_path: Path) -> None:
    record = played(SLUG, None, seed=3, plies=24)
    record.save(tmp_path / "game.jsonl")
    told = call("review", str(tmp_path / "game.jsonl")).stdout
    for role, _ in record.game.facts.seats_at(record.position.players, record.position.options):
        assert f"{role}: " in told
    assert "accuracy" in told
    assert "a move gave away" in told


def test_a_game_is_reviewed_as_json(tmp_path: Path) -> None:
    record = played(SLUG, None, seed=3, plies=12)
    record.save(tmp_path / "game.jsonl")
    found = json.loads(call("review", str(tmp_path / "game.jsonl"), "--json", "--seed", "2").stdout)
    assert [ply["ply"] for ply in found["plies"]] == list(range(1, record.plies + 1))
    assert found["done"] == 1.0


def test_what_cannot_be_reviewed_is_one_sentence(tmp_path: Path) -> None:
    rookery.Record(rookery.load(SLUG)).save(tmp_path / "empty.jsonl")
    (tmp_path / "other.jsonl").write_text("nonsense")
    for name, words in (("empty", "has not begun"), ("other", "not a record")):
        refused = run("review", str(tmp_path / f"{name}.jsonl"))
        assert refused.returncode != 0
        assert words in refused.stderr.splitlines()[-1]
        assert "Traceback" not in refused.stderr
