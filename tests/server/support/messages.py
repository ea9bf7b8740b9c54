"""All messages between page and server, taken from wire/messages.py so that no test forgets one."""

from typing import Any, get_args

from rookery.server.wire import messages


def _named(union: Any) -> dict[str, Any]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


ASKED = _named(messages.Client)  # what a page may say, by kind
ANSWERS = _named(messages.Server)  # and what it may hear
