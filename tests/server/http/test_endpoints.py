"""Plain HTTP: games, making tables, records, pictures, rules, files, and refusals with the right status."""

import asyncio
import json
import mimetypes
import os
import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.requests import Request
from starlette.staticfiles import StaticFiles
from starlette.testclient import TestClient

import rookery
from rookery.core.errors import BrokenKernel, Trouble
from rookery.core.registry import is_example
from rookery.export import rules_page
from rookery.puzzles import BrokenPuzzles
from rookery.server.api import exchange
from rookery.server.bots.game_codes import code_name
from rookery.server.config import Config
from rookery.server.errors import NotReady, Stopping, StoreTrouble
from rookery.server.http import page_files
from rookery.server.http.app import create_app
from rookery.server.storage.store import Store
from tests.games.rules_pages import NUMBER, visible
from tests.often import KINDS
from tests.server.support.app_client import QUICK, few, new_table, opened, page, play_out
from tests.tiny.lab import Lab

PERSON = {"kind": "person"}


# ── Games and tables ─────────────────────────────────────────────────────────
def test_every_game_has_a_card(client: TestClient) -> None:
    found = client.get("/api/games").json()
    weights = [card["weight"] for card in found if not is_example(card["slug"])]
    assert weights == sorted(weights), "the lightest come first"
    cards = {card["slug"]: card for card in found}
    assert set(cards) == set(rookery.slugs())
    for slug, card in cards.items():
        facts = rookery.load(slug).facts
        assert (card["name"], card["players"], card["weight"]) == (facts.name, list(facts.players), facts.weight)
        assert [option["name"] for option in card["options"]] == [option.name for option in facts.options]
        for players in facts.players:
            usual = [role for role, _ in facts.seats_at(players, {})]
            assert card["seats"][str(players)] == usual
            for other in (it for it in card["renamed"] if it["players"] == players):
                named = [role for role, _ in facts.seats_at(players, {other["option"]: other["choice"]})]
                assert other["seats"] == named != usual
        plain = dict.fromkeys(("words", "bird", "species", "nature", "hello", "won", "lost"), "")
        assert card["levels"][0] == {"id": "first", "name": "First"} | plain


def test_examples_are_offered_only_if_somebody_asks_for_them_and_last(tmp_path: Path) -> None:
    games, all_slugs = rookery.slugs(examples=False), rookery.slugs()
    example = all_slugs[-1]
    assert len(games) == len(all_slugs) - 1
    assert is_example(example)
    with opened(tmp_path / "house.sqlite3", examples=False) as house:
        assert {card["slug"] for card in house.get("/api/games").json()} == set(games)
        assert all(day["slug"] in games for day in house.get("/api/puzzles").json()["puzzles"])
        assert house.get(f"/api/games/{example}/lessons").json()["code"] == "UnknownGame"
    with opened(tmp_path / "all.sqlite3") as house:
        assert house.get("/api/games").json()[-1]["slug"] == example, "newcomers begin with the first"
    assert Config().examples is False


def test_seats_are_named_for_options_that_no_card_lists(client: TestClient, slug: str) -> None:
    facts = rookery.load(slug).facts
    for players in facts.players:
        for option in facts.options:
            value = option.example or option.choices_of(players)[-1]
            found = client.get(f"/api/games/{slug}/seats", params={"players": players, option.name: value})
            assert found.json() == [role for role, _ in facts.seats_at(players, {option.name: value})]
    wrong = {"players=99": 422, "players=2&no=x": 422, "": 404, "players=999999999": 404}
    for asked, status in wrong.items():
        assert client.get(f"/api/games/{slug}/seats?{asked}").status_code == status, asked
    assert client.get("/api/games/nothing/seats", params={"players": 2}).status_code == 404


