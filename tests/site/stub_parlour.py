"""A parlour for tests of the page: it needs no game, stores every new table, and says at each how many there are."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Conversation:
    def __init__(self, table: str, tables: int, send: Callable[[str], None]) -> None:
        self._table, self._tables, self._send = table, tables, send

    def receive(self, text: str) -> None:
        if self._table == "quiet":
            return
        kind = json.loads(text)["type"]
        words = f"a stub heard {kind} at table {self._tables}"
        self._send(json.dumps({"type": "refused", "code": "UnknownTable", "words": words}))

    def end(self) -> None:
        pass


class Parlour:
    def __init__(self, storage: Any, tables: int) -> None:
        self._storage, self._tables = storage, tables

    @classmethod
    async def open(cls, storage: Any, pages: Path, *, notice: Callable[[str], None]) -> "Parlour":
        assert (pages / "levels.json").is_file()
        return cls(storage, len(await storage.get("tables/")))

    async def request(self, method: str, path: str, body: bytes) -> Reply:
        answer: Any = {}
        if path == "/api/yours":
            answer = {"tables": [], "gone": []}
        if path == "/api/tables" and method == "POST":
            self._tables += 1
            await self._storage.put([(f"tables/{self._tables:03}", body), ("newest", b"")])
            await self._storage.remove(["newest", "unknown"])
            seat = {"seat": 0, "role": "Anybody", "key": f"key{self._tables}", "link": ""}
            answer = {"table": f"t{self._tables}", "seats": [seat], "watch": ""}
        return Reply(200, {"content-type": "application/json"}, json.dumps(answer).encode())

    def connect(self, table: str, send: Callable[[str], None], closed: Callable[[int], None]) -> Conversation:
        return Conversation(table, self._tables, send)
