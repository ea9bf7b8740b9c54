"""The turns of bots at a table: how long one watches them, and what the frames of their motion cost.

    make play     builds the page; it may be stopped then
    python -m benchmarks.page.motion
    python -m benchmarks.page.motion --game gleebs --turns 10 --throttled 4

A real server, and Chromium, which draws without a graphics card. Somebody else plays at random for the person of a
table, whose page shows what the bots answer, at the usual speed.

`watched`: from the message with the first move of the bots until the last one has come to rest, median and worst of
the turns. `moving`: how much of that something moves, on average. `frames`: drawn per second of motion, of 60 at best.
`gap`: between two of them, the 95th of 100 and the longest. `script`, `style`, `paint`: what the page's main thread
does, per frame; `all`: with all else; `longest`: its longest task while something moves; all of them by the clock of
the thread, which stands still while the machine does something else. `styled`: elements whose style is computed again,
per frame. `processes`: all of Chromium, per turn. Times are milliseconds. Throttling slows the main thread alone.
"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, expect

import rookery
from benchmarks.arguments import described, positive
from benchmarks.page.site_in_browser import chromium
from rookery.machine import machine_words
from tests.browser.house import House, Table
from tests.browser.site import START

Event = dict[str, Any]

VIEWPORT: ViewportSize = {"width": 1280, "height": 800}
CATEGORIES = [
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]
# Marks in the trace when bots' moves arrive, and when the board begins and ceases to move
WATCH = """(() => {
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all)
      this.addEventListener('message', ({ data }) => {
        const { type, moves } = JSON.parse(data)
        const seats = type === 'moved' || type === 'changed' ? moves.map((move) => move.seat ?? move[0]) : []
        if (seats.some((seat) => seat > 0)) performance.mark('came')
      })
    }
  }
  let moving = false
  new MutationObserver(() => {
    const now = document.querySelector('.board.moving') !== null
    if (now !== moving) performance.mark(now ? 'moves' : 'rests')
    moving = now
  }).observe(document, { subtree: true, attributeFilter: ['class'] })
})()"""
RESTING = "!document.querySelector('.board.moving')"
RESTS = 1500  # ms: longer than one move rests before the next
GLANCE = 100  # ms
OPENING = 6  # plies of the person before it is measured
WORK = {
    "script": {"FunctionCall", "EvaluateScript", "RunMicrotasks", "FireAnimationFrame", "TimerFire"},
    "style": {"UpdateLayoutTree", "Layout"},
    "paint": {"PrePaint", "Paint", "Layerize", "Commit"},
}
TASK, FRAME = "RunTask", "DrawFrame"
HEAD = """\
| game | throttled | moves | watched: median, worst | moving | frames | gap | script | style | paint | all | longest \
| styled | processes |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""


class Turn(NamedTuple):
    """One turn of bots; all times in ms."""

    watched: float
    moving: float
    moves: int
    gaps: list[float]
    longest: float
    work: dict[str, float]
    styled: int
    processes: float


