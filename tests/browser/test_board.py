"""The board: what a move would do is shown before it is made, and how it is made is shown when it is."""

import random

from playwright.sync_api import expect

from tests.browser.conftest import ONE, OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen

MAX_MOTION = 600  # ms
MAX_CLICKS = 25
# collects every look that the pieces have, frame by frame
WATCH = """() => {
  window.looks = new Set()
  const board = document.querySelector('.board svg')
  const place = (piece) => {
    const [{ x, y, width }, all] = [piece.getBoundingClientRect(), board.getBoundingClientRect()]
    return [x - all.x, y - all.y, width].map((px) => px.toFixed(1)) + getComputedStyle(piece.parentElement).opacity
  }
  const look = () => {
    const pieces = [...board.querySelectorAll('.piece')].filter((piece) => !piece.closest('.ghosts'))
    window.looks.add(pieces.map((piece) => place(piece) + piece.getAttribute('opacity')).join())
    requestAnimationFrame(look)
  }
  look()
}"""


def shortest(ways: dict[str, dict[str, str]], here: str, there: str) -> list[str]:
    """The arrow keys of a shortest way."""
    known: dict[str, list[str]] = {here: []}
    queue = [here]
    for spot in queue:
        for key, to in ways[spot].items():
            if to not in known:
                known[to] = [*known[spot], key]
                queue.append(to)
    assert there in known, f"no arrows lead from {here} to {there}"
    return known[there]


def before_the_last_step(screen: Screen, dice: random.Random) -> str:
    """Click until one more click would complete a move, if there is one that brings a piece somewhere: the spot of that
    click, pointed at."""
    spot = ""
    for _ in range(MAX_CLICKS):
        spot = dice.choice(screen.wait_for_turn().next)
        screen.page.mouse.move(0, 0)
        before = screen.detail.inner_text()
        screen.spot(spot).hover()
        if screen.detail.inner_text() == before or screen.hint.count():
            screen.click(spot)
            continue
        expect(screen.previewed).to_be_attached()  # a complete move is named in full, and shown
        if screen.ghosts.count():
            break
    return spot


@ONE
def test_pointing_shows_and_sends_nothing(window: OpenWindow, house: House, slug: str) -> None:
    table = house.table(slug, plies=8, seed=3)
    screen, watching = window().sit_down(table.hot_seat), window().sit_down(table.watch)
    ply, drawn = screen.wait_for_turn().plies, screen.drawn()
    spot = before_the_last_step(screen, random.Random(14))
    expect(screen.previewed).to_be_attached()
    assert screen.drawn() != drawn or not screen.ghosts.count()
    screen.page.mouse.move(0, 0)
    expect(screen.ghosts).to_have_count(0)
    assert screen.drawn() == drawn
    assert (screen.moves_sent, watching.state.plies) == (0, ply)
    screen.click(spot)
    watching.wait_for_ply(ply + 1)
    assert screen.moves_sent == 1


@ONE
def test_the_keyboard_shows_and_names_before_it_moves(window: OpenWindow, house: House, slug: str) -> None:
    screen = window().sit_down(house.table(slug, plies=8, seed=4).hot_seat)
    dice, page = random.Random(15), screen.page
    before = screen.wait_for_turn()
    ways = screen.arrows()
    for here in ways:
        for there in ways:
            shortest(ways, here, there)  # arrows lead from every spot to every other one
    screen.tab_to_board()
    while True:
        screen.walk_to(dice.choice(screen.state.next))
        if screen.previewed.count() or screen.detail.inner_text() in screen.heard():
            break
        page.keyboard.press("Enter")
    expect(screen.previewed).to_be_attached()
    assert screen.detail.inner_text() == screen.heard()[-1]
    assert (screen.moves_sent, screen.state.plies) == (0, before.plies)
    page.keyboard.press("Enter")
    screen.wait_for_ply(before.plies + 1)


