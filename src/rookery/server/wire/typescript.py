"""The wire messages as TypeScript: `python -m rookery.server.wire.typescript > web/src/protocol.ts`.

msgspec turns `messages.py` and the `*_messages.py` beside it into JSON Schema, which this module prints as TypeScript
types. The output depends only on these, on `scene.py` and on a few constants, so that a test can compare it with the
file in the page's sources.
"""

import json
import sys
from typing import Any, Final

import msgspec

from rookery.days.gathering import Receipt
from rookery.days.opened_day import OpenedDay
from rookery.days.opened_evening import OpenedEvening
from rookery.server.commands.standins import AWAY_SECONDS, NUDGE_AFTER, NUDGE_INTERVAL
from rookery.server.table.clock import MAX_LATE_MOVES
from rookery.server.table.table import MAX_NUDGES
from rookery.server.wire import (
    board_messages,
    day_messages,
    evening_messages,
    lesson_messages,
    messages,
    puzzle_messages,
    tag_messages,
)

Schema = dict[str, Any]

# Messages from a page may omit fields that have defaults; messages from a server are always complete.
FROM_PAGE: Final = (
    messages.Client,
    messages.NewTable,
    messages.SitDown,
    messages.YoursAsked,
    lesson_messages.MidgameAsked,
    day_messages.DayWord,
    day_messages.DayBegin,
    day_messages.DayAsked,
    day_messages.DayResultAsked,
    evening_messages.NewEvening,
    evening_messages.EveningAsked,
    evening_messages.JoinEvening,
    tag_messages.Signed,
    tag_messages.Claim,
    tag_messages.ChangeTag,
    tag_messages.GamesAsked,
    tag_messages.RatingAsked,
    tag_messages.SeatAsked,
    tag_messages.TableAsked,
    tag_messages.SitAsked,
    tag_messages.MuteSeat,
    tag_messages.SetWords,
    tag_messages.JoinByWords,
    tag_messages.PasskeyAnswer,
)
FROM_SERVER: Final = (
    messages.Server,
    messages.GameCard,
    messages.TableLinks,
    messages.ListedTables,
    messages.RatedCheck,
    messages.ReminderCard,
    messages.Yours,
    messages.Status,
    lesson_messages.LessonCard,
    lesson_messages.LessonScript,
    board_messages.BoardCard,
    puzzle_messages.PuzzleList,
    puzzle_messages.PuzzleCard,
    puzzle_messages.PuzzlesOfTheDay,
    day_messages.DaysCard,
    day_messages.DayYours,
    day_messages.DayResult,
    Receipt,
    OpenedDay,
    evening_messages.EveningCard,
    OpenedEvening,
    board_messages.PlayedGame,
    tag_messages.TagCard,
    tag_messages.TagGames,
    tag_messages.MuteCard,
    tag_messages.Profile,
    tag_messages.RatingChange,
    tag_messages.PasskeyQuestion,
)

CONSTANTS: Final = (  # by which the page waits and counts, as the server does
    (
        "MAX_LATE_MOVES",
        MAX_LATE_MOVES,
        "Late moves in a row that a bot makes for a person; then it stays, or the game waits.",
    ),
    ("AWAY_SECONDS", AWAY_SECONDS, "Seconds after which a bot may take over from a person who is away."),
    ("NUDGE_AFTER", NUDGE_AFTER, "Seconds of a turn before its player can be nudged."),
    ("NUDGE_INTERVAL", NUDGE_INTERVAL, "Seconds from one nudge to the next."),
    ("MAX_NUDGES", MAX_NUDGES, "Nudges in one turn."),
    ("PROTOCOL", messages.PROTOCOL, "The version of these messages, which a page says."),
    ("PING", json.dumps(messages.PING), "Asks the server for a sign of life."),
    ("PONG", json.dumps(messages.PONG), "The sign of life."),
)
GENERATED_HEADER: Final = """\
// Made from src/rookery/server/wire/messages.py by `python -m rookery.server.wire.typescript`. Do not edit.
"""


def typescript() -> str:
    """All message types, sorted by name, and the two unions `Client` and `Server`."""
    page, blocks = interfaces(FROM_PAGE, complete=False)
    server, others = interfaces(FROM_SERVER, complete=True)
    blocks |= others
    constants = [f"/** {words} */\nexport const {name} = {value}\n" for name, value, words in CONSTANTS]
    unions = [f"export type Client = {_type(page[0])}\n", f"export type Server = {_type(server[0])}\n"]
    return "\n".join([GENERATED_HEADER, *constants, *(blocks[name] for name in sorted(blocks)), *unions])


def interfaces(types: tuple[Any, ...], *, complete: bool) -> tuple[tuple[Schema, ...], dict[str, str]]:
    """The schemas of types, and the TypeScript of all that they consist of, by name. `complete`: fields that have
    defaults are there, too."""
    schemas, parts = msgspec.json.schema_components(types, ref_template="{name}")
    return schemas, {name: _interface(name, part, complete=complete) for name, part in parts.items()}


def _interface(name: str, schema: Schema, *, complete: bool) -> str:
    if schema["type"] == "array":
        return f"{_comment(name, schema)}export type {name} = [{', '.join(map(_type, schema['prefixItems']))}]\n"
    short = getattr(messages, name, None) in messages.WITHOUT_DEFAULTS
    required = schema["properties"] if complete and not short else {*schema.get("required", ()), "type"}
    lines = [
        f"  {field}{'' if field in required else '?'}: {_type(part)}" for field, part in schema["properties"].items()
    ]
    return "\n".join([f"{_comment(name, schema)}export interface {name} {{", *lines, "}\n"])


def _comment(name: str, schema: Schema) -> str:
    words = schema.get("description", "").split("\n\n")[0].replace("\n", " ")
    # msgspec describes an undocumented dataclass by its signature, which adds nothing here.
    return f"/** {words} */\n" if words and not words.startswith(f"{name}(") else ""


def _type(schema: Schema) -> str:
    """One schema as a TypeScript type. Raises KeyError for a kind that no message uses yet."""
    if not schema:
        return "unknown"
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if schema["type"] == "array":
        part = _type(schema["items"]) if "items" in schema else "unknown"
        return f"({part})[]" if " | " in part else f"{part}[]"
    if schema["type"] == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}[
        schema["type"]
    ]


if __name__ == "__main__":
    sys.stdout.write(typescript())
