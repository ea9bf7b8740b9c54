"""Answers the requests of api/routes.py over HTTP."""

import asyncio
import functools

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from rookery.core.position import Game
from rookery.export import rules_page
from rookery.server.api.exchange import ApiRequest, ApiRoute
from rookery.server.api.signed import SignedRoute
from rookery.server.bots.game_codes import code_name
from rookery.server.errors import UnreadableMessage
from rookery.server.http.responses import CLOSE_CONNECTION, fresh, response
from rookery.server.quota.addresses import address_of
from rookery.server.quota.rate_limit import RateLimiter
from rookery.server.quota.work_budget import in_thread


class DrawnPages:
    """The pictures and rules pages of games, made when they are asked for; GamePages."""

    async def picture(self, game: Game) -> str:
        return await in_thread(functools.partial(rules_page.picture, game))

    async def rules(self, game: Game) -> str:
        return await in_thread(lambda: rules_page.rules(game, code_name(game)))


def http_route(route: ApiRoute | SignedRoute, limiter: RateLimiter, wait: float, site: str) -> Route:
    """A route for Starlette. `wait`: the most seconds that the body of a request may take; `site`: our one origin; "":
    whatever the request says."""

    async def endpoint(request: Request) -> Response:
        api_request = ApiRequest(
            path=request.url.path,
            params=request.path_params,
            query=request.query_params,
            quota=limiter.quota(address_of(request)),
            body=lambda most: _body(request, most, wait),
            sites=(site,) if site else _named_sites(request),
            reads_gzip="gzip" in request.headers.get("accept-encoding", ""),
        )
        answer = await route.respond(api_request)
        return fresh(request, answer.body, answer.media_type) if answer.file else response(answer)

    return Route(route.path, endpoint, methods=[route.method])


def _named_sites(request: Request) -> tuple[str, ...]:
    host, secure = request.headers.get("host", "").lower(), request.url.scheme == "https"
    # a proxy may have spoken HTTPS without telling us
    return (f"https://{host}",) if secure else (f"http://{host}", f"https://{host}")


async def _body(request: Request, most: int, wait: float) -> bytes:
    """A body of at most `most` bytes, read within `wait` seconds. Raises HTTPException if it is too long (413) or too
    slow (408), UnreadableMessage if the connection breaks."""
    body = b""
    try:
        async with asyncio.timeout(wait):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise HTTPException(413, f"this may have at most {most} bytes; it has more", CLOSE_CONNECTION)
    except TimeoutError:
        raise HTTPException(408, "the request took too long to arrive", CLOSE_CONNECTION) from None
    except ClientDisconnect:  # nobody reads the answer
        raise UnreadableMessage("the connection broke before the whole request had arrived") from None
    return body
