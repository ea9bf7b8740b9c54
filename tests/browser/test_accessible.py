"""axe finds no violation in any state of the page: light and dark on a desk, and on a phone.

It does not prove that the page can be played by keyboard or heard: test_whole_games.py does."""

import random
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import expect

import rookery
from tests.browser.conftest import EVERY_GAME, ONE, OpenWindow
from tests.browser.house import House
from tests.browser.screen import TAB_STOPS, Screen
from tests.browser.test_board import before_the_last_step

# WCAG 2 A and AA, good practice, and a rule that axe still tries out: names hold what is to be read, to be said
EVERYTHING: dict[str, Any] = {
    "resultTypes": ["violations"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}
# `colours`: as the page's own button chooses them; new ones may fade in. What is transparent has no contrast
LOOK = """async ([colours, part, rules]) => {
  const undrawn = document.adoptedStyleSheets
  document.adoptedStyleSheets = []
  document.documentElement.style.colorScheme = colours
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  const { violations } = await axe.run(part ?? document, rules)
  document.adoptedStyleSheets = undrawn
  return { violations }
}"""
PLAIN = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.players == (2,))
DESK = 800  # px; no phone is so wide
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast", "link-in-text-block"]}  # the rules that look at colours


# what has the focus, and where in the window it is with some room around it; null outside the page
FOCUSED = """() => {
  const element = document.activeElement
  if (element === document.body) return null
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const [x, y] = [Math.max(0, left - 8), Math.max(0, top - 8)]
  const [width, height] = [Math.min(innerWidth, right + 8) - x, Math.min(innerHeight, bottom + 8) - y]
  const name = element.ariaLabel || element.textContent.trim() || element.outerHTML
  return { name, kind: element.tagName + element.type + element.className, box: { x, y, width, height } }
}"""


# `make soak` also checks a phone
@pytest.fixture(params=["desk", pytest.param("phone", marks=pytest.mark.soak)])
def screen(request: pytest.FixtureRequest, window: OpenWindow) -> Screen:
    return window(**(request.getfixturevalue("phone") if request.param == "phone" else {}))


def check(screen: Screen, where: str, part: str | None = None, *, dark: bool = False) -> None:
    """`part`: what alone can be reached, where that is not the whole page. `dark`: look at the dark colours, too."""
    page = screen.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for colours, rules in [("dark", COLOURS)] * dark + [("light", EVERYTHING)]:
        results = AxeResults(page.evaluate(LOOK, [colours, part, rules]))
        assert results.violations_count == 0, f"{where}, {colours}: {results.generate_report()}"


def check_colours(screen: Screen, where: str, part: str | None = None) -> None:
    """All colours are pairs of light and dark, which a desk and a phone share."""
    size = screen.page.viewport_size
    assert size is not None
    check(screen, where, part, dark=size["width"] >= DESK)


def test_lobby_and_set_up(screen: Screen, house: House) -> None:
    screen.open(house.link)
    expect(screen.page.get_by_role("link", name="Play").first).to_be_visible()
    check(screen, "lobby")
    screen.open(f"{house.link}?game={rookery.slugs()[0]}")
    screen.page.get_by_role("radio", name="A friend").last.check()
    screen.page.get_by_text("More options").click()
    check(screen, "set-up")
    screen.page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.page.get_by_role("textbox", name=": link")).to_be_visible()
    check(screen, "a friend is awaited")
    screen.open(f"{house.link}?game={rookery.slugs()[0]}")
    screen.page.get_by_role("radio", name="Anyone").last.check()
    check(screen, "set-up for anyone")
    screen.page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.headline).to_contain_text("another player to sit down")
    screen.page.evaluate("localStorage.clear()")  # as a friend sees it
    screen.open(screen.page.url.partition("#")[0])
    screen.page.reload()
    expect(screen.page.get_by_role("button", name="Sit down as")).to_be_visible()
    check_colours(screen, "a seat is free")
    screen.open(house.link)
    expect(screen.page.get_by_role("region", name="Open tables").get_by_role("listitem").first).to_be_visible()
    check_colours(screen, "lobby with tables")
    with screen.page.expect_file_chooser() as chooser:
        screen.page.get_by_role("button", name="Open a saved game").click()
    chooser.value.set_files({"name": "letter.txt", "mimeType": "text/plain", "buffer": b"Dear Ann"})
    expect(screen.page.get_by_role("alert")).to_contain_text("cannot read “letter.txt”. It is not a saved game")
    check(screen, "a file that is no game", "[role=alert]")


@ONE
def test_table(window: OpenWindow, house: House, slug: str) -> None:
    whole_game(window(), house, slug)


@pytest.mark.soak
@EVERY_GAME
def test_table_on_a_phone(window: OpenWindow, house: House, slug: str, phone: dict[str, Any]) -> None:
    whole_game(window(**phone), house, slug)


@pytest.mark.soak
@EVERY_GAME
def test_table_in_other_looks(window: OpenWindow, house: House, slug: str) -> None:
    screen = window()
    screen.page.goto(f"{house.link}settings")
    for name in ("Distinct", "Quiet", "High contrast"):
        screen.page.get_by_role("radio", name=name).check()
        check_colours(screen, f"settings, {name}")
        screen.sit_down(house.table(slug, plies=10, seed=8).hot_seat)
        check_colours(screen, f"a table, {name}")
        screen.page.goto(f"{house.link}settings")


