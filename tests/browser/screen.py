"""What a person has before them: a window with the page in it. They know no rules: they choose from what it offers."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

MAX_PLIES = 400  # of a random game in these tests
TAB_STOPS = 60  # more than any page of ours has
GLANCE = 50  # ms between two looks at a page; to look at every frame makes it draw frames

# Collects what a screen reader would say. Runs in every page before anything else.
LISTENER = """
window.heard = []
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement
    const region = element?.closest('p[aria-live]')
    if (region && region.textContent !== window.heard.at(-1)) window.heard.push(region.textContent)
  }
}).observe(document, { subtree: true, childList: true, characterData: true })
"""

STATE = """() => {
  const spots = [...document.querySelectorAll('[data-spot]')]
  const which = (ending) => spots.filter((spot) => spot.ariaLabel.endsWith(ending)).map((spot) => spot.dataset.spot)
  return {
    plies: document.querySelectorAll('[data-ply]').length - 1,
    next: which(', can be chosen'),
    chosen: which(', chosen'),
    held: which(', held'),
    asked: document.querySelector('[aria-label="Confirm your move"]') !== null,
    covered: document.querySelector('[aria-label="Hand over"]') !== null,
    over: document.querySelector('[aria-label="The game is over"]') !== null,
  }
}"""

# Where each arrow leads from each spot. Events made by a script move the focus just as real keys do.
ARROWS = """() => {
  const ways = {}
  for (const spot of document.querySelectorAll('[data-spot]')) {
    ways[spot.dataset.spot] = {}
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      spot.focus()
      spot.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      const to = document.activeElement.dataset.spot
      if (to !== spot.dataset.spot) ways[spot.dataset.spot][key] = to
    }
  }
  return ways
}"""

# The arrow keys of a way from the spot with the focus to another one. What comes nearest is tried first, as people do
WAY = """(target) => {
  const element = (spot) => document.querySelector(`[data-spot="${spot}"]`)
  const middle = (spot) => {
    const { x, y, width, height } = element(spot).getBoundingClientRect()
    return [x + width / 2, y + height / 2]
  }
  const here = document.activeElement.dataset.spot
  const [goalX, goalY] = middle(target)
  const far = (spot) => ((at) => Math.hypot(at[0] - goalX, at[1] - goalY))(middle(spot))
  const known = { [here]: [] }
  const open = [{ spot: here, far: far(here) }]
  while (open.length && !(target in known)) {
    open.sort((a, b) => b.far - a.far)
    const { spot } = open.pop()
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      element(spot).focus()
      element(spot).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      const to = document.activeElement.dataset.spot
      if (to in known) continue
      known[to] = [...known[spot], key]
      open.push({ spot: to, far: far(to) })
    }
  }
  element(here).focus()
  return known[target] ?? null
}"""

Press = Callable[[str], None]  # points at a spot in earnest


@dataclass(frozen=True)
class State:
    """What the page says of the game at one instant."""

    plies: int  # in the move list
    next: list[str]  # ids of the spots that can be chosen
    chosen: list[str]  # ids of those chosen so far
    held: list[str]  # the button of how the thing in the hand lies; none when nothing is
    asked: bool  # the page asks whether the move is meant
    covered: bool  # the device is to be handed over
    over: bool


class Screen:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.moves_sent = 0
        page.on("websocket", lambda socket: socket.on("framesent", self._sent))

    def _sent(self, frame: str | bytes) -> None:
        self.moves_sent += '"type":"move"' in str(frame)

    # ── What is there ────────────────────────────────────────────────────────
    @property
    def state(self) -> State:
        return State(**self.page.evaluate(STATE))

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("group", name="Board of")

    @property
    def headline(self) -> Locator:
        return self.page.locator(".headline")

    @property
    def detail(self) -> Locator:
        """The line below it: the move under the pointer, or the reason why there is none."""
        return self.page.locator(".detail")

    @property
    def hint(self) -> Locator:
        """The same line when it says what the spot is that is pointed at: a first step, or none at all."""
        return self.page.locator(".detail.hint")

    @property
    def previewed(self) -> Locator:
        """There when a preview is shown, even one in which no piece arrives."""
        return self.page.locator(".ghosts")

    @property
    def ghosts(self) -> Locator:
        """Pieces of a preview."""
        return self.page.locator(".ghosts .piece")

    @property
    def confirm(self) -> Locator:
        return self.page.get_by_role("group", name="Confirm your move").get_by_role("button", name="Confirm")

    @property
    def hand_over(self) -> Locator:
        """What covers the board of several at one screen until the next one has the device."""
        return self.page.get_by_role("group", name="Hand over")

    @property
    def end(self) -> Locator:
        return self.page.get_by_role("group", name="The game is over")

    def spot(self, spot: str) -> Locator:
        return self.page.locator(f'[data-spot="{spot}"]')

    def position(self) -> list[str]:
        """The position as it is spoken: every spot's words, whatever can be chosen just now."""
        labels: list[str] = self.page.eval_on_selector_all("[data-spot]", "all => all.map((spot) => spot.ariaLabel)")
        return [re.sub(", (can be chosen|chosen|held)$", "", label) for label in labels]

    def moves(self) -> list[str]:
        """The move list as it is spoken, without notation: "3, Anna: Red disc in column d", ", Chance: Anna draws"."""
        found: list[str] = self.page.eval_on_selector_all(
            "[data-ply]:has(.words)",
            """all => all.map((ply) => {
                const [number, who, words] = ['small', '.who', '.words'].map(
                    (of) => ply.querySelector(of)?.textContent ?? '')
                return `${number}, ${who}: ${words}`
            })""",
        )
        return found

    def drawn(self) -> list[str]:
        """Every drawn piece as it stands on the picture."""
        found: list[str] = self.page.eval_on_selector_all(".board .piece", "all => all.map((piece) => piece.outerHTML)")
        return found

    def heard(self) -> list[str]:
        """All that a screen reader has been given to say, oldest first. What is said twice ends with a space."""
        found: list[str] = self.page.evaluate("window.heard.map((words) => words.trim())")
        return found

    # ── Going somewhere ──────────────────────────────────────────────────────
    def open(self, link: str) -> "Screen":
        self.page.goto(link)
        return self

    def sit_down(self, link: str) -> "Screen":
        """Open the link of a table, and wait until the game is there."""
        self.open(link)
        expect(self.board.or_(self.hand_over)).to_be_visible()
        self.uncover()
        return self

    def wait(self, condition: str, argument: object = None) -> None:
        """Until a JavaScript function says yes."""
        self.page.wait_for_function(condition, arg=argument, polling=GLANCE)

    def wait_for_ply(self, ply: int) -> None:
        self.wait("ply => document.querySelectorAll('[data-ply]').length > ply", ply)

    def wait_for_turn(self) -> State:
        """Until a player at this screen has a choice, or the game is over."""
        ready = f"() => {{ const now = ({STATE})(); return (now.next.length > 0 || now.over || now.covered) && now }}"
        while (now := State(**self.page.wait_for_function(ready, polling=GLANCE).json_value())).covered:
            self.uncover()
        return now

    def uncover(self) -> None:
        """Be the one that the device is handed over to."""
        if self.hand_over.count():
            self.hand_over.get_by_role("button").click()
            expect(self.hand_over).to_be_hidden()

    # ── Playing ──────────────────────────────────────────────────────────────
    def play(self, press: Press, dice: random.Random, confirm: Callable[[], None] | None = None) -> None:
        """One move: press what can be chosen until it is complete. `confirm` answers the page's question."""
        self._play(self.wait_for_turn(), press, dice, confirm)

    def play_out(self, press: Press, dice: random.Random, confirm: Callable[[], None] | None = None) -> None:
        """All moves of the seats at this screen, to the end."""
        assert self.play_on(MAX_PLIES, press, dice, confirm), "this game does not end"

    def play_on(self, moves: int, press: Press, dice: random.Random, confirm: Callable[[], None] | None = None) -> bool:
        """So many moves of the seats at this screen, or fewer when the game is over: whether it is."""
        for _ in range(moves):
            now = self.wait_for_turn()
            if now.over:
                return True
            self._play(now, press, dice, confirm)
        return self.wait_for_turn().over

    def _play(self, now: State, press: Press, dice: random.Random, confirm: Callable[[], None] | None) -> None:
        plies = now.plies
        while now.plies == plies and now.next and not now.asked:
            press(dice.choice(now.next))
            now = self.state
        if now.asked and now.plies == plies:
            assert confirm is not None, "the page asks for a confirmation that nobody expects"
            confirm()
        if now.plies == plies:
            self.wait_for_ply(plies + 1)

    def click(self, spot: str) -> None:
        self.spot(spot).click()

    def tap(self, spot: str) -> None:
        self.spot(spot).tap()

    # ── The keyboard ─────────────────────────────────────────────────────────
    @property
    def focused(self) -> Locator:
        return self.page.locator(":focus")

    def focused_spot(self) -> str | None:
        spot: str | None = self.page.evaluate("document.activeElement.dataset.spot ?? null")
        return spot

    def tab_to(self, target: Locator, key: str = "Tab") -> None:
        """Press Tab (or "Shift+Tab") until the target has the focus, and can be seen to have it."""
        for _ in range(TAB_STOPS):
            if target.evaluate("element => element === document.activeElement"):
                assert target.evaluate("element => element.matches(':focus-visible')")
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} does not come to {target}")

    def tab_to_board(self) -> None:
        for _ in range(TAB_STOPS):
            if self.focused_spot() is not None:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not come to the board")

    def arrows(self) -> dict[str, dict[str, str]]:
        """spot -> arrow key -> the spot it leads to. The focus stays where it was."""
        spot = self.focused_spot()
        arrows: dict[str, dict[str, str]] = self.page.evaluate(ARROWS)
        if spot is not None:
            self.spot(spot).focus()
        return arrows

    def walk_to(self, target: str) -> None:
        """From the focused spot to another one, by arrows."""
        here = self.focused_spot()
        assert here is not None, "the focus has left the board"
        keys = self.page.evaluate(WAY, target)
        assert keys is not None, f"no arrows lead from {here} to {target}"
        for key in keys:
            self.page.keyboard.press(key)
        assert self.focused_spot() == target
        assert self.focused.evaluate("element => element.matches(':focus-visible')")
