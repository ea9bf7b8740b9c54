"""Whose address counts where a proxy stands in front of the server."""

from collections.abc import Container
from typing import cast

from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _parse_host_port, _TrustedHosts

__all__ = ["TrustedProxyMiddleware", "believed"]

TRUST_ALL = "*"


class TrustedProxyMiddleware(ProxyHeadersMiddleware):
    """Takes the address of the client, and the scheme, from X-Forwarded-For and X-Forwarded-Proto.

    Each proxy appends the address that it was asked from, so the entries are read from the right: the first one that is
    not the address of a trusted proxy is the client's. What stands to the left of it anybody may have written."""

    def __init__(self, app: ASGIApp, trusted: str) -> None:
        """`trusted`: addresses and networks by commas, or "*": whoever connects is the one proxy."""
        super().__init__(app, trusted)  # type: ignore[arg-type]  # uvicorn and Starlette type the same thing differently
        if trusted.strip() == TRUST_ALL:
            self.trusted_hosts.get_trusted_client_address = _newest  # type: ignore[assignment, method-assign]


def believed(trusted: str) -> Container[str]:
    """The addresses of all proxies that `trusted` names."""
    return cast("Container[str]", _TrustedHosts(trusted)) if trusted else ()


def _newest(forwarded: str) -> tuple[str, int]:
    """The last entry: that which the proxy itself has written. uvicorn takes the first."""
    return _parse_host_port(forwarded.rpartition(",")[2].strip())
