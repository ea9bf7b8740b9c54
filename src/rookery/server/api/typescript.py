"""The page's side of messages and requests as TypeScript: `python -m rookery.server.api.typescript web/src` writes
protocol.ts and net/api.ts there, and game/drawing_parts.ts: what pages take of drawings that nobody knows.

msgspec turns the messages, and what the routes take and give, into JSON Schema, which this module prints as TypeScript
types. A route of a page is a function there, called as its endpoint is. The output depends only on these, on `scene.py`
and on a few constants, so that a test can compare it with the files in the page's sources.
"""

import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec

from rookery.server.api.day_endpoints import DayEndpoints
from rookery.server.api.evening_endpoints import EveningEndpoints
from rookery.server.api.exchange import ApiAnswer, ApiRoute
from rookery.server.api.game_endpoints import GameEndpoints
from rookery.server.api.kept_endpoints import KeptEndpoints
from rookery.server.api.made_endpoints import MadeEndpoints
from rookery.server.api.mute_endpoints import MuteEndpoints
from rookery.server.api.puzzle_endpoints import PuzzleEndpoints
from rookery.server.api.routes import api_routes, evening_routes, made_routes, tag_routes
from rookery.server.api.signed import SignedRoute
from rookery.server.api.table_endpoints import TableEndpoints
from rookery.server.api.tag_endpoints import TagEndpoints
from rookery.server.commands.standins import AWAY_SECONDS, NUDGE_AFTER, NUDGE_INTERVAL
from rookery.server.table.clock import MAX_LATE_MOVES
from rookery.server.table.table import MAX_NUDGES
from rookery.server.wire import messages, tag_messages
from rookery.server.wire.made_messages import NewMadeTable
from rookery.testing import drawing_faults

Schema = dict[str, Any]
Route = ApiRoute | SignedRoute

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
DRAWING_PARTS: Final = (
    *("ELEMENTS", "DRAWN_LOOKS", "ATTRIBUTES", "MOST_MARKUP", "MOST_TAGS", "MOST_RULES"),
    *("ATTRIBUTE_LEAVES", "STYLE_LEAVES", "SELECTOR"),
)
PASSED_ON: Final = (NewMadeTable,)  # pages pass these on as text, and need no type for them
GENERATED_HEADER: Final = """\
// Made by `python -m rookery.server.api.typescript web/src`. Do not edit.
"""
API_HEADER: Final = """\
import type * as wire from '../protocol'
import { ask, get, path, type Part, type Query } from './requests'
"""


def routes() -> list[Route]:
    """All routes, with the methods of classes in place of those of objects."""
    of: Any = api_routes, evening_routes, made_routes, tag_routes
    return [
        *of[0](GameEndpoints, PuzzleEndpoints, TableEndpoints, DayEndpoints),
        *of[1](EveningEndpoints),
        *of[2](MadeEndpoints),
        *of[3](TagEndpoints, MuteEndpoints, KeptEndpoints),
    ]


def gives(route: Route) -> Any:
    """The type of what a route tells as JSON; ApiAnswer: it is a file."""
    return get_type_hints(route.answer)["return"]


def protocol_types() -> str:
    """All message types, sorted by name, and the two unions `Client` and `Server`."""
    # messages from a page may omit fields that have defaults; messages from a server are always complete
    requests = [route.takes for route in routes() if route.takes not in (None, tag_messages.Nothing, *PASSED_ON)]
    answers = [answer for route in routes() if (answer := gives(route)) is not ApiAnswer]
    page, blocks = interfaces((messages.Client, tag_messages.Signed, *requests), complete=False)
    server, others = interfaces((messages.Server, messages.Status, *answers), complete=True)
    blocks |= others
    constants = [f"/** {words} */\nexport const {name} = {value}\n" for name, value, words in CONSTANTS]
    unions = [f"export type Client = {_type(page[0])}\n", f"export type Server = {_type(server[0])}\n"]
    return "\n".join([GENERATED_HEADER, *constants, *(blocks[name] for name in sorted(blocks)), *unions])


def api_functions() -> str:
    """A function for each route that is asked by no device's name, tells JSON, and takes nothing that is PASSED_ON."""
    asking = [one for one in routes() if isinstance(one, ApiRoute) and not one.reads and gives(one) is not ApiAnswer]
    written = [one for one in asking if one.takes not in PASSED_ON]
    return "\n".join([GENERATED_HEADER + API_HEADER, *map(_function, written)])


def _function(route: ApiRoute) -> str:
    name, *rest = route.answer.__name__.split("_")
    words = (inspect.getdoc(route.answer) or "").replace("\n", " ").split(" Raises ")[0]
    parts = re.findall(r"{(\w+)}", route.path)
    parameters = [f"{part}: Part" for part in parts]
    arguments = [f"path`{route.path.replace('{', '${')}`" if parts else f"'{route.path}'"]
    if route.takes is not None:
        parameters, arguments = [*parameters, f"asked: wire.{route.takes.__name__}"], [*arguments, "asked"]
    elif route.query:
        parameters, arguments = [*parameters, "query: Query = {}"], [*arguments, "query"]
    head = f"export function {name}{''.join(map(str.capitalize, rest))}({', '.join(parameters)})"
    verb = "get" if route.takes is None else "ask"
    return f"/** {words} */\n{head}: Promise<{_wire(gives(route))}> {{\n  return {verb}({', '.join(arguments)})\n}}\n"


def _wire(kind: Any) -> str:
    """A type of what is told, as the page's functions call it."""
    (schema,), _ = msgspec.json.schema_components((kind,), ref_template="wire.{name}")
    return _type(schema)


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


def files() -> Iterator[tuple[str, str]]:
    """The names of the files in the page's sources, and what is in them."""
    yield "protocol.ts", protocol_types()
    yield "net/api.ts", api_functions()
    parts = [f"export const {name} = {json.dumps(getattr(drawing_faults, name))}\n" for name in DRAWING_PARTS]
    yield "game/drawing_parts.ts", "".join([GENERATED_HEADER, *parts])


if __name__ == "__main__":
    for file, text in files():
        (Path(sys.argv[1]) / file).write_text(text, "utf-8")
