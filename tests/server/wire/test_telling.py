"""Events are told in as few messages as possible."""

import itertools
from pathlib import Path

from starlette.testclient import TestClient

from tests.server.support.app_client import DICE, new_table, opened, page, play_out
from tests.server.table.test_clocks import DUEL

MOVES = 8  # until chance has added something
QUEUE = 20  # messages


def test_a_move_and_what_chance_adds_are_told_at_once(client: TestClient, slug: str) -> None:
    """But ply by ply to spectators with a delay, and separately where different viewers see the plies."""
    table, keys = new_table(client, slug, delay=1)
    with page(client, table) as one, page(client, table) as all_seats, page(client, table) as late:
        moment, seen = all_seats.hello(*keys)["moment"], late.hello()["moment"]["ply"]
        one.hello(keys[0])
        for _ in range(MOVES):
            stood, mover = moment["ply"], moment["mover"]
            all_seats.say("move", seat=mover, ply=stood, action=DICE.choice(moment["scene"]["choices"])["action"])
            told = one.hear("moved")
            heard = [all_seats.hear("moved")]
            while heard[-1]["moment"]["ply"] < told["moment"]["ply"]:
                heard.append(all_seats.hear("moved"))
            moment, eyes = heard[-1]["moment"], [message["moment"]["seen_by"] for message in heard]
            assert [move["ply"] for message in heard for move in message["moves"]] == [m["ply"] for m in told["moves"]]
            assert all(before != after for before, after in itertools.pairwise(eyes))
            assert eyes[0] == mover or moment["ply"] == stood + 1, "what comes of a move is seen by who made it"
            assert [move["ply"] for move in told["moves"]] == list(range(stood + 1, moment["ply"] + 1))
            assert [move["seat"] is None for move in told["moves"]] == [False] + [True] * (moment["ply"] - stood - 1)
            assert (told["moment"]["ply"], told["moment"]["seen_by"]) == (moment["ply"], 0)
            if moment["over"]:
                break
            while seen < moment["ply"] - 1:
                shown = late.hear("moved")
                seen += 1
                assert [move["ply"] for move in shown["moves"]] == [seen] == [shown["moment"]["ply"]]


def test_who_sees_a_game_very_late_is_not_shown_out_when_it_ends(tmp_path: Path) -> None:
    """Then they are told all the rest, which would be more messages than may wait for a page."""
    plies = 0
    with opened(tmp_path / "t.sqlite3", max_queued_messages=QUEUE) as client:
        while plies <= QUEUE:
            table, keys = new_table(client, DUEL, delay=1000)
            with page(client, table) as player, page(client, table) as late:
                assert late.hello()["moment"]["ply"] == 0
                plies = play_out(player, player.hello(*keys)["moment"])["ply"]
                while not (told := late.hear("moved", "welcome")["moment"])["over"]:
                    pass
                assert told["ply"] == plies
