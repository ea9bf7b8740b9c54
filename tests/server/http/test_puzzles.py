"""Plain HTTP: puzzles, and those of the day."""

import base64
import hashlib
import itertools
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.puzzles import Puzzle, puzzles_of
from rookery.puzzles.daily import MS_A_DAY, NEWCOMER_RATING
from tests.server.days.a_server import a_server

PUZZLED = [slug for slug in rookery.slugs() if puzzles_of(rookery.load(slug))]
PLAIN = next(slug for slug in rookery.slugs() if slug not in PUZZLED)
DAY = 20_782
FEW = 5  # puzzles of each game in every run


def told(client: TestClient, path: str) -> Any:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def some(game: Game) -> tuple[Puzzle, ...]:
    puzzles = puzzles_of(game)
    return puzzles[:: max(1, len(puzzles) // FEW)]


@pytest.mark.parametrize("slug", PUZZLED)
def test_a_puzzle_is_a_board_and_its_solution(client: TestClient, slug: str) -> None:
    game = rookery.load(slug)
    listed = told(client, f"/api/games/{slug}/puzzles")
    assert sorted(key for key, _ in listed["puzzles"]) == sorted(puzzle.key for puzzle in puzzles_of(game))
    assert (ratings := [rating for _, rating in listed["puzzles"]]) == sorted(ratings)
    for puzzle in some(game):
        place = [key for key, _ in listed["puzzles"]].index(puzzle.key)
        assert sorted(theme for theme, places in listed["themes"].items() if place in places) == sorted(puzzle.themes)
        card = told(client, f"/api/games/{slug}/puzzles/{puzzle.key}")
        view = puzzle.position()
        assert (card["seat"], card["words"], view.format(card["solution"])) == (
            puzzle.seat,
            puzzle.words,
            puzzle.solution,
        )
        board = card["board"]
        seen = view if game.facts.hidden else view.determinize(Generator(0))
        assert (base64.b64decode(board["view"]), board["viewer"]) == (seen.states.tobytes(), seen.viewer)
        assert (board["viewer"] is None) == (not game.facts.hidden)  # what others hold is not in it
        assert len(board["seats"]) == view.players


def test_what_does_not_exist_is_named(client: TestClient) -> None:
    for path in (f"/api/games/{PUZZLED[0]}/puzzles/nothing", f"/api/games/{PLAIN}/puzzles/nothing"):
        assert client.get(path).json()["code"] == "UnknownPuzzle"
    assert client.get("/api/games/nonsense/puzzles").json()["code"] == "UnknownGame"
    assert told(client, f"/api/games/{PLAIN}/puzzles")["puzzles"] == []


def test_each_day_has_its_puzzles_and_was_promised_the_day_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = []
    with a_server(tmp_path / "t.sqlite3", monkeypatch) as (client, clock):
        for clock.day in range(DAY, DAY + 3):
            clock.ms = MS_A_DAY // 2
            days.append(told(client, "/api/puzzles"))
            assert told(client, "/api/puzzles")["puzzles"] == days[-1]["puzzles"]
            assert days[-1]["ends_in"] == pytest.approx(MS_A_DAY // 2, abs=1000)
    assert [one["day"] for one in days] == [*range(DAY, DAY + 3)]
    assert {puzzle["slug"] for puzzle in days[0]["puzzles"]} == set(PUZZLED)
    for day, next_day in itertools.pairwise(days):
        assert hashlib.sha256(bytes.fromhex(next_day["value"])).hexdigest() == day["value"]
    assert days[0]["puzzles"] != days[1]["puzzles"]
    for one in days[0]["puzzles"]:  # and an easier one for newcomers
        key, rating = one["first"]
        assert told(client, f"/api/games/{one['slug']}/puzzles/{key}")["rating"] == rating <= NEWCOMER_RATING


def test_nothing_is_sent_that_tells_of_the_game_in_which_a_puzzle_was_found(client: TestClient) -> None:
    """Its seed would give all that was hidden there."""
    for slug in PUZZLED:
        game = rookery.load(slug)
        for puzzle in some(game):
            card = told(client, f"/api/games/{slug}/puzzles/{puzzle.key}")
            assert not {"origin", "seed", "view"} & set(card)
