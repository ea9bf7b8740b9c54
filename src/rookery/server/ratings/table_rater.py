"""Rates the people at tables; a Rater."""

import asyncio
import functools
import logging
from collections.abc import Mapping, Sequence

from rookery.core.position import Game
from rookery.core.seats import BrokenSeats
from rookery.ratings import NotRated, RatedResult, Scale, result_of, scale_of
from rookery.ratings.measured import difficulty
from rookery.server.errors import CannotRate
from rookery.server.quota.work_budget import in_thread
from rookery.server.ratings.rating_rows import ScaleName, count_result
from rookery.server.storage.store import Store
from rookery.server.table.table import Table
from rookery.strengths import strength

log = logging.getLogger(__name__)


class TableRater:
    """Rates results in the database of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def check(self, game: Game, players: int, options: Mapping[str, str], levels: Sequence[str]) -> None:
        """See Rater."""
        scale = await in_thread(lambda: known_scale(game, players))
        if why_not := _why_not(game, players, options, levels, scale):
            raise CannotRate(why_not)

    async def count(self, table: Table) -> str:
        """See Rater."""
        try:
            bots = [seat for seat, sitter in enumerate(table.seats) if sitter.kind == "bot"]
            names = [sitter.level if seat in bots else str(seat) for seat, sitter in enumerate(table.seats)]
            result = _result(table, names, bots)
            scale = await asyncio.to_thread(known_scale, table.game, table.players)
            name = ScaleName.of(table.game, table.players)
            # it raises what the work returns as a refusal
            await self._store.transact(lambda it: count_result(it, name, result, scale, table.erased))
        except NotRated as why_not:
            return str(why_not)
        return ""


def _result(table: Table, names: Sequence[str], bots: Sequence[int]) -> RatedResult:
    """A file that cannot be read costs nobody a rating: then all seats count as equal. Raises NotRated."""
    try:
        return result_of(table.record, table.id, names, bots)
    except BrokenSeats as error:
        _say(table.game.facts.slug, str(error))
        return result_of(table.record, table.id, names, bots, even=True)


@functools.lru_cache
def _say(slug: str, why: str) -> None:
    """Once each, not after each game."""
    log.error("%s is rated as if all its seats were equal: %s", slug, why)


@functools.lru_cache
def known_scale(game: Game, players: int) -> Scale:
    """The scale to which ratings at a table are relative. It may take a second. Raises BrokenMeasurements."""
    return scale_of(game, players)


def _why_not(game: Game, players: int, options: Mapping[str, str], levels: Sequence[str], scale: Scale) -> str:
    """The reason why a table cannot be rated, in one sentence; "" if it can."""
    facts = game.facts
    if len(levels) == players:
        return "only people are rated, and only bots sit at this table"
    if facts.cooperative:
        if levels:
            return "a team is rated without bots: each seat needs a person"
        table = difficulty(game, players, options)
        return "" if table in scale.anchors else f"{facts.name} has not been measured for {table}, so it is not rated"
    at = f"{facts.name} for {players}"
    if not scale.anchors:
        return f"{at} is not rated yet: no bots have been measured there"
    unknown = [strength(level).name for level in levels if level not in scale.anchors]
    return f"{at} is not rated with this strength of bots, which has not been measured: {unknown[0]}" if unknown else ""
