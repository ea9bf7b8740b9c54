"""What we use of uvicorn's private classes: if a new version lacks some of it, its names are told here."""

import inspect
import re

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rookery.server.http.uvicorn_http import TimedHttpProtocol
from rookery.server.ws.uvicorn_ws import LimitedWebSocketProtocol

OURS = {"wait", "answer_timeout", "slots", "proxies", "line", "leave"}  # attributes of ours that are not private


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(TimedHttpProtocol, HttpToolsProtocol), (LimitedWebSocketProtocol, WebSocketsSansIOProtocol)],
)
def test_uvicorn_has_all_that_we_use_of_it(ours: type, theirs: type) -> None:
    text = inspect.getsource(ours)
    used = set(re.findall(r"self\.(\w+)", text))
    assigned = set(re.findall(r"self\.(\w+)(?:: [^=\n]+)? = ", text))
    private = {name for name in {*vars(ours), *assigned} if name.startswith("_")}
    overridden = {name for name, value in vars(ours).items() if inspect.isfunction(value) and name not in used}
    there = {*dir(theirs), *re.findall(r"self\.(\w+)", inspect.getsource(theirs))}
    assert {"data_received", "connection_lost"} & overridden
    assert overridden | (used - private - OURS) <= there
