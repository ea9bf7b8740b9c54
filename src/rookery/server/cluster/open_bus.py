"""Opens the bus that the setting `bus` names."""

from rookery.core.errors import UnknownOption
from rookery.server.cluster.bus import Bus, LocalBus


def open_bus(address: str) -> Bus:
    """`address`: redis://HOST:PORT, or "" for a single process. Raises UnknownOption, MissingExtra."""
    if not address:
        return LocalBus()
    if address.startswith(("redis://", "rediss://", "unix://")):
        from rookery.server.cluster.redis_bus import RedisBus

        return RedisBus(address)
    raise UnknownOption("the address of the bus cannot be used; it is redis://HOST:PORT")
