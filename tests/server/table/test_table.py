"""The table without a server: the order of guards, plies that must follow from the position, and who may know what."""

import secrets
from typing import Any

import msgspec
import numpy as np
import pytest

import rookery
from rookery.core.errors import GameOver, IllegalAction, NotYourTurn, Refusal, UnknownRules
from rookery.core.position import Game, Position
from rookery.server.commands import guards, moves, people
from rookery.server.errors import NotNow, StaleMove, StoreTrouble, UnknownKey, UnreadableMessage
from rookery.server.table.events import Event, Played, Seat
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from rookery.server.wire import views
from tests.server.support.app_client import few, pictured, table_of
from tests.tiny.lab import Lab


def made(slug: str, game: Game | None = None, players: int = 0) -> tuple[Table, list[str]]:
    """A table of people (0: as few as can play) at which chance has had its say, and their keys."""
    game = game or rookery.load(slug)
    keys = [secrets.token_urlsafe(24) for _ in range(players or few(game))]
    return table_of(game, keys), keys


def play_out(table: Table, seed: int = 0) -> None:
    dice = np.random.default_rng(seed)
    while table.mover is not None:
        table.add(moves.play(table, int(dice.choice(table.position.legal_actions))))


def test_keys_open_their_seats_and_no_others(slug: str) -> None:
    table, keys = made(slug)
    assert table.seats_of([]) == ()
    assert table.seats_of(keys[::-1]) == tuple(range(len(keys)))
    assert table.seats_of([keys[1], keys[1]]) == (1,)
    for wrong in ("", digest(keys[0]), keys[0] + "x", secrets.token_urlsafe(24)):
        with pytest.raises(UnknownKey):
            table.seats_of([keys[0], wrong])


def test_a_bots_seat_is_opened_by_no_key(slug: str) -> None:
    table, _ = made(slug)
    table.seats = tuple(Seat("bot", "first") for _ in table.seats)
    with pytest.raises(UnknownKey):
        table.seats_of([""])
    assert table.bot == "first"


def test_guards_speak_in_their_order(slug: str) -> None:
    table, _ = made(slug)
    mover = table.mover
    assert mover is not None
    other, ply = 1 - mover, table.plies
    with pytest.raises(UnknownKey):
        guards.may_move(table, (mover,), other, ply + 1)
    with pytest.raises(StaleMove):
        guards.may_move(table, (mover, other), other, ply + 1)
    with pytest.raises(NotYourTurn):
        guards.may_move(table, (mover, other), other, ply)
    guards.may_move(table, (mover,), mover, ply)
    play_out(table)
    with pytest.raises(UnknownKey):
        guards.may_move(table, (), 0, ply)
    with pytest.raises(GameOver):
        guards.may_move(table, (0, 1), 0, ply)
    with pytest.raises(GameOver):
        moves.play(table, 0)


