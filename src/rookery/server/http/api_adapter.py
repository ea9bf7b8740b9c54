"""Answers the requests of api/routes.py over HTTP."""

import functools
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rookery.core.position import Game
from rookery.export import rules_page
from rookery.server.api.exchange import ApiRoute
from rookery.server.api.signed import SignedRoute
from rookery.server.bots.game_codes import code_name
from rookery.server.http.bodies import read_body
from rookery.server.http.responses import fresh, response
from rookery.server.quota.addresses import address_of
from rookery.server.quota.rate_limit import AddressQuota, RateLimiter
from rookery.server.quota.work_budget import in_thread


class HttpRequest:
    """A request over HTTP; an ApiRequest."""

    def __init__(self, request: Request, quota: AddressQuota, wait: float, site: str) -> None:
        """`wait`: the most seconds that its body may take. `site`: our one origin; "": whatever the request says."""
        self.quota = quota
        self._request = request
        self._wait = wait
        self._site = site

    @property
    def path(self) -> str:
        return self._request.url.path

    @property
    def params(self) -> Mapping[str, str]:
        return self._request.path_params

    @property
    def query(self) -> Mapping[str, str]:
        return self._request.query_params

    @property
    def sites(self) -> tuple[str, ...]:
        if self._site:
            return (self._site,)
        host, secure = self._request.headers.get("host", "").lower(), self._request.url.scheme == "https"
        # a proxy may have spoken HTTPS without telling us
        return (f"https://{host}",) if secure else (f"http://{host}", f"https://{host}")

    @property
    def reads_gzip(self) -> bool:
        return "gzip" in self._request.headers.get("accept-encoding", "")

    async def body(self, most: int) -> bytes:
        """Raises what `read_body` raises."""
        return await read_body(self._request, most, self._wait)


class DrawnPages:
    """The pictures and rules pages of games, made when they are asked for; GamePages."""

    async def picture(self, game: Game) -> str:
        return await in_thread(functools.partial(rules_page.picture, game))

    async def rules(self, game: Game) -> str:
        return await in_thread(lambda: rules_page.rules(game, code_name(game)))


def http_route(route: ApiRoute | SignedRoute, limiter: RateLimiter, wait: float, site: str) -> Route:
    """A route for Starlette. `wait`: the most seconds that the body of a request may take; `site`: see HttpRequest."""

    async def endpoint(request: Request) -> Response:
        found = await route.respond(HttpRequest(request, limiter.quota(address_of(request)), wait, site))
        return fresh(request, found.body, found.media_type) if found.file else response(found)

    return Route(route.path, endpoint, methods=[route.method])
