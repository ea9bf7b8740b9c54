"""What the log says, and what it never says.

Everything is logged with the standard library; this makes a line of it: JSON for machines, columns for people. Keys of
seats are logged nowhere, and a table's id only as `short(id)`, because who has the id may watch. `veiled` is the net
below: what looks like either in any line, an exception's too, is replaced.
"""

import hashlib
import logging
import re
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger

from rookery.server.config import Config

__all__ = ["set_up", "short", "veil"]

TABLE = re.compile(r"(/t/|/ws/|/feed/|/api/tables/)([^/\s]+)")
# a table's id has 16 random characters, a key 32 (keys.py); either may stand in a longer run of letters
SECRET = re.compile(r"[A-Za-z0-9_-]{16,}")
NAME = re.compile(r"_*(?:[A-Z][a-z]{2,})+|[a-z0-9_-]+|[A-Z0-9_]+")  # UnreadableAction, websockets-sansio
LONG_NAME = re.compile(r"_*(?:[A-Z]+[a-z]{2,}_?)+")  # WebSocketsSansIOProtocol


def short(secret: str) -> str:
    """A name for a table in logs: always the same, and nobody can watch with it."""
    return f"#{hashlib.sha256(secret.encode('utf-8', 'replace')).hexdigest()[:8]}"


def veil(text: str) -> str:
    """The text with whatever looks like a table's id or a key made short."""
    text = TABLE.sub(lambda found: found[1] + short(found[2]), text)
    return SECRET.sub(lambda found: found[0] if _is_name(found[0]) else short(found[0]), text)


def _is_name(run: str) -> bool:
    """Whether it is a word of a program, such as stands in a traceback. A run as long as a secret must look more like
    one."""
    return bool(NAME.fullmatch(run) or (len(run) not in (16, 32) and LONG_NAME.fullmatch(run)))


def veiled(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """`veil`, of all a line says."""
    return {name: veil(value) if isinstance(value, str) else value for name, value in event.items()}


def printed(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """For a terminal: nothing that somebody sent may move its cursor, or colour what follows."""
    return {name: _printable(value) if isinstance(value, str) else value for name, value in event.items()}


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def set_up(config: Config, stream: TextIO | None = None) -> None:
    """Send all logs of this process to the stream, standard error if there is none."""
    stream = stream or sys.stderr
    terminal = stream.isatty()
    text = config.log == "text" or (config.log == "auto" and terminal)
    before: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if text:
        # the usual one would print the values of local variables, keys among them
        plain = structlog.dev.plain_traceback
        last = structlog.dev.ConsoleRenderer(colors=terminal, exception_formatter=plain, pad_event_to=0)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=before,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            veiled,
            *([printed] if text else []),  # JSON escapes by itself
            last,
        ],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    level = config.log_level
    if level == "auto":
        level = "warning" if text and terminal else "info"
    # libraries say too much: Numba at `debug` every instruction, uvicorn every message of a page, keys and all
    logging.basicConfig(handlers=[handler], level=max(logging.WARNING, getattr(logging, level.upper())), force=True)
    logging.getLogger("rookery").setLevel(level.upper())
    logging.getLogger("uvicorn.error").addFilter(_shortened)


def _shortened(record: logging.LogRecord) -> bool:
    """A page that sends bytes that are no text is not worth a traceback."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True