def test_a_move_is_played_once(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the command; the table and its record use the resulting position."""
    played, play = [0], Position.after_unchecked

    def counted(position: Position, action: int) -> Position:
        played[0] += 1
        return play(position, action)

    table, _ = made(slug)
    monkeypatch.setattr(Position, "after_unchecked", counted)
    before = table.plies
    play_out(table)
    assert played[0] == table.plies - before


def test_what_a_command_has_played_counts_only_where_it_happens(slug: str) -> None:
    """Another process may be faster, or the disk may fail."""
    table, twin = (table_of(rookery.load(slug), few(rookery.load(slug)), bytes(32)) for _ in range(2))
    differed = 0
    while differed < 4:
        *_, other = table.position.legal_actions
        lost = plies(moves.play(table, other))  # never added
        events = moves.play(twin, twin.position.legal_actions[0])
        table.add(events)
        twin.add(events)
        assert (table.position, table.record.actions) == (twin.position, twin.record.actions)
        if lost != events:
            differed += 1
            with pytest.raises(Refusal):
                table.add(lost)
    assert table.recorded().dumps() == twin.recorded().dumps()


def test_what_follows_from_a_move_changes_nothing_and_holds_the_draws_of_chance(slug: str) -> None:
    table, _ = made(slug)
    before = table.position
    action = before.legal_actions[0]
    played = plies(moves.play(table, action))
    assert table.position == before
    assert (played[0].seat, played[0].action) == (before.mover, action)
    assert all(ply.seat is None for ply in played[1:])
    table.add(played)
    assert table.mover != rookery.CHANCE
    assert table.plies == played[-1].ply
    with pytest.raises(IllegalAction):
        moves.play(table, table.game.facts.actions)


def plies(events: list[Event]) -> list[Played]:
    return [event for event in events if isinstance(event, Played)]


def test_only_plies_that_follow_are_played(slug: str) -> None:
    table, _ = made(slug)
    (ply, *_) = plies(moves.play(table, table.position.legal_actions[0]))
    wrong: list[dict[str, Any]] = [
        {"ply": ply.ply + 1},
        {"ply": ply.ply - 1},
        {"seat": None},
        {"position_key": "0" * 16},
        {"action": table.game.facts.actions},
    ]
    for flaw in wrong:
        with pytest.raises(Refusal):
            table.add([msgspec.structs.replace(ply, **flaw)])
    table.add([ply])


def test_plies_that_do_not_replay_are_trouble(slug: str) -> None:
    table, _ = made(slug)
    start = table.made
    table = Table(table.game, "t", table.secret, [start])
    kept: list[Event] = people.come(table, (0, 1), "")
    table.add(kept)
    while table.plies < 6:
        more = moves.play(table, table.position.legal_actions[0])
        table.add(more)
        kept += more
    assert Table(table.game, "t", table.secret, [start, *kept]).position == table.position
    third = next(at for at, event in enumerate(kept) if isinstance(event, Played) and event.ply == 3)
    with pytest.raises(StoreTrouble, match="does not replay at ply 3"):
        Table(table.game, "t", table.secret, [start, *kept[:third], *kept[third + 1 :]])
    with pytest.raises(StoreTrouble, match="does not replay at ply 4"):
        Table(table.game, "t", table.secret, [start, *kept[: third + 1], kept[third], *kept[third + 1 :]])
    with pytest.raises(StoreTrouble, match="made twice"):
        Table(table.game, "t", table.secret, [start, start])
    with pytest.raises(StoreTrouble, match="how it was made"):
        Table(table.game, "t", table.secret, kept)
    earlier = msgspec.structs.replace(start, rules=999)
    with pytest.raises(UnknownRules, match="version 999"):
        Table(table.game, "t", table.secret, [earlier, *kept[:third], *kept[third + 1 :]])
    moved = Table(table.game, "t", table.secret, [earlier, *kept])
    assert moved.position == table.position, "the same game under both rules goes on"


def test_a_game_goes_on_under_rules_that_number_actions_otherwise(slug: str) -> None:
    """The key of each ply identifies what was played. Under the same rules, another number means damage."""
    table, _ = made(slug)
    start = table.made
    table = Table(table.game, "t", table.secret, [start])
    kept: list[Event] = people.come(table, (0, 1), "")
    table.add(kept)
    while table.plies < 6:
        more = moves.play(table, table.position.legal_actions[-1])
        table.add(more)
        kept += more
    last = table.game.facts.actions - 1
    old = [msgspec.structs.replace(e, action=last - e.action) if isinstance(e, Played) else e for e in kept]
    with pytest.raises(StoreTrouble, match=r"ply 1\b"):
        Table(table.game, "t", table.secret, [start, *old])
    again = Table(table.game, "t", table.secret, [msgspec.structs.replace(start, rules=999), *old])
    assert again.record.actions == table.record.actions
    assert again.position == table.position


def test_previews_are_for_the_mover(slug: str) -> None:
    table, _ = made(slug)
    mover = table.mover
    assert mover is not None
    assert guards.may_decide(table, (0, 1), table.plies) == mover
    for seats, ply, refusal in [
        ((), table.plies, UnknownKey),
        ((1 - mover,), table.plies, NotYourTurn),
        ((mover,), table.plies + 1, StaleMove),
    ]:
        with pytest.raises(refusal):
            guards.may_decide(table, seats, ply)


def test_a_rematch_waits_for_the_end(slug: str) -> None:
    table, _ = made(slug)
    with pytest.raises(UnknownKey):
        guards.may_rematch(table, ())
    with pytest.raises(NotNow):
        guards.may_rematch(table, (0,))
    play_out(table)
    guards.may_rematch(table, (0,))


def test_names(slug: str) -> None:
    table, _ = made(slug)
    table.add(people.name(table, (1,), 1, " Ann  B\u202eo\t"))
    assert table.seats[1].name == "Ann B o"
    with pytest.raises(UnreadableMessage):
        people.name(table, (1,), 1, "\u200b")
    with pytest.raises(UnknownKey):
        people.name(table, (0,), 1, "Eve")


# ── Who may know what ────────────────────────────────────────────────────────
def test_what_is_drawn_in_secret_is_told_to_whom_it_concerns_and_at_the_end(lab: Lab) -> None:
    table, _ = made("tiny", lab.game)  # chance has dealt each of two seats a card
    # two at one screen are told nothing that only one of them may know
    for seats, told in (((), {}), ((0,), {1}), ((1,), {2}), ((0, 1), {})):
        lines = [views.entry(table, seats, ply) for ply in (1, 2)]
        assert {line.ply for line in lines if line.text != "?"} == set(told)
        assert all(line.words == f"Seat {line.ply - 1} gets a card" for line in lines if line.text == "?")
    table.add(moves.play(table, 1))
    for seats in ((), (0,), (1,)):  # a mark on the row is seen by everybody
        assert views.entry(table, seats, 3).text == "mark b"
        assert views.entry(table, seats, 3).spots == ["cell1"]
    play_out(table)
    assert [views.entry(table, (), ply).text for ply in (1, 2)] != ["?", "?"]


def test_what_a_seat_does_in_secret_leaves_no_mark_for_others(lab: Lab) -> None:
    lab.rules(knows=lambda pos, action, seat: seat == lab.game.rules.mover(pos))
    table, _ = made("tiny", lab.game)
    table.add(moves.play(table, 1))
    assert views.entry(table, (0,), 3).spots == ["cell1"]
    assert views.entry(table, (1,), 3).spots == views.entry(table, (), 3).spots == []


def test_a_hot_seat_keeps_the_eyes_of_who_moved_last(lab: Lab) -> None:
    """With two of three players at one screen, the viewer changes when the other one is to move, but not while the
    third is; and looking back uses the current viewer."""
    table, _ = made("tiny", lab.game, 3)
    here, seen = (0, 1), []
    for cell in range(3):
        seen.append(views.moment(table, here).seen_by)
        table.add(moves.play(table, cell))
        if not table.position.is_over:
            back = views.look_back(table, here, 3)
            hidden = [counter.value == "0" for counter in pictured(back).counters]
            assert hidden == [seat != back.seen_by for seat in range(3)]
            assert back.seen_by == views.moment(table, here).seen_by
    assert [*seen, views.moment(table, here).seen_by] == [0, 1, 1, 1]
    assert [views.moment(table, seats).seen_by for seats in ((), (2,))] == [None, 2]


def test_choices_are_for_the_mover_in_the_newest_position(slug: str) -> None:
    table, _ = made(slug)
    start = table.plies
    table.add(moves.play(table, table.position.legal_actions[0]))
    mover = table.mover
    assert mover is not None
    shown = pictured(views.moment(table, (mover,))).choices
    assert sorted(choice.action for choice in shown) == sorted(table.position.legal_actions)
    assert not pictured(views.moment(table, (1 - mover,))).choices
    assert not pictured(views.moment(table, ())).choices
    assert not any(pictured(views.moment(table, (0, 1), ply)).choices for ply in range(start + 1))
