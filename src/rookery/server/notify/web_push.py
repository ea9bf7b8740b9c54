"""Web push: messages that only one browser can read (RFC 8291), signed so that its service takes them (RFC 8292)."""

import base64
import os
import secrets
import time
from pathlib import Path

from rookery.core.errors import MissingExtra, UnknownOption
from rookery.server.errors import StoreTrouble
from rookery.server.storage.database import is_postgres
from rookery.server.table.events import Subscribed

try:
    import http_ece
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02
except ImportError:  # the extra `push` is not installed: the page offers none then
    http_ece = None

__all__ = ["WebPush", "open_push"]

PUSH_KEY_BYTES = 32  # of a private key on the curve P-256
BAD_PUSH_KEY = f"$ROOKERY_PUSH_KEY is no key: {PUSH_KEY_BYTES} random bytes in base64url"
SIGNATURE_TTL = 12 * 3600  # seconds that a signature is valid
PUSH_TTL = 86_400  # seconds that the service keeps a message for a browser that is off


class WebPush:
    """The key of one server. Browsers subscribe with its public half: a new key would lose them all."""

    def __init__(self, private: bytes) -> None:
        """Raises UnknownOption."""
        try:
            self._vapid = Vapid02.from_raw(_text(private).encode())
            point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        except (ValueError, UnsupportedAlgorithm):
            raise UnknownOption(BAD_PUSH_KEY) from None
        self.public = _text(point)

    def sealed(self, to: Subscribed, words: bytes, topic: str) -> tuple[dict[str, str], bytes]:
        """Headers and body of the request; a message takes the place of older ones of its topic. Raises ValueError
        where the browser's keys are none."""
        keys = {name: base64.urlsafe_b64decode(value + "==") for name, value in (("dh", to.p256dh), ("auth", to.auth))}
        own = ec.generate_private_key(ec.SECP256R1())
        body = http_ece.encrypt(
            words, salt=os.urandom(16), private_key=own, dh=keys["dh"], auth_secret=keys["auth"], version="aes128gcm"
        )
        service = "/".join(to.endpoint.split("/")[:3])
        contact = "https://" + to.site.partition("://")[2].partition(":")[0]  # services want one
        claims = {"aud": service, "sub": contact, "exp": int(time.time()) + SIGNATURE_TTL}
        self._vapid.conf["no-strict"] = True  # a site without a dot is one, too
        headers = self._vapid.sign(claims)
        headers |= {"content-encoding": "aes128gcm", "ttl": str(PUSH_TTL), "urgency": "normal", "topic": topic}
        return headers, body


def open_push(key: str, database: str | Path) -> WebPush | None:
    """With the key of the settings, else with the one beside the file of tables, made when it is not there; None where
    nobody has set one and there is no file, or a library is missing. Raises UnknownOption, MissingExtra, StoreTrouble,
    OSError."""
    if http_ece is None:
        if key:
            raise MissingExtra("web push needs two libraries: pip install 'rookery-games[push]'")
        return None
    if key:
        try:
            return WebPush(base64.urlsafe_b64decode(key + "=="))
        except ValueError as error:
            raise UnknownOption(BAD_PUSH_KEY) from error
    return None if is_postgres(database) else _kept(Path(database).with_suffix(".push-key"))


def _kept(file: Path) -> WebPush:
    """With the key in a file that only its owner reads. Raises StoreTrouble, OSError."""
    if not file.exists():
        fresh = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as new:
            new.write(_text(secrets.token_bytes(PUSH_KEY_BYTES)))
        os.replace(fresh, file)  # whole, or not at all
    try:
        return WebPush(base64.urlsafe_b64decode(file.read_text("ascii") + "=="))
    except ValueError:  # another key instead of it would lose all browsers, without a word
        words = "put back its copy; or remove it: then a new one is made, and every browser has to ask again"
        raise StoreTrouble(f"{file} holds no key: {words}") from None


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
