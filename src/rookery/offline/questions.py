"""Questions to the engine of a page, and its answers: JSON."""

from typing import Any, TypeVar

import msgspec

from rookery.core.errors import Refusal

__all__ = ["read_question", "refusal_of", "written"]

T = TypeVar("T")


def read_question(text: str, kind: type[T]) -> T:
    """Raises Refusal."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise Refusal(f"this is no {kind.__name__}: {error}") from None


def written(answer: Any) -> str:
    """The other way."""
    return msgspec.json.encode(answer).decode()


def refusal_of(error: ValueError) -> Refusal:
    """A number that cannot be used is refused like everything else that was asked."""
    return error if isinstance(error, Refusal) else Refusal(str(error))
