"""The services that tables need."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from rookery.core.position import Game
from rookery.server.bots.readiness import Readiness
from rookery.server.bots.table_bots import BotService
from rookery.server.clocks.server_time import ServerTime
from rookery.server.cluster.bus import Bus
from rookery.server.notify.outbox import Outbox
from rookery.server.storage.table_store import TableStore
from rookery.server.table.table import Seats, Table


class Rater(Protocol):
    """Rates the people at tables."""

    async def check(self, game: Game, players: int, options: Mapping[str, str], levels: Sequence[str]) -> None:
        """Check that a table can be rated. `levels`: of its bots. Raises CannotRate, BrokenMeasurements."""

    async def count(self, table: Table) -> str:
        """Count the result of a table whose game is rated and over, unless it was counted before. Returns why it cannot
        be; "": it was. Raises StoreTrouble."""


class StrangersRules(Protocol):
    """The games that strangers made."""

    def is_near(self, given: str) -> bool:
        """Whether `game` takes a moment at most."""

    async def game(self, given: str) -> Game:
        """The game that is kept with a table (Made.given). Raises NotAllowed, ForbiddenModule, TooBusy."""


class Services(NamedTuple):
    """The store of tables, those who hear of them, and those who think for their bots."""

    store: TableStore
    bus: Bus
    sender: Outbox
    bots: BotService
    readiness: Callable[[Mapping[str, Game]], Readiness]  # makes who opens games
    time: ServerTime
    code: Callable[[Game], str]  # the name of the code with which pages draw a game; "": they cannot
    rater: Rater | None = None  # None: nobody is rated here
    strangers: StrangersRules | None = None  # None: nobody may bring games
    avoided: Callable[[str, Seats], Awaitable[bool]] | None = None  # whether somebody there has blocked these seats
