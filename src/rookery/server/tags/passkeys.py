"""Passkeys (WebAuthn), which open a tag on another device. PyPI `webauthn` does the work.

A challenge need not be remembered: it follows from a secret of the server, its purpose, the key of the device that asks
and the minute when it ends. The answer comes in a request that this device signs, which counts only once.
"""

import hashlib
import hmac
from typing import NamedTuple
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import (
    bytes_to_base64url,
    decode_credential_public_key,
    decoded_public_key_to_cryptography,
    parse_authentication_credential_json,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from rookery.server.errors import BadSignature, StaleRequest
from rookery.server.tags.tag_store import Passkey

CHALLENGE_TTL = 600_000  # ms for which a challenge may be answered


class Ceremony(NamedTuple):
    """One question to an authenticator."""

    site: str  # the origin of the page
    secret: bytes  # [32] of the server
    purpose: str  # "make" or "use"
    device: str  # the public key of the device that asks
    ends: int  # until when the answer counts, ms since 1970

    @property
    def host(self) -> str:
        """For which host the passkey is."""
        return urlsplit(self.site).hostname or ""

    @property
    def challenge(self) -> bytes:
        """[32]"""
        text = f"rookery passkey {self.purpose} {self.device} {self.ends}"
        return hmac.new(self.secret, text.encode(), hashlib.sha256).digest()

    def check_open(self, now: int) -> None:
        """Raises StaleRequest if the answer comes too late. `now`: ms since 1970."""
        if not now <= self.ends <= now + CHALLENGE_TTL:
            raise StaleRequest("the question to the passkey has ended; please try again")


def asked_to_make(ceremony: Ceremony, tag: str, name: str) -> str:
    """The question that has an authenticator make a passkey, as JSON."""
    options = webauthn.generate_registration_options(
        rp_id=ceremony.host,
        rp_name="Rookery",
        user_id=tag.encode(),
        user_name=name or "Rookery",
        challenge=ceremony.challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )
    return str(webauthn.options_to_json(options))


def made(ceremony: Ceremony, answer: str) -> Passkey:
    """The passkey in the answer of an authenticator (JSON). Raises BadSignature."""
    try:
        proof = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=ceremony.challenge,
            expected_rp_id=ceremony.host,
            expected_origin=ceremony.site,
            require_user_verification=True,
        )
        decoded_public_key_to_cryptography(decode_credential_public_key(proof.credential_public_key))  # it can be used
    except Exception:  # noqa: BLE001  # here and below: the library raises whatever its parsers raise
        raise BadSignature("this passkey was not made for this question") from None
    return Passkey(bytes_to_base64url(proof.credential_id), proof.credential_public_key, proof.sign_count)


def asked_to_use(ceremony: Ceremony) -> str:
    """The question that has an authenticator use any of its passkeys for this host, as JSON."""
    options = webauthn.generate_authentication_options(
        rp_id=ceremony.host, challenge=ceremony.challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    return str(webauthn.options_to_json(options))


def named(answer: str) -> str:
    """The id of the passkey that an answer (JSON) says it comes from, base64url. Raises BadSignature."""
    try:
        return bytes_to_base64url(parse_authentication_credential_json(answer).raw_id)
    except Exception:  # noqa: BLE001
        raise BadSignature("this is not the answer of a passkey") from None


def used(ceremony: Ceremony, answer: str, passkey: Passkey) -> Passkey:
    """The passkey after it was used to answer (JSON). Raises BadSignature."""
    try:
        proof = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=ceremony.challenge,
            expected_rp_id=ceremony.host,
            expected_origin=ceremony.site,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.uses,
            require_user_verification=True,
        )
    except Exception:  # noqa: BLE001
        raise BadSignature("this passkey did not answer this question") from None
    return passkey._replace(uses=proof.new_sign_count)
