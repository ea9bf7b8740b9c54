"""What surrounds the board: the way between pages, rules, the set-up, and one's own tables."""

import gzip
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rookery
from rookery.strengths import STRENGTHS, strength
from tests.browser.conftest import EVERY_GAME, OpenWindow
from tests.browser.house import House
from tests.browser.test_accessible import check

FACTS = {slug: rookery.load(slug).facts for slug in rookery.slugs()}
MOST_BEFORE_BOARD = 155_000  # bytes
MOST_AT_FIRST = 115_000  # bytes, of the first page, the typeface with it
TARGET = 24  # px, the least for what is to be hit (WCAG 2.5.8)
DUELS = [slug for slug, facts in FACTS.items() if facts.players == (2,) and not (facts.hidden or facts.cooperative)]
PLAIN = DUELS[0]
CROWD = max(FACTS, key=lambda slug: max(FACTS[slug].players))
# how far the words of a bubble reach beyond it, for each of these words
TOO_LONG = """(bubble, lines) => lines.map((line) => {
  bubble.textContent = line
  return [line, bubble.scrollHeight - bubble.clientHeight, bubble.scrollWidth - bubble.clientWidth]
}).filter(([_, down, right]) => down > 0 || right > 0)"""
MAKES_ROOM = """(bubble) => {
  const plate = bubble.parentElement, before = plate.offsetHeight
  bubble.style.display = 'none'
  return before - plate.offsetHeight
}"""
SHIFTS = """() => new Promise((done) => {
  let sum = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done(sum), 300)
})"""
FORWARD = """() => new Promise((back) => {
  let ways = 0 // to where something lay over the page, and by itself back from there
  addEventListener('popstate', () => { if (++ways === 2) back() })
  history.forward()
})"""
REMEMBERED = """([table, keys, name = 'A game']) => localStorage.setItem('rookery.tables', JSON.stringify(
  [{ id: table, title: '', name, keys, invites: [], watch: '', when: Date.now() },
   ...JSON.parse(localStorage.getItem('rookery.tables') ?? '[]')]))"""


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


