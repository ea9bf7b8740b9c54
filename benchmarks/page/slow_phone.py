"""The time that a slow phone takes to draw the positions of a table, and the bytes that it gets before the first one.

    make play     builds the page; it may be stopped then
    ROOKERY_MACHINE_CODE=none python -m benchmarks.page.slow_phone     every game: some minutes
    python -m benchmarks.page.slow_phone gameshire --games 10 --throttled 6

Chromium opens the page of a server, its processor throttled six times. Random games of each number of players are
played before, and a page of its own draws each of them from the views of one seat, as it would at a table: all
positions in which somebody decides, one after the other, and for each decision of that seat the preview of one action.
Three pages draw the same game, and for each position the quickest counts, as the machine may do something else, too.
`first`: the page has nothing of games yet; it loads its runtime and the code of the game, and draws the first position
(goal: 0.9 s in the worst page). The other columns are about all later positions together: the time of a median one, of
the 95th of 100 (goal: 30 ms), and of the worst. `sent`: script and style, compressed, until the page of a table shows
its board; `code`: how much of that is the code of the game (goal for the rest: 140 kB).
"""

import argparse
import base64
import json
import random
import urllib.request
from collections.abc import Iterator
from statistics import median, quantiles
from typing import Any, NamedTuple

import rookery
from benchmarks.arguments import described, positive
from benchmarks.page.site_in_browser import chromium
from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.core.protocol import CHANCE
from rookery.crowds import load_server
from rookery.machine import machine_words
from rookery.server.bots.game_codes import code_name
from tests.javascript.answers import runtime_text

# Draws as DrawnPositions.shown does (web/src/table/drawn_positions.ts).
DRAW = """
async ([runtime, code, plies]) => {
  const bytes = plies.map(([view]) => Uint8Array.from(atob(view), (letter) => letter.charCodeAt(0)))
  const began = performance.now()
  const game = await import(runtime)
  const functions = await game.gameCode(code)
  const scenes = [], previews = []
  for (const [i, [, seat, players, decides, action]] of plies.entries()) {
    const start = i ? performance.now() : began
    const view = game.GameView.read(functions, bytes[i], seat, players)
    const scene = game.drawn(view, seat)
    if (!decides) scene.idle()
    const drawn = performance.now()
    scenes.push(drawn - start)
    if (decides) {
      game.preview(view, action, seat)
      previews.push(performance.now() - drawn)
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
  return [scenes, previews]
}
"""
SENT = """
() => performance.getEntriesByType('resource')
  .filter(({ name }) => /\\.(js|css)$/.test(new URL(name).pathname))
  .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])
"""
BOT = {"kind": "bot", "level": "random"}
PATIENCE = 120_000  # ms
HEAD = """\
| game | first ms: median, worst | later | ms each: median, 95 %, worst | preview, ms | sent kB | code kB |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |"""


class Ply(NamedTuple):
    """A position as a page gets it."""

    view: str
    seat: int
    players: int
    decides: bool
    action: int


class Times(NamedTuple):
    """Milliseconds."""

    first: list[float]  # a page each
    later: list[float]
    previews: list[float]


def plies(game: Game, players: int, generator: random.Random) -> Iterator[Ply]:
    """A random game, as one of its seats sees it."""
    draws, seat = Generator(generator.getrandbits(32)), generator.randrange(players)
    position = game.start(seed=generator.getrandbits(32), players=players)
    while not position.is_over:
        action = position.draw(draws) if position.mover == CHANCE else generator.choice(position.legal_actions)
        if position.mover != CHANCE:
            view = base64.b64encode(position.view(seat).states.tobytes()).decode()
            yield Ply(view, seat, players, position.mover == seat, action)
        position = position.after_unchecked(action)


def drawn(address: str, game: Game, asked: argparse.Namespace) -> Times:
    times, generator = Times([], [], []), random.Random(1)
    for players in game.facts.players * asked.games:
        seen = [*plies(game, players, generator)]
        runs = [page_times(address, game, seen, asked.throttled) for _ in range(asked.runs)]
        first, *later = (min(each) for each in zip(*(scenes for scenes, _ in runs), strict=True))
        times.first.append(first)
        times.later.extend(later)
        times.previews.extend(min(each) for each in zip(*(previews for _, previews in runs), strict=True))
    return times


def page_times(address: str, game: Game, seen: list[Ply], throttled: int) -> tuple[list[float], list[float]]:
    """Of scenes and of previews. The browser is a new one: they keep compiled scripts from page to page."""
    with chromium() as browser:
        page = browser.new_page()
        page.route("**/runtime.mjs", lambda it: it.fulfill(body=runtime_text(), content_type="text/javascript"))
        page.goto(f"{address}robots.txt")  # an address of the server, but no page that does something meanwhile
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttled})
        scenes, previews = page.evaluate(DRAW, ["/runtime.mjs", f"/code/{code_name(game)}", seen])
        return scenes, previews


def sent(address: str, game: Game) -> tuple[int, int]:
    """Bytes of script and style until a table's board is there, and those of the game's code among them. The server has
    the code ready from then on."""
    order = {"game": game.facts.slug, "seats": [{"name": "A"}, *[BOT] * (game.facts.players[0] - 1)]}
    request = urllib.request.Request(f"{address}api/tables", json.dumps(order).encode())
    links: Any = json.load(urllib.request.urlopen(request))
    with chromium() as browser:
        page = browser.new_page()
        page.goto(f"{address}t/{links['table']}#{links['seats'][0]['key']}")
        page.locator("[data-spot]").first.wait_for(timeout=PATIENCE)
        files = dict(page.evaluate(SENT))
    return sum(files.values()), sum(size for name, size in files.items() if name.startswith("/code/"))


def row(name: str, times: Times, sizes: tuple[int, int]) -> str:
    """Of the table."""
    cells = [f"{median(times.first):.0f}, {max(times.first):.0f}", f"{len(times.later):,}"]
    for each in (times.later, times.previews):
        cells.append(f"{median(each):.1f}, {quantiles(each, n=20)[-1]:.1f}, {max(each):.0f}")
    return f"| {name} | {' | '.join(cells)} | {' | '.join(f'{size / 1000:.1f}' for size in sizes)} |"


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("slugs", nargs="*", metavar="game", default=rookery.slugs(), help="all, if none is given")
    parser.add_argument("--games", type=positive, default=2, help="of each number of players [2]")
    parser.add_argument("--runs", type=positive, default=3, help="pages that draw the same game [3]")
    parser.add_argument("--throttled", type=positive, default=6, help="so many times slower than this machine [6]")
    args = parser.parse_args()
    print(f"{machine_words()}; {args.throttled} times throttled\n")
    print(HEAD)
    with load_server.opened() as house:
        for slug in args.slugs:
            game = rookery.load(slug)
            sizes = sent(house.address, game)
            print(row(game.facts.name, drawn(house.address, game, args), sizes), flush=True)


if __name__ == "__main__":
    main()