def test_links_hold_the_keys_of_people_and_none_of_bots(client: TestClient, slug: str) -> None:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "first"}]
    answer = client.post("/api/tables", json={"game": slug, "seats": seats})
    links = answer.json()
    assert answer.status_code == 201
    assert [link["seat"] for link in links["seats"]] == [0]
    assert links["seats"][0]["link"] == f"{links['watch']}#{links['seats'][0]['key']}"
    assert len(links["seats"][0]["key"]) >= 22  # 128 bits, six a letter
    card = client.get(f"/api/tables/{links['table']}").json()
    assert [(seat["name"], seat["kind"], seat["level"]) for seat in card["seats"]] == [
        ("Ann", "person", ""),
        ("", "bot", "first"),
    ]
    assert links["seats"][0]["key"] not in client.get(f"/api/tables/{links['table']}").text


def test_options_are_kept(client: TestClient, slug: str) -> None:
    facts = rookery.load(slug).facts
    options = {option.name: option.choices_of(few(rookery.load(slug)))[-1] for option in facts.options}
    table, _ = new_table(client, slug, options=options)
    assert client.get(f"/api/tables/{table}").json()["options"] == options


@pytest.mark.parametrize(
    ("order", "status", "code"),
    [
        ({"game": "chess"}, 404, "UnknownGame"),
        ({"seats": [PERSON] * 7}, 422, "UnknownOption"),
        ({"seats": []}, 400, "UnreadableMessage"),
        ({"seats": [PERSON] * 17}, 400, "UnreadableMessage"),
        ({"seats": [{"kind": "cat"}]}, 400, "UnreadableMessage"),
        ({"seats": [PERSON, {"kind": "bot", "level": "fierce"}]}, 422, "UnknownLevel"),
        ({"seats": [PERSON, {"kind": "bot"}]}, 422, "UnknownLevel"),
        ({"seats": [PERSON, {"kind": "person", "name": "x" * 33}]}, 400, "UnreadableMessage"),
        ({"options": {"colour": "red"}}, 422, "UnknownOption"),
        ({"options": {"colour": 1}}, 400, "UnreadableMessage"),
        ({"more": 1}, 400, "UnreadableMessage"),
    ],
)
def test_orders_that_cannot_be_met(
    client: TestClient, slug: str, order: dict[str, Any], status: int, code: str
) -> None:
    answer = client.post("/api/tables", json={"game": slug, "seats": [PERSON, PERSON]} | order)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["words"]


@pytest.mark.parametrize("body", [b"", b"nonsense", b"\xff\xfe", b"[]", b"{" * 16_000])
def test_bodies_that_are_no_orders(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/tables", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "UnreadableMessage")


@pytest.mark.parametrize("address", ["/api/tables", "/api/games", "/nowhere"])
def test_a_body_that_is_too_long_is_refused_unread(client: TestClient, address: str) -> None:
    answer = client.post(address, content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "UnreadableMessage")


def test_a_body_that_does_not_say_how_long_it_is_has_the_same_limit(client: TestClient) -> None:
    answer = client.post("/api/tables", content=(b"x" * 1000 for _ in range(100)))
    assert (answer.status_code, answer.json()["code"]) == (413, "UnreadableMessage")


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/api/tables/nowhere", 404),
        ("GET", "/api/tables/nowhere/record", 404),
        ("GET", "/api/tables/nowhere/actions", 404),
        ("GET", "/art/chess.svg", 404),
        ("GET", "/games/chess/picture.svg", 404),
        ("GET", "/rules/chess", 404),
        ("GET", "/nothing/here", 404),
        ("GET", "/../app.py", 404),
        ("GET", "/%2e%2e/app.py", 404),
        ("GET", "/..%2fapp.py", 404),
        ("GET", "/%00", 404),
        ("GET", "/" + "x" * 5000, 404),
        ("POST", "/api/tables/nowhere/seats/" + "9" * 5000, 404),
        ("POST", "/api/tables/nowhere/seats/-1", 404),
        ("DELETE", "/api/games", 405),
        ("DELETE", "/api/tables", 405),
    ],
)
def test_addresses_that_lead_nowhere(client: TestClient, method: str, address: str, status: int) -> None:
    answer = client.request(method, address, json={})
    assert (answer.status_code, answer.json()["type"]) == (status, "refused")
    assert answer.json()["words"]