@ONE
def test_the_page_asks_when_told_to(window: OpenWindow, house: House, slug: str) -> None:
    screen = window().sit_down(house.table(slug, plies=4, seed=5).hot_seat)
    ask, no = screen.page.get_by_label("Ask before each move"), screen.page.get_by_label("Not this move")
    ask.check()
    dice = random.Random(16)
    ply = screen.wait_for_turn().plies
    screen.click(before_the_last_step(screen, dice))
    expect(screen.confirm).to_be_visible()
    expect(screen.ghosts.first).to_be_visible()
    no.click()
    expect(screen.confirm).to_be_hidden()
    screen.click(before_the_last_step(screen, dice))
    expect(screen.confirm).to_be_visible()
    screen.page.keyboard.press("Escape")
    expect(screen.confirm).to_be_hidden()
    assert (screen.moves_sent, screen.state.plies) == (0, ply)
    screen.page.reload()
    expect(ask).to_be_checked()  # it is remembered
    screen.play(screen.click, dice, screen.confirm.click)
    ask.uncheck()
    a_move_from_the_list(screen)


def a_move_from_the_list(screen: Screen) -> None:
    """Who does not want the board plays without it."""
    ply = screen.wait_for_turn().plies
    screen.page.get_by_role("button", name="Moves as a list").click()
    moves = screen.page.get_by_role("group", name="Legal moves").get_by_role("button")
    words = moves.first.locator("span").inner_text()
    moves.first.hover()
    expect(screen.previewed).to_be_attached()
    moves.first.click()
    screen.wait_for_ply(ply + 1)
    assert screen.moves()[ply].endswith(f": {words}")
    # the list has the same in words, and in notation only on request
    shown = screen.page.locator(f"[data-ply='{ply + 1}'] .told")
    expect(shown).to_have_text(words)
    before = screen.moves()
    screen.page.get_by_label("Show notation").check()
    expect(shown).not_to_have_text(words)
    assert screen.moves() == before, "what is spoken stays"
    screen.page.reload()
    expect(screen.page.get_by_label("Show notation")).to_be_checked()  # it is remembered
    expect(shown).not_to_have_text(words)


TONES = """window.tones = 0
for (const node of [OscillatorNode, AudioBufferSourceNode]) {
  const { start } = node.prototype
  node.prototype.start = function (...given) {
    tones += 1
    return start.apply(this, given)
  }
}"""


@ONE
def test_a_move_is_heard_until_sounds_are_turned_off(window: OpenWindow, house: House, slug: str) -> None:
    screen = window()
    page = screen.page
    page.add_init_script(TONES)
    table = house.table(slug, plies=6)
    screen.sit_down(table.hot_seat)
    assert page.evaluate("tones") == 0
    screen.play_on(2, lambda spot: screen.spot(spot).click(), random.Random(5))
    screen.wait("() => tones > 0")
    page.get_by_role("button", name="Mute sounds").click()
    page.reload()
    expect(page.get_by_role("button", name="Unmute sounds")).to_be_visible()
    screen.play_on(2, lambda spot: screen.spot(spot).click(), random.Random(5))
    screen.wait_for_turn()
    assert page.evaluate("tones") == 0


@ONE
def test_pieces_move(window: OpenWindow, house: House, slug: str) -> None:
    """They glide or appear bit by bit, but not with reduced motion."""
    screen = window()
    screen.sit_down(house.table(slug, plies=6).hot_seat)
    look_while_a_piece_comes(screen)
    screen.page.wait_for_timeout(MAX_MOTION)
    assert screen.page.evaluate("window.looks.size") <= 3  # before, with ghosts, after
    screen.page.emulate_media(reduced_motion="no-preference")
    screen.page.reload()
    look_while_a_piece_comes(screen)
    screen.wait("() => window.looks.size > 4")


def look_while_a_piece_comes(screen: Screen) -> None:
    spot = before_the_last_step(screen, random.Random(5))
    while not screen.ghosts.count():  # nothing would move
        screen.click(spot)
        screen.wait_for_turn()
        spot = before_the_last_step(screen, random.Random(5))
    screen.page.evaluate(WATCH)
    screen.click(spot)
