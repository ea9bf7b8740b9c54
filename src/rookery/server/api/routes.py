"""Which endpoint answers which path: the only list of those that pages ask for with plain requests."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rookery.server.api.day_endpoints import DayEndpoints
from rookery.server.api.exchange import MAX_BODY_BYTES, ApiAnswer, ApiRequest
from rookery.server.api.game_endpoints import GameEndpoints
from rookery.server.api.lesson_endpoints import LessonEndpoints
from rookery.server.api.puzzle_endpoints import PuzzleEndpoints
from rookery.server.api.table_endpoints import MAX_RECORD_BYTES, TableEndpoints

if TYPE_CHECKING:  # a page without a server has none of these
    from rookery.server.api.evening_endpoints import EveningEndpoints
    from rookery.server.api.signed import Endpoint
    from rookery.server.api.tag_endpoints import TagEndpoints

RECORDS_PATH = "/api/records"  # where records are imported
SOCKET_PATH = "/ws/{table}"  # where a page talks about a table, message by message


class ApiRoute(NamedTuple):
    """A path, and what answers there."""

    path: str  # {name} stands for a part without a slash
    answer: Callable[[ApiRequest], Awaitable[ApiAnswer]]
    method: str = "GET"


def api_routes(
    games: GameEndpoints,
    lessons: LessonEndpoints,
    puzzles: PuzzleEndpoints,
    tables: TableEndpoints,
    days: DayEndpoints,
) -> list[ApiRoute]:
    """In the order in which they are tried."""
    return [
        ApiRoute("/api/games", games.games),
        ApiRoute("/api/games/{slug}/seats", games.seats),
        ApiRoute("/api/games/{slug}/lessons", lessons.lessons),
        ApiRoute("/api/games/{slug}/lessons/{lesson}", lessons.lesson),
        ApiRoute("/api/puzzles", puzzles.today),
        ApiRoute("/api/games/{slug}/puzzles", puzzles.puzzles),
        ApiRoute("/api/days", days.today),
        ApiRoute("/api/days/words", days.word, "POST"),
        ApiRoute("/api/days/yours", days.yours, "POST"),
        ApiRoute("/api/days/games/{slug}", days.begin, "POST"),
        ApiRoute("/api/days/games/{slug}/result", days.result, "POST"),
        ApiRoute("/api/days/{day}", days.opened),
        ApiRoute("/api/games/{slug}/puzzles/{key}", puzzles.puzzle),
        ApiRoute("/api/games/{slug}/board", games.board),
        ApiRoute("/api/games/{slug}/midgame", tables.midgame, "POST"),
        ApiRoute("/api/tables", tables.tables),
        ApiRoute("/api/tables", tables.create, "POST"),
        ApiRoute("/api/rated", tables.check_rated, "POST"),
        ApiRoute("/api/tables/{table}/seats/{seat}", tables.sit, "POST"),
        ApiRoute("/api/tables/{table}", tables.table),
        ApiRoute("/api/tables/{table}/record", tables.record),
        ApiRoute("/api/tables/{table}/actions", tables.actions),
        ApiRoute("/api/tables/{table}/export.{kind}", tables.export),
        ApiRoute("/api/yours", tables.yours, "POST"),
        ApiRoute("/api/reminders", tables.reminders),
        ApiRoute(RECORDS_PATH, tables.import_record, "POST"),
        ApiRoute("/art/{slug}.svg", games.art),
        ApiRoute("/games/{slug}/picture.svg", games.picture),
        ApiRoute("/rules/{slug}", games.rules),
    ]


def tag_routes(tags: "TagEndpoints", *more: "Mapping[str, Endpoint]") -> list[ApiRoute]:
    """What only a server answers, because a page without one keeps its tag itself (wire/tag_messages.py)."""
    return [
        *(ApiRoute(path, answer, "POST") for signed in (tags.signed, *more) for path, answer in signed.items()),
        ApiRoute("/api/tags/{tag}", tags.profile),
    ]


def evening_routes(evenings: "EveningEndpoints") -> list[ApiRoute]:
    """What only a server answers, because people meet there."""
    return [
        ApiRoute("/api/evenings", evenings.make, "POST"),
        ApiRoute("/api/evenings/{evening}", evenings.card, "POST"),
        ApiRoute("/api/evenings/{evening}/guests", evenings.join, "POST"),
        ApiRoute("/api/evenings/{evening}/begin", evenings.begin, "POST"),
        ApiRoute("/api/evenings/{evening}/opened", evenings.opened),
    ]


def max_body(path: str) -> int:
    """The most bytes that the body of a request may have."""
    return MAX_RECORD_BYTES if path == RECORDS_PATH else MAX_BODY_BYTES
