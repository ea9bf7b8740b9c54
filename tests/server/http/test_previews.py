"""What machines read of an address: a title, a sentence and a picture; never a key, and of closed tables no name."""

import re
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.export.preview import PREVIEW_SIZE
from rookery.server.storage.store import Store
from rookery.site.node_programs import WEB
from rookery.site.public_files import public_files
from tests.server.support.app_client import few, opened, page

SLUG = min(rookery.slugs(), key=lambda slug: rookery.load(slug).facts.longest)
FACTS = rookery.load(SLUG).facts
INDEX = (WEB / "index.html").read_text("utf-8")
NASTY = """<i>"Ann" & 'Bo'</i>"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("previews")
    (folder / "page").mkdir()
    (folder / "page" / "index.html").write_text(INDEX)
    return folder


@pytest.fixture(scope="module")
def server(house: Path) -> Iterator[TestClient]:
    with opened(house / "t.sqlite3", page=house / "page", site="https://example.org") as client:
        yield client


def told(client: TestClient, address: str) -> dict[str, str]:
    """What a machine finds in the head of a page."""
    html = client.get(address).text
    found = re.findall(r'<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"', html)
    assert len(found) == len(dict(found)) + html.count('name="theme-color"') - 1, "nothing is told twice"
    (title,) = re.findall(r"<title>([^<]*)</title>", html)
    return {name: unescape(value) for name, value in found} | {"title": unescape(title)}


def made(client: TestClient, name: str = NASTY, other: str = "") -> tuple[str, list[str]]:
    second = {"kind": "person", "name": other} if other else {"kind": "person", "open": True}
    seats = [{"kind": "person", "name": name}, second, *[{"kind": "person"}] * (few(rookery.load(SLUG)) - 2)]
    links = client.post("/api/tables", json={"game": SLUG, "seats": seats}).json()
    return links["table"], [seat["key"] for seat in links["seats"]]


def test_a_link_to_a_table_says_who_invites_to_what(server: TestClient) -> None:
    table, keys = made(server)
    found = told(server, f"/t/{table}")
    assert found["title"] == found["og:title"] == f"{NASTY} invites you to {FACTS.name}"
    assert found["description"] == found["og:description"]
    assert found["og:description"].startswith(FACTS.tagline)
    assert found["og:image"] == f"https://example.org/preview/{SLUG}.png"
    assert found["og:url"] == f"https://example.org/t/{table}"
    assert (found["twitter:card"], found["robots"]) == ("summary_large_image", "noindex")
    html = server.get(f"/t/{table}").text
    assert "<i>" not in html
    assert not any(key in html for key in keys if key)
    with page(server, table) as player:
        player.hello(*[key for key in keys if key])
        player.say("begin")
        player.hear("welcome", "refused")
    assert told(server, f"/t/{table}")["title"] == f"{FACTS.name}: {NASTY}"


def test_of_several_people_nobody_is_said_to_invite(server: TestClient) -> None:
    table, _ = made(server, "Ann", "Bo")
    assert told(server, f"/t/{table}")["title"] == f"You are invited to {FACTS.name}"


def test_a_table_that_is_not_in_memory_is_not_opened_for_it(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(house / "other.sqlite3", page=house / "page") as client:
        table, keys = made(client, "Anna")
        with page(client, table) as player:
            player.hello(keys[0])
            player.say("rename", seat=0, name="Ann")
            while player.hear("tabled")["table"]["seats"][0]["name"] != "Ann":
                pass
    monkeypatch.setattr(Store, "load", None)
    with opened(house / "other.sqlite3", page=house / "page") as client:
        assert told(client, f"/t/{table}")["title"] == f"Ann invites you to {FACTS.name}"
        assert told(client, f"/t/{table}")["og:image"] == f"http://testserver/preview/{SLUG}.png"


def test_nobody_is_named_where_the_table_is_closed_or_unknown(server: TestClient) -> None:
    slug = server.get("/api/days").json()["games"][0]["slug"]
    links = server.post(f"/api/days/games/{slug}", json={"who": "w" * 20, "name": "Annabella"}).json()
    found = told(server, f"/t/{links['table']}")
    assert found["title"] == f"A table of {rookery.load(slug).facts.name}"
    assert "Annabella" not in server.get(f"/t/{links['table']}").text
    for address in ("/t/none", "/t/none/review", "/no-such-page"):
        html = server.get(address, headers={"accept": "text/html"})
        assert "<title>Rookery</title>" in html.text
        assert '<meta name="robots" content="noindex"' in html.text


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (f"/games/{SLUG}/rules", f"Rules of {FACTS.name}"),
        (f"/games/{SLUG}/learn", f"Learn {FACTS.name}"),
        (f"/games/{SLUG}/puzzles", f"Puzzles of {FACTS.name}"),
        (f"/games/{SLUG}/analysis", f"Analyse {FACTS.name}"),
        (f"/today/{SLUG}", f"Today's game of {FACTS.name}"),
        ("/today", "Games of the day"),
        ("/puzzles", "Puzzles of the day"),
        ("/games/none/rules", "Rookery"),
        ("/", "Rookery"),
    ],
)
def test_each_page_has_a_title_of_its_own(server: TestClient, address: str, words: str) -> None:
    found = told(server, address)
    assert found["title"] == found["og:title"] == words
    assert len(found["description"]) > 40
    assert ("og:image" in found) == (SLUG in address)
    assert ("robots" in found) == ("none" in address)


def test_the_picture_is_a_png_of_the_size_that_sites_ask_for(server: TestClient) -> None:
    for _ in range(2):
        answer = server.get(f"/preview/{SLUG}.png")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin", "other sites show it"
        assert struct.unpack(">II", answer.content[16:24]) == PREVIEW_SIZE
    assert server.get("/preview/none.png").status_code == 404


def test_a_page_without_a_title_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("an own page")
    with opened(tmp_path / "t.sqlite3", page=tmp_path) as client:
        assert client.get("/").text == "an own page"


def test_a_database_that_is_away_does_not_keep_the_page_away(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rookery.server.errors import StoreTrouble

    async def away(store: Store, table: str) -> None:
        raise StoreTrouble("the database is away")

    monkeypatch.setattr(Store, "outlined", away)
    assert server.get("/t/some-table").text == INDEX


@pytest.mark.generated
def test_icons_and_robots_lie_beside_the_page() -> None:
    """`python -m rookery.site.public_files` writes them."""
    for path, data in public_files(WEB).items():
        assert (WEB / "public" / path).read_bytes() == data, path
