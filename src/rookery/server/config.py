"""All settings of a server, read once and passed down. $ROOKERY_PORT=9000 sets `port`, and so on."""

import difflib
import importlib
import ipaddress
import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rookery.core import environment
from rookery.core.environment import PREFIX
from rookery.core.errors import Trouble, UnknownOption

Port = Annotated[int, Meta(ge=0, le=65_535)]
AtLeastOne = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[float, Meta(ge=0)]
Tick = Annotated[float, Meta(ge=0.05)]
Count = Annotated[int, Meta(ge=0)]
LogLevel = Literal["auto", "debug", "info", "warning", "error"]
NEAREST = 0.4  # the least similarity of a suggestion, 0 .. 1: QUEUE and MAX_QUEUED_MESSAGES have 0.42
LABELS = r"[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)"  # of a host, separated by dots
PORT_NUMBER = r"(:\d{1,5})?"
ALLOWED_HOST = re.compile(rf"(https?://)?({LABELS}*|\*\.{LABELS}+){PORT_NUMBER}", re.IGNORECASE)
ORIGIN = re.compile(rf"https?://({LABELS}*|\[[\da-f:.]+\]){PORT_NUMBER}/?", re.IGNORECASE)
# as browsers send it: in lower case, without a path and without the usual port
SITE = re.compile(rf"(http(?!.*:80$)|https(?!.*:443$))://({LABELS}*|\[[\da-f:.]+\]){PORT_NUMBER}")
ADDRESS_RATE = re.compile(
    r"([1-9]\d{0,8}) *(?:/|per) *([1-9]\d{0,8})? *(second|minute|hour|day|month|year)s?", re.IGNORECASE
)
UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "month": 2_592_000, "year": 31_104_000}  # seconds
RATE_SETTINGS = ("requests_per_address", "tables_per_address", "failures_per_address")


