"""Answers about tables."""

from rookery.core.errors import StillSecret, UnknownOption, one_of
from rookery.lessons.lesson import lessons_of
from rookery.server.api.exchange import ApiAnswer, ApiRequest, NothingThere, number_asked
from rookery.server.api.export_files import MEDIA_TYPES, FileMaker, file_name
from rookery.server.commands.guards import may_copy, may_export, may_watch
from rookery.server.errors import CannotRate, UnreadableMessage
from rookery.server.quota.slots import Slots
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.summaries import TableSummaries
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.table import Table
from rookery.server.wire.board_messages import PlayedGame
from rookery.server.wire.lesson_messages import MidgameAsked
from rookery.server.wire.messages import (
    ListedTables,
    NewSeat,
    NewTable,
    RatedCheck,
    ReminderCard,
    SeatLink,
    SitDown,
    TableCard,
    TableLinks,
    Yours,
    YoursAsked,
)

MAX_RECORD_BYTES = 1_048_576  # bytes of a record that is imported
USUAL_LISTED_TABLES = 50  # tables of each state, where a page does not say how many
MAX_UPLOADS_PER_ADDRESS = 3  # records that one address may be sending or importing at a time


class TableEndpoints:
    """Answers requests about tables."""

    def __init__(self, manager: TableManager, exports: FileMaker) -> None:
        self._manager = manager
        self._exports = exports
        self._summaries = TableSummaries(manager)
        # each may take a megabyte of memory while it arrives, waits and is replayed
        words = f"{MAX_UPLOADS_PER_ADDRESS} of your games are already being imported; please wait until they are done"
        self._records = Slots(MAX_UPLOADS_PER_ADDRESS, words, 5)

    async def new_table(self, request: ApiRequest, asked: NewTable) -> TableLinks:
        """A new table. There are as many seats as players."""
        request.quota.tables.take()
        return await self._manager.create(asked)

    async def check_rated(self, request: ApiRequest, asked: NewTable) -> RatedCheck:
        """Whether a table could be rated. Pages ask unasked, so the answer is no refusal."""
        try:
            await self._manager.check_rated(asked)
        except (CannotRate, UnknownOption) as reason:
            return RatedCheck(str(reason))
        return RatedCheck()

    async def new_midgame(self, request: ApiRequest, asked: MidgameAsked) -> TableLinks:
        """A table where a learner finishes the game in which the first course ends. Raises UnknownLesson."""
        game = await self._manager.catalog.ready(request.params["slug"])
        midgame = lessons_of(game).needed_midgame(game)
        request.quota.tables.take()
        record = await in_thread(lambda: midgame.record(game))
        person, bot = NewSeat(name=asked.name), NewSeat("bot", midgame.bot)
        seats = [person if seat == record.position.mover else bot for seat in range(record.position.players)]
        return await self._manager.create(NewTable(game.facts.slug, seats), record)

    async def public_tables(self, request: ApiRequest) -> ListedTables:
        """The newest public tables of a `game`, or of all, those that wait for players first; `max` of each state."""
        try:
            most = number_asked(request.query.get("max", ""), 4)
        except NothingThere:
            most = USUAL_LISTED_TABLES
        return await self._manager.listed(request.query.get("game", ""), most)

    async def own_table_states(self, request: ApiRequest, asked: YoursAsked) -> Yours:
        """The state of the tables that a browser remembers."""
        return await self._summaries.of(asked.tables, request.quota)

    async def take_seat(self, request: ApiRequest, asked: SitDown) -> SeatLink:
        """An open seat."""
        seat = number_asked(request.params["seat"], 2)
        request.quota.seats.take()
        return await self._manager.sit(request.params["table"], seat, asked)

    async def table_card(self, request: ApiRequest) -> TableCard:
        """A table as a spectator sees it."""
        actor = await self._manager.table(request.params["table"])
        may_watch(actor.table, ())
        return actor.card(())

    async def reminder_card(self, request: ApiRequest) -> ReminderCard:
        """The ways in which people without an open page can be reminded."""
        sender = self._manager.sender
        return ReminderCard(sender.push_key, sender.webhooks.names)

    async def record(self, request: ApiRequest) -> ApiAnswer:
        actor = await self._manager.table(request.params["table"])
        _check_told(actor.table)
        name = f"{actor.table.made.game}-{actor.table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        headers["vary"] = "accept-encoding"
        if request.reads_gzip:
            body = await actor.views.packed_record()
            headers["content-encoding"] = "gzip"
        else:
            body = (await actor.views.record()).encode()
        _check_told(actor.table)  # again, because the table may have changed meanwhile
        return ApiAnswer(body, "application/jsonl", headers=headers)

    async def played_game(self, request: ApiRequest) -> PlayedGame:
        """The game that was played at a table, once it is over. Raises StillSecret while it goes on."""
        table = (await self._manager.table(request.params["table"])).table
        _check_told(table)
        if table.mover is not None:
            raise StillSecret("this game goes on; it can be analysed when it is over")
        start, slug = table.at(0), table.made.game
        return PlayedGame(slug, start.players, start.options, list(table.record.actions))

    async def export(self, request: ApiRequest) -> ApiAnswer:
        """The game as a file, as everybody may see it."""
        if (kind := request.params["kind"]) not in MEDIA_TYPES:
            raise UnreadableMessage(f"a game cannot be exported as {kind!r}; {one_of(kind, MEDIA_TYPES)}")
        actor = await self._manager.table(request.params["table"])
        table = actor.table
        _check_shown(table)
        may_export(table)
        text = await actor.views.record()
        _check_shown(table)  # again, because a player may have moved meanwhile
        name = file_name(table, kind)
        data = await self._exports.file(text, kind, request.quota.address)
        headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
        return ApiAnswer(data, MEDIA_TYPES[kind], headers=headers)

    async def import_record(self, request: ApiRequest) -> TableLinks:
        """A table at which the game of a record stands as it ended, or stopped."""
        self._records.take(request.quota.address)
        try:
            text = await request.body(MAX_RECORD_BYTES)
            request.quota.tables.take()
            return await self._manager.import_record(text)
        finally:
            self._records.leave(request.quota.address)


def _check_told(table: Table) -> None:
    """Raises StillSecret if the record would reveal secrets, or while the game is rated and goes on."""
    may_copy(table)
    if not table.all_told:
        raise StillSecret("parts of this game are still secret; you can download its record when it is over")


def _check_shown(table: Table) -> None:
    """Raises StillSecret if spectators see the game with a delay, or not at all, or while it is rated and goes on."""
    may_watch(table, ())
    may_copy(table)
    if table.shown(()) < table.plies:
        raise StillSecret("spectators see this game with a delay; you can download it when it is over")
