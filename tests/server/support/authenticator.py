"""An authenticator that holds a passkey, and does what it is told, wrong things too (WebAuthn Level 2, attestation
"none")."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from tests.server.support.tag_device import SITE, text_of

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey."""

    def __init__(self, host: str = "testserver", site: str = SITE) -> None:
        self.id = secrets.token_bytes(16)
        self.host, self.site = host, site
        self.counts = False  # most synchronised passkeys do not
        self.flags = PRESENT | VERIFIED
        self.public_key: Any = None  # COSE, where it is not its own
        self.attestation: dict[str, Any] = {"fmt": "none", "attStmt": {}}
        self._uses = 0
        self._private = ec.generate_private_key(ec.SECP256R1())

    def made(self, options: str) -> str:
        """The answer to a question that makes a passkey."""
        numbers = self._private.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        own = {1: 2, 3: -7, -1: 1, -2: x, -3: y}  # an ECDSA key on P-256
        key = cbor2.dumps(own if self.public_key is None else self.public_key)
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        data = self._data(self.flags | ATTESTED) + credential
        attestation = cbor2.dumps({**self.attestation, "authData": data})
        return self._answer("webauthn.create", options, attestationObject=attestation)

    def used(self, options: str) -> str:
        """The answer to a question that uses it."""
        self._uses += self.counts
        data, client = self._data(self.flags), self._client("webauthn.get", options)
        signature = self._private.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer("webauthn.get", options, authenticatorData=data, signature=signature)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self._uses.to_bytes(4, "big")

    def _client(self, kind: str, options: str) -> bytes:
        said = {"type": kind, "challenge": json.loads(options)["challenge"], "origin": self.site}
        return json.dumps(said).encode()

    def _answer(self, kind: str, options: str, **parts: bytes) -> str:
        response: dict[str, Any] = {name: text_of(part) for name, part in parts.items()}
        response["clientDataJSON"] = text_of(self._client(kind, options))
        return json.dumps(
            {"id": text_of(self.id), "rawId": text_of(self.id), "type": "public-key", "response": response}
        )
