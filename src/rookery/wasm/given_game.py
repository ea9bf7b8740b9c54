"""A game that somebody made elsewhere, as data that anybody may have written: its facts, the fields of its states, and
its rules as a module. It holds neither Python nor JavaScript, and no words but those of the facts.

Limits are part of the types, so what msgspec reads keeps them. `check` asks for what types cannot say.
"""

import base64
import hashlib
import zlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from rookery.core.errors import ForbiddenModule
from rookery.core.position import Game
from rookery.core.protocol import Counted, Facts, Option

MOST_SEATS = 8
MOST_ACTIONS = 1 << 20
MOST_LEGAL = 4096  # actions at once
MOST_PLIES = 2000  # of a game
MOST_STATE = 4096  # bytes of a state
MOST_MODULE = 262_144  # bytes of a module
# no markup, no control characters, and nothing that turns the direction of a text
PLAIN_TEXT = r"\A[^<>\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]*\Z"
ActionCount = Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]
SeatCount = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
PlainTitle = Annotated[str, Meta(min_length=1, max_length=64, pattern=PLAIN_TEXT)]
PlainLine = Annotated[str, Meta(max_length=500, pattern=PLAIN_TEXT)]
StyleTokens = Annotated[str, Meta(max_length=32, pattern=r"\A[a-z0-9 -]*\Z")]
FieldName = Annotated[str, Meta(max_length=64, pattern=r"\A[A-Za-z_][A-Za-z0-9_]*\Z")]
NumberKind = Literal["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


class _Given(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class GivenPoints(_Given, frozen=True):
    """See protocol.Counted."""

    one: PlainTitle
    many: PlainTitle
    most_win: bool = True


class GivenOption(_Given, frozen=True):
    """See protocol.Option; there are only choices."""

    name: PlainTitle
    choices: Annotated[list[PlainTitle], Meta(min_length=1, max_length=64)]
    help: PlainLine = ""
    only: dict[str, list[SeatCount]] = {}


class GivenFacts(_Given, frozen=True, kw_only=True):
    """All of protocol.Facts that is plain data."""

    name: PlainTitle
    tagline: PlainLine = ""
    weight: Annotated[int, Meta(ge=1, le=5)] = 3
    rules_version: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    seats: dict[SeatCount, list[PlainTitle]]
    seat_styles: Annotated[list[StyleTokens], Meta(max_length=16)] = []
    actions: Annotated[int, Meta(ge=1, le=MOST_ACTIONS)]
    chance_actions: ActionCount = 0
    max_legal: Annotated[int, Meta(ge=1, le=MOST_LEGAL)]
    longest: Annotated[int, Meta(ge=1, le=MOST_PLIES)]
    chance: bool
    hidden: bool
    cooperative: bool
    points: GivenPoints | None = None
    reveals: bool = False
    options: Annotated[list[GivenOption], Meta(max_length=16)] = []
    minutes: Annotated[int, Meta(ge=0, le=10_000)] = 10
    designers: Annotated[list[PlainTitle], Meta(max_length=8)] = []
    publisher: PlainLine = ""
    source: PlainLine = ""

    def check(self) -> None:
        """Raises ForbiddenModule."""
        if not self.seats or any(len(names) != players for players, names in self.seats.items()):
            raise ForbiddenModule("the facts must name each seat, for every number of players")
        if len(self.seat_styles) < max(self.seats):
            raise ForbiddenModule("the facts must give each seat a style")
        if self.chance_actions >= self.actions or self.max_legal > self.actions:
            raise ForbiddenModule("the facts count more legal actions, or more of chance, than there are actions")
        names = [option.name for option in self.options]
        if len({*names}) < len(names):
            raise ForbiddenModule("two options have the same name")
        for option in self.options:
            if len({*option.choices}) < len(option.choices):
                raise ForbiddenModule(f"two choices of the option {option.name} are the same")
            if not {*option.only} <= {*option.choices[1:]}:
                raise ForbiddenModule(f"the option {option.name} limits its default, or what is no choice of it")

    def facts(self, slug: str) -> Facts:
        """The same as the library has them."""
        plain = {name: getattr(self, name) for name in self.__struct_fields__}
        points = self.points and Counted(self.points.one, self.points.many, self.points.most_win)
        options = tuple(
            Option(
                name=option.name,
                choices=tuple(option.choices),
                help=option.help,
                only={choice: tuple(counts) for choice, counts in option.only.items()},
            )
            for option in self.options
        )
        seats = {players: tuple(names) for players, names in self.seats.items()}
        styles, designers = tuple(self.seat_styles), tuple(self.designers)
        changed = {"points": points, "options": options, "seats": seats, "seat_styles": styles, "designers": designers}
        return Facts(slug=slug, **plain | changed)


class GivenField(_Given, frozen=True):
    """A field of a state, as describe.py has it."""

    kind: NumberKind
    offset: Annotated[int, Meta(ge=0, le=MOST_STATE)]
    shape: Annotated[list[Annotated[int, Meta(ge=1, le=MOST_STATE)]], Meta(max_length=4)] = []

    @property
    def end(self) -> int:
        """The first byte behind it."""
        size = int(self.kind.lstrip("uint")) // 8
        for length in self.shape:
            size *= length
        return self.offset + size


class GivenState(_Given, frozen=True):
    """The record of a state, as describe.py has it."""

    size: Annotated[int, Meta(ge=8, le=MOST_STATE, multiple_of=8)]  # bytes
    fields: Annotated[dict[FieldName, GivenField], Meta(min_length=1, max_length=256)]

    def check(self) -> None:
        """Raises ForbiddenModule."""
        for name, field in self.fields.items():
            if field.end > self.size:
                raise ForbiddenModule(f"the field {name} of the states lies outside of them")


class GivenGame(_Given, frozen=True):
    """A whole game."""

    facts: GivenFacts
    state: GivenState
    module: Annotated[bytes, Meta(max_length=MOST_MODULE)]  # WebAssembly; base64 in JSON

    def check(self) -> None:
        """Raises ForbiddenModule."""
        self.facts.check()
        self.state.check()

    @property
    def digest(self) -> str:
        """32 hexadecimal digits of a hash of all of it: nobody finds two games that share them."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:32]


def packed(game: GivenGame) -> str:
    """A game as a short text, with which tables keep it."""
    return base64.b64encode(zlib.compress(msgspec.json.encode(game))).decode()


def unpacked(text: str) -> GivenGame:
    """The game of a text that `packed` made. Raises ForbiddenModule for another one."""
    try:
        data = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), 4 * MOST_MODULE)
        return msgspec.json.decode(data, type=GivenGame)
    except (ValueError, zlib.error) as error:
        raise ForbiddenModule(f"this text is no game: {error}") from None


def given(game: Game, module: bytes, description: Mapping[str, Any]) -> GivenGame:
    """A game of this library as data. `module`, `description`: those of build.module_of. Raises ForbiddenModule for a
    game that is larger than games of strangers may be."""
    facts = game.facts
    plain = {name: getattr(facts, name) for name in GivenFacts.__struct_fields__}
    plain["seats"] = {players: [*names] for players, names in facts.seats.items()}
    plain["points"] = facts.points and GivenPoints(facts.points.one, facts.points.many, facts.points.most_win)
    plain["options"] = [
        GivenOption(
            option.name,
            [*option.choices],
            option.help,
            {choice: [*counts] for choice, counts in option.only.items()},
        )
        for option in facts.options
    ]
    try:
        made = GivenGame(
            msgspec.convert(msgspec.to_builtins(plain, str_keys=True), GivenFacts, strict=False),
            msgspec.convert(description["records"]["State"], GivenState),
            module,
        )
    except msgspec.ValidationError as error:
        raise ForbiddenModule(f"{facts.name} is larger than a game of strangers may be: {error}") from None
    made.check()
    return made
