"""The secrets of a table: its name in links, the keys of its seats, the secret that its draws come from."""

import base64
import hashlib
import secrets

__all__ = ["digest", "feed_path", "feed_token", "new_id", "new_key", "new_secret"]

TOKEN_BYTES = 24  # as many as a key has


def new_id() -> str:
    """The name of a table in links, 96 random bits: who has it may watch."""
    return secrets.token_urlsafe(12)


def new_key() -> str:
    """The secret of a seat, 192 random bits: who has it plays there."""
    return secrets.token_urlsafe(24)


def new_secret() -> bytes:
    """[32] what all draws of a game follow from (core/fair.py)."""
    return secrets.token_bytes(32)


def digest(key: str) -> str:
    """What is kept of a key. A plain hash is enough: nobody can try 2**192 keys."""
    return hashlib.sha256(key.encode()).hexdigest()


def feed_token(digest: str) -> str:
    """What opens the feed of a seat; `digest`: what is kept of the seat's key."""
    hashed = hashlib.sha256(f"rookery feed {digest}".encode()).digest()
    return base64.urlsafe_b64encode(hashed[:TOKEN_BYTES]).decode()


def feed_path(table: str, digest: str) -> str:
    """Where a person's seat has its feed, without `.atom` or `.ics`; `table`: its id."""
    return f"/feed/{table}/{feed_token(digest)}"
