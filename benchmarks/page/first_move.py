"""A stranger's wait for a static site on a slow line: for a board to look at, and for the first move.

    rookery site build/parlour
    python -m benchmarks.page.first_move build/parlour
    python -m benchmarks.page.first_move build/parlour --mbits 10 --game gleebs --runs 3 --throttled 4

A plain file server sends the site from a folder below its root, at so many million bits a second for all files
together. Chromium opens the page, and plays a move against a bot as soon as it can. `cold`: nothing is kept in the
browser. `warm`: the page was there before, and its service worker has kept its files.
"""

import random
import statistics
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, expect

from benchmarks.arguments import described
from benchmarks.page.site_in_browser import chromium, served
from rookery.machine import machine_words

PATIENCE = 120_000  # ms
KEPT = "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length > 0)"


class Times(NamedTuple):
    """Seconds since the page was asked for."""

    board: float  # until the pictures of all games are there
    moved: float  # until the first move is taken


def first_move(page: Page, address: str, game: str) -> Times:
    """Open the list of games, sit down against the usual bot, and play a move."""
    from tests.browser.screen import Screen  # knows where a page shows what can be chosen

    began, screen = time.perf_counter(), Screen(page)
    page.goto(address)
    page.wait_for_function(
        "() => document.querySelectorAll('article').length > 0 &&"
        " [...document.querySelectorAll('article img')].every((one) => one.complete && one.naturalWidth > 0)"
    )
    board = time.perf_counter() - began
    page.locator(f'a[href*="game={game}"]').first.click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.board).to_be_visible(timeout=PATIENCE)
    screen.play(screen.click, random.Random(1), lambda: screen.confirm.click())
    return Times(board, time.perf_counter() - began)


def measured(browser: Browser, address: str, game: str, throttled: float) -> dict[str, Times]:
    """By name: cold and warm. `throttled`: how many times slower the processor shall be."""

    def opened() -> Page:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttled})
        return page

    context: BrowserContext = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = opened()
    cold = first_move(page, address, game)
    page.wait_for_function(KEPT)
    page.close()
    warm = first_move(opened(), address, game)
    context.close()
    return {"cold": cold, "warm": warm}


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("site", type=Path, help="the folder of the site")
    parser.add_argument("--game", action="append", help="only this game; repeatable")
    parser.add_argument("--mbits", type=float, default=10.0, help="millions of bits a second [10]")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--throttled", type=float, default=1.0, help="so many times slower is the page's thread [1]")
    args = parser.parse_args()
    games = args.game or sorted(path.name for path in (args.site / "games").iterdir() if path.is_dir())
    weight = sum(path.stat().st_size for path in args.site.rglob("*") if path.is_file())
    speed = f"{args.mbits:g} Mbit/s, throttled {args.throttled:g} times"
    print(f"{machine_words()}; {speed}; the site has {weight / 1e6:.1f} MB\n")
    print("| game | visit | a board to look at, s | first move taken, s (each run) |\n|---|---|---|---|")
    with served(args.site, args.mbits) as address, chromium() as browser:
        for game in games:
            runs = [measured(browser, address, game, args.throttled) for _ in range(args.runs)]
            for visit in ("cold", "warm"):
                boards, moves = zip(*(run[visit] for run in runs), strict=True)
                each = ", ".join(f"{seconds:.1f}" for seconds in sorted(moves))
                print(f"| {game} | {visit} | {statistics.median(boards):.2f} | {each} |", flush=True)


if __name__ == "__main__":
    main()
