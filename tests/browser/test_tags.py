"""Name tags: made silently, brought to another device by a passkey or by words, shown, downloaded, deleted."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House, Table
from tests.browser.screen import Screen
from tests.browser.site import START, FileServer
from tests.browser.test_accessible import check
from tests.server.support.tag_device import Device, told_at

SHORT = min(
    (slug for slug in rookery.slugs() if rookery.load(slug).facts.players == (2,)),
    key=lambda slug: rookery.load(slug).facts.longest,
)
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def local(link: str) -> str:
    """A passkey belongs to a name; an address of numbers has none."""
    return link.replace("127.0.0.1", "localhost")


def authenticator(page: Page) -> tuple[Any, str]:
    """A virtual one, as Chromium has it for tests."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return devtools, made["authenticatorId"]


def sit_down(screen: Screen, table: Table, seat: int = 0) -> Page:
    """Until the seat is claimed, which nobody has asked for."""
    with screen.page.expect_response(re.compile("/api/tag/claim$")) as claimed:
        screen.open(local(table.seat(seat)))
    assert claimed.value.ok
    return screen.page


def visit(page: Page, house: House, place: str) -> None:
    page.goto(local(house.link) + place)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def call(page: Page, house: House, name: str) -> None:
    visit(page, house, "me")
    with page.expect_response(re.compile("/api/tag/change$")):
        page.get_by_label("Name", exact=True).fill(name)
        page.keyboard.press("Tab")


def made_words(page: Page) -> list[str]:
    page.get_by_role("button", name="Make words").click()
    expect(page.get_by_role("status").get_by_role("listitem")).to_have_count(12)
    return page.get_by_role("status").get_by_role("listitem").all_inner_texts()


def enter(page: Page, words: str) -> None:
    page.get_by_role("button", name="Enter words").click()
    page.get_by_label("Your twelve words").fill(words)
    page.get_by_role("button", name="Join").click()


def with_passkey(window: OpenWindow, house: House, name: str, table: Table | None = None) -> tuple[Page, Any]:
    """Somebody with a tag, and the passkey that opens it."""
    page = sit_down(window(), table or house.table(SHORT))
    call(page, house, name)
    devtools, its = authenticator(page)
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_text("1 passkey", exact=True)).to_be_visible()
    (credential,) = devtools.send("WebAuthn.getCredentials", {"authenticatorId": its})["credentials"]
    return page, credential


def holding(screen: Screen, house: House, **credential: Any) -> tuple[Page, Any, str]:
    """In a browser without a tag, an authenticator that holds this passkey."""
    page = screen.page
    visit(page, house, "me")
    devtools, its = authenticator(page)
    devtools.send("WebAuthn.addCredential", {"authenticatorId": its, "credential": credential})
    return page, devtools, its


def test_a_lost_phone_is_no_lost_name(window: OpenWindow, house: House) -> None:
    """A passkey brings name and games to another browser, which plays on; a rematch and a second way in, too."""
    table = house.table(SHORT, plies=2)
    _, credential = with_passkey(window, house, "Wren", table)
    new = window()
    page, _, _ = holding(new, house, **credential)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Wren")
    check(new, "name tag")
    visit(page, house, "mine")
    expect(page.get_by_role("heading", name="Wren’s games")).to_be_visible()
    check(new, "my games")
    page.get_by_role("link", name=rookery.load(SHORT).facts.name).click()
    expect(page).to_have_url(re.compile(rf"/t/{table.id}#.+"))
    assert table.keys[0] not in page.url, "it has a key of its own"
    new.wait_for_ply(2)
    expect(page.get_by_label("Game", exact=True)).to_contain_text("You")


def test_words_bring_it_back_too_and_a_stolen_link_does_not(window: OpenWindow, house: House) -> None:
    table = house.table(SHORT)
    page = sit_down(window(), table)
    call(page, house, "Heron")
    words = made_words(page)

    thief = window()
    page = sit_down(thief, table)  # the link opens the seat, as ever
    visit(page, house, "mine")
    expect(page.get_by_text("These are the games of this browser.")).to_be_visible()
    visit(page, house, "me")
    expect(page.get_by_text("You get one when you first sit down")).to_be_visible()
    enter(page, " ".join([*words[:11], "heronn"]))
    expect(page.get_by_role("alert")).to_contain_text("misspelt")

    page = window().page
    visit(page, house, "me")
    enter(page, "\n".join(f"{n}. {word.upper()}" for n, word in enumerate(words, 1)))
    expect(page.get_by_label("Name", exact=True)).to_have_value("Heron")
    expect(page.get_by_text("Your tag lives on 2 devices.")).to_be_visible()


