"""What the tests of the server share: an application on a database, and a page that talks to it."""

import contextlib
import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
from starlette.testclient import TestClient, WebSocketTestSession

import rookery
from rookery.core.position import Game
from rookery.core.record import Record
from rookery.core.scene import Scene
from rookery.core.verification import pledge
from rookery.server.bots.game_codes import code_name
from rookery.server.clocks.server_time import ServerTime
from rookery.server.cluster.bus import Bus
from rookery.server.commands import moves, people
from rookery.server.config import Config
from rookery.server.errors import StoreTrouble
from rookery.server.http.app import create_app
from rookery.server.notify.sender import NotificationSender
from rookery.server.ops.backups import ReadOnlyDatabase, reading
from rookery.server.ops.game_doctor import damaged_rows
from rookery.server.rooms.services import Services
from rookery.server.storage import schema
from rookery.server.storage.event_rows import checked_table
from rookery.server.storage.store import Store
from rookery.server.table.events import Event, Made, Seat
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from rookery.server.wire.messages import Moment

QUICK = Config(
    brain="tests.server.support.brain",
    bot_pause=0.0,
    bot_workers=1,
    examples=True,
    engine=False,
    clock_tick=3600.0,  # servers of fixtures stay open: their tables must not act in the midst of another test
    message_rate=100_000.0,
    message_burst=100_000,
    messages_per_address=0.0,
    work_per_address=0.0,
    requests_per_address="",
    tables_per_address="",
    failures_per_address="",
)
DICE = random.Random(2026)  # what is played at random here
STEP = 4  # of how many decisions of a walked game one is looked at
MAX_PLIES = 400  # of a random game in these tests


@contextlib.contextmanager
def opened(database: Path | str, damaged: bool = False, **settings: Any) -> Iterator[TestClient]:
    """A server in this process. Whatever it did, the digests of its rows are right. `damaged`: they were not before."""
    store = Store(database)
    try:
        with TestClient(create_app(msgspec.structs.replace(QUICK, **settings), store)) as client:
            yield client
    finally:
        store.close()
    with reading(database) as reader:
        assert damaged or damage_in(reader) == []


def damage_in(database: ReadOnlyDatabase) -> list[str]:
    """The sentences about damaged rows; games are not replayed."""
    found = list(damaged_rows(database))
    for row in list(database.execute(schema.SELECT_TABLES)):
        try:
            checked_table(row, list(database.execute(schema.SELECT_EVENTS_FROM, (row[0], 1))))
        except StoreTrouble as error:
            found.append(str(error))
    return found


