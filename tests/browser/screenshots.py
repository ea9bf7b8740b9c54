"""Makes the pictures of the README from the real page.

The same seed gives the same game: bots play it, chance included, up to a position in the middle. What it looks like
then is up to the page and to Chromium, so that the picture is made by hand, and looked at, when the page has changed.
The positions show much:

    python -m tests.browser.screenshots docs/pictures/table.png --game gleebs
    python -m tests.browser.screenshots docs/pictures/gameshire.png --game gameshire --plies 28 --seed 2
    python -m tests.browser.screenshots docs/pictures/blockers.png --game blockers --plies 70 --seed 5
    python -m tests.browser.screenshots docs/pictures/grackles.png --game grackles --plies 60 --seed 5
"""

import argparse
import asyncio
import io
import random
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

import rookery
from rookery.bots import choose
from rookery.server.commands import moves, people
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import EventBatch
from rookery.server.table.events import Event, Made, Seat
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from tests.browser.conftest import WAIT
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.test_board import before_the_last_step
from tests.conftest import CHROMIUM

TABLE = "picture"
KEY = "a-key-for-the-picture"
LEVEL = "medium"
MAX_COLOURS = 256  # of a picture: enough for flat drawings, and a third of the bytes
HEIGHT = 760  # px
DESK = {"viewport": {"width": 1120, "height": HEIGHT}, "device_scale_factor": 1.5, "color_scheme": "light"}
PHONE = {"viewport": {"width": 390, "height": HEIGHT}, "device_scale_factor": 1.5, "color_scheme": "dark"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the picture: a desk in the light, a phone in the dark")
    parser.add_argument("--game", default=rookery.slugs()[0], choices=rookery.slugs())
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--plies", type=int, default=18, help="played at least, before the picture [%(default)s]")
    asked = parser.parse_args()
    expect.set_options(timeout=WAIT)
    with tempfile.TemporaryDirectory() as folder:
        game_on_disk(Path(folder) / "tables.sqlite3", asked.game, asked.plies, asked.seed)
        house = House(Path(folder))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
                link = f"{house.link}t/{TABLE}#{KEY}"
                desk, phone = (shot(browser, link, asked.seed, settings) for settings in (DESK, PHONE))
                browser.close()
        finally:
            house.close()
    both = Image.new("RGB", (desk.width + phone.width, desk.height))
    both.paste(desk, (0, 0))
    both.paste(phone, (desk.width, 0))
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    both.quantize(MAX_COLOURS, dither=Image.Dither.NONE).save(asked.out, optimize=True)


def game_on_disk(database: Path, slug: str, plies: int, seed: int) -> None:
    """A person in the first seat, to move, and bots in the others."""
    game = rookery.load(slug)
    players = game.facts.players[0]
    seats = (Seat("person", name="Robin", key_hash=digest(KEY)), *[Seat("bot", LEVEL)] * (players - 1))
    luck = np.random.default_rng(seed)
    made = Made(slug, game.facts.rules_version, players, {}, seats)
    events: list[Event] = [made]
    table = Table(game, TABLE, luck.bytes(32), events)

    def happen(following: list[Event]) -> None:
        table.add(following)
        events.extend(following)

    happen(people.come(table, (0,), ""))
    while table.plies < plies or table.mover != 0:
        assert table.mover is not None, "the game is over before that: fewer --plies, or another --seed"
        happen(moves.play(table, choose(table.position.view(table.mover), LEVEL, luck)))
    store = Store(database)
    asyncio.run(store.write(EventBatch(TABLE, 1, events, table.secret)))
    store.close()


def shot(browser: Browser, link: str, seed: int, settings: dict[str, Any]) -> Image.Image:
    """The table, with a move chosen but not yet made."""
    screen = Screen(browser.new_context(reduced_motion="reduce", **settings).new_page())
    screen.sit_down(link)
    before_the_last_step(screen, random.Random(seed))
    expect(screen.ghosts.first).to_be_visible()
    screen.page.evaluate("scrollTo(0, 0)")
    return Image.open(io.BytesIO(screen.page.screenshot())).convert("RGB")


if __name__ == "__main__":
    main()
