"""Mining finds decisions with one right action, the same ones each time, and writes them so that it can go on."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

import rookery
from rookery.arena.mine_file import mine
from rookery.arena.mining import MiningLimits, _searched, decisions, mined, puzzle_at
from rookery.core.errors import OtherWork
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.puzzles import BrokenPuzzles, Origin, puzzles_of, read_puzzles
from rookery.puzzles.one_right import OneRight
from rookery.puzzles.puzzle import PUZZLES_FILE, Worth, puzzle_line
from rookery.search import analyse
from tests.puzzles.games import OPEN_DUEL, PROOF, first_puzzles, match_of

SECRET = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
MOST_WALKED = 5_000  # positions
LIMITS = MiningLimits(PROOF, only_proved=True)


def test_puzzles_are_found_and_can_be_set_up() -> None:
    puzzles = first_puzzles()
    assert len(puzzles) >= 3
    for puzzle in puzzles:
        view = puzzle.position()
        assert puzzle.solution in [view.format(action) for action in view.legal_actions]
        assert view.key == puzzle.key


def test_equal_seeds_give_equal_puzzles_in_one_process_and_in_two() -> None:
    match = match_of(OPEN_DUEL, 4)
    alone, both = ([*mined(match, LIMITS, range(4), workers)] for workers in (1, 2))
    assert alone == both
    assert [number for number, _ in alone] == [0, 1, 2, 3]
    assert [puzzle for _, puzzles in alone for puzzle in puzzles]


def test_the_right_action_is_better_than_each_other_by_a_walk_through_all_games() -> None:
    """No kernel, no table: positions alone."""
    walked = 0
    for puzzle in sorted(first_puzzles(), key=lambda puzzle: -puzzle.origin.ply if puzzle.origin else 0):
        view = puzzle.position().determinize(Generator(0))  # whole: others go on from there
        seen = dict[Position, float | None]()
        values = {action: _value(view.after(action), puzzle.seat, seen) for action in view.legal_actions}
        known = {action: value for action, value in values.items() if value is not None}
        if len(known) == len(values):
            solution = view.parse(puzzle.solution)
            others = [value for action, value in known.items() if action != solution]
            assert (known[solution], max(others)) == (2 * puzzle.best.chance - 1, 2 * puzzle.second.chance - 1)
            walked += 1
            break
    assert walked, "some are short enough"


def _value(position: Position, seat: int, seen: dict[Position, float | None]) -> float | None:
    """Of a position, for a seat, under perfect play; None if chance moves, or if there are too many positions."""
    if position not in seen:
        if position.outcome is not None:
            return position.outcome.utilities[seat]
        if len(seen) >= MOST_WALKED or position.mover == CHANCE:
            return None
        own = position.mover == seat
        worst = -1.0 if own else 1.0
        found: float | None = worst
        for action in position.legal_actions:
            value = _value(position.after_unchecked(action), seat, seen)
            if value == -worst:  # nothing is better for the mover
                found = value
                break
            if value is None or found is None:
                found = None
            else:
                found = max(found, value) if own else min(found, value)
        seen[position] = found
    return seen[position]


# ── Files ────────────────────────────────────────────────────────────────────
def test_mining_goes_on_where_it_stopped(tmp_path: Path) -> None:
    match, whole, parts = match_of(OPEN_DUEL, 5), tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    mine(match, whole, LIMITS)
    mine(match_of(OPEN_DUEL, 2), parts, LIMITS)
    with parts.open("ab") as file:
        file.write(b'{"key": "half a line')
    mine(match, parts, LIMITS)
    assert parts.read_bytes() == whole.read_bytes()
    assert len(read_puzzles(whole)) >= 2
    assert mine(match, whole, LIMITS) == len(read_puzzles(parts)), "nothing is added twice"
    assert parts.read_bytes() == whole.read_bytes()


def test_a_file_of_another_game_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    path.write_bytes(puzzle_line(first_puzzles()[0]))
    before = path.read_bytes()
    other = next(slug for slug in rookery.slugs() if slug != OPEN_DUEL)
    with pytest.raises(OtherWork, match=f"contains puzzles of {OPEN_DUEL}"):
        mine(match_of(other, 1), path, LIMITS)
    assert path.read_bytes() == before


def test_a_line_that_is_no_puzzle_is_named(tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    good = puzzle_line(first_puzzles()[0])
    strange = json.dumps(json.loads(good) | {"best": [7.0, 0.0]}).encode() + b"\n"
    for bad in (b"{}\n", b"[\n", strange, good.replace(b'"words":"', b'"words":"\xff')):
        path.write_bytes(good + bad)
        with pytest.raises(BrokenPuzzles, match="line 2 is not a puzzle"):
            read_puzzles(path)


def test_a_puzzle_of_another_game_is_named(tmp_path: Path) -> None:
    """It would be shown on that game's board, and answered by this one."""
    (tmp_path / PUZZLES_FILE).write_bytes(puzzle_line(first_puzzles()[0]))
    game = cast("Game", SimpleNamespace(path=tmp_path, facts=SimpleNamespace(slug="another")))
    with pytest.raises(BrokenPuzzles, match=f"a puzzle of '{OPEN_DUEL}', which is another game"):
        puzzles_of.__wrapped__(game)


# ── Secrets ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("slug", SECRET)
def test_a_puzzle_is_the_same_in_two_worlds_that_its_seat_cannot_tell_apart(slug: str) -> None:
    """Byte for byte, and so is what mining finds out on the way to it."""
    match, compared = match_of(slug, 1), 0
    for ply, view in decisions(match, 0):
        worlds = [view.determinize(Generator(seed)) for seed in range(2)]
        if worlds[0] == worlds[1]:
            continue
        compared += 1
        assert view.viewer is not None
        assert _line(worlds[0].view(view.viewer), ply) == _line(worlds[1].view(view.viewer), ply) == _line(view, ply)
        if compared == 3:
            return
    raise AssertionError("no seat had a secret to miss")


def _line(view: Position, ply: int) -> tuple[bytes, object]:
    best, second = view.legal_actions[:2]
    right = OneRight(best, Worth(0.6, 0.1), second, Worth(0.2, 0.1), False)
    looked = analyse(view, simulations=40, seed=3, lines=4)
    return puzzle_line(puzzle_at(view, right, Origin(("medium",), 0, 0, ply), looked)), _searched(view, 11)[0]


def test_a_puzzle_of_a_whole_game_is_a_view(tmp_path: Path) -> None:
    for slug in SECRET:
        record = Record(rookery.load(slug))
        record.settle(Generator(1))
        assert record.position.mover is not None
        view = record.position.view(record.position.mover)
        right = OneRight(view.legal_actions[0], Worth(0.6, 0.1), view.legal_actions[-1], Worth(0.2, 0.1), False)
        puzzle = puzzle_at(view, right, Origin(("medium",), 0, 0, record.plies))
        assert puzzle.position() == view
