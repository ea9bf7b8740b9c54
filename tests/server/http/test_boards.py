"""Plain HTTP: where boards begin on which games are studied.

What pages make of it: tests/javascript/test_same_boards.py."""

import base64

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.server.bots.game_codes import code_name


def test_a_board_begins_with_the_position_before_the_first_ply(client: TestClient, slug: str) -> None:
    game = rookery.load(slug)
    for players in game.facts.players:
        for options in ({}, {option.name: option.choices_of(players)[-1] for option in game.facts.options}):
            board = client.get(f"/api/games/{slug}/board", params={"players": str(players), **options}).json()
            roles = game.facts.seats_at(players, options)
            assert [*zip(board["seats"], board["styles"])] == [*roles]
            assert (board["name"], board["rules"]) == (game.facts.name, game.facts.rules_version)
            assert (board["viewer"], board["code"]) == (None, code_name(game))
            start = game.start_with(game.facts.settings(players, options))
            assert base64.b64decode(board["view"]) == start.states.tobytes()
    assert client.get(f"/code/{board['code']}").text.startswith("export const needs")


@pytest.mark.parametrize(
    ("query", "code", "part"),
    [
        ("players=77", "UnknownOption", "77"),
        ("players=00", "UnknownOption", "0"),
        ("players=2&colour=blue", "UnknownOption", "colour"),
        ("players=-1", "UnreadableMessage", "nothing at"),
        ("players=two", "UnreadableMessage", "nothing at"),
        ("", "UnreadableMessage", "nothing at"),
    ],
)
def test_refusals_of_boards_have_names(client: TestClient, slug: str, query: str, code: str, part: str) -> None:
    told = client.get(f"/api/games/{slug}/board?{query}").json()
    assert (told["code"], part in told["words"]) == (code, True)


def test_a_game_that_there_is_not_has_no_board(client: TestClient) -> None:
    assert client.get("/api/games/nonsense/board?players=2").json()["code"] == "UnknownGame"
