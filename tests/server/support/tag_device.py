"""A device with a name tag: it signs requests as a page does."""

import base64
import hashlib
import json
import time
import urllib.error
import urllib.request
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.testclient import TestClient

from rookery.server import wall_clock
from rookery.server.tags.statements import statement
from rookery.server.wire.tag_messages import Signed

SITE = "http://testserver"


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Device:
    """One key, and the newest time for which it signed."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.key = text_of(point)
        self.newest = 0

    def signed(self, path: str, body: Any = None, *, site: str = SITE, at: int | None = None) -> Signed:
        self.newest = at if at is not None else max(self.newest + 1, wall_clock.now_ms())
        blank = Signed(site, self.key, self.newest, msgspec.json.encode(body or {}).decode(), "A" * 86)
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


def told_at(link: str, device: Device, path: str, body: Any = None) -> Any:
    """What a server in another process answers. `link`: to its first page."""
    site = link.rstrip("/")
    # the other process has the true time, whatever a test has made of it here
    at = max(device.newest + 1, time.time_ns() // 1_000_000)
    signed = msgspec.json.encode(device.signed(path, body, site=site, at=at))
    request = urllib.request.Request(site + path, signed, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return json.load(refusal)


# ── The other key of a signature ─────────────────────────────────────────────
P = 2**256 - 2**224 + 2**192 + 2**96 - 1  # of the curve P-256
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
Point = tuple[int, int]


def _sum(one: Point | None, other: Point | None) -> Point | None:
    if one is None or other is None:
        return one or other
    (x, y), (u, v) = one, other
    if x == u and (y + v) % P == 0:
        return None
    slope = (3 * x * x - 3) * pow(2 * y, -1, P) if one == other else (v - y) * pow(u - x, -1, P)
    to = (slope * slope - x - u) % P
    return to, (slope * (x - to) - y) % P


def _times(number: int, point: Point) -> Point | None:
    found, power = None, point
    while number:
        found = _sum(found, power) if number & 1 else found
        number, power = number >> 1, _sum(power, power)  # type: ignore[assignment]
    return found


def other_key(signed: Signed, path: str) -> str:
    """Another public key for which the signature of the same statement without its key would be right: of a point that
    a signature is made with only one coordinate is told, so two keys fit."""
    numbers = base64.urlsafe_b64decode(signed.signature + "==")
    r, s = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    z = int.from_bytes(hashlib.sha256(statement(signed, path)).digest(), "big")
    y = pow(r**3 - 3 * r + B, (P + 1) // 4, P)
    inverse = pow(r, -1, N)
    keys = []
    for point in ((r, y), (r, P - y)):
        found = _sum(_times(s * inverse % N, point), _times(-z * inverse % N, G))
        assert found is not None
        keys.append(text_of(b"\x04" + b"".join(part.to_bytes(32, "big") for part in found)))
    assert signed.key in keys, "the signature leads back to its own key"
    return next(key for key in keys if key != signed.key)
