"""The bus that a setting names."""

from rookery.core.errors import UnknownOption
from rookery.server.cluster.bus import Bus, LocalBus

__all__ = ["open_bus"]


def open_bus(address: str) -> Bus:
    """An empty address: this process is alone; redis://HOST:PORT. Raises UnknownOption, MissingExtra."""
    if not address:
        return LocalBus()
    if address.startswith(("redis://", "rediss://", "unix://")):
        from rookery.server.cluster.redis_bus import RedisBus

        return RedisBus(address)
    raise UnknownOption("processes tell each other over redis://HOST:PORT; what is named is no such address")
