"""Commands: sitting down, take-backs and their four rules, stand-ins, chat, checking a draw."""

import json

import msgspec
import numpy as np
import pytest

import rookery
from rookery.core import fair
from rookery.core.errors import BrokenRecord, CannotConcede, GameOver, NoSuchPly, StillSecret
from rookery.core.position import Game
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import Record
from rookery.server.commands import guards, moves, people, standins, takebacks
from rookery.server.errors import NotDrawn, NotNow, StaleMove, UnknownKey, UnreadableMessage
from rookery.server.table.events import Begun, Came, Conceded, Lent, Made, Played, Seat
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from rookery.server.wire import views
from tests.server.support.app_client import few, happen, pictured, table_of, walked

ANY = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.chance)
GAMES = 3  # random ones, of each slug


def waiting(game: Game, *kinds: str) -> Table:
    """A table that nobody has come to yet; "bot" or "person" for each seat."""
    seats = tuple(
        Seat("bot", "easy") if kind == "bot" else Seat("person", key_hash=digest(str(at)))
        for at, kind in enumerate(kinds)
    )
    return Table(game, "t", bytes(32), [Made(game.facts.slug, game.facts.rules_version, len(seats), {}, seats)])


# ── Sitting down ─────────────────────────────────────────────────────────────
def test_the_game_begins_when_the_last_one_comes(slug: str) -> None:
    table = waiting(rookery.load(slug), *["person"] * few(rookery.load(slug)))
    assert not table.begun
    assert table.awaited() == tuple(range(table.players))
    assert views.moment(table, (0,)).mover is None
    assert not pictured(views.moment(table, (0, 1))).choices
    with pytest.raises(NotNow, match="everybody has sat down"):
        guards.may_move(table, (0, 1), 0, 0)
    assert happen(table, people.come(table, (1,), "aa")) == [Came]
    assert people.come(table, (1,), "bb") == [], "only the first word counts"
    assert table.plies == 0
    kinds = happen(table, people.come(table, (0,), "cc"))
    assert kinds[:2] == [Came, Begun]
    assert set(kinds[2:]) <= {Played}
    assert table.client_seeds == ("cc", "aa")
    assert table.mover not in (None, CHANCE)
    assert people.come(table, (0,), "dd") == []


def test_it_can_begin_without_somebody(slug: str) -> None:
    table = waiting(rookery.load(slug), *["person"] * few(rookery.load(slug)))
    with pytest.raises(UnknownKey):
        people.begin(table, ())
    table.add(people.come(table, (1,), "aa"))
    table.add(people.begin(table, (1,)))
    assert table.mover not in (None, CHANCE)
    assert table.client_seeds == ("", "aa")
    with pytest.raises(StaleMove):
        people.begin(table, (1,))
    assert people.come(table, (0,), "bb") == [], "who comes late adds no word: draws have been made"


def test_bots_are_not_awaited(slug: str) -> None:
    game = rookery.load(slug)
    table = waiting(game, "person", *["bot"] * (few(game) - 1))
    assert people.open_table(table) == []
    assert Begun in happen(table, people.come(table, (0,), ""))
    table = waiting(game, *["bot"] * few(game))
    assert Begun in happen(table, people.open_table(table))
    assert people.open_table(table) == []


def test_what_is_drawn_follows_from_the_secret_and_the_words() -> None:
    def drawn(secret: int, word: str) -> list[int]:
        table = table_of(rookery.load(ANY), 2, bytes([secret]) * 32)
        table = Table(table.game, "t", table.secret, [table.made])
        table.add(people.come(table, (0, 1), word))
        while table.plies < 20 and table.mover is not None:
            table.add(moves.play(table, table.position.legal_actions[0]))
        return table.record.actions

    assert drawn(1, "ab") == drawn(1, "ab")
    assert len({tuple(drawn(secret, word)) for secret, word in [(1, "ab"), (2, "ab"), (1, "cd"), (3, "ef")]}) > 1


# ── Stand-ins and talk ───────────────────────────────────────────────────────
def test_a_bot_stands_in_and_goes_again() -> None:
    table = table_of(rookery.load(ANY), 2)
    with pytest.raises(UnknownKey):
        standins.lend(table, (1,), 0, "easy")
    assert happen(table, standins.lend(table, (0,), 0, "easy")) == [Lent]
    assert standins.lend(table, (0,), 0, "easy") == []
    assert table.seats[0].level == "easy"
    assert table.seats_of(["key 0"]) == (0,), "the key still opens the seat"
    assert happen(table, standins.lend(table, (0,), 0, "")) == [Lent]
    assert table.seats[0].level == ""


def test_players_and_spectators_talk_apart() -> None:
    table = table_of(rookery.load(ANY), 2)
    table.add([*people.say(table, (1,), " good\tluck "), *people.say(table, (), "who wins?")])
    assert [line.text for line in views.chat(table, (0,))] == ["good luck"]
    assert [(line.seat, line.text) for line in views.chat(table, ())] == [(None, "who wins?")]
    with pytest.raises(UnreadableMessage):
        people.say(table, (0,), "\u200b \n")


