"""One try for each person at each game of the day, and what it was worth beside everybody's."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence

from rookery.core.errors import Refusal, Trouble
from rookery.core.protocol import Facts
from rookery.days.comparison import Achieved, achieved, matchpoints, mean_swing
from rookery.days.daily_game import DailyGame
from rookery.server.days.calendar import Calendar
from rookery.server.days.contest_table import found_contest_table
from rookery.server.days.level_runs import LevelRuns
from rookery.server.errors import SecondTry, SpoiltDay, UnknownTable
from rookery.server.rooms.new_table import links
from rookery.server.rooms.replayed_table import replayed
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.day_store import DayStore, DayTry
from rookery.server.table.events import Keyed, Made, Seat
from rookery.server.table.keys import derived_key, digest, new_id
from rookery.server.telemetry.redact import short
from rookery.server.text import plain_name
from rookery.server.wire.day_messages import DayGameCard, DayLevel, DayResult, DayTryCard, DayYours
from rookery.server.wire.messages import TableLinks
from rookery.strengths import strength

log = logging.getLogger(__name__)

MAX_TOLD = 300  # results of others that a page gets
REMEMBERED_DAYS = 400  # of which a person is told what they played


class DailyPlay:
    """The tries of all people. A person is who the page says: whoever knows that text is that person. All devices of
    a name tag say the same (`who_of`)."""

    def __init__(
        self, manager: TableManager, store: DayStore, calendar: Calendar, root: Callable[[], Awaitable[bytes]]
    ) -> None:
        self._manager = manager
        self._store = store
        self._calendar = calendar
        self._root = root  # seat keys follow from it
        self._levels = LevelRuns(manager.catalog, manager.bots, store)
        self.close = self._levels.close

    # ── A try ────────────────────────────────────────────────────────────────
    async def begin(self, slug: str, who: str, name: str) -> TableLinks:
        """The link to a person's table of today's game, which is made when it is first asked for. Raises SecondTry when
        it is over, SpoiltDay, UnknownGame, NotReady, TooBusy, StoreTrouble."""
        today = await self._calendar.of(self._calendar.today)
        daily = today.game(slug)
        own = _own(await self._store.tries_of(digest(who), today.day), today.day, slug)
        if own is None and await self._calendar.spoilt(today.day):
            raise SpoiltDay(
                "this server's clock was wrong, so somebody may already know today's draws; wait for the next games"
            )
        game = await self._manager.catalog.ready(slug)
        key = derived_key(await self._root(), f"rookery day seat {today.day} {slug} {who}")
        seats = tuple(
            Seat("person", name=plain_name(name), key_hash=digest(key))
            if seat == daily.seat
            else Seat("bot", daily.level)
            for seat in range(daily.players)
        )
        contest = f"day {today.day}"
        made = Made(slug, daily.rules, daily.players, daily.options, seats, contest=contest, until=today.until)
        table_id = await self._store.claim(today.day, slug, digest(who), new_id())
        try:
            actor = await self._manager.table(table_id)
        except UnknownTable:
            seeds = daily.client_seeds(today.head)
            await found_contest_table(self._manager, game, table_id, today.secret(slug), made, seeds)
            actor = await self._manager.table(table_id)
        if actor.table.over:
            raise SecondTry(f"you have had your one try at today's game of {game.facts.name}; see what others did")
        # begun in a browser before it had a name tag, the seat has another key
        await actor.ask(
            lambda table: [] if digest(key) in table.key_hashes(daily.seat) else [Keyed(daily.seat, digest(key))]
        )
        self._levels.wake(today, slug)
        return links(game, made, table_id, [key if seat == daily.seat else "" for seat in range(daily.players)])

    # ── What was played ──────────────────────────────────────────────────────
    async def yours(self, who: str) -> DayYours:
        """The daily games that a person has played. Raises StoreTrouble."""
        today = self._calendar.today
        for slug in (await self._calendar.of(today)).games:
            await self._count(today, slug)
        tries = await self._store.tries_of(digest(who), today - REMEMBERED_DAYS)
        cards = [DayTryCard(each.day, each.game, each.achieved is not None) for each in tries]
        return DayYours(_streak({each.day for each in tries if each.achieved is not None}, today), cards)

    async def result(self, slug: str, who: str, day: int) -> DayResult | None:
        """A person's result beside everybody else's; None while that person could still play. Raises UnknownGame,
        StillSecret, StoreTrouble."""
        played = await self._calendar.of(day)
        daily, over = played.game(slug), day < self._calendar.today
        game = await self._manager.catalog.ready(slug)
        await self._count(day, slug)
        own = _own(await self._store.tries_of(digest(who), day), day, slug)
        if not over and (own is None or own.achieved is None):
            return None
        results = await self._store.results(day, slug)
        others = [did for table, did in results.items() if own is None or table != own.table]
        if results:  # otherwise anybody could have the levels play thousands of days that nobody played
            self._levels.wake(played, slug)
        did = own.achieved if own is not None else None
        finished = sorted((each for each in others if each is not None), reverse=True)
        facts, runs = game.facts, await self._store.runs(day, slug)
        return DayResult(
            day=day,
            game=card_of(facts, daily),
            table=own.table if own is not None else "",
            over=over,
            ends_in=0 if over else self._calendar.ends_in,
            spoilt=await self._calendar.spoilt(day),
            points=facts.points.many if facts.points is not None else "",
            own=did,
            others=finished[:: 1 + len(finished) // MAX_TOLD],
            finished=len(finished),
            begun=len(others),
            share=_share(did, finished, len(others) - len(finished) if over else 0),
            swing=mean_swing(did, finished) if did is not None and finished else None,
            levels=_levels(runs, self._manager.catalog.levels(daily.slug)),
        )

    async def _count(self, day: int, slug: str) -> None:
        """Keep the results of tables that are over by now. One that cannot be read is left for later. Raises
        StoreTrouble."""
        played = await self._calendar.of(day)
        for table_id in await self._store.uncounted(day, slug):
            table = self._manager.in_memory(table_id)
            try:
                if table is None or not table.over:  # another process may have played the last ply
                    secret, events = await self._manager.store.load(table_id)
                    table = await replayed(await self._manager.catalog.ready(slug), table_id, secret, events)
                in_time = table.turn.at < played.until
                did = achieved(table.record, played.game(slug).seat) if in_time else None
            except (Refusal, Trouble) as error:
                log.warning("A game of the day cannot be counted: %s", error, extra={"table": short(table_id)})
                continue
            await self._store.count(day, slug, table_id, did)


def who_of(root: bytes, tag: str) -> str:
    """The name by which the devices of a name tag call their person; nobody else can know it. `root`: of the days'
    values."""
    return derived_key(root, f"rookery day who {tag}")


def card_of(facts: Facts, daily: DailyGame) -> DayGameCard:
    """The table of the day as people are told of it."""
    return DayGameCard(
        slug=daily.slug,
        name=facts.name,
        tagline=facts.tagline,
        minutes=facts.minutes,
        team=facts.cooperative,
        players=daily.players,
        options=daily.options,
        role=facts.seats_at(daily.players, daily.options)[daily.seat][0],
        level=daily.level,
        strength=strength(daily.level).name,
    )


def _own(tries: Iterable[DayTry], day: int, slug: str) -> DayTry | None:
    return next((each for each in tries if (each.day, each.game) == (day, slug)), None)


def _share(own: Achieved | None, finished: Sequence[Achieved], left: int) -> float | None:
    """The share of the others that one did better than. `left`: others who broke off, and whom everybody beats."""
    if own is None or not (total := len(finished) + left):
        return None
    return ((matchpoints(own, finished) * len(finished) if finished else 0.0) + left) / total


def _levels(runs: dict[str, Achieved], levels: Sequence[str]) -> list[DayLevel]:
    found = [(level, [did for person, did in sorted(runs.items()) if person.split()[0] == level]) for level in levels]
    return [DayLevel(level, strength(level).name, own) for level, own in found if own]


def _streak(days: set[int], today: int) -> int:
    """Days in a row, up to today, or up to yesterday as long as today can still be played."""
    day = today if today in days else today - 1
    first = day
    while day in days:
        day -= 1
    return first - day
