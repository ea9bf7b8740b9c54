"""Take-backs and their four rules, checked every few plies of random games."""

import contextlib

import pytest

import rookery
from rookery.core.errors import GameOver
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.server.commands import moves, standins, takebacks
from rookery.server.errors import CannotTakeBack, NotNow, StaleMove, UnknownKey
from rookery.server.table.events import Answered, Asked, Lent, TookBack
from rookery.server.table.table import Table
from rookery.server.wire import views
from tests.often import KINDS
from tests.server.support.app_client import happen, table_of, walked

GAMES = 3  # random ones, of each slug


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_move_is_taken_back_as_the_four_rules_say(slug: str, seed: int) -> None:
    for table in walked(slug, seed):
        for seat, sitter in enumerate(table.seats):
            assert sitter.level == ""
            newest = max((ply for ply in range(1, table.plies + 1) if table.at(ply - 1).mover == seat), default=None)
            if newest is None:
                with pytest.raises(CannotTakeBack, match="not played anything"):
                    takebacks.ask_back(table, (seat,))
                continue
            since = range(newest - 1, table.plies)  # plies that would be undone, as the positions before them
            drawn = [ply for ply in since if table.at(ply).mover == CHANCE]
            saw = [
                ply
                for ply in drawn
                for who in range(SPECTATOR, table.players)
                if table.at(ply).knows(table.record.actions[ply], who)
            ]
            acted = any(table.at(ply).mover not in (seat, CHANCE) for ply in since)
            hidden = any(table.at(newest - 1).view(who).key != table.at(newest - 1).key for who in range(table.players))
            if saw:  # never across a draw that somebody saw
                with pytest.raises(CannotTakeBack, match="a player has seen"):
                    takebacks.ask_back(table, (seat,))
            elif acted or hidden:  # the others are asked
                assert takebacks.ask_back(table, (seat,)) == [Asked((seat,), newest - 1)]
            else:  # at once
                assert takebacks.ask_back(table, (seat,)) == [TookBack(newest - 1)]


@pytest.mark.parametrize("seed", range(GAMES))
def test_taking_back_restores_the_position_and_nothing_else_is_lost(slug: str, seed: int) -> None:
    tried = 0
    for table in walked(slug, seed):
        everybody = tuple(range(table.players))
        try:
            events = takebacks.ask_back(table, everybody)
        except CannotTakeBack:
            continue
        (back,) = events
        assert isinstance(back, TookBack), "who plays all seats asks nobody"
        tried += 1
        before, played = table.at(back.plies), table.record.actions[back.plies :]
        plies, count = table.plies, table.events
        assert happen(table, events) == [TookBack]
        assert (table.plies, table.position, table.takebacks > 0) == (back.plies, before, True)
        assert views.moment(table, everybody).takebacks == table.takebacks
        with pytest.raises(StaleMove, match="taken back"):
            moves.move(table, everybody, table.mover or 0, table.plies, played[0], table.takebacks - 1)
        table.add(moves.play(table, played[0]))
        assert (table.plies, table.record.actions[back.plies :]) == (plies, played), "chance draws the same again"
        assert table.events > count
    if not rookery.load(slug).facts.chance:
        assert tried


def test_consent_is_of_all_others_and_ends_with_a_move(slug: str) -> None:
    table = next((table for table in walked(slug, 0) if _asked(table)), None)
    if table is None:
        assert rookery.load(slug).facts.chance
        return  # somebody sees a draw after every move of this game
    seat = next(seat for seat in range(table.players) if _asks(table, seat))
    other = 1 - seat
    with pytest.raises(NotNow, match="no player is asking"):
        takebacks.answer(table, (other,), True)
    table.add(takebacks.ask_back(table, (seat,)))
    assert takebacks.still_asked(table) == [other]
    with pytest.raises(NotNow, match="already asked"):
        takebacks.ask_back(table, (seat,))
    with pytest.raises(NotNow, match="for the other players to answer"):
        takebacks.answer(table, (seat,), True)
    with pytest.raises(UnknownKey):
        takebacks.answer(table, (), True)
    plies = table.asked.plies if table.asked else -1
    assert happen(table, takebacks.answer(table, (other,), True)) == [Answered, TookBack]
    assert (table.plies, table.asked) == (plies, None)


@pytest.mark.parametrize("declines", [True, False])
def test_who_was_refused_asks_no_more_before_the_next_move(slug: str, declines: bool) -> None:
    """Nor does a person who has withdrawn: otherwise the others would be asked again and again."""
    table = next((table for table in walked(slug, 0) if _asked(table)), None)
    if table is None:
        assert rookery.load(slug).facts.chance
        return
    seat = next(seat for seat in range(table.players) if _asks(table, seat))
    table.add(takebacks.ask_back(table, (seat,)))
    table.add(takebacks.answer(table, (takebacks.still_asked(table)[0] if declines else seat,), False))
    assert table.asked is None
    with pytest.raises(CannotTakeBack, match="after your next move"):
        takebacks.ask_back(table, (seat,))
    while table.mover is not None:
        moved = table.mover == seat
        table.add(moves.play(table, table.position.legal_actions[0]))
        with contextlib.suppress(CannotTakeBack, GameOver):  # for another reason
            assert moved == isinstance(takebacks.ask_back(table, (seat,))[0], Asked | TookBack)
        if moved:
            return


def _asks(table: Table, seat: int) -> bool:
    try:
        return isinstance(takebacks.ask_back(table, (seat,))[0], Asked)
    except CannotTakeBack:
        return False


def _asked(table: Table) -> bool:
    return any(_asks(table, seat) for seat in range(table.players))


def test_who_lends_the_seat_no_longer_withholds_consent(slug: str) -> None:
    for table in walked(slug, 1):
        seat = next((seat for seat in range(table.players) if _asks(table, seat)), None)
        if seat is not None and table.players == 2:
            table.add(takebacks.ask_back(table, (seat,)))
            assert happen(table, standins.lend(table, (1 - seat,), 1 - seat, "easy")) == [Lent, TookBack]
            return
    assert rookery.load(slug).facts.chance, "somebody sees a draw after every move, or this was never tried"


def test_bots_agree(slug: str) -> None:
    for table in walked(slug, 1):
        seat = next((seat for seat in range(table.players) if _asks(table, seat)), None)
        if seat is not None and table.players == 2:
            table.add([Lent(1 - seat, "easy")])
            assert isinstance(takebacks.ask_back(table, (seat,))[0], TookBack)
            return
    assert rookery.load(slug).facts.chance, "somebody sees a draw after every move, or this was never tried"


def test_nothing_is_taken_back_by_spectators_or_when_it_is_over() -> None:
    table = table_of(rookery.load(KINDS[0]), 2)
    with pytest.raises(UnknownKey):
        takebacks.ask_back(table, ())
    while table.mover is not None:
        table.add(moves.play(table, table.position.legal_actions[0]))
    with pytest.raises(GameOver):
        takebacks.ask_back(table, (0, 1))
