"""A real server in a process of its own: it can be killed, and come back on the same port and database."""

import json
import os
import random
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

import rookery
from rookery import Record

START = 30  # seconds until the server must listen
TALK = 60  # seconds until it must answer: it may have games to open
PATIENCE = 180  # seconds until these must be open, on a machine with other things to do
BUSY = 503  # its answer until then


class House:
    """`python -m rookery.server`; its bots answer at once."""

    def __init__(self, folder: Path, **settings: str) -> None:
        """`settings`: environment variables."""
        self._settings = settings
        self.database = folder / "tables.sqlite3"
        self.log = folder / "server.log"  # what the server complains of
        self.port = 0
        self.start()

    @property
    def link(self) -> str:
        """The address of the lobby."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Open, and wait until somebody can come in."""
        command = [sys.executable, "-m", "rookery.server"]
        command += ["--port", str(self.port), "--database", str(self.database)]
        with self.log.open("a") as log:
            environment = {**os.environ, "ROOKERY_BOT_PAUSE": "0", "ROOKERY_LOG_LEVEL": "error"}
            environment |= self._settings
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment, text=True)
        assert self._process.stdout is not None
        welcome = self._process.stdout.readline()
        assert "http://" in welcome, f"The server did not start: {self.log.read_text()}"
        self.port = int(welcome.rstrip("/\n").rpartition(":")[2])

    def kill(self) -> None:
        """SIGKILL: no time for a last word to disk."""
        self._process.kill()
        self._process.communicate()

    def close(self) -> None:
        """SIGTERM, as an operator would."""
        self._process.terminate()
        self._process.communicate(timeout=START)

    def warm_up(self) -> None:
        """Wait until the rules of every game, and its bots, are open."""
        for slug in rookery.slugs():
            self.table(slug, bots=1, plies=1)

    # ── Tables, made and played without a browser ────────────────────────────
    def table(
        self,
        slug: str,
        *,
        players: int = 0,
        plies: int = 0,
        seed: int = 0,
        bots: int = 0,
        options: Mapping[str, str] | None = None,
        begin: bool = True,
        **order: Any,
    ) -> "Table":
        """A new table for so many, or as many as the game likes best, the last ones being the weakest bots, where the
        people have played so many plies at random; `begin`: all of them have sat down once, so the game has begun."""
        players = players or rookery.load(slug).facts.players[0]
        level = next(card["levels"][0]["id"] for card in self.ask("api/games") if card["slug"] == slug)
        seats = [{"kind": "person"}] * (players - bots) + [{"kind": "bot", "level": level}] * bots
        made = self.ask("api/tables", {"game": slug, "seats": seats, "options": options or {}, **order})
        table = Table(self, made["table"], [seat["key"] for seat in made["seats"]])
        if begin:
            table.play(plies, random.Random(seed))
        return table

    def ask(self, address: str, body: Any = None) -> Any:
        """What a plain request is answered, as soon as the server is ready."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.link + address, data, {"content-type": "application/json"})
        for _ in range(PATIENCE):
            try:
                with urllib.request.urlopen(request, timeout=TALK) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                with error:
                    if error.code != BUSY:
                        raise
                time.sleep(1)
        raise TimeoutError(f"the server was not ready within {PATIENCE} seconds")


@dataclass
class Table:
    """A table of a house and the keys of its people."""

    house: House
    id: str
    keys: list[str] = field(repr=False)

    @property
    def watch(self) -> str:
        """The link of spectators."""
        return f"{self.house.link}t/{self.id}"

    def seat(self, *seats: int) -> str:
        """The link of one seat, or of several at one screen."""
        return f"{self.watch}#{','.join(self.keys[seat] for seat in seats)}"

    @property
    def hot_seat(self) -> str:
        """The link of all seats at one screen."""
        return self.seat(*range(len(self.keys)))

    def record(self) -> Record:
        """The whole game so far, secrets included: the knowledge of all its people together."""
        told: list[list[str]] = []
        for key in self.keys:
            with self._sit_down([key]) as (_, welcome):
                told.append([entry["text"] for entry in welcome["moves"]])
        card = welcome["table"]
        record = Record(rookery.load(card["game"]["slug"]), card["players"], card["options"])
        for texts in zip(*told, strict=True):
            record.play(next(text for text in texts if text != "?"))
        return record

    def come(self, seat: int, word: str) -> None:
        """Somebody sits down there, adds a word to the chance, and leaves again."""
        with self._sit_down([self.keys[seat]], word):
            pass

    @contextmanager
    def _sit_down(self, keys: Sequence[str], word: str = "") -> Iterator[tuple[ClientConnection, Any]]:
        """A line to the table and what it is welcomed with. No pings: a server that opens games answers late."""
        address = f"ws://127.0.0.1:{self.house.port}/ws/{self.id}"
        with connect(address, compression=None, max_size=None, ping_interval=None) as socket:
            socket.send(json.dumps({"type": "hello", "keys": keys, "client_seed": word}))
            yield socket, json.loads(socket.recv(timeout=TALK))

    def play(self, plies: int, dice: random.Random) -> None:
        """Play so many plies of its people at random, fewer when the game is over before."""
        with self._sit_down(self.keys) as (socket, welcome):
            people = [seat["index"] for seat in welcome["table"]["seats"] if seat["yours"]]
            moment = welcome["moment"]
            if moment["mover"] not in people and not moment["over"]:
                moment = _hear(socket, people)
            for _ in range(plies):
                if moment["over"]:
                    return
                action = dice.choice(moment["scene"]["choices"])["action"]
                move = {"type": "move", "seat": moment["mover"], "ply": moment["ply"], "action": action}
                socket.send(json.dumps(move))
                while (heard := _hear(socket, people)) is None:  # a page may not ask too much in a second
                    time.sleep(0.2)
                    socket.send(json.dumps(move))
                moment = heard


def _hear(socket: ClientConnection, people: Sequence[int]) -> Any:
    """The next position in which one of the people decides, or the last one of the game; None when it was too much."""
    while True:
        message = json.loads(socket.recv(timeout=TALK))
        if message["type"] == "refused":
            assert message["code"] == "TooBusy", message
            return None
        if message["type"] == "moved" and (message["moment"]["over"] or message["moment"]["mover"] in people):
            return message["moment"]


def tells_of_moves(message: str | bytes) -> bool:
    """Whether the server sends a page what was played, as the whole position or as what is different."""
    return str(message).startswith(('{"type":"moved"', '{"type":"changed"'))
