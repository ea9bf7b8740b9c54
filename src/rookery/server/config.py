"""All that can be set about a server, read once and passed down. $ROOKERY_PORT=9000 sets `port`, and so on."""

import difflib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import limits
import msgspec
from msgspec import Meta

from rookery.core import environment
from rookery.core.environment import PREFIX
from rookery.core.errors import UnknownOption

__all__ = ["Config", "read"]

Port = Annotated[int, Meta(ge=0, le=65_535)]
AtLeastOne = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[float, Meta(ge=0)]
Tick = Annotated[float, Meta(ge=0.05)]
Count = Annotated[int, Meta(ge=0)]
Level = Literal["auto", "debug", "info", "warning", "error"]
NEAREST = 0.4  # names that are less alike are not suggested: QUEUE for MAX_QUEUED_MESSAGES is 0.42
RATE_SETTINGS = ("requests_per_address", "tables_per_address", "failures_per_address")


def _data_home() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rookery"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Times are in seconds."""

    host: str = "127.0.0.1"  # only this machine; 0.0.0.0 lets others in
    port: Port = 8000  # 0: any free one
    # a file, or postgresql://USER@HOST/NAME
    database: str = msgspec.field(default_factory=lambda: str(_data_home() / "tables.sqlite3"))
    bus: str = ""  # redis://HOST:PORT where several processes share a database; "" where there is one
    page: Path = Path(__file__).parent / "page"  # where the built page lies

    brain: str = "rookery.bots"  # the module that thinks for bots: levels, advise, warm_up
    bot_workers: AtLeastOne = max(2, (os.cpu_count() or 2) - 1)  # processes; of several, one is for quick bots
    bot_pause: NotNegative = 0.5  # between two plies of bots that a person can see
    bot_limit: NotNegative = 60.0  # a bot that thinks longer is given up

    ready_timeout: NotNegative = 60.0  # how long a request waits for a game right after the start
    hello_timeout: NotNegative = 30.0  # a page that has said no Hello by then is shown out
    idle_timeout: NotNegative = 900.0  # a table without pages leaves memory after that; it comes back from the database
    clock_tick: Tick = 30.0  # how often tables are looked for where days have run out that nobody looks at
    max_queued_messages: AtLeastOne = (
        64  # messages that may wait for a page that reads too slowly; then it is shown out
    )
    message_rate: NotNegative = 20.0  # messages a second that one page may send for long
    message_burst: AtLeastOne = 80  # and at once

    # what one address may do: "" or 0 is without limit. A family, or a class, may share one
    requests_per_address: str = "3000/minute"  # a page that is opened makes about ten
    tables_per_address: str = "1000/hour"  # made, or asked for as rematches; as many open seats may be taken
    failures_per_address: str = "600/hour"  # keys and tables that do not exist: somebody guesses
    sockets_per_address: Count = 256  # pages open at a time, and eight times as many connections
    messages_per_address: NotNegative = 200.0  # a second, of all its pages together; for ten seconds at once
    work_per_address: NotNegative = 250.0  # ms of the processor a second that the server works for it
    limits_store: str = "memory://"  # where all but the last three are counted; redis://HOST:PORT for several processes
    max_tables: AtLeastOne = 5000  # in memory at a time; one that nobody looks at makes room

    trusted_proxies: str = ""  # by commas, whose X-Forwarded-For and -Proto are believed; *: whoever connects
    origins: str = ""  # of other sites whose pages may play here, by commas: https://example.org
    header_timeout: NotNegative = 10.0  # a connection that has not said what it wants by then is closed
    body_timeout: NotNegative = 20.0  # and one whose order has not come as a whole
    answer_timeout: NotNegative = 60.0  # and one that does not take its answer; as long again for each 600 kB of it

    webhooks: str = "hooks.slack.com, discord.com"  # hosts, by commas, that may be told of turns; "" none
    push_hosts: str = (  # services of web push, by commas: of browsers that exist
        "fcm.googleapis.com, updates.push.services.mozilla.com, *.notify.windows.com, web.push.apple.com"
    )
    push_key: str = ""  # 32 random bytes in base64url; "" one made once, in a file beside that of the tables
    remind_after: NotNegative = 10.0  # a turn's begin until who has no page open is told of it

    log: Literal["auto", "json", "text"] = "auto"  # auto: text at a terminal, else JSON lines
    log_level: Level = "auto"  # auto: warning at a terminal, else info
    slow_request: NotNegative = 2.0  # a request that took longer stands in the log
    metrics_token: str = ""  # who has it may read /metrics from elsewhere; "" only this machine


def read(environ: Mapping[str, str] = os.environ) -> Config:
    """The settings of the environment; those not named there have their usual values. Raises UnknownOption, also for a
    variable that begins like a setting and is none."""
    _check_names(environ)
    found = {}
    for field in msgspec.structs.fields(Config):
        name = PREFIX + field.name.upper()
        if name in environ:
            try:
                found[field.name] = msgspec.convert(environ[name], field.type, strict=False, dec_hook=_path)
            except msgspec.ValidationError as error:
                raise UnknownOption(f"${name} = {environ[name]!r} cannot be used: {error}") from None
            if field.name in RATE_SETTINGS:
                _check_rate(name, environ[name])
    return Config(**found)


def _check_names(environ: Mapping[str, str]) -> None:
    """Raises UnknownOption with a sentence about each variable that is no setting."""
    settings = [field.name.upper() for field in msgspec.structs.fields(Config)]
    known = {PREFIX + name for name in settings} | {*environment.VARIABLES}
    refused = sorted(name for name in environ if name.startswith(PREFIX) and name not in known)
    if refused:
        raise UnknownOption(" ".join(f"{name} is not a setting. {_suggestion(name, settings)}" for name in refused))


def _suggestion(name: str, settings: list[str]) -> str:
    """The nearest setting, of those that share a word with the name if there are any: SLOW is nearer to LOG, and was
    meant to be SLOW_REQUEST. Without the prefix, which would make any two names alike."""
    asked = name.removeprefix(PREFIX)
    related = [setting for setting in settings if {*asked.split("_")} & {*setting.split("_")}]
    nearest = difflib.get_close_matches(asked, related or settings, n=1, cutoff=NEAREST)
    return f"Did you mean {PREFIX}{nearest[0]}?" if nearest else "docs/hosting.md lists them all."


def _check_rate(name: str, text: str) -> None:
    """Raises UnknownOption."""
    try:
        if text:
            limits.parse(text)
    except ValueError:
        words = f"${name} = {text!r} cannot be used: Expected a rate such as 100/minute, or nothing"
        raise UnknownOption(words) from None


def _path(kind: type, value: Any) -> Any:
    """msgspec knows no paths."""
    return kind(value)