def _usual_database() -> str:
    """The file in the user's data folder. Raises Trouble."""
    try:
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:  # as in a container that runs with a user id of its own
        words = f"name one with --database, or in {PREFIX}DATABASE"
        raise Trouble(f"this user has no home folder, where the database would be; {words}") from None
    return str(Path(home) / "rookery" / "tables.sqlite3")


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Times are in seconds."""

    host: str = "127.0.0.1"  # only this machine; 0.0.0.0: other machines as well
    port: Port = 8000  # 0: any free port
    # a file, or postgresql://USER@HOST/NAME
    database: str = msgspec.field(default_factory=_usual_database)
    bus: str = ""  # redis://HOST:PORT if several processes share a database; "": one process
    page: Path = Path(__file__).parent / "page"  # the folder of the built page
    # the folder of a site in which people make games; a checkout may have none
    workshop: Path = Path(__file__).parent / "workshop"
    engine: bool = True  # whether pages offer hints, reviews and practice
    examples: bool = False  # whether to offer games that are examples of how a game is written
    strangers_games: bool = False  # whether anybody may bring a game, whose rules then run here with limits
    sandboxed: bool = False  # whether pages run the code of all games in a sandbox, as that of a game being written
    offered: str = ""  # slugs of the only games to offer, separated by commas; "": all

    brain: str = "rookery.bots"  # the module that thinks for bots: levels, advise, warm_up
    bot_workers: AtLeastOne = max(2, (os.cpu_count() or 2) - 1)  # processes; of several, one is for quick bots
    bot_pause: NotNegative = 0.5  # before each ply of a bot, so that people can follow
    bot_limit: NotNegative = 60.0  # after which a bot is stopped and asked again

    ready_timeout: NotNegative = 60.0  # for which a request waits for a game right after the start
    hello_timeout: NotNegative = 30.0  # after which a page that has sent no Hello is disconnected
    idle_timeout: NotNegative = 900.0  # after which a table without pages leaves memory; the database keeps it
    clock_tick: Tick = 30.0  # between two searches for tables whose clock has run out while no page is open
    max_queued_messages: AtLeastOne = 64  # messages that may wait for a slow page before it is disconnected
    message_rate: NotNegative = 20.0  # messages a second that one page may send
    message_burst: AtLeastOne = 80  # messages that one page may send at once

    # limits for one address, which a family or a class may share; "" or 0: no limit
    requests_per_address: str = "3000/minute"  # opening a page takes about ten
    tables_per_address: str = "1000/hour"  # new tables and rematches; as many open seats may be taken
    failures_per_address: str = "600/hour"  # keys and tables that do not exist, which suggest guessing
    sockets_per_address: Count = 256  # pages open at a time, and eight times as many connections
    messages_per_address: NotNegative = 200.0  # a second, of all its pages together; ten seconds' worth at once
    work_per_address: NotNegative = 250.0  # ms of CPU time a second
    max_tables: AtLeastOne = 5000  # in memory at a time; idle ones make room

    trusted_proxies: str = ""  # addresses whose X-Forwarded-For and -Proto count, separated by commas; *: any client
    site: str = ""  # https://example.org: the one place where people open the pages; "": wherever a request says
    origins: str = ""  # of other sites whose pages may play here, separated by commas: https://example.org
    header_timeout: NotNegative = 10.0  # for the head of a request
    body_timeout: NotNegative = 20.0  # for the body of a request
    answer_timeout: NotNegative = 60.0  # for reading a response; as long again for each 600 kB of it

    webhooks: str = "hooks.slack.com, discord.com"  # hosts that may get reminders, separated by commas; "": none
    push_hosts: str = (  # web push services of the known browsers, separated by commas
        "fcm.googleapis.com, updates.push.services.mozilla.com, *.notify.windows.com, web.push.apple.com"
    )
    push_key: str = ""  # 32 random bytes in base64url; "": a key made once, in a file beside the database
    remind_after: NotNegative = 10.0  # from the beginning of a turn to its reminder

    log: Literal["auto", "json", "text"] = "auto"  # auto: text at a terminal, otherwise JSON lines
    log_level: LogLevel = "auto"  # auto: warning at a terminal, otherwise info
    slow_request: NotNegative = 2.0  # after which a request is logged as slow
    metrics_token: str = ""  # lets other machines read /metrics; "": only this machine


def read(environ: Mapping[str, str] = os.environ, **given: Any) -> Config:
    """The settings of the environment; the others have their defaults. `given`: settings that count instead, as those
    of a command line, and None for one that was not given there. Raises UnknownOption, also for a variable that begins
    like a setting but is not one; Trouble where there is no default."""
    _check_names(environ)
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(Config):
        name = PREFIX + field.name.upper()
        if name in environ:
            try:
                values[field.name] = msgspec.convert(environ[name], field.type, strict=False, dec_hook=_path)
            except msgspec.ValidationError as error:
                raise UnknownOption(f"${name} = {environ[name]!r} cannot be used: {error}") from None
            if (expected := _expected(field.name, environ[name])) or not _finite(values[field.name]):
                expected = expected or "a number of seconds, or of what else the setting counts"
                raise UnknownOption(f"${name} = {environ[name]!r} cannot be used: Expected {expected}")
    return Config(**values | {name: value for name, value in given.items() if value is not None})


def _check_names(environ: Mapping[str, str]) -> None:
    """Raises UnknownOption, with a sentence about each variable that is not a setting."""
    settings = [PREFIX + field.name.upper() for field in msgspec.structs.fields(Config)]
    names = [*settings, *environment.VARIABLES]
    # on Linux rookery_port is another variable than ROOKERY_PORT, which nobody reads
    refused = sorted(name for name in environ if name.upper().startswith(PREFIX) and name not in names)
    if refused:
        raise UnknownOption(" ".join(f"{name} is not a setting. {_suggestion(name, names)}" for name in refused))


def _suggestion(name: str, known: list[str]) -> str:
    """The name most similar to this one, of those that share a word with it if there are any: SLOW means SLOW_REQUEST,
    although LOG is more similar. The prefix is left out because it would make any two names similar."""
    if name.upper() == environment.NOTEBOOK_GAMES:  # PAGE is similar, and not meant
        return "It is a variable of the notebooks in examples/; a server offers every game that is installed."
    stem, names = name.upper().removeprefix(PREFIX), [one.removeprefix(PREFIX) for one in known]
    related = [one for one in names if {*stem.split("_")} & {*one.split("_")}]
    nearest = difflib.get_close_matches(stem, related or names, n=1, cutoff=NEAREST)
    return f"Did you mean {PREFIX}{nearest[0]}?" if nearest else "docs/settings.md lists them all."


def _expected(setting: str, text: str) -> str:
    """The values that a setting can have, in words, if the text is none of them; otherwise "". A wrong value is refused
    here when the server starts, because later it would fail unseen, or trust nobody and everybody."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if setting in RATE_SETTINGS and not _is_rate(text):
        return "a rate such as 100/minute, or nothing"
    if setting == "brain" and not _is_brain(text):
        return "a module with the functions levels, advise and warm_up"
    if setting == "database" and not text:
        return "a file, or postgresql://USER@HOST/NAME"
    if setting in ("page", "workshop") and not os.path.isfile(Path(text, "index.html")):  # it never raises OSError
        return "a folder with an index.html"
    if setting == "trusted_proxies" and parts != ["*"] and not all(map(_is_network, parts)):
        return "addresses and networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas, or * alone"
    if setting in ("webhooks", "push_hosts") and not all(map(ALLOWED_HOST.fullmatch, parts)):
        return "hosts such as hooks.example.org or *.example.org, separated by commas, or nothing"
    if setting == "site" and text and not SITE.fullmatch(text):
        return (
            "one site as browsers write it, such as https://example.org or https://xn--mnchen-3ya.de:8443, or nothing"
        )
    if setting == "origins" and not all(map(ORIGIN.fullmatch, parts)):
        return "sites such as https://example.org, separated by commas, or nothing"
    return ""


def _finite(value: Any) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


def read_rate(text: str) -> tuple[int, int]:
    """The number of times that something is allowed, and in how many seconds, from a text such as 100/minute or "5 per
    2 hours". Raises ValueError."""
    if (match := ADDRESS_RATE.fullmatch(text.strip())) is None:
        raise ValueError(f"{text!r} is no rate")
    count, units, unit = match.groups()
    return int(count), int(units or 1) * UNITS[unit.lower()]


def _is_rate(text: str) -> bool:
    return not text or ADDRESS_RATE.fullmatch(text.strip()) is not None


def _is_brain(text: str) -> bool:
    """Whether the text names a module that can think for bots."""
    try:
        module = importlib.import_module(text)
    except Exception:  # noqa: BLE001  # a module can fail in any way
        return False
    return all(callable(getattr(module, name, None)) for name in ("levels", "advise", "warm_up"))


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def _path(kind: type, value: Any) -> Any:
    """Convert a path, which msgspec cannot do. An empty one would be the working folder, with all that lies there."""
    if not value:
        raise ValueError("a path must not be empty")
    return kind(value)
