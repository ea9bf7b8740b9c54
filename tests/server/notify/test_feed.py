"""The feed and the calendar of a seat's turns are right at every ply of a game, well-formed whatever the names of the
players, and closed to anybody who guesses."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.protocol import CHANCE
from rookery.server.commands import moves
from rookery.server.errors import UnknownKey
from rookery.server.notify import feed
from rookery.server.notify.notices import notice
from rookery.server.table.clock import Clock
from rookery.server.table.events import Conceded, Lent, TookBack
from rookery.server.table.keys import digest, feed_token
from rookery.server.table.table import Table
from tests.often import KINDS
from tests.server.support.app_client import few, new_table, opened, page, table_of
from tests.server.table.test_clocks import DUEL, beginning, timed

ANY = KINDS[0]  # where it does not depend on the game
SITE = "https://example.org"
HOSTILE = [
    "</title><script>alert(1)</script>",
    "]]>&amp;\"'",
    "a\\nb;c,d\\",
    "END:VEVENT\r\nBEGIN:VALARM",
    "\x00\x08\ufffe\u202eevil",
    "雪" * 40,
    "🦜" * 30,
    "e\u0301" * 50,
]
ATOM = "{http://www.w3.org/2005/Atom}"
SOMETIMES = 5  # of how many plies one is looked at in both kinds


def decisions(table: Table, seed: int) -> Iterator[None]:
    """A whole random game: after each decision, with the time at which it was made."""
    dice = np.random.default_rng(seed)
    while table.mover is not None:
        events = moves.play(table, int(dice.choice(table.position.legal_actions)))
        table.add([msgspec.structs.replace(event, at=1_000_000 + 60_000 * table.plies) for event in events])
        yield


def named(table: Table, names: list[str]) -> Table:
    table.seats = tuple(
        msgspec.structs.replace(seat, name=names[index % len(names)]) for index, seat in enumerate(table.seats)
    )
    return table


def entries(table: Table, seat: int) -> list[dict[str, str]]:
    """The entries of a feed, as an XML parser reads them."""
    root = ElementTree.fromstring(feed.atom(table, seat, SITE))
    assert root.tag == f"{ATOM}feed"
    assert all(root.find(f"{ATOM}{name}") is not None for name in ("id", "title", "updated", "author"))
    assert {element.tag for element in root.iter()} == {
        f"{ATOM}{name}" for name in ("feed", "id", "title", "subtitle", "updated", "author", "name", "link")
    } | ({f"{ATOM}entry", f"{ATOM}content"} if root.find(f"{ATOM}entry") else set()), "nothing that a name brought in"
    found = root.findall(f"{ATOM}entry")
    return [{part.tag.removeprefix(ATOM): part.text or part.attrib["href"] for part in entry} for entry in found]


def events(table: Table, seat: int) -> list[dict[str, str]]:
    """The events of a calendar, with lines unfolded and unescaped as RFC 5545 says."""
    text = feed.calendar(table, seat, SITE)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert not re.search(r"(?<!\r)\n|\r(?!\n)", text)
    lines = text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") <= 1
    assert not [line for line in lines if line.startswith("BEGIN:") and line not in ("BEGIN:VCALENDAR", "BEGIN:VEVENT")]
    if "BEGIN:VEVENT" not in lines:
        return []
    inside = lines[lines.index("BEGIN:VEVENT") + 1 : lines.index("END:VEVENT")]
    return [{name: re.sub(r"\\(.)", r"\1", value) for name, _, value in (line.partition(":") for line in inside)}]


def test_it_says_whose_turn_it_is_at_every_ply(slug: str) -> None:
    game = rookery.load(slug)
    table = named(table_of(game, few(game)), ["Ada", "Bob"])
    names: dict[str, int] = {}
    for count, _ in enumerate(decisions(table, 7)):
        told = [notice(table, seat) for seat in range(table.players)]
        if table.mover is not None:
            assert [seat for seat, news in enumerate(told) if news] == [table.thinking]
        for seat, news in enumerate(told):
            if news is not None and not table.over:
                assert names.setdefault(news.name, seat) == seat, "no two turns have one name"
        if count % SOMETIMES == 0 or table.over:
            for seat, news in enumerate(told):
                [*atom], [*calendar] = entries(table, seat), events(table, seat)
                assert (len(atom), len(calendar)) == ((1, 1) if news else (0, 0))
                if news:
                    assert atom[0]["title"] == calendar[0]["SUMMARY"] == news.words
                    assert atom[0]["link"] == calendar[0]["URL"] == f"{SITE}/t/{table.id}"
    assert len(names) > 1
    last = [notice(table, seat) for seat in range(table.players)]
    assert {news.words for news in last if news} == {f"The game of {game.facts.name} is over"}


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_only_names(name: str) -> None:
    game = rookery.load(ANY)
    table = named(table_of(game, few(game)), [name])
    for _ in decisions(table, 3):
        for seat in range(table.players):
            entries(table, seat)
            events(table, seat)
        if table.plies > 4:
            break
    seat = table.thinking or 0
    words = entries(table, seat)[0]["content"]
    assert words == events(table, seat)[0]["DESCRIPTION"]
    composed = unicodedata.normalize("NFC", re.sub(r"[\x00-\x1f\ufffe\u202e]", " ", name))  # accents join their letters
    assert " ".join(composed.split()) in words


def test_a_seat_that_a_bot_has_is_not_called() -> None:
    game = rookery.load(ANY)
    table = table_of(game, few(game))
    seat = table.thinking
    assert seat is not None
    before = notice(table, seat)
    table.add([Lent(seat, "first")])
    assert (notice(table, seat), entries(table, seat), events(table, seat)) == (None, [], [])
    table.add([Lent(seat, "")])
    assert notice(table, seat) == before


def test_a_turn_that_comes_again_is_another_one() -> None:
    game = rookery.load(ANY)
    table = table_of(game, few(game))
    for _ in decisions(table, 5):
        if table.thinking == 0 and table.plies > 3:
            break
    before = notice(table, 0)
    others = [ply for ply in range(table.plies) if table.at(ply).mover not in (0, CHANCE)]
    table.add([TookBack(others[-1])])
    for _ in decisions(table, 6):
        if table.thinking == 0:
            break
    again = notice(table, 0)
    assert before is not None
    assert again is not None
    assert before.name != again.name


def test_a_calendar_knows_when_time_runs_out() -> None:
    table = timed(DUEL, Clock("move", 86_400, zero="loss"))
    table.add(beginning(table))
    seat = table.thinking
    assert seat is not None
    assert table.times is not None
    said = events(table, seat)[0]
    assert said["DTEND"] == feed._stamp(table.times.due)
    table.add([Conceded(seat, "resigned", at=9_000_000)])
    assert events(table, seat)[0]["DTSTART"] == feed._stamp(9_000_000)


def test_only_the_seats_own_page_is_told_the_address(client: TestClient) -> None:
    table_id, keys = new_table(client, ANY)
    with page(client, table_id) as one, page(client, table_id) as watcher:
        mine, seen = one.hello(keys[0])["table"]["seats"], watcher.hello()["table"]["seats"]
    assert [bool(seat["feed"]) for seat in mine] == [seat["yours"] for seat in mine]
    assert not any(seat["feed"] for seat in [*seen, *client.get(f"/api/tables/{table_id}").json()["seats"]])
    where = next(seat["feed"] for seat in mine if seat["feed"])
    assert all(key not in where for key in keys)
    for kind, media in (("atom", "application/atom+xml"), ("ics", "text/calendar")):
        answer = client.get(f"{where}.{kind}")
        assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, media)
        assert f"http://testserver/t/{table_id}" in answer.text or "VEVENT" not in answer.text
        again = client.get(f"{where}.{kind}", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
    assert client.get(f"{where}.rss").json()["code"] == "UnreadableMessage"


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_who_guesses_is_not_let_in(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", failures_per_address="4/day") as client:
        table_id, keys = new_table(client, ANY)
        right = f"/feed/{table_id}/{feed_token(digest(keys[0]))}.atom"
        assert client.get(right).status_code == 200
        wrong = [f"/feed/{table_id}/{token}.atom" for token in (keys[0], digest(keys[0]), feed_token("")[:-1])]
        assert [refusal(client.get(address)) for address in wrong] == [(404, "UnknownKey")] * 3
        assert refusal(client.get(f"/feed/{table_id}x/{keys[0]}.ics")) == (404, "UnknownTable")
        assert refusal(client.get(right)) == (429, "TooBusy")


def test_a_bot_has_no_feed() -> None:
    game = rookery.load(ANY)
    table = table_of(game, few(game))
    table.seats = (msgspec.structs.replace(table.seats[0], kind="bot", key_hash="", level="first"), *table.seats[1:])
    with pytest.raises(UnknownKey):
        feed.seat_of(table, feed_token(""))
