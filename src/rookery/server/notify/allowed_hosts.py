"""The hosts to which the server may send requests of its own."""

import re

from rookery.server.errors import ForbiddenAddress

# excludes whatever two parsers could read differently: users, backslashes, letters beyond ASCII
WEBHOOK_URL = re.compile(r"(https?)://([A-Za-z0-9.-]+)(?::(\d{1,5}))?(?:/[!-\[\]-~]*)?")
DEFAULT_PORTS = {"https": "443", "http": "80"}


class AllowedHosts:
    """The hosts of a setting, and no others."""

    def __init__(self, setting: str) -> None:
        """`setting`: hosts, separated by commas. `example.org` allows https there, `*.example.org` any host under it,
        `example.org:8443` another port, and `http://example.org` http."""
        self._names = [name.strip().lower() for name in setting.split(",") if name.strip()]
        self._known = [_parts(name if "://" in name else f"https://{name}") for name in self._names]

    @property
    def names(self) -> list[str]:
        return self._names

    def check(self, address: str) -> None:
        """Raises ForbiddenAddress for an address that is not allowed."""
        match = WEBHOOK_URL.fullmatch(address)
        if match is None or not any(_within(_parts(address), host) for host in self._known):
            allowed = f"allowed: addresses at {' and '.join(self._names)}" if self._names else "no address is allowed"
            raise ForbiddenAddress(f"the server does not send reminders to that address; {allowed}")


def _parts(address: str) -> tuple[str, str, str]:
    """Scheme, host, port."""
    scheme, _, rest = address.lower().partition("://")
    host, _, port = rest.partition("/")[0].partition(":")
    return scheme, host, port or DEFAULT_PORTS.get(scheme, "")


def _within(asked: tuple[str, str, str], known: tuple[str, str, str]) -> bool:
    (scheme, host, port), (allowed, name, at) = asked, known
    named = host.endswith(name[1:]) and len(host) >= len(name) if name.startswith("*.") else host == name
    return named and (scheme, port) == (allowed, at)
