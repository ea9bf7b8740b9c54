"""The time that a page takes to review a game, without a server.

    make site
    python -m benchmarks.page.review_in_page build/parlour grackles --players 2 3 4

For each number of players, a game between bots is reviewed as a person does it: its file is opened, and *Review* is
pressed. `graph` is the time from that click until the first graph is there, `done` the time until the review is whole
(goal: 10 s). Each run has a browser window of its own, so the page's engine starts anew; the table has the best and the
worst of the runs. The machine should do nothing else.
"""

import tempfile
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Browser

from benchmarks.arguments import described, game_of, positive
from benchmarks.page.site_in_browser import chromium, served
from benchmarks.reviewed_games import played
from rookery.machine import machine_words

PAGE_TIMEOUT = 120_000  # ms


def times(browser: Browser, link: str, file: Path) -> tuple[float, float]:
    """Seconds until the first graph, and until the whole review."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    page.locator("input[type=file]").set_input_files(file)
    review = page.get_by_role("link", name="Review")
    review.wait_for(timeout=PAGE_TIMEOUT)
    began = perf_counter()
    review.click()
    page.get_by_role("progressbar").wait_for(timeout=PAGE_TIMEOUT)  # before that, the graph has a frame and no chance
    graph = perf_counter() - began
    page.get_by_role("progressbar").wait_for(state="detached", timeout=PAGE_TIMEOUT)
    done = perf_counter() - began
    context.close()
    return graph, done


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("site", type=Path, help="the folder that `make site` made")
    parser.add_argument("game")
    parser.add_argument("--players", type=positive, nargs="+", help="all numbers, if none is given")
    parser.add_argument("--level", default="medium", help="of the bots whose game is reviewed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=positive, default=3)
    args = parser.parse_args()
    if not (args.site / "index.html").exists():
        parser.error(f"{args.site} has no site: make site")
    players = args.players or game_of(parser, args.game).facts.players
    game_of(parser, args.game, players, [args.level])
    records = [played(args.game, [args.level] * number, args.seed) for number in players]
    print(f"{machine_words()}.\n\n| players | plies | graph s | done s |\n| ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as name, served(args.site) as address, chromium() as browser:
        for record in records:
            file = Path(name) / "game.jsonl"
            record.save(file)
            runs = [times(browser, address, file) for _ in range(args.runs)]
            graph, done = (f"{min(each):.1f} to {max(each):.1f}" for each in zip(*runs))
            print(f"| {record.position.players} | {record.plies} | {graph} | {done} |", flush=True)


if __name__ == "__main__":
    main()
