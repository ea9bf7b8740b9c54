"""Plain HTTP: puzzles, the boards that begin with one, and those of the day."""

import hashlib
import itertools
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.puzzles import Puzzle, puzzles_of
from rookery.puzzles.daily import MS_A_DAY, NEWCOMER_RATING
from rookery.puzzles.puzzle import for_pages
from tests.often import others_in_soak
from tests.server.days.a_server import a_server
from tests.server.http.test_lessons import post

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
def test_a_puzzle_is_a_board_on_which_its_solution_is_played(client: TestClient, slug: str) -> None:
    game = rookery.load(slug)
    listed = told(client, f"/api/games/{slug}/puzzles")
    assert sorted(key for key, _ in listed["puzzles"]) == sorted(puzzle.key for puzzle in puzzles_of(game))
    assert (ratings := [rating for _, rating in listed["puzzles"]]) == sorted(ratings)
    for puzzle in some(game):
        card = told(client, f"/api/games/{slug}/puzzles/{puzzle.key}")
        view = puzzle.position()
        assert (card["seat"], card["words"], view.format(card["solution"])) == (
            puzzle.seat,
            puzzle.words,
            puzzle.solution,
        )
        table = {"players": card["players"], "options": card["options"], "puzzle": puzzle.key}
        board = post(client, f"/api/games/{slug}/board", **table, actions=[])
        (moment,) = board["moments"]
        assert (moment["mover"], moment["seen_by"]) == (puzzle.seat, puzzle.seat)
        assert {choice["action"] for choice in moment["scene"]["choices"]} == set(view.legal_actions)
        after = post(client, f"/api/games/{slug}/board", **table, actions=[card["solution"]], seen=0)
        assert [entry["words"] for entry in after["moves"]] == [puzzle.words]
        preview = post(client, f"/api/games/{slug}/board/preview", **table, actions=[], action=card["solution"])
        assert preview["scene"]["pieces"] == after["moments"][-1]["scene"]["pieces"]


@pytest.mark.parametrize("slug", others_in_soak(PUZZLED, set()))
def test_every_solution_can_be_shown(client: TestClient, slug: str) -> None:
    for puzzle in puzzles_of(rookery.load(slug)):
        card = told(client, f"/api/games/{slug}/puzzles/{puzzle.key}")
        table = {"players": 2, "options": {}, "puzzle": puzzle.key}
        post(client, f"/api/games/{slug}/board", **table, actions=[card["solution"]], seen=0)


def test_nothing_but_the_seats_own_moves_follow_from_a_view(client: TestClient) -> None:
    """What others hold is not in it."""
    hiding = next(slug for slug in PUZZLED if rookery.load(slug).facts.hidden)
    for puzzle in some(rookery.load(hiding)):
        after = puzzle.position().after(puzzle.solution)
        if after.mover == puzzle.seat:
            continue
        legal = after.determinize(Generator(0)).legal_actions[0]  # in one of the worlds
        actions = [puzzle.position().parse(puzzle.solution), legal]
        table = {"players": 2, "options": {}, "puzzle": puzzle.key}
        answer = client.post(f"/api/games/{hiding}/board", json=table | {"actions": actions})
        assert answer.status_code == 400
        assert answer.json()["code"] == "NotYourTurn"
        return
    pytest.fail("no puzzle of these ends the turn")


def test_what_does_not_exist_is_named(client: TestClient) -> None:
    for path in (f"/api/games/{PUZZLED[0]}/puzzles/nothing", f"/api/games/{PLAIN}/puzzles/nothing"):
        assert client.get(path).json()["code"] == "UnknownPuzzle"
    assert client.get("/api/games/nonsense/puzzles").json()["code"] == "UnknownGame"
    assert told(client, f"/api/games/{PLAIN}/puzzles")["puzzles"] == []
    wrong = {"players": 2, "options": {}, "actions": [], "puzzle": "nothing"}
    assert client.post(f"/api/games/{PUZZLED[0]}/board", json=wrong).json()["code"] == "UnknownPuzzle"


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
        lines = for_pages(puzzles_of(game)).splitlines()
        assert not any({"origin", "solved", "tries"} & set(json.loads(line)) for line in lines)
        assert [msgspec.json.decode(line, type=Puzzle).view for line in lines] == [one.view for one in puzzles_of(game)]
        for puzzle in some(game):
            card = told(client, f"/api/games/{slug}/puzzles/{puzzle.key}")
            assert not {"origin", "seed", "view"} & set(card)
