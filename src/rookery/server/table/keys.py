"""The secrets of a table: its id in links, the keys of its seats, and the secret behind its draws."""

import base64
import hashlib
import hmac
import secrets

TOKEN_BYTES = 24  # the length of a seat key


def new_id() -> str:
    """A new id, 96 random bits in base64url. Anybody who has that of a table may watch."""
    return secrets.token_urlsafe(12)


def new_key() -> str:
    """A new seat key, 192 random bits in base64url. Anybody who has it may play there."""
    return secrets.token_urlsafe(24)


def derived_key(secret: bytes, what: str) -> str:
    """A seat key that is the same whenever it is asked for, so that a page that lost the answer gets it again."""
    return base64.urlsafe_b64encode(hmac.digest(secret, what.encode(), "sha256")[:TOKEN_BYTES]).decode()


def new_secret() -> bytes:
    """[32] random bytes from which all draws of a game follow (core/fair.py)."""
    return secrets.token_bytes(32)


def digest(key: str) -> str:
    """The digest that is stored of a key: its sha256, hexadecimal. A plain hash is enough: nobody can try 2**192
    keys."""
    return hashlib.sha256(key.encode()).hexdigest()


def feed_token(digest: str) -> str:
    """The token that opens the feed of a seat. `digest`: of the seat's key."""
    hashed = hashlib.sha256(f"rookery feed {digest}".encode()).digest()
    return base64.urlsafe_b64encode(hashed[:TOKEN_BYTES]).decode()


def feed_path(table: str, digest: str) -> str:
    """The path of a seat's feed, without `.atom` or `.ics`. `table`: its id; `digest`: of the seat's key."""
    return f"/feed/{table}/{feed_token(digest)}"
