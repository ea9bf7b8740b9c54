"""Opens the tables of a server: with a database, processes that think, and reminders."""

from rookery.core.errors import UnknownOption
from rookery.server.bots.bot_pool import BotPool
from rookery.server.bots.game_codes import code_name
from rookery.server.bots.opener import GameOpener
from rookery.server.clocks.server_time import ServerTime
from rookery.server.cluster.bus import Bus
from rookery.server.config import Config
from rookery.server.notify.sender import NotificationSender
from rookery.server.ratings.table_rater import TableRater
from rookery.server.rooms.services import Services, StrangersRules
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.store import Store
from rookery.server.tags.mute_store import MuteStore


def open_manager(config: Config, store: Store, strangers: StrangersRules | None = None) -> TableManager:
    """The tables of a server. The caller closes the store. Raises UnknownOption, MissingExtra."""
    return TableManager(config, services_of(config, store, strangers))


def services_of(config: Config, store: Store, strangers: StrangersRules | None = None) -> Services:
    """The services for the tables of a server. Raises UnknownOption, MissingExtra."""
    return Services(
        store=store,
        bus=open_bus(config.bus),
        sender=NotificationSender(config, store.address),
        bots=BotPool(config.brain, config.bot_workers, config.bot_limit, config.bot_pause),
        readiness=GameOpener,
        time=ServerTime(),
        code=code_name,
        rater=TableRater(store),
        strangers=strangers,
        avoided=MuteStore(store).avoided,
    )


def open_bus(address: str) -> Bus:
    """The bus of a setting: redis://HOST:PORT, or "" for a single process. Raises UnknownOption, MissingExtra."""
    if not address:
        return Bus()
    if address.startswith(("redis://", "rediss://", "unix://")):
        from rookery.server.cluster.redis_bus import RedisBus

        return RedisBus(address)
    raise UnknownOption("the address of the bus cannot be used; it is redis://HOST:PORT")