def whole_game(screen: Screen, house: House, slug: str) -> None:
    table = house.table(slug, plies=10, seed=8)
    screen.sit_down(table.hot_seat)
    screen.page.get_by_role("button", name="Moves as a list").click()
    screen.page.get_by_role("button", name="Share", exact=True).click()
    check_colours(screen, "in the middle of a game")
    screen.page.get_by_label("Ask before each move").check()
    screen.click(before_the_last_step(screen, random.Random(17)))
    expect(screen.confirm).to_be_visible()
    expect(screen.previewed).to_be_attached()
    check(screen, "preview")
    screen.page.get_by_role("button", name="Rules").click()
    expect(screen.page.get_by_role("dialog").get_by_role("heading").first).to_be_visible()
    check(screen, "rules", "dialog")
    screen.page.keyboard.press("Escape")
    expect(screen.page.get_by_role("dialog")).to_be_hidden()
    screen.page.get_by_role("button", name="Your seat").first.click()
    check(screen, "who plays", "[role=menu]")
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("button", name="Talk").click()
    screen.page.get_by_role("textbox", name="Write a message").fill("Good evening!")
    screen.page.keyboard.press("Enter")
    expect(screen.page.get_by_role("region", name="Messages")).to_contain_text("Good evening!")
    check(screen, "talk", "[aria-label=Talk]")
    screen.page.get_by_role("button", name="Close Talk").click()
    if rookery.load(slug).facts.chance:
        screen.page.get_by_role("button", name="Fair draws", exact=True).click()
        screen.page.get_by_role("button", name="Check: ").last.click()
        expect(screen.page.get_by_role("dialog").get_by_role("status")).to_contain_text("Checked")
        check(screen, "chance", "dialog[open]")
        screen.page.keyboard.press("Escape")
    screen.page.get_by_role("button", name="One move back").click()
    check(screen, "looking back")
    screen.open("about:blank")  # a page that shows each move on its way takes long
    table.play(400, random.Random(18))
    screen.open(table.hot_seat)
    expect(screen.end).to_be_visible()
    check(screen, "the end")


def test_what_comes_between(window: OpenWindow, house: House) -> None:
    """A stand-in bot, another player's request, a click that does nothing, a game that continues from there."""
    screen = window()
    page, table = screen.page, house.table(PLAIN, plies=5, seed=9)
    screen.sit_down(table.seat(0))
    page.get_by_role("button", name="Your seat").click()
    page.get_by_role("menuitemradio", name="bot plays for me").first.click()
    expect(page.get_by_role("button", name="I am back")).to_be_in_viewport(ratio=1)
    expect(screen.headline).to_have_text("A bot plays for you.")
    check(screen, "a bot plays for me")
    page.get_by_role("button", name="I am back").click()
    expect(page.get_by_title("Close").last).to_have_text("You took over from the bot.")
    other = window().sit_down(table.seat(1))
    asking, asked = (other, screen) if other.state.next else (screen, other)  # the player who got an answer has to ask
    asking.page.get_by_role("button", name="Take back").click()
    expect(asked.page.get_by_role("group", name="Taking back")).to_be_visible()
    check(asked, "somebody asks to take back")
    check(asking, "somebody is asked")
    asking.page.get_by_role("button", name="Never mind").click()
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("link", name="Play on from here").click()
    expect(page.get_by_text("You play on from a position of")).to_be_visible()
    check(screen, "set-up to play on")


@pytest.mark.soak
@EVERY_GAME
def test_all_of_a_game(screen: Screen, house: House, slug: str) -> None:
    """Its set-up with all options, its rules, its board before the first move, and why a click there does nothing."""
    screen.open(f"{house.link}?game={slug}")
    screen.page.get_by_text("More options").click()
    check_colours(screen, "set-up")
    screen.open(f"{house.link}games/{slug}/rules")
    expect(screen.page.get_by_role("heading", level=2).first).to_be_visible()
    check_colours(screen, "rules")
    screen.sit_down(house.table(slug).hot_seat)
    chosen = screen.wait_for_turn().next
    check_colours(screen, "before the first move")
    spots: list[str] = screen.page.eval_on_selector_all("[data-spot]", "all => all.map((spot) => spot.dataset.spot)")
    for idle in [spot for spot in spots if spot not in chosen][:1]:  # on some boards all can be chosen
        screen.spot(idle).click(force=True)
        expect(screen.page.locator(".detail.refused")).to_be_visible()
        check_colours(screen, "a click that does nothing")


def test_focus_can_be_seen(window: OpenWindow, house: House) -> None:
    """The first stop of Tab of each kind looks different with the focus than without it; pixels do not lie."""
    screen = window(drawn=True)
    page = screen.page
    slug = rookery.slugs()[0]
    kinds = set[str]()
    for link, comes_last in (
        (house.link, page.get_by_role("link", name="Play").last),
        (f"{house.link}?game={slug}", page.get_by_role("button", name="Play", exact=True)),
        (house.table(slug, plies=12, seed=10).hot_seat, page.get_by_label("Ask before each move")),
    ):
        screen.open(link)
        expect(comes_last).to_be_visible()
        stops = 0
        while stops < TAB_STOPS:
            page.keyboard.press("Tab")
            if (stop := page.evaluate(FOCUSED)) is None:  # the end of the page
                break
            stops += 1
            if stop["kind"] in kinds:
                continue
            kinds.add(stop["kind"])
            focused = page.screenshot(clip=stop["box"])
            page.evaluate("document.activeElement.blur()")
            shows = page.screenshot(clip=stop["box"]) != focused
            assert shows, f"{link}: no sign of the focus on {stop['name']}"
        assert stops >= 3
    assert len(kinds) >= 10