# ── Giving up ────────────────────────────────────────────────────────────────
def test_one_of_two_opponents_gives_up(slug: str) -> None:
    game = rookery.load(slug)
    table = table_of(game, few(game))
    for seats, refusal in [((), UnknownKey), ((0, 1), CannotConcede)]:
        with pytest.raises(refusal):
            moves.resign(table, seats)
    if game.facts.cooperative:
        with pytest.raises(CannotConcede, match="a bot can stand in"):
            moves.resign(table, (1,))
        return
    with pytest.raises(NotNow):
        moves.resign(waiting(game, "person", "person"), (1,))
    assert happen(table, moves.resign(table, (1,))) == [Conceded]
    assert (table.mover, table.state) == (None, "over")
    moment = views.moment(table, (0,))
    assert (moment.over, moment.winners, moment.mover) == (True, [0], None)
    assert pictured(moment).caption == f"{game.facts.seats_at(2, {})[1][0]} resigned."
    assert not pictured(moment).choices
    for asked in (moves.resign, takebacks.ask_back):
        with pytest.raises(GameOver):
            asked(table, (0,))
    with pytest.raises(GameOver):
        guards.may_move(table, (0,), 0, table.plies)
    guards.may_rematch(table, (0,))
    record = Record.loads(table.recorded().dumps())
    assert (record.conceded, record.result) == ((1, "resigned"), table.record.result)
    assert record.luck is not None
    assert record.luck.secret, "it is over: all may be checked"


@pytest.mark.parametrize("end", [[2, "resigned"], [0, "fell asleep"], [0], 7, ["0", "resigned"]])
def test_a_record_that_ends_otherwise_is_broken(end: object) -> None:
    table = table_of(rookery.load(ANY), 2)
    table.made = msgspec.structs.replace(table.made, pledge=None)
    lines = table.recorded().dumps().splitlines()
    over = {"over": True, "conceded": end, "utilities": [1.0, -1.0], "words": ""}
    with pytest.raises(BrokenRecord):
        Record.loads("\n".join([*lines, json.dumps(over), ""]))


# ── Checking draws ───────────────────────────────────────────────────────────
def drawn(table: Table) -> bool:
    return any(table.at(ply).mover == CHANCE for ply in range(table.plies))


@pytest.mark.parametrize("slug", [slug for slug in rookery.slugs() if rookery.load(slug).facts.chance])
def test_a_draw_is_checked_by_who_may_know_it(slug: str) -> None:
    table = next(table for table in walked(slug, 2) if drawn(table))
    checked = 0
    for ply in range(1, table.plies + 1):
        before, action = table.at(ply - 1), table.record.actions[ply - 1]
        for seats in [(), *((seat,) for seat in range(table.players))]:
            viewer = seats[0] if seats else SPECTATOR
            if before.mover == CHANCE and before.knows(action, viewer) and before.foresees(viewer):
                told = views.checked(table, seats, ply)
                ticket = bytes.fromhex(told.ticket)
                assert table.made.pledge is not None
                assert fair.root(ticket, ply, told.audit_path) == table.made.pledge.tree
                assert fair.drawn(fair.number(ticket, table.client_seeds), told.odds) == told.drawn
                assert before.legal_actions[told.drawn] == action
                checked += 1
            else:
                with pytest.raises((NotDrawn, StillSecret)):
                    views.checked(table, seats, ply)
    assert checked
    for ply in (0, table.plies + 1):
        with pytest.raises((NoSuchPly, NotDrawn, StillSecret)):
            views.checked(table, (0,), ply)


@pytest.mark.parametrize("secretive", [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden])
def test_a_ticket_tells_nothing_of_other_peoples_secrets(secretive: str) -> None:
    """A viewer who may check a draw knew all its outcomes, so the proof follows from the viewer's own view."""
    foreseen = 0
    for table in walked(secretive, 2):
        for ply in range(1, table.plies + 1):
            before = table.at(ply - 1)
            for seat in range(table.players) if before.mover == CHANCE else ():
                if before.foresees(seat):
                    foreseen += 1
                    world = before.view(seat).determinize(np.random.default_rng(ply))
                    assert (world.legal_actions, world.odds) == (before.legal_actions, before.odds)
    assert foreseen


def test_at_a_table_at_which_nothing_was_promised_nothing_can_be_checked() -> None:
    table = table_of(rookery.load(ANY), 2)
    old = Table(table.game, "t", table.secret, [msgspec.structs.replace(table.made, pledge=None), Begun()])
    with pytest.raises(NotDrawn, match="nothing was promised"):
        views.checked(old, (0,), 1)
    assert old.recorded().luck is None
