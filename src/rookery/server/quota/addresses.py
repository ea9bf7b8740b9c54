"""The address for which requests are counted: an IPv4 address, or the network of an IPv6 address."""

import ipaddress

from starlette.requests import HTTPConnection

IPV6_PREFIX_LENGTH = 64  # bits of the network that one household usually gets
PROXY_HEADERS = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # most proxies add one of these
UNKNOWN_ADDRESS = "unknown"  # for a connection without an address, as in tests


def address_of(connection: HTTPConnection) -> str:
    """The address for which the requests of a client are counted."""
    return UNKNOWN_ADDRESS if connection.client is None else counted_address(connection.client.host)


def counted_address(host: str) -> str:
    """An IPv4 address as it is, also one written in IPv6 (::ffff:192.0.2.1); the /64 network of any other IPv6 address.
    Anything else, such as the name of a socket, is returned unchanged."""
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
    """Whether the request comes from this machine itself, and not through a proxy on it, as far as can be told: a proxy
    that adds none of PROXY_HEADERS is not noticed, and all that comes through it counts as local."""
    try:
        local = connection.client is not None and ipaddress.ip_address(connection.client.host).is_loopback
    except ValueError:
        local = False
    return local and not any(name in connection.headers for name in PROXY_HEADERS)