def test_who_leaves_is_gone(window: OpenWindow, house: House) -> None:
    table = house.table(SHORT, plies=1)
    page = sit_down(window(), table)
    call(page, house, "Goldfinch")
    page.goto(local(table.seat(0)))
    with page.expect_response(re.compile("/api/tag")):
        visit(page, house, "me")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download it").click()
    with open(download.value.path(), encoding="utf-8") as file:
        assert json.load(file)["tag"]["name"] == "Goldfinch"
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Delete everything about me").click()
    expect(page.get_by_text("You have left.")).to_be_visible()
    memory = page.evaluate("JSON.stringify(localStorage)")
    assert "Goldfinch" not in memory
    assert page.evaluate("indexedDB.databases().then((all) => all.length)") <= 1
    another = house.table(SHORT)
    page.goto(local(another.seat(0)))
    expect(page.get_by_role("group", name="Board of")).to_be_visible()
    assert json.loads(page.evaluate("localStorage['rookery.tag']")) == {"left": True}, "no new one is made unasked"


def test_a_key_cannot_be_read(window: OpenWindow, house: House) -> None:
    page = sit_down(window(), house.table(SHORT))
    read = """async () => {
      const opened = await new Promise((done) => {
        const asking = indexedDB.open('rookery.tag', 1)
        asking.onsuccess = () => done(asking.result)
      })
      const { secret } = await new Promise((done) => {
        const asking = opened.transaction('keys').objectStore('keys').get('device')
        asking.onsuccess = () => done(asking.result)
      })
      return crypto.subtle.exportKey('pkcs8', secret).then(() => 'read', (error) => error.name)
    }"""
    assert page.evaluate(read) == "InvalidAccessError"


@pytest.mark.soak
def test_two_tabs_ask_at_once(window: OpenWindow, house: House) -> None:
    """Their requests may come in another order than they were signed; the page repeats what was refused for that."""
    first = window()
    page = sit_down(first, house.table(SHORT))
    other = page.context.new_page()
    for one in (page, other):
        visit(one, house, "mine")
    load = "() => Promise.all([...Array(6)].map(() => location.reload()))"
    for one in (page, other):
        one.evaluate(load)
    for one in (page, other):
        expect(one.get_by_role("link", name=re.compile(f"^{rookery.load(SHORT).facts.name} with"))).to_be_visible()


@pytest.mark.soak
def test_a_browser_without_keys_plays_on(window: OpenWindow, house: House) -> None:
    """As at an http address elsewhere."""
    screen = window()
    screen.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    table = house.table(SHORT)
    page = screen.open(table.seat(0)).page
    expect(page.get_by_role("group", name="Board of")).to_be_visible()
    visit(page, house, "me")


def test_a_page_without_a_server_has_a_bird_of_its_own(window: OpenWindow, site: FileServer) -> None:
    page = window().open(f"{site.link}?me").page
    expect(page.get_by_role("heading", name="Name tag")).to_be_visible(timeout=START)
    page.goto(f"{site.link}?mine")
    expect(page.get_by_text("Your games stay in this browser.")).to_be_visible(timeout=START)


# ── Attacks on passkeys, with Chromium's own authenticator ──────────────────
def told(house: House, device: Device, path: str, body: Any = None) -> Any:
    return told_at(local(house.link), device, path, body)


