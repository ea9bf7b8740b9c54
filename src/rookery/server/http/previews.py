"""The preview that chats, search engines and other machines read of an address without running the page: a title, a
sentence and a picture, as Open Graph (https://ogp.me) and Twitter's cards name them. Never a key: a key follows the #
of a link, which no browser sends; never a move or anything else that a spectator might not see.
"""

import importlib.util
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.core.errors import UnknownGame
from rookery.core.protocol import Facts
from rookery.export.preview import PREVIEW_SIZE
from rookery.server.api.export_files import PREVIEW_KIND
from rookery.server.http.exports import Exports
from rookery.server.quota.addresses import address_of
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.store import Store
from rookery.server.table.table import Table
from rookery.server.wire.messages import YourTable

CACHE_A_DAY = "public, max-age=86400"
SITE_NAME = "Rookery"
GENERAL = "A parlour for tabletop games: play with friends and bots, no account needed."
TITLE = re.compile(r"<title>[^<]*</title>")
DESCRIPTION = re.compile(r'\s*<meta\s+name="description"[^>]*>')
# by the last part of an address below /games/SLUG/
GAME_PAGES = {
    "rules": ("Rules of {}", "{} How it is played, with pictures and lessons."),
    "learn": ("Learn {}", "{} Learn it step by step, in a few minutes, at the board."),
    "analysis": ("Analyse {}", "{} Try out moves, and see what an engine thinks of them."),
    "puzzles": ("Puzzles of {}", "{} Find the one right move."),
}


class LinkPreview(NamedTuple):
    """The preview of an address."""

    title: str
    sentence: str
    slug: str = ""  # of the game whose picture is shown; "": none
    listed: bool = True  # whether search engines may list the address


class Previews:
    """Knows what may be told of each address of the page."""

    def __init__(self, manager: TableManager, store: Store, exports: Exports, site: str) -> None:
        """`site`: our one origin; "": whatever a request says."""
        self._manager = manager
        self._store = store
        self._exports = exports
        self._site = site
        self._pictures = importlib.util.find_spec("resvg_py") is not None

    async def page(self, html: bytes, request: Request) -> bytes:
        """index.html for the address of a request."""
        preview = await self._of(request.url.path.strip("/").split("/"), request.path_params)
        secure = request.url.scheme == "https"
        site = self._site or f"{'https' if secure else 'http'}://{request.headers.get('host', '')}"
        picture = f"{site}/preview/{preview.slug}.png" if preview.slug and self._pictures else ""
        return with_preview(html.decode(), preview, f"{site}{request.url.path}", picture).encode()

    async def picture(self, request: Request) -> Response:
        """A game's picture as PNG. Raises HTTPException for an unknown game, and what `Catalog.ready` and
        `Exports.file` raise."""
        try:
            game = await self._manager.catalog.ready(request.path_params["slug"], wanted=False)
        except UnknownGame:
            raise HTTPException(404) from None
        data = await self._exports.file(game.facts.slug, PREVIEW_KIND, address_of(request))
        # other sites show it beside a link to here
        headers = {"cache-control": CACHE_A_DAY, "cross-origin-resource-policy": "cross-origin"}
        return Response(data, 200, headers, "image/png")

    async def _of(self, path: Sequence[str], params: Mapping[str, str]) -> LinkPreview:
        if path[0] == "t" and "table" in params:
            return await self._of_table(params["table"])
        if path[0] == "games" and (facts := self._facts(params.get("slug", ""))) is not None:
            title, sentence = GAME_PAGES[path[-1]]
            return LinkPreview(title.format(facts.name), sentence.format(_line(facts)), facts.slug)
        if path[0] == "today":
            return self._of_today(params.get("slug", ""))
        if path[0] == "puzzles":
            return LinkPreview("Puzzles of the day", "A new puzzle of each game every day: find the one right move.")
        if path[0] == "evening":
            return LinkPreview("An evening of games", "Several tables play the same draws. Take a place.", listed=False)
        return LinkPreview(SITE_NAME, GENERAL, listed=path[0] in ("", "practice"))

    def _of_today(self, slug: str) -> LinkPreview:
        if (facts := self._facts(slug)) is None:
            return LinkPreview(
                "Games of the day", "Everybody meets the same table and the same draws, and has one try."
            )
        words = f"{_line(facts)} Everybody has the same draws, and one try."
        return LinkPreview(f"Today's game of {facts.name}", words, slug)

    async def _of_table(self, table_id: str) -> LinkPreview:
        """A table as a spectator could know it; only its game where there are none."""
        state: Table | YourTable | None  # None: nothing but how it was made
        if (table := self._manager.in_memory(table_id)) is not None:
            made, state = table.made, table
        elif (outline := await self._store.outlined(table_id)) is not None:
            made, state = outline[0], msgspec.json.decode(outline[1], type=YourTable) if outline[1] else None
        else:
            return LinkPreview(SITE_NAME, GENERAL, listed=False)
        if (facts := self._facts(made.game)) is None:
            return LinkPreview(SITE_NAME, GENERAL, listed=False)
        names = [] if made.contest or state is None else [seat.name for seat in state.seats if seat.name]
        waiting = state is not None and state.state == "waiting"
        if not names:
            title = f"A table of {facts.name}"
        elif waiting and len(names) == 1:
            title = f"{names[0]} invites you to {facts.name}"
        elif waiting:  # nobody knows which of them made the table
            title = f"You are invited to {facts.name}"
        else:
            title = f"{facts.name}: {', '.join(names)}"
        return LinkPreview(title, _line(facts), facts.slug, listed=False)

    def _facts(self, slug: str) -> Facts | None:
        try:
            return self._manager.catalog.game(slug).facts
        except UnknownGame:
            return None


def _line(facts: Facts) -> str:
    """One sentence on a game."""
    return facts.tagline if facts.tagline.endswith((".", "!", "?")) else f"{facts.tagline}."


def with_preview(html: str, told: LinkPreview, address: str, picture: str) -> str:
    """index.html with what is told of its address, in place of what is told of all. `picture`: where it is; ""."""
    width, height = PREVIEW_SIZE
    properties = {
        "og:site_name": SITE_NAME,
        "og:type": "website",
        "og:title": told.title,
        "og:description": told.sentence,
        "og:url": address,
    }
    if picture:
        properties |= {"og:image": picture, "og:image:type": "image/png", "og:image:alt": told.title}
        properties |= {"og:image:width": str(width), "og:image:height": str(height)}
    cards = {"twitter:card": "summary_large_image" if picture else "summary", "description": told.sentence}
    if not told.listed:
        cards["robots"] = "noindex"
    lines = [
        f"<title>{escape(told.title)}</title>",
        *(f'<meta name="{name}" content="{escape(value)}" />' for name, value in cards.items()),
        *(f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()),
    ]
    return TITLE.sub(lambda found: "\n    ".join(lines), DESCRIPTION.sub("", html, count=1), count=1)
