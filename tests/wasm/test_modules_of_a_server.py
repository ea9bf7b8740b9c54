"""A page gets the modules of a game from its server; here JavaScript is a stand-in."""

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from rookery.core.errors import BrokenModule, Refusal
from rookery.offline import engine
from rookery.wasm.page import browser, kernels

BASE = "https://example.org/engine/"
NAMES = ["a-rules-0123.json", "a-rules-0123.wasm", "a-search-4567.json", "a-search-4567.wasm"]
FILES = {
    f"{BASE}games/a": (200, json.dumps(NAMES).encode()),
    f"{BASE}modules/a-search-4567.json": (200, b'{"stamp": "4567"}'),
    f"{BASE}modules/a-search-4567.wasm": (200, b"wasm"),
    f"{BASE}games/b": (404, b'{"code": "BrokenModule", "words": "b cannot be analysed here"}'),
}


@pytest.fixture(autouse=True)
def javascript(monkeypatch: pytest.MonkeyPatch) -> None:
    class Request:
        """XMLHttpRequest that waits."""

        def open(self, method: str, address: str, apart: bool) -> None:
            assert (method, apart) == ("GET", False)
            self.address = address

        def send(self) -> None:
            self.status, body = FILES[self.address]  # a KeyError is a line that is dead
            self.response = SimpleNamespace(to_bytes=lambda: body)

    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(XMLHttpRequest=SimpleNamespace(new=Request)))
    monkeypatch.setattr(browser, "Instance", lambda module: module)


def test_they_come_by_the_names_that_the_server_says() -> None:
    found: tuple[Any, Any] = browser.modules_from(BASE, "a", "search")
    assert found == ({"stamp": "4567"}, b"wasm")


@pytest.mark.parametrize(("slug", "words"), [("b", "b cannot be analysed here"), ("c", "does not send the rules")])
def test_what_the_server_says_is_told_as_it_is(slug: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_provider", [lambda slug, name: browser.modules_from(BASE, slug, name)])
    with pytest.raises(BrokenModule, match=words) as told:
        kernels._module(SimpleNamespace(slug=slug, name="B"), "rules")
    assert "damaged" not in str(told.value)


@pytest.mark.parametrize("error", [BrokenModule("b cannot be analysed here"), Refusal("b cannot be analysed here")])
def test_a_question_gets_the_sentence_and_the_engine_goes_on(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[Any]()

    def broken(*given: object) -> Any:
        raise error

    monkeypatch.setattr(engine, "EngineRun", broken)
    engine.PageEngine(lambda *given: told.append(given)).analyse(7, "{}", 0, 1)
    assert told == [(7, "refused", "b cannot be analysed here")]
