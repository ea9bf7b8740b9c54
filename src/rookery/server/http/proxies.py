"""The address of the client behind trusted proxies."""

from collections.abc import Container
from typing import cast

from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _parse_host_port, _TrustedHosts

TRUST_ALL = "*"


class TrustedProxyMiddleware(ProxyHeadersMiddleware):
    """Takes the address of the client, and the scheme, from X-Forwarded-For and X-Forwarded-Proto.

    Each proxy appends the address of its client, so the entries are read from the right: the first one that is not a
    trusted proxy's is the client's. Entries to the left of it may be forged."""

    def __init__(self, app: ASGIApp, trusted: str) -> None:
        """`trusted`: addresses and networks, separated by commas, or "*": every connection comes from the one proxy."""
        super().__init__(app, trusted)  # type: ignore[arg-type]  # uvicorn and Starlette type the same thing differently
        if trusted.strip() == TRUST_ALL:
            self.trusted_hosts.get_trusted_client_address = _newest  # type: ignore[assignment, method-assign]


def believed(trusted: str) -> Container[str]:
    """The addresses of the proxies that `trusted` names."""
    return cast("Container[str]", _TrustedHosts(trusted)) if trusted else ()


def _newest(forwarded: str) -> tuple[str, int]:
    """The last entry, which the proxy itself has written. uvicorn would take the first."""
    return _parse_host_port(forwarded.rpartition(",")[2].strip())
