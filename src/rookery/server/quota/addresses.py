"""Who is counted as one: an IPv4 address, or the network of an IPv6 one."""

import ipaddress

from starlette.requests import HTTPConnection

__all__ = ["address_of", "is_local", "network_of"]

IPV6_PREFIX_LENGTH = 64  # bits of an IPv6 address that one home has
PROXY_HEADERS = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # headers of a proxy
UNKNOWN_ADDRESS = "unknown"  # the address of who has none, in tests


def address_of(connection: HTTPConnection) -> str:
    """Of who asks."""
    return UNKNOWN_ADDRESS if connection.client is None else network_of(connection.client.host)


def network_of(host: str) -> str:
    """Who is counted as one: an IPv4 address, or the network of an IPv6 one."""
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
    """Whether this machine itself asks, and not a proxy on it for somebody else."""
    try:
        local = connection.client is not None and ipaddress.ip_address(connection.client.host).is_loopback
    except ValueError:
        local = False
    return local and not any(name in connection.headers for name in PROXY_HEADERS)