def traced(page: Page, cdp: CDPSession, table: Table, dice: random.Random) -> list[Event]:
    """What Chromium does from the person's ply until the page has been quiet for long."""
    events: list[Event] = []
    ended: list[Event] = []
    gather, end = lambda more: events.extend(more["value"]), lambda event: ended.append(event)
    cdp.on("Tracing.dataCollected", gather)
    cdp.on("Tracing.tracingComplete", end)
    cdp.send("Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES}})
    table.play(1, dice)
    quiet = 0
    while quiet < RESTS:
        page.wait_for_timeout(GLANCE)
        quiet = quiet + GLANCE if page.evaluate(RESTING) else 0
    cdp.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(GLANCE)
    cdp.remove_listener("Tracing.dataCollected", gather)
    cdp.remove_listener("Tracing.tracingComplete", end)
    return sorted(events, key=lambda event: event["ts"])


def read(events: Sequence[Event], processes: float) -> Turn | None:
    """`processes`: ms of Chromium meanwhile. None: no bot moved, or nothing could be seen of it."""
    marks = {name: [at for at in events if at["name"] == name] for name in ("came", "moves", "rests")}
    if not marks["came"]:
        return None
    came = marks["came"][0]["ts"]
    spans = [(a["ts"], b["ts"]) for a, b in zip(marks["moves"], marks["rests"], strict=True) if b["ts"] > came]
    if not spans:
        return None
    page = marks["came"][0]["pid"], marks["came"][0]["tid"]
    inside = [event for event in events if any(begins <= event["ts"] < ends for begins, ends in spans)]
    main = [event for event in inside if (event["pid"], event["tid"]) == page]
    work = {kind: sum(spent(event) for event in outermost(main, names)) for kind, names in WORK.items()}
    tasks = [spent(event) for event in main if event["name"] == TASK]
    frames = [[e["ts"] for e in inside if e["name"] == FRAME and begins <= e["ts"] < ends] for begins, ends in spans]
    return Turn(
        watched=(spans[-1][1] - came) / 1000,
        moving=sum(ends - begins for begins, ends in spans) / 1000,
        moves=len(spans),
        gaps=[(b - a) / 1000 for drawn in frames for a, b in pairwise(drawn)],
        longest=max(tasks, default=0.0),
        work={**work, "all": sum(tasks)},
        styled=sum(event["args"].get("elementCount", 0) for event in main if event["name"] == "UpdateLayoutTree"),
        processes=processes,
    )


def outermost(events: Sequence[Event], names: set[str]) -> Iterator[Event]:
    """Those of these names that lie in no other of them."""
    until = 0.0
    for event in events:
        if event["name"] in names and event["ts"] >= until:
            until = event["ts"] + event.get("dur", 0)
            yield event


def spent(event: Event) -> float:
    """Of its thread, in ms."""
    return float(event.get("tdur", 0)) / 1000


def processes_spent(browser: CDPSession) -> float:
    """By all processes of the browser, in ms."""
    told = browser.send("SystemInfo.getProcessInfo")["processInfo"]
    return 1000 * sum(float(process["cpuTime"]) for process in told)


def turns(browser: Browser, house: House, slug: str, throttled: float, number: int) -> list[Turn]:
    """So many turns with something to see, from as many tables as that takes."""
    cdp, dice, seen = browser.new_browser_cdp_session(), random.Random(1), list[Turn]()
    players = max(2, rookery.load(slug).facts.players[0])
    while len(seen) < number:
        table = house.table(slug, players=players, bots=players - 1, plies=OPENING)
        page = browser.new_page(viewport=VIEWPORT)
        page.add_init_script(WATCH)
        page.goto(table.seat(0))
        expect(page.locator(".board .piece").first).to_be_attached(timeout=START)
        page.wait_for_timeout(RESTS)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttled})
        while len(seen) < number and not page.get_by_label("The game is over").count():
            before = processes_spent(cdp)
            events = traced(page, cdp, table, dice)
            turn = read(events, processes_spent(cdp) - before)
            seen += [turn] if turn else []
        page.close()
    return seen


def row(slug: str, throttled: float, seen: Sequence[Turn]) -> str:
    """Of the table."""
    gaps = [gap for turn in seen for gap in turn.gaps]
    frames = len(gaps) + sum(turn.moves for turn in seen)
    seconds = sum(turn.moving for turn in seen) / 1000
    work = [sum(turn.work[kind] for turn in seen) / frames for kind in (*WORK, "all")]
    cells = [
        f"{throttled:g}",
        f"{sum(turn.moves for turn in seen)}",
        f"{median(turn.watched for turn in seen):.0f}, {max(turn.watched for turn in seen):.0f}",
        f"{mean(turn.moving for turn in seen):.0f}",
        f"{frames / seconds:.0f}",
        f"{quantiles(gaps, n=20)[-1]:.0f}, {max(gaps):.0f}",
        *(f"{cost:.2f}" for cost in work),
        f"{max(turn.longest for turn in seen):.0f}",
        f"{sum(turn.styled for turn in seen) / frames:.1f}",
        f"{mean(turn.processes for turn in seen):.0f}",
    ]
    return f"| {slug} | {' | '.join(cells)} |"


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--game", choices=rookery.slugs(), action="append", help="only this one; repeatable")
    parser.add_argument("--turns", type=positive, default=30, help="of each game [30]")
    parser.add_argument("--throttled", type=float, action="append", help="so many times slower; repeatable [1 and 4]")
    asked = parser.parse_args()
    print(machine_words())
    print(HEAD)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        house = House(Path(folder), ROOKERY_BOT_PAUSE="0.5")
        try:
            games = [card["slug"] for card in house.ask("api/games")]
            for slug in asked.game or games:
                for throttled in asked.throttled or (1, 4):
                    seen = turns(browser, house, slug, throttled, asked.turns)
                    print(row(slug, throttled, seen), flush=True)
        finally:
            house.close()


if __name__ == "__main__":
    main()
