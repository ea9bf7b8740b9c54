"""What pages write freely: client seeds, and chat."""

from starlette.testclient import TestClient

from tests.often import KINDS
from tests.server.support.app_client import new_table, page


def test_a_word_is_hexadecimal_to_its_last_character(client: TestClient, slug: str) -> None:
    """A trailing line end would spoil the record of the game."""
    table, keys = new_table(client, slug, begin=False)
    with page(client, table) as player:
        for word in ("ab\n", "xy", "a" * 65):
            assert player.refused("hello", keys=keys, client_seed=word) == "UnreadableMessage"


def test_talk_is_for_people(client: TestClient) -> None:
    table, keys = new_table(client, KINDS[0])
    with page(client, table) as player:
        player.hello(*keys)
        for _ in range(30):
            player.say("say", text="hello")
        said = [player.hear("chat", "refused")["type"] for _ in range(30)]
    assert said.count("chat") in range(5, 15)
    assert "refused" in said


def test_names_are_kept_for_ever_too(client: TestClient) -> None:
    table, keys = new_table(client, KINDS[0])
    with page(client, table) as player:
        player.hello(*keys)
        for number in range(30):
            player.say("rename", seat=0, name=f"I {number}")
        player.say("look", ply=0)  # answered last
        said = []
        while "looked" not in said:
            said.append(player.hear("tabled", "refused", "looked")["type"])
    assert said.count("refused") >= 15
