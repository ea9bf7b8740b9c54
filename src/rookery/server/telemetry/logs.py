"""The format of the log, and what it never contains.

All code logs with the standard library; this module formats the lines, as JSON for machines or as text for people. Seat
keys are never logged, and a table's id only as `redact.short(id)`, because anybody with the id may watch. `redacted` is
the safety net: it replaces whatever looks like a key or an id in any line, exceptions included.
"""

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger

from rookery.server.config import Config
from rookery.server.telemetry.redact import redact


def redacted(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Apply `redact` to every text of a line."""
    return {name: redact(value) if isinstance(value, str) else value for name, value in event.items()}


def printable(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Escape control characters, so that text from clients cannot move a terminal's cursor or change its colours."""
    return {name: _printable(value) if isinstance(value, str) else value for name, value in event.items()}


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def set_up(config: Config, stream: TextIO | None = None) -> None:
    """Send all logs of this process to `stream`; None: to standard error."""
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
        # the default formatter would print the values of local variables, keys included
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
    # libraries log too much at `debug`: Numba every instruction, uvicorn every message of a page, keys included
    logging.basicConfig(handlers=[handler], level=max(logging.WARNING, getattr(logging, level.upper())), force=True)
    logging.getLogger("rookery").setLevel(level.upper())
    logging.getLogger("uvicorn.error").addFilter(_not_by_clients)


def _not_by_clients(record: logging.LogRecord) -> bool:
    """Drop what uvicorn writes of each request that cannot be read: anybody could fill the log. They are counted."""
    return record.msg != "Invalid HTTP request received."
