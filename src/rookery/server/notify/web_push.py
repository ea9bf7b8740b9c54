"""Web push: messages encrypted for one browser (RFC 8291) and signed for its push service (RFC 8292)."""

import base64
import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

import http_ece
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from rookery.core.errors import UnknownOption
from rookery.private_files import private_opener
from rookery.server import wall_clock
from rookery.server.errors import StoreTrouble
from rookery.server.storage.database import is_postgres
from rookery.server.table.events import Subscribed

PUSH_KEY_BYTES = 32  # length of a private key on the curve P-256
BAD_PUSH_KEY = f"$ROOKERY_PUSH_KEY is not a key; it is {PUSH_KEY_BYTES} random bytes in base64url"
SIGNATURE_TTL = 12 * 3600  # seconds for which a signature is valid
PUSH_TTL = 86_400  # seconds for which the service keeps a message for a browser that is not running


class WebPush:
    """Web push with the key of one server. Browsers subscribe with its public half, so a new key loses them all."""

    def __init__(self, private: bytes) -> None:
        """`private`: [32] the private key. Raises UnknownOption."""
        if len(private) != PUSH_KEY_BYTES:  # any shorter number would be a key as well, and another one
            raise UnknownOption(BAD_PUSH_KEY)
        try:
            self._vapid = Vapid02.from_raw(_text(private).encode())
            point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        except (ValueError, UnsupportedAlgorithm):
            raise UnknownOption(BAD_PUSH_KEY) from None
        self.public = _text(point)

    def sealed(self, to: Subscribed, words: bytes, topic: str) -> tuple[dict[str, str], bytes]:
        """Headers and body of the request. `topic`: a newer message replaces older ones of its topic. Raises ValueError
        if the browser's keys are invalid."""
        keys = {name: base64.urlsafe_b64decode(value + "==") for name, value in (("dh", to.p256dh), ("auth", to.auth))}
        own = ec.generate_private_key(ec.SECP256R1())
        body = http_ece.encrypt(
            words, salt=os.urandom(16), private_key=own, dh=keys["dh"], auth_secret=keys["auth"], version="aes128gcm"
        )
        service = "/".join(to.endpoint.split("/")[:3])
        host = urlsplit(to.site).hostname or ""
        contact = f"https://[{host}]" if ":" in host else f"https://{host}"  # push services require a contact
        claims = {"aud": service, "sub": contact, "exp": wall_clock.now_ms() // 1000 + SIGNATURE_TTL}
        self._vapid.conf["no-strict"] = True  # allows sites without a dot, such as localhost
        headers = self._vapid.sign(claims)
        headers |= {"content-encoding": "aes128gcm", "ttl": str(PUSH_TTL), "urgency": "normal", "topic": topic}
        return headers, body


def open_push(key: str, database: str | Path) -> WebPush | None:
    """Web push with the key of the settings, or else with the one in a file beside the database, which is created if
    needed. None if there is no key and no such file. Raises UnknownOption, StoreTrouble, OSError."""
    if key:
        try:
            return WebPush(base64.urlsafe_b64decode(key + "=="))
        except ValueError as error:
            raise UnknownOption(BAD_PUSH_KEY) from error
    return None if is_postgres(database) else _kept(push_key_file(Path(database)))


def push_key_file(database: Path) -> Path:
    """The file of the key that is made once for a database file."""
    return database.with_suffix(".push-key")


def _kept(file: Path) -> WebPush:
    """Web push with the key in a file that only its owner can read. Raises StoreTrouble, OSError."""
    if not file.exists():
        fresh = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
        with open(fresh, "x", encoding="ascii", opener=private_opener) as new:
            new.write(_text(secrets.token_bytes(PUSH_KEY_BYTES)))
        os.replace(fresh, file)  # atomic
    try:
        return WebPush(base64.urlsafe_b64decode(file.read_text("ascii") + "=="))
    except ValueError:  # a new key instead would silently lose all subscriptions
        words = "restore it from a copy, or remove it to get a new key, for which every browser must subscribe again"
        raise StoreTrouble(f"{file} holds no key: {words}") from None


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
