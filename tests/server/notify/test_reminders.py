"""Webhooks remind people without an open page of their turns: once a turn, only at hosts that the operator allows, and
without delaying any move."""

import asyncio
import contextlib
import json
import logging
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rookery
from rookery.server.commands import moves
from rookery.server.config import Config
from rookery.server.errors import ForbiddenAddress
from rookery.server.notify.allowed_hosts import AllowedHosts
from rookery.server.notify.sender import NotificationSender, without_mentions
from rookery.server.notify.subscriptions import carried, of
from rookery.server.notify.turn_notifier import TurnNotifier
from rookery.server.rooms.journal import stamped
from rookery.server.table.events import Reminds, Subscribed
from tests.server.notify.fake_services import SOON, Told, alone, hook
from tests.server.support.app_client import few, new_table, opened, page, table_of
from tests.server.table.test_clocks import DUEL


def test_one_is_told_once_a_turn_and_not_while_there(tmp_path: Path, service: Told) -> None:
    with alone(tmp_path, service, hook(service)) as (other, open_page, (moment, key, name)):
        moment = other.move(moment)
        path, _, body = service.waited(1)[0]
        said = json.loads(body)
        game = rookery.load(DUEL).facts.name
        assert path == "/hook/s3cret"
        assert (said["game"], said["table"], said["seat"]) == (DUEL, name, moment["mover"])
        assert said["link"] == f"http://testserver/t/{name}"
        assert said["text"] == said["content"]
        assert said["text"].startswith(f"Your turn at {game}. ")
        assert key not in body.decode()
        with open_page() as mine:
            mine.move(mine.hello(key)["moment"])
            other.move(other.settled())
            service.waited(1)  # I am there
            mine.move(mine.settled())
            moment = other.settled()
        while other.hear("tabled")["table"]["seats"][1 - moment["mover"]]["here"]:
            pass
        other.move(moment)
        service.waited(2)


def test_who_is_back_at_once_is_not_told(tmp_path: Path, service: Told) -> None:
    with alone(tmp_path, service, hook(service)) as (other, open_page, (moment, key, _)):
        other.move(moment)
        with open_page() as mine:
            mine.hello(key)
            service.waited(0)


