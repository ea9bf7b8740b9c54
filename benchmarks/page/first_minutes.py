"""A stranger's first minutes in each game, on a laptop and on a phone: how many seconds and presses it takes to the
first own move, to the end of the first game, and to its review; and whether anything had to be looked for by scrolling.

    python -m benchmarks.page.first_minutes
    python -m benchmarks.page.first_minutes --game gleebs --device phone

A real server, and Chromium with a new profile for each visit. The stranger goes from the front page to the first course
of the game, gives all right answers at once, plays the game in which the course ends by chance, and opens its review.
So the seconds are those of the page and of its bots: reading and thinking come on top. A press is a click or a tap. It
was out of sight if its place lay outside the window, or under what stays at the window's edges. `shift` is the sum of
the shifts of the layout that nobody caused (web.dev calls 0.1 good), and what moved in the greatest of them.
"""

import random
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, expect, sync_playwright

import rookery
from benchmarks.arguments import described
from rookery.machine import machine_words
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.site import START
from tests.browser.test_learn import WATCH, take_course
from tests.browser.test_review import REVIEWED
from tests.conftest import CHROMIUM

DEVICES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
# whether the middle of an element can be seen and pressed where the window stands
IN_SIGHT = """(element) => {
  const edge = '.thumb, .overhead, .bar, nav'
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false
  const there = document.elementFromPoint(x, y)
  return there !== null && !there.closest(edge) === !element.closest(edge)
}"""
SETTLED = 700  # ms: the page brings into sight what can be chosen


class Counting:
    """A hand that counts what it does."""

    def __init__(self, screen: Screen, touch: bool) -> None:
        self.screen = screen
        self.presses = 0
        self.unseen: list[str] = []  # what was out of sight when it was wanted
        self.began = time.perf_counter()
        self.first = ""  # when the board was first pressed
        self._touch = touch

    @property
    def told(self) -> str:
        return f"{time.perf_counter() - self.began:.0f} s, {self.presses}"

    def press(self, spot: str) -> None:
        self.use(self.screen.spot(spot))
        self.first = self.first or self.told

    def use(self, control: Locator) -> None:
        expect(control).to_be_visible(timeout=START)
        if not control.evaluate(IN_SIGHT):
            self.screen.page.wait_for_timeout(SETTLED)
            if not control.evaluate(IN_SIGHT):
                self.unseen.append(control.evaluate("(one) => (one.ariaLabel || one.textContent).trim().slice(0, 60)"))
        control.tap() if self._touch else control.click()
        self.presses += 1


def visit(browser: Browser, link: str, slug: str, device: str) -> list[str]:
    """A line of a table: seconds and presses to each station, what was out of sight, and the shift of the layout."""
    context = browser.new_context(**DEVICES[device])
    context.set_default_timeout(REVIEWED)
    page = context.new_page()
    page.add_init_script(WATCH)
    hand = Counting(Screen(page), device == "phone")
    game = rookery.load(slug)
    page.goto(link)
    hand.use(page.get_by_role("navigation", name="Rookery").get_by_role("link", name="Learn", exact=True))
    hand.use(page.locator(f'main li a.main[href*="/games/{slug}/learn"]').first)
    take_course(hand, game)
    hand.screen.play_out(hand.press, random.Random(3), lambda: hand.use(hand.screen.confirm))
    over = hand.told
    hand.use(page.get_by_role("link", name="Review"))
    expect(page.get_by_role("slider", name="Chances along the game")).to_be_visible(timeout=START)
    expect(page.get_by_text("Opening the review")).to_have_count(0, timeout=REVIEWED)
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=REVIEWED)
    reviewed = hand.told
    shifts: list[dict[str, Any]] = page.evaluate("window.shifts")
    moved = max(shifts, key=lambda one: float(one["value"]))["moved"] if shifts else []
    shift = sum(one["value"] for one in shifts)
    context.close()
    unseen = "; ".join(sorted(set(hand.unseen))) or "nothing"
    return [slug, device, hand.first, over, reviewed, unseen, f"{shift:.2f} {moved[:2]}"]


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--game", choices=rookery.slugs(), help="only this one")
    parser.add_argument("--device", choices=DEVICES, help="only this one")
    asked = parser.parse_args()
    expect.set_options(timeout=START)
    print(machine_words())
    print("| game | device | first own move | first game over | first review | out of sight | shift |")
    print("|---|---|---:|---:|---:|---|---:|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), ROOKERY_BOT_PAUSE="0.4")
        try:
            games = [card["slug"] for card in house.ask("api/games")]
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for slug in [asked.game] if asked.game else games:
                for device in [asked.device] if asked.device else DEVICES:
                    print(f"| {' | '.join(visit(browser, house.link, slug, device))} |", flush=True)
        finally:
            house.close()


if __name__ == "__main__":
    main()
