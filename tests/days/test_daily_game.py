"""The table of the day: the same for everybody, another one each day, and the same draws whatever is decided."""

from collections import Counter

import pytest

from rookery.bots import levels
from rookery.core import fair
from rookery.core.position import Game
from rookery.core.protocol import CHANCE
from rookery.days.daily_game import bot_seed, choose_daily_game
from rookery.days.gathering import head_of
from rookery.puzzles.daily import LAST_DAY, day_value
from tests.days.a_day import DAY, GAMES, ROOT, WORDS, at_random, played, secret_of, table_of_the_day

DAYS = 300
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)


@each_game
def test_everything_that_a_game_offers_has_its_days(game: Game) -> None:
    facts = game.facts
    # the last days of all, because their values are found at once
    tables = [choose_daily_game(game, levels(game), day_value(ROOT, LAST_DAY - day)) for day in range(DAYS)]
    assert {table.players for table in tables} == set(facts.players)
    for players in facts.players:
        there = [table for table in tables if table.players == players]
        assert {table.seat for table in there} == set(range(players))
        for option in facts.options:
            assert {table.options[option.name] for table in there} == set(option.choices_of(players))
    assert max(Counter(table.level for table in tables).values()) < 0.6 * DAYS


@each_game
def test_the_same_moves_lead_to_the_same_game_and_other_moves_meet_the_same_draws(game: Game) -> None:
    one, same, other = (played(game, person=person) for person in ("a 1", "a 1", "b 1"))
    assert one.actions == same.actions
    assert one.actions != other.actions
    secret, seeds = secret_of(game), table_of_the_day(game).client_seeds(head_of(WORDS))
    for record in (one, other):
        for ply in range(1, record.plies + 1):
            if record.mover(ply - 1) == CHANCE:
                odds, drawn = record.draw(ply)
                assert drawn == fair.drawn(fair.number(fair.ticket(secret, ply), seeds), odds)


def test_a_bot_s_seed_tells_nothing_of_another_one() -> None:
    secret = secret_of(GAMES[0])
    seeds = {bot_seed(secret, ply, whose) for ply in range(200) for whose in ("", "easy 0", "easy 1", "hard 0")}
    assert len(seeds) == 800
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert bot_seed(secret, 1) != bot_seed(secret_of(GAMES[0], DAY + 1), 1)


def test_games_of_one_day_have_secrets_of_their_own() -> None:
    assert len({secret_of(game, day) for game in GAMES for day in range(DAY, DAY + 5)}) == 5 * len(GAMES)


def test_a_table_does_not_depend_on_what_is_published_later() -> None:
    """Only the value of the day chooses it, which everybody has from when the day begins."""
    assert played(GAMES[0], at_random, WORDS).at(0) == played(GAMES[0], at_random, []).at(0)
