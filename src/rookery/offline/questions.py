"""Questions to the engine of a page, and its answers: JSON."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from rookery.core.errors import Refusal

T = TypeVar("T")


class BotQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A view in which a bot decides."""

    view: str  # as Position.to_json writes it
    level: str
    seed: int


class BotAdvice(Struct, frozen=True):
    """The action that the bot plays, and its remark."""

    action: int
    words: str


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
