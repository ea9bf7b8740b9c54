"""The address of the client behind a proxy."""

from typing import Any, cast

import pytest
from starlette.requests import HTTPConnection

from rookery.server.http.proxies import TrustedProxyMiddleware
from rookery.server.quota.addresses import address_of


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("trusted", "forwarded", "found"),
    [
        ("*", "192.0.2.7", "192.0.2.7"),
        ("*", "10.0.0.1, 192.0.2.7", "192.0.2.7"),  # a proxy appends; entries before that may be forged
        ("*", "10.0.0.1,[2001:db8::7]:4711", "2001:db8::7"),
        ("*", "", "198.51.100.1"),
        ("198.51.100.1", "10.0.0.1, 192.0.2.7", "192.0.2.7"),
        ("198.51.100.0/24", "10.0.0.1, 192.0.2.7, 198.51.100.9", "192.0.2.7"),
        ("203.0.113.1", "192.0.2.7", "198.51.100.1"),
    ],
)
async def test_of_what_proxies_say_the_newest_entry_is_believed(trusted: str, forwarded: str, found: str) -> None:
    asked: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        asked.append(address_of(HTTPConnection(scope)))

    scope = {"type": "http", "client": ("198.51.100.1", 1), "headers": [(b"x-forwarded-for", forwarded.encode())]}
    await TrustedProxyMiddleware(app, trusted)(cast(Any, scope), cast(Any, None), cast(Any, None))
    assert asked == [str(found) if ":" not in found else "2001:db8::/64"]