@pytest.mark.soak
def test_passkeys_are_stolen_exchanged_repeated_and_removed(
    window: OpenWindow, house: House, foreseen: list[str]
) -> None:
    foreseen += ["403", "404"]
    owner, credential = with_passkey(window, house, "Wren")
    mallory, other = with_passkey(window, house, "Mallory")

    # Mallory's passkey that says it is Wren's
    page, _, _ = holding(window(), house, **{**other, "credentialId": credential["credentialId"]})
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("did not answer this question")

    # an answer that is caught on its way, and sent by another key, and once more by nobody
    page, devtools, its = holding(window(), house, **credential)
    with page.expect_request(re.compile("/api/tag/join$")) as caught:
        page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Wren")
    signed = json.loads(caught.value.post_data or "")
    stolen = json.loads(signed["body"])
    thief = Device()
    assert told(house, thief, "/api/tag/join", stolen)["code"] == "BadSignature"
    asked = told(house, thief, "/api/tag/join/passkey")
    assert told(house, thief, "/api/tag/join", {**stolen, "ends": asked["ends"]})["code"] == "BadSignature"
    assert told(house, thief, "/api/tag") is None
    again = page.evaluate(
        "(body) => fetch('/api/tag/join', { method: 'POST', body }).then((answer) => answer.json())", json.dumps(signed)
    )
    assert again["code"] == "BadSignature", "this authenticator counts"

    # one that the device has forgotten, and one whose tag is gone
    devtools.send("WebAuthn.removeCredential", {"authenticatorId": its, "credentialId": credential["credentialId"]})
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("No passkey was used")
    visit(owner, house, "me")
    owner.get_by_role("button", name="Leave").click()
    owner.get_by_role("button", name="Delete everything about me").click()
    expect(owner.get_by_text("You have left.")).to_be_visible()
    late, _, _ = holding(window(), house, **credential)
    late.get_by_role("button", name="Use a passkey").click()
    expect(late.get_by_role("alert")).to_contain_text("belongs to no name tag")

    # the other device of the tag hears of it, and makes no new one unasked
    visit(page, house, "me")
    expect(page.get_by_text("You have left.")).to_be_visible()
    assert "Wren" not in page.evaluate("JSON.stringify(localStorage)")
    visit(mallory, house, "me")
    expect(mallory.get_by_label("Name", exact=True)).to_have_value("Mallory")


def test_a_bird_is_seen_and_its_person_muted(window: OpenWindow, house: House) -> None:
    table = house.table(SHORT, plies=1)
    mine, theirs = window(), window()
    me, them = sit_down(mine, table), sit_down(theirs, table, 1)
    row = me.get_by_role("list", name="Seats").get_by_role("listitem").nth(1)
    expect(row.locator("svg[viewBox='0 0 64 64']")).to_be_visible()
    me.get_by_role("button", name="Talk").click()
    them.get_by_role("button", name="Talk").click()
    them.get_by_role("button", name="Thank you!").click()
    said = me.get_by_role("region", name="Messages").get_by_text("Thank you!")
    expect(said).to_be_visible()
    row.get_by_role("button").click()
    check(mine, "mute or block", "[role=menu]")
    me.get_by_role("menuitem", name=re.compile("^Mute")).click()
    expect(said).to_have_count(0)
    them.get_by_role("button", name="Well played!").click()
    expect(them.get_by_role("region", name="Messages").get_by_text("Well played!")).to_be_visible()
    me.reload()
    me.get_by_role("button", name="Talk").click()
    expect(me.get_by_role("region", name="Messages")).to_contain_text("No messages yet.")
    visit(me, house, "me")
    section = me.get_by_role("region", name="Muted and blocked")
    expect(section).to_contain_text("muted since")
    check(mine, "name tag with a mute")
    section.get_by_role("button", name="Undo").click()
    expect(section).to_have_count(0)
    me.goto(local(table.seat(0)))
    me.get_by_role("button", name="Talk").click()
    expect(me.get_by_role("region", name="Messages").get_by_text("Well played!")).to_be_visible()


@pytest.mark.soak
def test_a_day_is_played_once_by_a_tag(window: OpenWindow, house: House) -> None:
    """Begun in a browser without a tag, which gets one there; another browser joins, and goes on with the same game."""
    name = rookery.load(SHORT).facts.name
    page = window().page
    visit(page, house, "today")
    with page.expect_response(re.compile("/api/tag/claim$")):
        page.get_by_role("button", name=f"Play {name}", exact=True).click()
    table = page.url.partition("#")[0]
    visit(page, house, "me")
    words = made_words(page)
    visit(page, house, "today")
    expect(page.get_by_role("button", name=f"Go on {name}", exact=True)).to_be_visible()
    other = window().page
    visit(other, house, "me")
    enter(other, " ".join(words))
    expect(other.get_by_text("Your tag lives on 2 devices.")).to_be_visible()
    visit(other, house, "today")
    other.get_by_role("button", name=f"Go on {name}", exact=True).click()
    expect(other).to_have_url(re.compile(re.escape(table) + "#.+"))
    expect(other.get_by_role("group", name="Board of")).to_be_visible()
