"""Requests and answers, as far as both HTTP and a page without a server have them."""

import functools
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from rookery.core import errors as refusals
from rookery.core.errors import BrokenKernel, MissingExtra, Refusal, Trouble
from rookery.lessons.lesson import UnknownLesson
from rookery.puzzles.puzzle import BrokenPuzzles, UnknownPuzzle
from rookery.server import errors
from rookery.server.errors import Stopping, TooBusy, UnreadableMessage
from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.telemetry import metrics
from rookery.server.wire.messages import refused

log = logging.getLogger(__name__)

T = TypeVar("T")

JSON_MEDIA_TYPE = "application/json"
MAX_BODY_BYTES = 16_384  # bytes of a JSON body, such as a NewTable

_KINDS: dict[int, tuple[type[Exception], ...]] = {  # status -> refusals; all others: 400
    403: (errors.NoHelp, refusals.StillSecret, errors.BadSignature, errors.OtherSite, errors.NotAllowed),
    404: (
        refusals.UnknownGame,
        errors.UnknownTable,
        errors.UnknownKey,
        errors.UnknownTag,
        UnknownLesson,
        UnknownPuzzle,
    ),
    409: (
        errors.NotNow,
        errors.CannotRate,
        errors.CannotReplace,
        errors.NotDrawn,
        refusals.UnknownRules,
        errors.SeatTaken,
        errors.SecondTry,
        errors.SpoiltDay,
        errors.StaleRequest,
    ),
    422: (
        refusals.UnknownOption,
        refusals.UnknownLevel,
        refusals.CannotPlay,
        refusals.ForbiddenModule,
        refusals.BrokenRules,
    ),
    429: (TooBusy,),
    500: (Trouble,),
    501: (MissingExtra, errors.NeedsServer),
    503: (errors.NotReady, Stopping, errors.StoreTrouble),
}
STATUS = {kind: status for status, kinds in _KINDS.items() for kind in kinds}


class ApiRequest(NamedTuple):
    """A request."""

    path: str  # without the query
    params: Mapping[str, str]  # the parts of the path that its template names
    query: Mapping[str, str]  # decoded
    quota: AddressQuota  # the limits of the address for which it is counted
    body: Callable[[int], Awaitable[bytes]]  # reads at most so many bytes, or raises what becomes a refusal
    sites: Collection[str] = ()  # the origins that are ours, as far as this request shows; () where there is no server
    reads_gzip: bool = False  # whether the answer may be compressed


class ApiAnswer(NamedTuple):
    """The answer to a request."""

    body: bytes
    media_type: str
    status: int = 200
    headers: Mapping[str, str] = {}  # besides Content-Type
    file: bool = False  # of the program: a browser may keep a copy, and asks whether it is still the newest


def json_answer(data: Any, status: int = 200) -> ApiAnswer:
    """Data as JSON."""
    return ApiAnswer(msgspec.json.encode(data), JSON_MEDIA_TYPE, status, {"cache-control": "no-store"})


async def order_of(request: ApiRequest, kind: type[T], most: int = MAX_BODY_BYTES) -> T:
    """The JSON body of a request, of a type, of at most so many bytes. Raises UnreadableMessage, and what
    `ApiRequest.body` raises."""
    body = await request.body(most)
    try:
        return msgspec.json.decode(body, type=kind)
    except UnicodeDecodeError:
        raise UnreadableMessage("the server does not understand this request (its body is not UTF-8)") from None
    except msgspec.DecodeError as error:
        raise UnreadableMessage(f"the server does not understand this request ({error})") from None


class NothingThere(Exception):
    """A path has the form of a route, but for a number that is none."""


class ApiRoute(NamedTuple):
    """A path, and what answers there."""

    path: str  # {name} stands for a part without a slash
    answer: Callable[..., Awaitable[Any]]  # from a request, and what it takes, to an answer or what JSON tells
    takes: type[Any] | None = None  # the type of a POST's body, as JSON; None: a GET, or the answerer reads the body
    status: int = 200
    reads: bool = False  # a POST whose body the answerer reads
    query: bool = False  # whether something may follow a "?"
    most: int = MAX_BODY_BYTES  # bytes of a POST's body, as JSON

    @property
    def method(self) -> str:
        return "GET" if self.takes is None and not self.reads else "POST"

    async def respond(self, request: ApiRequest) -> ApiAnswer:
        """Answer a request. Raises what `order_of` and the answerer raise."""
        try:
            if self.takes is None:
                result = await self.answer(request)
            else:
                result = await self.answer(request, await order_of(request, self.takes, self.most))
        except NothingThere:
            return nothing_at(request.path)
        return result if isinstance(result, ApiAnswer) else json_answer(result, self.status)


def status_of(error: Exception) -> int:
    """The status of a refusal: that of its class in STATUS, or 400."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 400)


def wrong_method(method: str) -> ApiAnswer:
    """The answer to a request whose path exists, but not for this method."""
    return refusal_answer(UnreadableMessage(f"this address does not answer to {method}"), 405)


def refusal_answer(error: Exception, status: int) -> ApiAnswer:
    """A named refusal as an answer. It is counted in the metrics."""
    metrics.refused(type(error).__name__)
    headers = {"cache-control": "no-store"}
    if isinstance(error, TooBusy):
        headers["retry-after"] = str(error.wait)
    return ApiAnswer(msgspec.json.encode(refused(error)), JSON_MEDIA_TYPE, status, headers)


def error_answer(error: Exception) -> ApiAnswer:
    """The answer to an error: a named refusal, with the status of its class; anything else is our fault. The log has
    the details, and the client learns only that it happened."""
    if isinstance(error, MissingExtra):  # the host needs to know how to install it, players do not
        _tell_host(str(error))
        return refusal_answer(MissingExtra("this server cannot do that; its log tells the host why"), 501)
    if isinstance(error, Refusal | Trouble):
        if isinstance(error, Trouble) and not isinstance(error, Stopping):
            log.error("A request was refused: %s", error)
        if not isinstance(error, BrokenKernel | BrokenPuzzles):  # those name files of this machine
            return refusal_answer(error, status_of(error))
    return refusal_answer(Trouble("something went wrong here; please try again"), 500)


@functools.cache
def _tell_host(words: str) -> None:
    """Once: anybody may ask for it again and again."""
    log.warning("A request was refused: %s", words)


def too_long_answer(most: int) -> ApiAnswer:
    """The answer to a request whose body has more than `most` bytes."""
    return refusal_answer(UnreadableMessage(f"a body may have at most {most} bytes here; this one has more"), 413)


def number_asked(text: str, digits: int) -> int:
    """A number of at most so many digits, as a part of an address. int() refuses thousands of digits with another
    error, and takes digits of all scripts. Raises NothingThere."""
    if not (text.isascii() and text.isdecimal() and len(text) <= digits):
        raise NothingThere
    return int(text)


def nothing_at(path: str) -> ApiAnswer:
    """The answer to a request for something that does not exist."""
    return refusal_answer(UnreadableMessage(f"there is nothing at {path}"), 404)
