"""The static site on a plain file server, in a folder below its root: games without a server, and without a network."""

import random

import pytest
from playwright.sync_api import Route, expect

import rookery
from tests.browser.conftest import EVERY_GAME, OpenWindow
from tests.browser.screen import Screen
from tests.browser.site import START, FileServer
from tests.often import KINDS

CACHES = "navigator.serviceWorker.ready.then(() => caches.keys())"
PLAIN = KINDS[0]


def sit_down(screen: Screen, link: str, slug: str = PLAIN, *, alone: bool = True) -> Screen:
    """At a new table, against the weakest bots or with another person at this screen."""
    page = screen.page
    page.goto(f"{link}?game={slug}")
    if alone:
        page.locator("fieldset", has_text="Strength").get_by_role("radio").first.check()
    else:
        for choice in page.get_by_role("radio", name="Me", exact=True).all():
            choice.check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.board.or_(screen.hand_over)).to_be_visible(timeout=START)
    return screen


def test_it_plays_and_then_does_without_a_network(window: OpenWindow, site: FileServer) -> None:
    screen = window()
    page = screen.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.link)
    expect(page.get_by_role("article")).to_have_count(len(rookery.slugs()))
    expect(page.get_by_role("link", name="Server status")).to_be_hidden()
    session = page.context.new_cdp_session(page)  # browsers offer to install it
    assert session.send("Page.getAppManifest")["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    sit_down(screen, site.link)
    assert page.url.startswith(f"{site.link}?table=")
    dice = random.Random(5)
    screen.play_on(2, screen.click, dice)
    screen.wait_for_turn()
    moves = screen.moves()
    assert page.evaluate(CACHES)
    assert [url for url in asked if not url.startswith((site.link, "blob:", "data:"))] == []
    assert any("/code/" in url for url in asked), "the page draws"
    assert not any("/python/" in url for url in asked), "it comes when the editor opens"

    page.context.set_offline(True)
    page.reload()
    expect(screen.board).to_be_visible(timeout=START)
    screen.wait_for_turn()
    assert screen.moves() == moves
    screen.play_on(1, screen.click, dice)
    page.get_by_role("button", name="Your seat").click()
    page.get_by_role("menuitem", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(screen.end).to_be_visible()
    page.get_by_role("button", name="Save").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Record").click()
    sit_down(screen, f"{site.link}index.html", alone=False)
    page.goto(site.link)
    tables = page.get_by_role("region", name="Your tables")
    expect(tables.get_by_role("listitem")).to_have_count(1)
    expect(tables.get_by_text("Finished (1)")).to_be_visible()
    page.get_by_label("Open a saved game").or_(page.locator("input[type=file]")).first.set_input_files(
        saved.value.path()
    )
    expect(screen.end).to_be_visible(timeout=START)
    page.goto(f"{site.link}?rules={PLAIN}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("how", ["click", "keyboard"])
@EVERY_GAME
def test_whole_games_without_a_server(window: OpenWindow, site: FileServer, slug: str, how: str) -> None:
    """From the second move on there is neither a network nor a server; in the middle the page is loaded again."""
    screen = window()
    page, dice = screen.page, random.Random(7)
    page.goto(site.link)
    assert page.evaluate(CACHES)
    sit_down(screen, site.link, slug)

    def by_keys(spot: str) -> None:
        screen.tab_to_board()
        screen.walk_to(spot)
        page.keyboard.press("Enter")

    press, confirm = (by_keys, lambda: page.keyboard.press("Enter")) if how == "keyboard" else (screen.click, None)
    screen.play_on(1, press, dice, confirm)
    page.context.set_offline(True)
    screen.play_on(3, press, dice, confirm)
    screen.wait_for_turn()
    moves = screen.moves()
    page.reload()
    expect(screen.board).to_be_visible(timeout=START)
    screen.wait_for_turn()
    assert screen.moves() == moves
    screen.play_out(press, dice, confirm)


# to a second tab: the address, and the button to be pressed there
WAYS = [(f"?game={PLAIN}", "Play"), (f"?learn={PLAIN}", ""), (f"?puzzle={PLAIN}", "")]


def test_one_tab_at_a_time_plays(window: OpenWindow, site: FileServer) -> None:
    """On every way to a second tab, that one says why it waits. It goes on when the person says so, or by itself."""
    first = sit_down(window(), site.link)
    second = first.page.context.new_page()
    reason = second.get_by_text("A game is open in another tab")
    for address, button in WAYS:
        second.goto(site.link + address)
        if button:
            second.get_by_role("button", name=button, exact=True).click()
        expect(reason).to_be_visible()
    second.goto(first.page.url)
    second.get_by_role("button", name="Play here").click()
    expect(Screen(second).board).to_be_visible(timeout=START)
    expect(first.page.get_by_text("A game is open in another tab")).to_be_visible()
    second.close()
    expect(first.board).to_be_visible(timeout=START)
    expect(first.page.get_by_text("A game is open in another tab")).to_be_hidden()


def test_a_newer_version_waits_for_the_end_of_a_game(window: OpenWindow, site: FileServer) -> None:
    site.put()
    screen = sit_down(window(), site.link)
    page = screen.page
    (older,) = page.evaluate(CACHES)
    site.put("a newer version")
    page.reload()
    expect(page.get_by_text("A newer version of Rookery is ready")).to_be_visible(timeout=START)
    assert older in page.evaluate(CACHES)
    page.get_by_role("link", name="Rookery, all games").click()  # nothing is under way: the page reloads by itself
    page.wait_for_function(f"() => {CACHES}.then((names) => !names.includes('{older}'))")
    expect(page.get_by_role("region", name="Your tables").get_by_role("listitem")).to_have_count(1)
    sit_down(screen, site.link)


@pytest.mark.parametrize("foreseen", [["404", "of another version"]])
def test_files_of_another_version_are_one_sentence(window: OpenWindow, site: FileServer, foreseen: list[str]) -> None:
    page = window().page

    def missing(route: Route) -> None:
        route.fulfill(status=404)

    page.context.route("**/code/parlour.*", missing)
    page.goto(f"{site.link}?table=t1#key")
    expect(page.get_by_role("alert")).to_contain_text("of another version than this page")
    expect(page.get_by_role("button", name="Load again")).to_be_visible()


def test_a_game_is_written_copied_changed_and_kept(window: OpenWindow, site: FileServer) -> None:
    """Python comes when the editor opens, and the board follows each edit of a text or of a number in the form."""
    if not site.parts.named["python"]:
        pytest.skip("pip could not download msgspec for Pyodide when the site was made")
    page = window().page
    page.goto(f"{site.link}?workshop")
    board = page.get_by_role("main").locator(".felt")
    expect(board).to_be_visible(timeout=2 * START)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("laws hold in")).to_be_visible(timeout=START)
    page.get_by_role("button", name="Play the games").click()
    expect(page.get_by_text("Whoever decides first wins")).to_be_visible(timeout=START)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()

    page.get_by_text("Set up a position").click()
    page.locator(".sketch").get_by_role("button", name="c3").click()
    page.locator(".sketch").get_by_role("button", name="c3: Ruby stone").wait_for()
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("group", name="Board of").get_by_role("button", name="c3: Ruby stone")).to_be_visible()

    page.get_by_role("tab", name="lessons.toml").click()
    text = page.get_by_role("textbox", name="lessons.toml")
    text.press("Control+End")
    text.press_sequentially('hnt = ""')
    expect(page.get_by_text("This edit is on the board")).to_be_visible(timeout=START)
    page.get_by_role("button", name="Take the lessons").click()
    expect(page.get_by_text("lessons.toml, line 8")).to_be_visible(timeout=START)

    page.get_by_role("tab", name="Numbers").click()
    page.get_by_role("button", name="More: SIZE").click()
    expect(board.get_by_text("6", exact=True)).to_be_visible(timeout=START)
    page.get_by_role("button", name="SIZE", exact=True).click()
    text = page.get_by_role("textbox", name="facts.py")
    expect(text).to_contain_text("SIZE = 6  # squares of a row")
    text.press("Control+z")
    expect(text).to_contain_text("SIZE = 5  # squares of a row")

    text.press("Control+End")
    text.press_sequentially("\nnonsense")
    expect(page.get_by_text("name 'nonsense' is not defined")).to_be_visible(timeout=START)
    expect(page.get_by_text("The board shows the edit before it.")).to_be_visible()
    expect(board).to_be_visible()
    page.reload()
    page.get_by_role("tab", name="facts.py").click()
    text.press("Control+End")
    expect(text).to_contain_text("nonsense")

    games = page.get_by_role("button", name="Games", exact=True)
    games.click()
    page.get_by_role("button", name=rookery.load(PLAIN).facts.name).click()
    copy = f"My {rookery.load(PLAIN).facts.name}"
    expect(page.get_by_text(copy).first).to_be_visible(timeout=START)
    expect(board).to_be_visible(timeout=START)
    games.click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    page.get_by_role("button", name=f"Delete {copy}").click()
    expect(page.get_by_text(f"{copy} is deleted.")).to_be_visible()
    page.locator("input[type=file]").set_input_files(saved.value.path())
    expect(page.get_by_role("region", name="The game’s files").get_by_text(copy)).to_be_visible(timeout=START)
    expect(board).to_be_visible(timeout=START)


def test_a_game_of_ones_own_goes_by_a_link(window: OpenWindow, site: FileServer) -> None:
    """Whoever opens the link plays against a bot in a page that runs no Python and knows whose game it is."""
    if not site.parts.named["python"]:
        pytest.skip("pip could not download msgspec for Pyodide when the site was made")
    page = window().page
    page.goto(f"{site.link}?workshop")
    page.get_by_role("button", name="Make a link").click(timeout=2 * START)
    expect(page.get_by_text("The whole game is in this link")).to_be_visible(timeout=START)
    link = page.get_by_role("textbox", name="the game: link").input_value()
    assert link.startswith(f"{site.link}?given#")
    assert len(link) < 60_000

    screen = window()
    friend = screen.page
    asked: list[str] = []
    friend.context.on("request", lambda request: asked.append(request.url))
    friend.goto(link)
    expect(friend.get_by_text("Somebody made this game")).to_be_visible(timeout=START)
    friend.get_by_role("button", name="Play", exact=True).click()
    friend.locator("fieldset", has_text="Strength").get_by_role("radio").first.check(timeout=START)
    friend.get_by_role("button", name="Play", exact=True).click()
    expect(screen.board).to_be_visible(timeout=START)
    screen.play_on(2, screen.click, random.Random(3))
    screen.wait_for_turn()
    moves = screen.moves()
    friend.reload()
    expect(screen.board).to_be_visible(timeout=START)
    assert screen.moves() == moves

    friend.get_by_role("link", name="Play", exact=True).click()
    friend.get_by_role("link", name="Learn it on the board").click()
    expect(friend.get_by_role("main").get_by_text("four in a row win")).to_be_visible(timeout=START)
    screen.click("a1")
    expect(friend.get_by_role("main").get_by_text("That does not make four")).to_be_visible()
    screen.spot("a3").click(force=True)  # it cannot be chosen
    expect(friend.get_by_role("main").get_by_text("There is a stone already")).to_be_visible()
    friend.get_by_role("button", name="Hint").click()
    friend.get_by_role("button", name="Show the move").click()
    screen.spot("d3").hover()
    expect(screen.ghosts).to_have_count(1)
    screen.click("d3")
    expect(friend.get_by_role("group", name="The lesson is done")).to_be_visible()
    friend.get_by_role("link", name="The rules as a page").click()
    friend.get_by_role("link", name="Learn it on the board").click()
    expect(friend.get_by_role("navigation", name="Lessons").get_by_text(", done")).to_be_attached()

    assert [url for url in asked if not url.startswith((site.link, "blob:", "data:"))] == []
    assert not any("/python/" in url for url in asked)
    friend.goto(site.link)
    expect(friend.get_by_role("article")).to_have_count(len(rookery.slugs()))
    expect(friend.get_by_role("region", name="Your tables")).to_be_hidden()
