"""A device with a name tag: it signs requests as a page does."""

import base64
import time
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.testclient import TestClient

from rookery.server.tags.statements import statement
from rookery.server.wire.tag_messages import Signed

__all__ = ["SITE", "Device", "text_of"]

SITE = "http://testserver"


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Device:
    """One key, and the newest time for which it signed."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.key = text_of(point)
        self._at = 0

    def signed(self, path: str, body: Any = None, *, site: str = SITE, at: int | None = None) -> Signed:
        self._at = at if at is not None else max(self._at + 1, time.time_ns() // 1_000_000)
        blank = Signed(site, self.key, self._at, msgspec.json.encode(body or {}).decode(), "A" * 86)
        r, s = decode_dss_signature(self._private.sign(statement(blank, path), ec.ECDSA(SHA256())))
        return msgspec.structs.replace(blank, signature=text_of(r.to_bytes(32, "big") + s.to_bytes(32, "big")))

    def ask(self, client: TestClient, path: str, body: Any = None, **how: Any) -> Any:
        return sent(client, path, self.signed(path, body, **how))

    def told(self, client: TestClient, path: str, body: Any = None) -> Any:
        """The answer to a request that must not be refused."""
        answer = self.ask(client, path, body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def claims(self, client: TestClient, table: str, key: str, **look: Any) -> Any:
        return self.told(client, "/api/tag/claim", {"table": table, "key": key, **look})


def sent(client: TestClient, path: str, signed: Signed) -> Any:
    return client.post(path, content=msgspec.json.encode(signed), headers={"content-type": "application/json"})
