"""The address for which requests are counted: an IPv4 address, or the network of an IPv6 address."""

import ipaddress

from starlette.requests import HTTPConnection

__all__ = ["address_of", "is_local", "network_of"]

IPV6_PREFIX_LENGTH = 64  # bits of the network that one household usually gets
PROXY_HEADERS = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # headers that proxies add
UNKNOWN_ADDRESS = "unknown"  # for a connection without an address, as in tests


def address_of(connection: HTTPConnection) -> str:
    """The address of a client, as `network_of` gives it."""
    return UNKNOWN_ADDRESS if connection.client is None else network_of(connection.client.host)


def network_of(host: str) -> str:
    """An IPv4 address as it is, or the /64 network of an IPv6 address. Anything else is returned unchanged."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_PREFIX_LENGTH), strict=False))


def is_local(connection: HTTPConnection) -> bool:
    """Whether the request comes from this machine itself, and not through a proxy on it."""
    try:
        local = connection.client is not None and ipaddress.ip_address(connection.client.host).is_loopback
    except ValueError:
        local = False
    return local and not any(name in connection.headers for name in PROXY_HEADERS)