def sheets(page: Page) -> int:
    """How many sheets of paper the page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf()))


def test_back_closes_what_is_open(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    """And does not leave the table, as it would on a phone; closed by its button or by a reload, it leaves
    no entry behind."""
    screen = window(**phone).open(house.link)
    page, table = screen.page, house.table(PLAIN, plies=4)
    page.goto(table.seat(0))
    expect(screen.board).to_be_visible()
    there, rules = page.url, page.get_by_role("dialog", name="Rules of")
    talk, menu = page.get_by_role("region", name="Talk"), page.get_by_role("menu")
    for name, opened in (("Rules", rules), ("Talk", talk), ("Your seat", menu)):
        page.get_by_role("button", name=name).click()
        expect(opened).to_be_visible()
        page.evaluate("scrollTo(0, 0)")
        page.go_back()
        expect(opened).to_be_hidden()
        expect(screen.board).to_be_visible()
        assert (page.url, page.evaluate("scrollY")) == (there, 0), name
    page.evaluate(FORWARD)
    assert (page.url, page.evaluate("history.state")) == (there, None)
    page.get_by_role("button", name="Rules").click()
    expect(rules.get_by_role("heading").first).to_be_visible()
    they_scroll_only_downwards(page)
    rules.get_by_role("button", name="Close the rules").click()
    expect(rules).to_be_hidden()
    page.wait_for_function("history.state === null")
    page.get_by_role("button", name="Rules").click()
    expect(rules).to_be_visible()
    page.reload()  # nothing lies over it then
    expect(screen.board).to_be_visible()
    page.wait_for_function("history.state === null")
    page.go_back()
    expect(page).to_have_url(house.link)


def they_scroll_only_downwards(page: Page) -> None:
    """The rules, over the page; their button stays above."""
    book = page.get_by_role("region", name="The rules")
    size = page.viewport_size
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 700})
        book.evaluate("book => book.scrollTo(200, 400)")
        assert book.evaluate("book => book.scrollLeft") == 0
    close, lines = page.get_by_role("button", name="Close the rules").bounding_box(), book.bounding_box()
    assert close is not None
    assert lines is not None
    assert close["y"] + close["height"] <= lines["y"]
    assert size is not None
    page.set_viewport_size(size)


def test_rules_on_a_desk_on_paper_and_in_a_drawer(window: OpenWindow, house: House) -> None:
    """Each chapter has an address, and the one that is read is shown; numbers and notes come on request."""
    screen = window().open(f"{house.link}games/{PLAIN}/rules")
    page, hidden = screen.page, screen.page.locator(".rule-number, .rule-note")
    expect(page.get_by_role("heading", level=1)).to_contain_text(FACTS[PLAIN].name.partition(":")[0])
    expect(page).to_have_title(re.compile(r"^Rules of .* · Rookery$"))
    contents = page.get_by_role("navigation", name="Contents").get_by_role("link")
    last = contents.last.inner_text()
    contents.last.click()
    assert focused(page) == last
    assert "#" in page.url
    title = page.get_by_role("main").get_by_role("heading", level=2).get_by_role("link").nth(2)
    words = title.inner_text()
    title.click()
    assert focused(page) == words
    expect(page.locator("nav [aria-current]")).to_have_text(words)
    expect(contents.first).to_be_in_viewport()
    switch = page.get_by_role("checkbox", name="Show rule numbers and notes")
    expect(switch).not_to_be_checked()
    assert hidden.count() > 9
    assert hidden.filter(visible=True).count() == 0
    switch.focus()
    page.keyboard.press("Space")
    assert hidden.filter(visible=True).count() == hidden.count()
    check(screen, "rules")
    pictures_are_drawn(page, PLAIN)
    page.reload()
    expect(page.get_by_role("heading", name=words, exact=True)).to_be_focused()
    expect(switch).to_be_checked()
    expect(hidden.first).to_be_visible()

    page.goto(f"{house.link}?game={PLAIN}")
    page.get_by_role("button", name="How to play").click()
    dialog = page.get_by_role("dialog", name="Rules of")
    expect(dialog.get_by_role("heading", level=1)).to_be_visible()
    expect(dialog.locator(".rule-number").first).to_be_visible()
    assert sheets(page) >= 4, "rules in a drawer print whole"
    dialog.get_by_text("Contents", exact=True).click()
    switch.uncheck()
    expect(hidden.first).to_be_hidden()


def test_chapters_are_folded_on_a_phone(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    small = window(**phone).open(f"{house.link}games/{PLAIN}/rules")
    page, contents = small.page, small.page.get_by_role("navigation", name="Contents")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    expect(contents).to_be_hidden()
    page.get_by_text("Contents", exact=True).tap()
    check(small, "chapters on a phone", "nav[aria-label=Contents]")
    contents.get_by_role("link").last.tap()
    heading = page.get_by_role("heading", level=2).last
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()


@pytest.mark.soak
@EVERY_GAME
def test_the_page_draws_the_pictures_of_the_rules(window: OpenWindow, house: House, slug: str) -> None:
    pictures_are_drawn(window().open(f"{house.link}games/{slug}/rules").page, slug)


def pictures_are_drawn(page: Page, slug: str) -> None:
    pictures = page.get_by_role("figure").get_by_role("img")
    expect(pictures).to_have_count(rookery.load(slug).rules_page.count("```position"))
    for picture in pictures.all():
        assert picture.get_attribute("aria-label")
        drawn, room = picture.locator("svg").bounding_box(), picture.locator("..").bounding_box()
        assert drawn is not None
        assert room is not None
        assert drawn["height"] == pytest.approx(room["height"], abs=1)
        assert drawn["width"] > 100


def test_the_focus_goes_where_the_person_goes(window: OpenWindow, house: House) -> None:
    page = window().open(house.link).page
    heading = page.get_by_role("heading", level=1)
    expect(page.get_by_role("link", name=f"Play {FACTS[PLAIN].name}", exact=True)).to_be_visible()
    assert page.evaluate("document.activeElement === document.body"), "the browser announces the first page"
    page.get_by_role("link", name=f"Play {FACTS[PLAIN].name}", exact=True).click()
    expect(heading).to_have_text(FACTS[PLAIN].name)
    expect(heading).to_be_focused()
    page.get_by_role("link", name="Rookery").click()
    expect(heading).to_have_text("Take a seat.")
    expect(heading).to_be_focused()
    page.get_by_role("link", name=f"Rules of {FACTS[PLAIN].name}").click()
    expect(page).to_have_url(f"{house.link}games/{PLAIN}/rules")
    expect(heading).to_be_focused()
    page.go_back()
    expect(heading).to_have_text("Take a seat.")
    expect(heading).to_be_focused()
    page.get_by_role("link", name="Server status").click()
    expect(heading).to_be_focused()


def test_a_crowd_is_set_up_on_a_phone(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    """Play is in sight from the first moment, and one choice is for all bots."""
    screen = window(**phone).open(f"{house.link}?game={CROWD}")
    page = screen.page
    play = page.get_by_role("button", name="Play", exact=True)
    most = max(FACTS[CROWD].players)
    page.get_by_role("group", name="Players").get_by_role("radio", name=str(most)).check()
    expect(play).to_be_in_viewport(ratio=1)
    strength = page.get_by_role("group", name="Strength of all bots")
    strength.get_by_role("radio", name="Very easy").check()
    expect(page.get_by_text("Takes what looks best right now")).to_be_visible()
    own = page.get_by_label("Choose each bot’s strength")
    own.check()
    assert own.evaluate("(box) => Math.min(box.offsetWidth, box.offsetHeight)") >= TARGET
    each = page.get_by_role("combobox", name="Strength of the bot playing")
    expect(each).to_have_count(most - 1)
    expect(each.first).to_have_value("greedy")
    check(screen, "set-up of a crowd")
    play.click()
    expect(screen.board).to_be_visible()
    expect(page.get_by_text("Very easy bot").first).to_be_visible()


def test_a_bird_is_chosen_and_sits_at_the_table(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    """It is described before, and greets once. Its words move nothing, and fit."""
    screen = window(**phone).open(f"{house.link}?game={PLAIN}")
    page, gull, jay = screen.page, strength("greedy"), strength("medium")
    birds = page.get_by_role("group", name="Strength of the bot")
    expect(birds.get_by_role("radio", name=gull.name)).to_be_checked()
    expect(page.get_by_text(f"{gull.bird} the {gull.species}").last).to_be_visible()
    birds.get_by_role("radio", name=gull.name).focus()
    for _ in ("easy", "medium"):
        page.keyboard.press("ArrowRight")
    expect(birds.get_by_role("radio", name=f"{jay.name} ({jay.bird} the {jay.species})")).to_be_checked()
    expect(page.get_by_text(jay.words)).to_be_visible()
    check(screen, "a bird is chosen")
    page.get_by_role("button", name="Play", exact=True).click()
    plate = page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=f"{jay.name} bot")
    expect(plate).to_contain_text(jay.bird)
    bubble = plate.locator(".speech")
    expect(bubble).to_contain_text(jay.hello)
    page.set_viewport_size({"width": 360, "height": 740})
    lines = [line for known in STRENGTHS.values() for line in (known.hello, known.won, known.lost)]
    assert bubble.evaluate(TOO_LONG, lines) == []
    assert bubble.evaluate(MAKES_ROOM) == 0
    expect(bubble).to_have_count(0)
    expect(plate.locator("svg path").first).to_be_visible()
    page.reload()
    screen.wait_for_turn()
    expect(plate).to_contain_text(jay.bird)
    expect(bubble).to_have_count(0)


def test_the_bird_of_last_time_is_offered_again(window: OpenWindow, house: House) -> None:
    screen = window().open(f"{house.link}?game={PLAIN}")
    page, raven = screen.page, strength("master")
    page.get_by_role("radio", name=raven.name).check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.board).to_be_visible()
    page.goto(f"{house.link}?game={PLAIN}")
    expect(page.get_by_role("radio", name=raven.name)).to_be_checked()


def test_each_person_at_one_screen_has_a_name(window: OpenWindow, house: House) -> None:
    page = window().open(f"{house.link}?game={PLAIN}").page
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("radio", name="Me", exact=True).last.check()
    names = page.get_by_role("textbox", name="Name of")
    expect(names).to_have_count(2)
    assert [box.input_value() for box in names.all()] == ["Ann", ""]
    names.last.fill("Ben")
    page.get_by_role("button", name="Play", exact=True).click()
    seats = page.get_by_role("list", name="Seats")
    expect(seats).to_contain_text("Ann")
    expect(seats).to_contain_text("Ben")


def test_your_tables_say_how_they_stand(window: OpenWindow, house: House) -> None:
    """Whose turn it is, with whom, and who won; my turn first, in the list and wherever I am."""
    mine, over = house.table(PLAIN, plies=4), house.table(PLAIN, plies=400)
    screen = window().open(house.link)
    page = screen.page
    for table in (mine, over):
        page.evaluate(REMEMBERED, [table.id, table.keys])
    page.reload()
    tables = page.get_by_role("region", name="Your tables")
    expect(tables.get_by_role("listitem").first).to_contain_text("to move")
    tables.get_by_text("Finished (1)").click()
    expect(tables.get_by_role("listitem").last).to_contain_text(over.record().result.words)  # type: ignore[union-attr]
    check(screen, "lobby with tables of one's own")
    expect(page).to_have_title("(1) Rookery")
    page.goto(f"{house.link}status")
    page.get_by_role("banner").get_by_role("link", name="Your turn in").click()
    expect(screen.board).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name="Your turn in")).to_be_hidden()


@pytest.mark.parametrize("kind", ["phone", pytest.param("desk", marks=pytest.mark.soak)])
def test_the_lobby_does_not_move(window: OpenWindow, house: House, kind: str, request: pytest.FixtureRequest) -> None:
    """Also where a narrow phone says that it is my turn in a game with a long name and that there is a free seat."""
    phone = {**request.getfixturevalue("phone"), "viewport": {"width": 360, "height": 700}}
    screen, mine = window(drawn=True, **(phone if kind == "phone" else {})).open(house.link), house.table(PLAIN)
    page = screen.page
    page.evaluate(REMEMBERED, [mine.id, mine.keys, max((facts.name for facts in FACTS.values()), key=len)])
    seat = {"role": "A seat", "name": "", "level": "", "strength": "", "open": True, "kind": "person"}
    free = {"id": "free", "game": PLAIN, "name": "A game", "state": "waiting", "seats": [seat], "at": 0, "time": ""}
    listed = {"tables": [free], "count": 1, "waiting": {PLAIN: 1}}
    page.route("**/api/tables?*", lambda route: route.fulfill(json=listed))
    page.reload()
    turn = page.get_by_role("link", name="Your turn in")
    expect(turn).to_be_visible()
    expect(page.get_by_role("button", name="1 table needs a player")).to_be_in_viewport(ratio=1)
    assert turn.evaluate("(link) => link.querySelector('span').scrollHeight <= link.clientHeight"), "all of it is read"
    assert page.evaluate(SHIFTS) < 0.01


def test_a_waiting_player_can_do_something_about_it(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    """In sight of the board, and without moving it."""
    table = house.table(PLAIN)
    for settings in (phone, {"viewport": {"width": 1280, "height": 800}}):
        screen = window(**settings)
        screen.page.clock.install()
        screen.sit_down(table.seat(0))
        if screen.state.next:
            screen.sit_down(table.seat(1))
        expect(screen.headline).to_contain_text("Waiting for")
        before = screen.board.bounding_box()
        for _ in range(2):
            screen.page.clock.fast_forward("00:31")
        for name in ("Nudge", "Let a bot play for"):
            expect(screen.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        assert screen.board.bounding_box() == before


def test_the_first_page_is_light(house: House) -> None:
    with urllib.request.urlopen(house.link) as answer:
        first = answer.read()
    size = len(gzip.compress(first))
    for name in re.findall(r'(?:src|href)="/(assets/[^"]+)"', first.decode()):
        with urllib.request.urlopen(house.link + name) as answer:
            size += len(gzip.compress(answer.read()))
    assert size <= MOST_AT_FIRST


def test_scripts_and_styles_before_a_board_are_few(window: OpenWindow, house: House) -> None:
    """Of a page that opens a table for the first time, without the code of its game."""
    page, loaded = window().page, dict[str, bytes]()
    page.on("response", lambda answer: loaded.update({answer.url: answer.body()} if "/assets/" in answer.url else {}))
    page.goto(house.table(PLAIN).watch)
    expect(page.locator("[data-spot]").first).to_be_visible()
    sizes = {url: len(gzip.compress(data)) for url, data in loaded.items() if url.endswith((".js", ".css"))}
    assert sum(sizes.values()) <= MOST_BEFORE_BOARD, sizes