@pytest.mark.parametrize("address", ["/api/tables/%00", "/api/tables/a%00/record", "/api/tags/%00", "/feed/%00/x.atom"])
def test_a_zero_character_is_no_outage(database: str, address: str) -> None:
    """PostgreSQL has no such texts."""
    with opened(database) as client:
        assert client.get(address).status_code in {400, 404}


def test_a_game_that_is_not_ready_is_waited_for_and_then_refused(
    tmp_path: Path, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rookery.server.bots.opener.use", lambda game: time.sleep(0.5))
    with opened(tmp_path / "t.sqlite3", ready_timeout=0.05) as client:
        answer = client.post("/api/tables", json={"game": slug, "seats": [PERSON, PERSON]})
        assert (answer.status_code, answer.json()["code"]) == (503, "NotReady")
        assert client.get("/health").json() == {"ok": True}


# ── Records ──────────────────────────────────────────────────────────────────
def test_a_record_replays(client: TestClient, slug: str) -> None:
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        moment = player.move(player.hello(*keys)["moment"])
        if not rookery.load(slug).facts.hidden:
            assert rookery.Record.loads(client.get(f"/api/tables/{table}/record").text).plies == moment["ply"]
        refused = client.get(f"/api/tables/{table}/actions")
        assert (refused.status_code, refused.json()["code"]) == (403, "StillSecret")
        end = play_out(player, moment)
    answer = client.get(f"/api/tables/{table}/record")
    record = rookery.Record.loads(answer.content)
    assert (record.plies, record.position.is_over) == (end["ply"], True)
    played = client.get(f"/api/tables/{table}/actions").json()
    start = record.at(0)
    assert played == {
        "game": slug,
        "players": start.players,
        "options": start.options,
        "actions": list(record.actions),
    }
    assert answer.headers["content-disposition"] == f'attachment; filename="{slug}-{table}.jsonl"'
    assert [next(iter(json.loads(line))) for line in answer.text.splitlines()[-2:]] == ["over", "seal"]


# ── Reading matter ───────────────────────────────────────────────────────────
def test_art_picture_and_rules(client: TestClient, slug: str) -> None:
    art = client.get(f"/art/{slug}.svg")
    assert art.headers["content-type"] == "image/svg+xml"
    assert art.text == rookery.load(slug).art
    again = client.get(f"/art/{slug}.svg", headers={"if-none-match": art.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"/games/{slug}/picture.svg").text.startswith("<svg")
    rules = client.get(f"/rules/{slug}")
    assert rules.status_code == 200
    assert "<h1" in rules.text or "<h2" in rules.text
    assert "<script" not in rules.text
    assert not re.search(NUMBER, visible(rules.text)), "players do not see numbers of rules unless they ask for them"
    assert set(re.findall(NUMBER, rules.text)) == set(re.findall(NUMBER, rookery.load(slug).rules_page))
    pictures = rookery.load(slug).rules_page.count("```position")
    assert (rules.text.count("data-view="), rules.text.count("data:image")) == (pictures, 0)  # the page draws them


def test_a_rules_page_says_who_looks_at_a_position(lab: Lab) -> None:
    lab.files(rules_page="```position players=3 seat=1\n... 321 3\nThree cards.\n```\n\n```python\nx\n```\n")
    html = rules_page.rules.__wrapped__(lab.game)
    assert html.count('<figure class="position">') == 1
    assert "<figcaption>Three cards." in html
    drawn = lab.game.position("... 321 3", players=3).svg(1)
    assert drawn in unquote(html)


def test_pictures_that_cannot_be_drawn_take_no_game_down(lab: Lab, caplog: pytest.LogCaptureFixture) -> None:
    """They are left out, and the log says which and why."""
    lab.files(rules_page="# Tiny\n\n```position\n0.1 321 5\nThree play here.\n```\n\nMark the middle.\n")
    lab.scenery(PICTURE="0.1 321 5")
    html = rules_page.rules.__wrapped__(lab.game)
    assert "<figure" not in html
    assert f"<p>{rules_page.MISSING_PICTURE_TEXT}</p>" in html
    assert "<p>Mark the middle.</p>" in html
    assert rules_page.picture.__wrapped__(lab.game).startswith("<svg")
    page, lobby = (record.getMessage() for record in caplog.records)
    assert re.match(r"rules\.md of tiny, line 3: a picture is left out: .*0\.1 321 5.*read for 2 players", page)
    assert re.match(r"PICTURE in scene\.py of tiny cannot be drawn: UnreadablePosition: .*0\.1 321 5", lobby)


def test_a_rules_page_shows_the_zones_that_it_asks_for(lab: Lab) -> None:
    lab.files(rules_page="```position players=3 show=row\n... 321 3\n```\n")
    html = unquote(rules_page.rules.__wrapped__(lab.game))
    assert 'viewBox="0 0 3 1"' in html
    assert ">abc<" not in html


def test_the_page_and_its_files(tmp_path: Path) -> None:
    built = tmp_path / "page"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>the page")
    (built / "favicon.svg").write_text("<svg/>")
    (built / "assets" / "main-1a2b.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    (built / ".env").write_text("secret")
    with opened(tmp_path / "t.sqlite3", page=built) as client:
        assert client.get("/.env").status_code == 404
        for address in ("/", "/t/some-table", "/t/some-table/review", "/games/x/analysis", "/?game=x"):
            answer = client.get(address)
            assert (answer.text, answer.headers["cache-control"]) == ("<!doctype html>the page", "no-cache")
        assert "immutable" in client.get("/assets/main-1a2b.js").headers["cache-control"]
        assert client.get("/favicon.svg").headers["cache-control"] == "no-cache"
        for address in ("secret.txt", "../secret.txt", "%2e%2e/secret.txt", "assets/..%2f..%2fsecret.txt", "assets"):
            assert client.get(f"/{address}").status_code == 404


def test_pages_hear_whether_games_run_in_a_sandbox(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<head></head>page")
    with opened(tmp_path / "1.sqlite3", page=tmp_path, workshop=tmp_path / "none", sandboxed=True) as client:
        assert client.get("/").text == '<head><meta name="sandboxed" /></head>page'


def test_a_server_has_the_workshop_that_it_is_given(tmp_path: Path) -> None:
    for name in ("page", "make"):
        (tmp_path / name / "python").mkdir(parents=True)
        (tmp_path / name / "index.html").write_text(f"<head></head>{name}")
    (tmp_path / "make/sandbox.html").write_text("sandbox")
    (tmp_path / "make/python/python.wasm.0f.packed").write_bytes(b"1" * 9_999)
    with opened(tmp_path / "1.sqlite3", page=tmp_path / "page", workshop=tmp_path / "none") as client:
        assert client.get("/").text == "<head></head>page"
        assert client.get("/make/").status_code == 404
    with opened(tmp_path / "2.sqlite3", page=tmp_path / "page", workshop=tmp_path / "make") as client:
        assert client.get("/").text == '<head><meta name="workshop" content="/make/" /></head>page'
        assert client.get("/make").url.path == "/make/"
        assert client.get("/make/?workshop").text == "<head></head>make"
        assert client.get("/make/sandbox.html").headers["content-security-policy"].startswith("sandbox allow-scripts")
        packed = client.get("/make/python/python.wasm.0f.packed")
        assert "content-encoding" not in packed.headers, "it is compressed already"
        assert client.get("/make/%2e%2e/page/index.html").status_code == 404
        # the files of a site are named relative to its own path: elsewhere it would be an empty page
        astray = client.get("/make/no/such", headers={"accept": "text/html"})
        assert (astray.status_code, astray.text) == (404, client.get("/").text)


def test_a_lasting_file_is_compressed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To compress the code of a game takes up to 12 ms, for which everybody would wait each time."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "main-1a2b.js").write_text("1" * 9_999)
    with opened(tmp_path / "t.sqlite3", page=tmp_path) as client:
        slug = KINDS[0]
        for path in ("/assets/main-1a2b.js", f"/code/{code_name(rookery.load(slug))}"):
            first = client.get(path)
            with monkeypatch.context() as again:
                for compressor in ("zlib.compress", "zlib.compressobj"):
                    again.setattr(compressor, None)
                second = client.get(path)
                plain = client.get(path, headers={"accept-encoding": ""})
            for answer in (first, second):
                assert (answer.headers["content-encoding"], answer.text) == ("gzip", plain.text)
            assert "content-encoding" not in plain.headers
            assert {answer.headers["vary"].lower() for answer in (first, second, plain)} == {"accept-encoding"}


def test_the_types_of_files_are_ours_and_not_those_of_the_machine(tmp_path: Path) -> None:
    """A registry of Windows may say that scripts are plain text, and then no browser runs them."""
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/mani"}
    for ending in kinds:
        (tmp_path / f"file{ending}").write_text("1")
    mimetypes.init()
    with pytest.MonkeyPatch.context() as machine, opened(tmp_path / "t.sqlite3", page=tmp_path) as client:
        machine.setattr(mimetypes, "types_map", mimetypes.types_map | dict.fromkeys(kinds, "text/plain"))
        machine.setattr(mimetypes, "guess_type", lambda path: ("text/plain", None))
        for ending, kind in kinds.items():
            assert client.get(f"/file{ending}").headers["content-type"].startswith(kind)


def test_each_file_of_the_page_has_a_type() -> None:
    shipped = {path.suffix for path in [*Path("web/public").rglob("*"), *Config().page.rglob("*")] if path.is_file()}
    assert {".svg", ".js"} <= shipped <= page_files.TYPES_BY_ENDING.keys()


STRANGE = ["a" * 5000, "a/" * 3000 + "b", "%00", "x%0ay", "index.html/", "index.html/x", "//etc/passwd"]


@pytest.mark.parametrize("name", STRANGE)
def test_what_can_be_no_file_is_not_found(tmp_path: Path, name: str) -> None:
    (tmp_path / "index.html").write_text("the page")
    with opened(tmp_path / "t.sqlite3", page=tmp_path) as client:
        assert client.get(f"/{name}").status_code == 404


def test_to_find_one_file_no_folder_is_gone_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every made-up path would cost a walk through the folders."""
    (tmp_path / "index.html").write_text("the page")
    with opened(tmp_path / "t.sqlite3", page=tmp_path) as client:
        looked = list[Path]()
        monkeypatch.setattr(os, "scandir", looked.append)
        assert client.get("/index.html").text == "the page"
        assert client.get("/no-such-file").status_code == 404
    assert not looked


async def plain(html: bytes, request: Request) -> bytes:
    return html


def test_clients_that_read_slowly_share_one_copy_of_a_file(tmp_path: Path) -> None:
    """Otherwise one address could take gigabytes, with the Python of a workshop."""
    (tmp_path / "python.packed").write_bytes(b"1" * 9_999)
    asked = Request({"type": "http", "method": "GET", "path_params": {"path": "python.packed"}, "headers": []})
    one, two = (asyncio.run(page_files.PageFiles(tmp_path, plain).file(asked)) for _ in range(2))
    assert one.body is two.body


def test_a_page_may_be_built_anew_under_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may vanish after it was found, or while it is sent."""
    (index := tmp_path / "index.html").write_text("the page")
    asked = Request({"type": "http", "method": "GET", "path": "/index.html", "headers": []})
    answer = asyncio.run(page_files.PageFiles(tmp_path, plain).index(asked))
    there = index.stat()
    index.unlink()
    assert TestClient(answer).get("/").text == "the page"
    monkeypatch.setattr(StaticFiles, "lookup_path", lambda files, path: (str(tmp_path / path), there))
    with opened(tmp_path / "t.sqlite3", page=tmp_path) as client:
        assert [client.get(address).status_code for address in ("/index.html", "/")] == [404, 503]


@pytest.mark.parametrize("address", ["/", "/t/some-table", "/favicon.svg"])
def test_what_a_browser_has_already_is_not_sent_again(tmp_path: Path, address: str) -> None:
    files = [tmp_path / name for name in ("index.html", "favicon.svg")]
    for file in files:
        file.write_text("before")
    with opened(tmp_path / "t.sqlite3", page=tmp_path) as client:
        tag = client.get(address).headers["etag"]
        known = client.get(address, headers={"if-none-match": tag})
        assert (known.status_code, known.content) == (304, b"")
        assert known.headers["cache-control"] == client.get(address).headers["cache-control"]
        for file in files:  # as long as before, and of the same date, as the files of an installed page may be
            date = file.stat().st_mtime
            file.write_text("behind")
            os.utime(file, (date, date))
        newer = client.get(address, headers={"if-none-match": tag})
        assert (newer.status_code, newer.text) == (200, "behind")


def test_the_page_that_says_that_nothing_is_there_is_always_sent(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the page")
    with opened(tmp_path / "t.sqlite3", page=tmp_path) as client:
        headers = {"accept": "text/html", "if-none-match": client.get("/").headers["etag"]}
        assert client.get("/", headers=headers).status_code == 304
        answer = client.get("/nowhere", headers=headers)
        assert (answer.status_code, answer.text) == (404, "the page")
        refused = client.post("/nowhere", headers=headers)
        assert (refused.status_code, {*refused.headers["allow"].split(", ")}) == (405, {"GET", "HEAD"})


def test_a_page_that_is_not_built_says_so(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", page=tmp_path) as client:
        answer = client.get("/")
        assert answer.status_code == 503
        assert "make play" in answer.text


@pytest.mark.parametrize("address", ["/", "/api/games", "/nowhere", "/health"])
def test_security_headers(client: TestClient, address: str) -> None:
    headers = client.get(address).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers  # only over TLS


def test_over_tls_browsers_are_told_to_stay_there(client: TestClient) -> None:
    headers = TestClient(client.app, base_url="https://testserver").get("/health").headers
    assert headers["strict-transport-security"].startswith("max-age=")


def test_no_script_may_stand_in_a_page(client: TestClient) -> None:
    policy = client.get("/").headers["content-security-policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["script-src"] == "'self'"
    assert "unsafe-eval" not in policy
    assert [name for name, value in parts.items() if "unsafe-inline" in value] == ["style-src"]


def test_a_fault_of_ours_is_told_without_its_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(game: Any) -> str:
        raise ZeroDivisionError("a secret of the inside")

    monkeypatch.setattr("rookery.export.rules_page.picture", broken)
    store = Store(tmp_path / "t.sqlite3")
    with TestClient(create_app(QUICK, store), raise_server_exceptions=False) as client:
        answer = client.get(f"/games/{KINDS[0]}/picture.svg")
    store.close()
    assert (answer.status_code, answer.json()["code"]) == (500, "Trouble")
    assert "secret" not in answer.text
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("kind", [BrokenKernel, BrokenPuzzles])
def test_a_broken_part_of_a_game_is_told_without_its_file(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: type[Trouble]
) -> None:
    """The message is for the author of the game, who reads the log."""

    def broken(game: Any) -> str:
        raise kind("/srv/x.py:3, in legal: the record State has no field turns")

    monkeypatch.setattr("rookery.export.rules_page.picture", broken)
    answer = client.get(f"/games/{KINDS[0]}/picture.svg")
    assert (answer.status_code, answer.json()["code"]) == (500, "Trouble")
    assert "/srv" not in answer.text
    assert "/srv/x.py:3" in caplog.text


def test_only_what_will_pass_by_itself_is_answered_as_an_outage() -> None:
    """Proxies and programs retry after a status of 503, which makes no sense for what they are not allowed to know."""
    assert {kind for kind, status in exchange.STATUS.items() if status == 503} == {NotReady, Stopping, StoreTrouble}
    for kind, status in exchange.STATUS.items():
        above = [exchange.STATUS[base] for base in kind.__mro__[1:] if base in exchange.STATUS]
        assert status not in above, f"{kind.__name__} is listed twice"
