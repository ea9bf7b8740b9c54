"""The files that are made of the games when the site is made (web/src/net/game_source.ts)."""

import asyncio
from collections.abc import Sequence

import msgspec

from rookery import bots
from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.export import rules_page
from rookery.lessons.lesson import lessons_of
from rookery.offline.parlour import Parlour
from rookery.offline.storage import MemoryStorage
from rookery.page_engine.engine_parts import Files
from rookery.page_engine.made_files import packed
from rookery.puzzles.puzzle import puzzles_of
from rookery.server.bots.game_codes import code_name, code_of


class GamesAtHand:
    """The games of this package, as a parlour asks about them; SitePages, and a Brain that nobody asks."""

    async def picture(self, game: Game) -> str:
        return rules_page.picture(game)

    async def rules(self, game: Game) -> str:
        return rules_page.rules(game, code_name(game))

    def levels(self, game: Game) -> tuple[str, ...]:
        return bots.levels(game)

    def code(self, game: Game) -> str:
        return code_name(game)

    async def advise(self, view: object, level: str, seed: int) -> tuple[int, str]:
        raise Trouble("no bots play while a site is made")


def drawings(games: Sequence[Game]) -> Files:
    """The list of games, and of each its drawings, its code, its picture for the lobby, its rules, and the answers
    about its lessons and puzzles."""
    files = asyncio.run(_answers(games))
    for game in games:
        slug = game.facts.slug
        files[f"art/{slug}.svg"] = game.art.encode()
        if code := code_of(game):
            files[f"code/{code.name}"] = code.text
        files[f"games/{slug}/picture.svg"] = rules_page.picture(game).encode()
        if (game.path / "rules.md").exists():  # a game from outside the package may have no rules page
            files[f"rules/{slug}.html"] = rules_page.rules(game, code_name(game)).encode()
    return files


async def _answers(games: Sequence[Game]) -> Files:
    """The answers that a parlour gives to everybody."""
    at_hand = GamesAtHand()
    parlour = await Parlour.open(MemoryStorage(), at_hand, brain=at_hand)

    async def answer(path: str) -> msgspec.Raw:
        reply = await parlour.request("GET", path)
        if reply.status != 200:
            raise Trouble(f"the answer to {path} cannot be made: {reply.body.decode()}")
        return msgspec.Raw(reply.body)

    try:
        slugs = {game.facts.slug for game in games}
        cards = msgspec.json.decode(await answer("/api/games"))
        files = {"games.json": msgspec.json.encode([card for card in cards if card["slug"] in slugs])}
        for game in games:
            about = f"/api/games/{game.facts.slug}"
            paths = [f"{about}/lessons", f"{about}/puzzles"]
            paths += [f"{about}/lessons/{lesson.id}" for lesson in lessons_of(game).lessons]
            paths += [f"{about}/puzzles/{puzzle.key}" for puzzle in puzzles_of(game)]
            answers = {path: await answer(path) for path in paths}
            files[f"answers/{game.facts.slug}.packed"] = packed(msgspec.json.encode(answers))
    finally:
        await parlour.close()
    return files