def test_a_link_names_our_site_whatever_a_request_says(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", site="https://example.org") as client:
        table, keys = new_table(client, DUEL)
        with page(client, table) as mine:  # at http://testserver
            mine.hello(keys[0])
            mine.say("remind", seat=0, webhook="https://hooks.slack.com/services/1")
            while not mine.hear("tabled")["table"]["seats"][0]["webhook"]:
                pass
        with contextlib.closing(sqlite3.connect(tmp_path / "t.sqlite3")) as database:
            ((body,),) = database.execute("SELECT body FROM events WHERE body LIKE '%webhook%'")
    assert json.loads(body)["site"] == "https://example.org"


def test_redirects_are_not_followed_and_paths_are_in_no_log(
    tmp_path: Path, service: Told, caplog: pytest.LogCaptureFixture
) -> None:
    service.status = 307
    caplog.set_level(logging.DEBUG, "rookery")
    with alone(tmp_path, service, hook(service)) as (other, _, (moment, _, _)):
        other.move(moment)
        assert [path for path, _, _ in service.waited(1)] == ["/hook/s3cret"]
    [line] = [record for record in caplog.records if "did not arrive" in record.message]
    assert vars(line)["why"] == "status 307"
    assert not [record for record in caplog.records if "s3cret" in str(vars(record))]


def test_players_whose_reminders_do_not_arrive_fill_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays fast with a webhook that is refused, or with so many that they wait."""
    sender, to = NotificationSender(Config(), tmp_path / "t.sqlite3"), Reminds(0, "https://elsewhere.example/hook")
    nothing: Any = None
    for _ in range(3):
        asyncio.run(sender._carry(to, nothing, nothing))
    monkeypatch.setattr("rookery.server.notify.sender.MAX_QUEUED_NOTIFICATIONS", 0)
    for _ in range(3):
        sender.send(nothing, 0, to, nothing, nothing)
    said = [record.getMessage() for record in caplog.records]
    assert said == ["A reminder did not arrive", "Reminders are not sent because 0 are waiting already"]


def test_no_name_calls_a_channel(tmp_path: Path, service: Told) -> None:
    names = ["<!channel> @here", "@everyone https://x.org", "[a](//x.org) <@1>"]
    with alone(tmp_path, service, hook(service)) as (other, _, (moment, _, _)):
        for name in names:
            other.say("rename", seat=moment["mover"], name=name)
        other.move(moment)
        said = json.loads(service.waited(1)[0][2])
    assert said["allowed_mentions"] == {"parse": []}
    assert names[-1] in said["content"].replace("\u200b", "")
    assert not {"<", ">"} & set(said["text"])
    assert said["content"].endswith(f" {said['link']}")
    for name in names:
        for active in ("@here", "@everyone", "<!", "<@", "://", "//", "x.org"):
            assert active not in without_mentions(name)
    plain = "You are Red; with Anna B. Smith, the easy bot."
    assert without_mentions(plain) == plain


def test_a_slow_hook_is_in_nobodys_way(tmp_path: Path, service: Told) -> None:
    service.held.clear()
    with alone(tmp_path, service, hook(service)) as (other, open_page, (moment, key, _)):
        other.move(moment)
        while not service.heard:
            time.sleep(0.01)
        with open_page() as mine:
            start = time.monotonic()
            mine.move(mine.hello(key)["moment"])
            for _ in range(2):
                other.move(other.settled())
                mine.move(mine.settled())
            assert time.monotonic() - start < SOON / 2
            assert not service.held.is_set()
    # and the server stops while it still waits


def test_what_is_asked_for_elsewhere_is_refused(tmp_path: Path, service: Told) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        card = client.get("/api/reminders").json()
        assert card["webhooks"] == ["hooks.slack.com", "discord.com"]
        table_id, keys = new_table(client, DUEL)
        with page(client, table_id) as mine, page(client, table_id) as watcher:
            mine.hello(keys[0])
            watcher.hello()
            for where in (service.site, "http://hooks.slack.com/x", "https://hooks.slack.com.evil.org/x", "nonsense"):
                mine.say("remind", seat=0, webhook=where)
                refused = mine.hear("refused")
                assert refused["code"] == "ForbiddenAddress"
                assert "hooks.slack.com and discord.com" in refused["words"]
            assert mine.refused("subscribe", seat=0, endpoint=service.site, p256dh="AA") == "ForbiddenAddress"
            assert mine.refused("remind", seat=1, webhook="") == "UnknownKey"
            assert watcher.refused("remind", seat=0, webhook="https://discord.com/api") == "UnknownKey"
            mine.say("remind", seat=0, webhook="https://discord.com/api/1")
            mine.hear_seat(0, webhook="https://discord.com/api/1")
            assert watcher.hear("tabled")["table"]["seats"][0]["webhook"] == ""
            assert watcher.hello(keys[1])["table"]["seats"][0]["webhook"] == ""
            mine.say("remind", seat=0, webhook="")
            mine.hear_seat(0, webhook="")


ALLOWED = [
    "https://a.org/x",
    "https://A.ORG",
    "https://a.org:443/",
    "https://b.c.net/?q=1",
    "http://d.org/",
    "https://e.org:8443/x",
]
FORBIDDEN = [
    "http://a.org/x",
    "https://a.org:444/x",
    "https://x.a.org/",
    "https://a.org.evil.net/",
    "https://evil.net/a.org",
    "https://a.org@evil.net/",
    "https://evil.net\\@a.org/",
    "https://a.org\\@evil.net",
    "https://a.org#@evil.net/",
    "https://c.net/",
    "https://evilc.net/",
    "https://d.org/",
    "https://e.org/",
    "https://a.org/ x",
    "",
    "https://a.org/\n",
    "https://a.org/\u00fc",
    "https://a.org%2f@evil.net",
    "ftp://a.org/",
    "//a.org/",
    "https://127.0.0.1/",
    "https://a.org?x",
]


def test_the_server_speaks_to_named_hosts_only() -> None:
    hosts = AllowedHosts("a.org, *.c.net, http://d.org, e.org:8443")
    for address in ALLOWED:
        hosts.check(address)
    for address in FORBIDDEN:
        with pytest.raises(ForbiddenAddress):
            hosts.check(address)
    for address in ALLOWED:
        with pytest.raises(ForbiddenAddress, match="no address is allowed"):
            AllowedHosts("").check(address)


# ── Without a server ─────────────────────────────────────────────────────────
def test_what_is_asked_for_moves_on_with_the_seats() -> None:
    game = rookery.load(DUEL)
    table = table_of(game, few(game))
    table.add([Reminds(seat, f"https://a.org/{seat}", "s") for seat in (0, 1)])
    table.add([Subscribed(1, "e", "p", "a", "s")])
    table.add([Subscribed(0, f"e{number}", "p", "a", "s") for number in range(9)])
    assert [getattr(to, "endpoint", "") for to in of(table, 0)] == ["", "e5", "e6", "e7", "e8"], "not ever more"
    after = table_of(game, few(game))
    after.add(carried(table))
    for seat in (0, 1):
        moved = [msgspec.structs.replace(to, seat=1 - seat) for to in of(table, seat)]
        assert of(after, 1 - seat) == moved
    table.add([Reminds(0, ""), Subscribed(1, "e")])
    assert [len(of(table, seat)) for seat in (0, 1)] == [4, 1]


class Belfry:
    """What a turn notifier needs, and what it has sent."""

    grace = 0.0

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.here: set[int] = set()

    def send(self, table: Any, seat: int, *given: Any) -> None:
        self.sent.append(seat)


@pytest.mark.anyio
async def test_a_dead_line_is_no_page() -> None:
    """A player whose computer fell asleep seemed to be there when the turn began."""
    game, tower = rookery.load(DUEL), Belfry()
    table = table_of(game, few(game))
    table.add([Reminds(seat, "https://a.org/") for seat in (0, 1)])
    tower.here = {0, 1}
    notifier = TurnNotifier(table, tower, lambda: tower.here, None)  # type: ignore[arg-type]
    notifier.table_changed(own=True)
    assert not notifier.waiting, "turns of earlier are not rung for"
    table.add(stamped(moves.play(table, table.position.legal_actions[0])))
    notifier.table_changed(own=True)
    assert notifier.waiting
    await asyncio.sleep(0.02)
    assert (tower.sent, notifier.waiting) == ([], False)
    mover = table.thinking
    assert mover is not None
    tower.here = set()
    notifier.connection_lost((1 - mover,))
    assert not notifier.waiting
    for _ in range(2):
        notifier.connection_lost((mover,))
        await asyncio.sleep(0.02)
    assert tower.sent == [mover]
    table.add(stamped(moves.play(table, table.position.legal_actions[0])))
    notifier.table_changed(own=False)
    assert not notifier.waiting, "the process that has written it rings"
