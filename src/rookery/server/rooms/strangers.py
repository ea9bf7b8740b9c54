"""The games that strangers made, for the tables that play them. Their rules are compiled in another process, with
limits, and then run in this one, with limits (wasm/sandbox.py). Nothing else of a game runs here: no Python, and no
JavaScript.

What is hidden from a seat is decided by the game's own `hide`, as that of every game: a stranger's game can keep no
secrets from its own seats if it does not want to. It knows nothing of other tables.
"""

import asyncio
import collections
import sys
import time
import weakref

from rookery.core.errors import ForbiddenModule, Trouble
from rookery.page_engine.apart import output_of
from rookery.server.errors import NotAllowed, TooBusy
from rookery.server.quota.slots import Slots
from rookery.server.quota.work_budget import charge, next_part
from rookery.wasm.given_game import GivenGame, unpacked
from rookery.wasm.module_game import ModuleGame

MOST_GAMES_IN_USE = 64  # different ones in use at a time
MOST_GAMES_OF_ONE = 16  # that one address has brought
MOST_IDLE_GAMES = 16  # that stay although no table uses them any more
MOST_CODE = 2 << 20  # bytes of machine code of one
LONGEST_COMPILING = 10.0  # seconds
COMPILE_COMMAND = (sys.executable, "-m", "rookery.wasm.compile_apart")


class StrangersGames:
    """See StrangersRules."""

    def __init__(self, *, allowed: bool) -> None:
        self.allowed = allowed
        self._games: weakref.WeakValueDictionary[str, ModuleGame] = weakref.WeakValueDictionary()  # by digest
        self._kept: collections.OrderedDict[str, ModuleGame] = collections.OrderedDict()  # the last used is at the end
        self._from: dict[str, str] = {}  # by digest of a game in use: the address that brought it
        self._compiling = asyncio.Lock()  # one at a time, so that no more than one processor is busy with it
        self._waiting = Slots(2, "two of your games are being read already; please wait until they are", 5)

    def check_allowed(self) -> None:
        """Raises NotAllowed."""
        if not self.allowed:
            raise NotAllowed("somebody made this game, and the owner of this server does not allow such games")

    async def taken(self, given: GivenGame, address: str) -> ModuleGame:
        """A game that a page brings. Raises NotAllowed, ForbiddenModule, TooBusy."""
        self.check_allowed()
        given.check()
        with self._waiting.one(address):
            await next_part()
            return await self._opened(given, address)

    def is_near(self, given: str) -> bool:
        return self.allowed and unpacked(given).digest in self._games

    async def game(self, given: str) -> ModuleGame:
        """Raises NotAllowed, ForbiddenModule, TooBusy."""
        self.check_allowed()
        return await self._opened(unpacked(given), "")

    async def _opened(self, given: GivenGame, address: str) -> ModuleGame:
        async with self._compiling:
            if (game := self._games.get(given.digest)) is None:
                self._check_room(address)
                game = ModuleGame(given, await _compiled(given.module))
                self._games[given.digest], self._from[given.digest] = game, address
        self._kept[given.digest] = game
        self._kept.move_to_end(given.digest)
        while len(self._kept) > MOST_IDLE_GAMES:
            self._kept.popitem(last=False)
        return game

    def _check_room(self, address: str) -> None:
        """Raises TooBusy."""
        if len(self._games) >= MOST_GAMES_IN_USE or self._count(address) >= MOST_GAMES_OF_ONE:
            self._kept.clear()  # they are only kept: those that tables use stay
        if address and self._count(address) >= MOST_GAMES_OF_ONE:
            raise TooBusy(
                f"{MOST_GAMES_OF_ONE} games of yours are in use here; try again when one of them has ended", 60
            )
        if len(self._games) >= MOST_GAMES_IN_USE:
            raise TooBusy(f"{MOST_GAMES_IN_USE} games that people made are in use here; try again in some minutes", 60)

    def _count(self, address: str) -> int:
        """The number of games in use that an address has brought."""
        self._from = {digest: of for digest, of in self._from.items() if digest in self._games}
        return sum(of == address for of in self._from.values())


async def _compiled(module: bytes) -> bytes:
    """The machine code of a module, made in another process; the address that asks pays for its time. Raises
    ForbiddenModule."""
    start = time.perf_counter()
    try:
        code = await output_of(COMPILE_COMMAND, module, LONGEST_COMPILING)
    except Trouble as error:
        raise ForbiddenModule(str(error)) from None
    finally:
        charge(time.perf_counter() - start)
    if len(code) > MOST_CODE:
        raise ForbiddenModule(f"the module becomes {len(code):,} bytes of machine code; {MOST_CODE:,} are allowed")
    return code
