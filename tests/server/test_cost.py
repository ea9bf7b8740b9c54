"""What a page may cost the server, while it is there and afterwards."""

import asyncio
from pathlib import Path

from starlette.testclient import TestClient

import rookery
from rookery.server.talk import ANEW
from tests.server.house import new_table, opened, page

ANY = rookery.titles()[0]  # none of this depends on the game


def test_a_page_that_says_hello_again_and_again_is_told_so(client: TestClient) -> None:
    """Each is answered with the whole list of moves, which takes long for a long game."""
    table, keys = new_table(client, ANY)
    with page(client, table) as player:
        for _ in range(ANEW):
            player.hello(*keys)
        assert player.refused("hello", keys=keys) == "TooBusy"
        player.say("look", ply=0)
        assert player.hear("looked")["moment"]["ply"] == 0, "the page has its seats as before"


def test_a_page_that_is_gone_leaves_no_task_behind(tmp_path: Path) -> None:
    """Also one that was given up at once, as when a server is asked to hurry."""
    with opened(tmp_path / "t.sqlite3") as client:
        table, keys = new_table(client, ANY)
        with page(client, table) as player:
            player.hello(*keys)
            assert serving(client) == ["Connection._write", "_Conversation.run"]
        assert serving(client) == []


def serving(client: TestClient) -> list[str]:
    """The tasks of pages in the server, by the functions that they run."""

    async def names() -> list[str]:
        await asyncio.sleep(0)  # what has been ended goes
        going_on = (getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks())
        return sorted(name for name in going_on if name.startswith(("Connection.", "_Conversation.")))

    assert client.portal is not None
    return client.portal.call(names)