class Page:
    """A page as the server sees it."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send_json({"type": kind, **fields})

    def hear(self, *kinds: str) -> Any:
        """The next message of one of these kinds. Messages that may come at any time are skipped."""
        while (message := self.socket.receive_json())["type"] not in kinds:
            assert message["type"] in ("moved", "tabled"), message
        return message

    def hear_seat(self, seat: int, **shown: Any) -> None:
        """Until a card of the table shows this of a seat; others tell who is here."""
        while shown.items() - self.hear("tabled")["table"]["seats"][seat].items():
            pass

    def overheard(self) -> list[str]:
        """Every message from now on, as it was sent."""
        heard, receive = list[str](), self.socket.receive_json

        def listened(*given: Any, **named: Any) -> Any:
            message = receive(*given, **named)
            heard.append(msgspec.json.encode(message).decode())
            return message

        self.socket.receive_json = listened  # type: ignore[method-assign]
        return heard

    def hello(self, *keys: str) -> Any:
        self.say("hello", keys=keys)
        return self.hear("welcome")

    def refused(self, kind: str, **fields: Any) -> str:
        """Say something that is refused: the code."""
        self.say(kind, **fields)
        message = self.hear("refused")
        assert message["words"], message
        return str(message["code"])

    def move(self, moment: Any, action: int | None = None) -> Any:
        """Play an action, else one at random, and return the newest moment after it."""
        action = DICE.choice(moment["scene"]["choices"])["action"] if action is None else action
        self.say("move", seat=moment["mover"], ply=moment["ply"], action=action)
        return self.settled()

    def to_the_end(self, moment: Any) -> Any:
        """Play at random, wait for all others, and return the last moment."""
        while not moment["over"]:
            moment = self.move(moment) if moment["scene"]["choices"] else self.settled()
        return moment

    def rematch(self) -> str:
        """Ask for another game: the next table, once all have."""
        self.say("rematch")
        while not (table := self.hear("tabled")["table"]["next"]):
            pass
        return str(table)

    def settled(self) -> Any:
        """The next moment in which somebody decides, or the end."""
        while True:
            moment = self.hear("moved")["moment"]
            if moment["over"] or moment["mover"] is not None:
                return moment


@contextlib.contextmanager
def page(client: TestClient, table: str) -> Iterator[Page]:
    with client.websocket_connect(f"/ws/{table}") as socket:
        yield Page(socket)


def new_table(
    client: TestClient, slug: str, bots: Sequence[str] = (), begin: bool = True, **order: Any
) -> tuple[str, list[str]]:
    """A table's id and the keys of its people: two seats if the game can be played by two, the last ones bots.
    `begin`: everybody has sat down and left again."""
    players = few(rookery.load(slug))
    people = [{"kind": "person"}] * (players - len(bots))
    seats = [*people, *({"kind": "bot", "level": level} for level in bots)]
    answer = client.post("/api/tables", json={"game": slug, "seats": seats, **order})
    assert answer.status_code == 201, answer.text
    table_id, keys = answer.json()["table"], [seat["key"] for seat in answer.json()["seats"]]
    if begin:
        with page(client, table_id) as everybody:
            everybody.hello(*keys)
    return table_id, keys


def surroundings(store: object, bots: object) -> Services:
    """What a table needs, of a server without other processes."""
    sender, nothing = NotificationSender(QUICK, ""), cast(Any, None)
    return Services(cast(Any, store), Bus(), sender, cast(Any, bots), nothing, ServerTime(), code_name)


def pictured(moment: Moment) -> Scene:
    """The picture of a moment, for a page that does not draw."""
    assert moment.scene is not None
    return moment.scene


def table_of(game: Game, keys: Sequence[str] | int, secret: bytes = bytes(32), **options: str) -> Table:
    """A table without a server: of people with these keys, or of so many; the game has begun."""
    doors = keys if not isinstance(keys, int) else [f"key {seat}" for seat in range(keys)]
    seats = tuple(Seat("person", key_hash=digest(key)) for key in doors)
    promised = pledge(Record(game, len(seats), options), 0, secret)
    made = Made(game.facts.slug, game.facts.rules_version, len(seats), options, seats, promised)
    table = Table(game, "t", secret, [made])
    table.add(people.come(table, tuple(range(len(seats))), "ab"))
    return table


def happen(table: Table, events: list[Event]) -> list[type]:
    """Their kinds, after they were added."""
    table.add(events)
    return [type(event) for event in events]


def walked(slug: str, seed: int) -> Iterator[Table]:
    """A table, every few plies of a random game: the same one each time."""
    game, dice = rookery.load(slug), np.random.default_rng(seed)
    table = table_of(game, few(game), bytes([seed]) * 32)
    for decision in itertools.count(1):
        table.add(moves.play(table, int(dice.choice(table.position.legal_actions))))
        if table.mover is None:
            return
        if decision % STEP == 0:
            yield table


def few(game: Game) -> int:
    """A number of players for tests that need somebody and somebody else."""
    return 2 if 2 in game.facts.players else game.facts.players[0]


def play_out(player: Page, moment: Any) -> Any:
    """A hot seat plays at random to the end: the last moment."""
    for _ in range(MAX_PLIES):
        if moment["over"]:
            return moment
        moment = player.move(moment)
    raise AssertionError("this game does not end")
