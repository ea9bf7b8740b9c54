"""What the log says, and what it never says.

Everything is logged with the standard library; this makes a line of it: JSON for machines, columns for people. Keys of
seats are logged nowhere, and a table's id only as `redact.short(id)`, because who has the id may watch. `redacted` is
the net below: what looks like either in any line, an exception's too, is replaced.
"""

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger

from rookery.server.config import Config
from rookery.server.telemetry.redact import redact

__all__ = ["set_up"]


def redacted(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """`redact`, of all a line says."""
    return {name: redact(value) if isinstance(value, str) else value for name, value in event.items()}


def printable(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
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
            redacted,
            *([printable] if text else []),  # JSON escapes by itself
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
