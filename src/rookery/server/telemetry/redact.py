"""Replaces table ids and seat keys by short hashes before anything is logged."""

import hashlib
import re

TABLE_ID_IN_PATH = re.compile(r"(/t/|/ws/|/feed/|/api/tables/)([^/\s]+)")
# a table's id has 16 random characters, a key 32 (table/keys.py); either may be part of a longer run of letters
SECRET_PATTERN = re.compile(r"[A-Za-z0-9_-]{16,}")
IDENTIFIER_PATTERN = re.compile(r"_*(?:[A-Z][a-z]{2,})+|[a-z0-9_-]+|[A-Z0-9_]+")  # UnreadableAction, websockets-sansio
LONG_IDENTIFIER_PATTERN = re.compile(r"_*(?:[A-Z]+[a-z]{2,}_?)+")  # WebSocketsSansIOProtocol


def short(secret: str) -> str:
    """A name for a table in logs: always the same, and of no use for watching the table."""
    return f"#{hashlib.sha256(secret.encode('utf-8', 'replace')).hexdigest()[:8]}"


def redact(text: str) -> str:
    """The text with whatever looks like a table id or a key replaced by its short hash."""
    text = TABLE_ID_IN_PATH.sub(lambda found: found[1] + short(found[2]), text)
    return SECRET_PATTERN.sub(lambda found: found[0] if _is_name(found[0]) else short(found[0]), text)


def _is_name(run: str) -> bool:
    """Whether a run of characters is an identifier, as in a traceback. The test is stricter for runs of the length of a
    table id or a key."""
    return bool(
        IDENTIFIER_PATTERN.fullmatch(run) or (len(run) not in (16, 32) and LONG_IDENTIFIER_PATTERN.fullmatch(run))
    )
