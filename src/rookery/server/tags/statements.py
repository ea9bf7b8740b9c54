"""The statement that a page signs with the key of its device, and the server's check of it.

    rookery tag 1               a word for this use of the key, and its version
    https://example.org         where the page is, as it sees it
    BGm3…                       the public key of the device, so that no other key fits the signature
    POST
    /api/tag/claim
    1764130000000               when, ms since 1970
    ab12…                       sha256 of the body, hexadecimal

A request to another site, with another body, or at another time is another statement. tags/tag_store.py refuses a
time that is not later than the newest one that it has accepted from the same key, so no statement counts twice.
"""

import base64
import hashlib
from collections.abc import Collection

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from rookery.server.errors import BadSignature, OtherSite, StaleRequest
from rookery.server.wire.tag_messages import Signed

STATEMENT_VERSION = "rookery tag 1"
MAX_CLOCK_DIFFERENCE = 300_000  # ms between the clocks of a device and of the server
NUMBER_BYTES = 32  # of each of the two numbers of a signature


def statement(signed: Signed, path: str) -> bytes:
    """The bytes that are signed."""
    body = hashlib.sha256(signed.body.encode()).hexdigest()
    return "\n".join((STATEMENT_VERSION, signed.site, signed.key, "POST", path, str(signed.at), body)).encode()


def check(signed: Signed, path: str, sites: Collection[str], now: int) -> None:
    """Check that the owner of a key sent this to us, and just now. `sites`: our own origins; `now`: ms since 1970.

    Raises OtherSite, StaleRequest, BadSignature."""
    if signed.site not in sites:
        raise OtherSite("this was signed for another site")
    if abs(now - signed.at) > MAX_CLOCK_DIFFERENCE:
        raise StaleRequest("this was signed too long ago, or the clock of the device is wrong")
    point, signature = _bytes(signed.key), _bytes(signed.signature)
    if base64.urlsafe_b64encode(point).decode().rstrip("=") != signed.key:  # so that each key has one name
        raise BadSignature("the key is not spelled as base64url spells it")
    numbers = [int.from_bytes(signature[part:][:NUMBER_BYTES], "big") for part in (0, NUMBER_BYTES)]
    try:
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        key.verify(encode_dss_signature(*numbers), statement(signed, path), ec.ECDSA(SHA256()))
    except (InvalidSignature, ValueError):
        raise BadSignature("the signature of this request is not that of its key") from None


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
