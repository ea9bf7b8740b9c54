"""Reports on a small game of which everything is known (tests/search/race): two deals of 1 to 3 points for each of two
players, who keep or give them."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

import rookery
from rookery.arena.one_game import ended
from rookery.balance import (
    BalanceFinding,
    BalanceTable,
    ReportGames,
    Wanted,
    changes,
    findings,
    play,
    playing,
    table_of,
)
from rookery.balance import as_many_as_needed as running
from rookery.balance.action_kinds import KindsOf, kinds_of
from rookery.balance.kept import check_kept, measurement
from rookery.balance.playing import ALWAYS_FIRST, Cast, play_batch
from rookery.balance.report_page import as_text, page
from rookery.balance.tallies import (
    DECISIONS,
    FORCED,
    KIND_CHOSEN,
    KIND_OFFERED,
    LEAD_AT_HALF,
    OF_SEATS,
    PER_KIND,
    PLIES,
)
from rookery.core.errors import CannotPlay, UnreadableAction
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.search import processes
from rookery.search.processes import Mapper
from tests.arena.conftest import OUTSIDE, RACE

KEEP, GIVE, HIGHEST_DEAL = 0, 1, 4  # actions: keep, give, and the deal of three points
LEVEL = Wanted(level="random", games=2000)
WON = (
    HIGHEST_DEAL,
    GIVE,
    HIGHEST_DEAL,
    KEEP,
    HIGHEST_DEAL,
    GIVE,
)  # after these nobody can catch up with the second player


def race(*moves: int) -> BalanceTable:
    settings = RACE.facts.settings(2, {})
    return BalanceTable(RACE, settings, kinds_of(RACE, settings), moves, 8)


def share_of_the_first(position: Position, bar: int) -> float:
    """What the first player has of the win if all choose at random, and the first never takes the action `bar`."""
    if position.is_over:
        one, other = ended(position)
        return 1.0 if one > other else 0.5 if one == other else 0.0
    odds = position.odds if position.mover == CHANCE else [1.0] * len(position.legal_actions)
    kept = [
        (weight, share_of_the_first(position.after_unchecked(action), bar))
        for action, weight in zip(position.legal_actions, odds, strict=True)
        if position.mover != 0 or action != bar
    ]
    return sum(weight * share for weight, share in kept) / sum(weight for weight, _ in kept)


@pytest.fixture(scope="module")
def played() -> ReportGames:
    return play(race(), LEVEL)


def test_shares_are_those_of_all_games_that_there_are(played: ReportGames) -> None:
    share = played.equal.sums.share(OF_SEATS)
    assert abs(share.value - share_of_the_first(race().begin, -1)) < 2 * share.within
    assert played.equal.sums.total(OF_SEATS) + played.equal.sums.total(OF_SEATS + 1) == played.equal.sums.games == 2000


def test_actions_are_counted(played: ReportGames) -> None:
    """Each of two players decides twice, and chance deals before each decision."""
    sums = played.equal.sums
    assert [sums.mean(column).value for column in (PLIES, DECISIONS, FORCED)] == [8.0, 4.0, 0.0]
    keeps, gives = OF_SEATS + 2, OF_SEATS + 2 + PER_KIND
    assert sums.total(keeps + KIND_OFFERED) == sums.total(gives + KIND_OFFERED) == 8000
    assert sums.total(keeps + KIND_CHOSEN) + sums.total(gives + KIND_CHOSEN) == 8000
    assert played.equal.legal.tolist() == [8000, 8000, 0, 0, 0]
    assert 0.47 < sums.total(keeps + KIND_CHOSEN) / 8000 < 0.53


def test_sums_of_products_are_those_of_the_numbers_of_each_game() -> None:
    table, width = race(), race().width
    totals, products = np.zeros(width), np.zeros((width, width))
    for seed in range(40):
        one = playing.played_batch(table, Cast("random"), 1, seed, seed).sums
        totals, products = totals + one.totals, products + np.tril(np.outer(one.totals, one.totals))
    many = playing.played_batch(table, Cast("random"), 40, 0, 0).sums
    assert many.totals == pytest.approx(totals)
    assert many.products == pytest.approx(products)


@pytest.mark.parametrize("bar", [KEEP, GIVE])
def test_a_restricted_player_loses_what_it_must(bar: int) -> None:
    table, cast = race(), Cast("random", bar=bar)
    batches = [play_batch(table, cast, 0, number) for number in range(10)]
    won = np.mean([batch.sums.share(0).value for batch in batches])
    first = share_of_the_first(table.begin, bar)
    assert first < 0.35 if bar == KEEP else first > 0.65  # it must lose, or win, by far
    assert abs(won - first) < 0.06  # the other seat, which is restricted as often, is nearly as good


def test_who_always_keeps_wins_against_chance() -> None:
    assert play_batch(race(), Cast("random", ALWAYS_FIRST), 0, 0).sums.share(0).low > 0.65


def test_a_game_that_is_decided_is_won_by_one_player() -> None:
    found = by_name(findings(play(race(*WON), Wanted(level="random", games=200))))
    assert found["who decides first"].measure is not None
    assert found["who decides first"].measure.value == 1.0  # the next one to decide
    assert "far more than an even share" in found["who decides first"].words
    assert found["perfect play"].words == "If all play perfectly, Second wins. This is proved."
    assert found["leads after half"].measure is not None
    assert found["leads after half"].measure.value == 1.0
    assert "leads run away" in found["leads after half"].words
    assert "nothing that shows" in found["never keeps"].words
    assert "is dealt: dead" in found


def test_a_lead_is_worth_something_and_the_dearest_restriction_comes_first(played: ReportGames) -> None:
    found = findings(played)
    assert played.equal.sums.share(LEAD_AT_HALF).low > 0.6
    assert "loses" in by_name(found)["never keeps"].words
    losses = [one.measure.value for one in found if one.about == "What it costs to do without" and one.measure]
    assert losses == sorted(losses, reverse=True)
    assert by_name(found)["keeps: winners less losers"].words.startswith("Winners do so more often")


def test_any_number_of_workers_counts_the_same(played: ReportGames, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def three(workers: int) -> Iterator[Mapper]:
        yield Mapper(map, 3)

    monkeypatch.setattr(processes, "mapping", three)
    assert findings(play(race(), LEVEL)) == findings(played)


def test_a_stopped_report_has_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(seconds: float, words: str) -> None:
        if "600 games" in words:
            raise KeyboardInterrupt

    stopped = play(race(), LEVEL, stop)
    assert stopped.equal.sums.games == 600
    assert stopped.stopped == "stopped by you"
    assert "who decides first" in by_name(findings(stopped))


def test_games_end_when_shares_are_known_or_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LADDER", 0)
    known = play(race(), Wanted(level="random", within=0.04, seconds=600))
    assert known.stopped == ""
    assert known.widest_of_all <= 0.04
    assert known.equal.sums.games < 1200
    assert play(race(), Wanted(level="random", within=0.0001, seconds=0.2)).stopped.startswith("the time was over")


def test_equal_versions_have_no_mark_and_others_have(played: ReportGames) -> None:
    again = play(race(), Wanted(level="random", games=2000, seed=1))
    assert not any(change.real for change in changes(findings(played), findings(again)))
    other = play(race(HIGHEST_DEAL, KEEP), Wanted(level="random", games=400))
    changed = {change.title: change for change in changes(findings(played), findings(other))}
    assert changed["Who wins, who decides first"].real  # now the other player decides first, and is behind
    assert changed["How long it takes, plies"].difference.value == -2.0 or changed["How long it takes, plies"].real


def test_bots_that_search_are_counted_like_others() -> None:
    played = play(table_of(OUTSIDE), Wanted(level="easy", games=2))
    sums = played.equal.sums
    assert sums.games == 2
    assert sums.total(OF_SEATS) + sums.total(OF_SEATS + 1) == 2
    assert played.equal.taken.sum() == sums.total(DECISIONS)


def test_kinds_come_from_the_notation_where_a_game_names_none() -> None:
    game = rookery.load(OUTSIDE)
    known = kinds_of(game, game.facts.settings(None, {}))
    assert len(known.words) == game.facts.seat_actions
    assert known.words[0] == "plays “a”"
    assert [known.words[kind][-2] for kind in known.table] == [*"abcdefg"]


def test_every_game_here_names_its_kinds() -> None:
    for slug in rookery.slugs():
        game = rookery.load(slug)
        for players in game.facts.players:
            known = kinds_of(game, game.facts.settings(players, {}))
            assert isinstance(known, KindsOf)
            assert len(known.words) > 1


def test_a_page_shows_each_number_and_a_text_says_it() -> None:
    played = play(table_of(OUTSIDE), Wanted(level="random", games=200))
    found = findings(played)
    text = page(played, found)
    assert text.count("<li>") == len(found)
    assert text.count("<circle") == sum(one.measure is not None for one in found)
    assert "200 games of random players: 2 players, seed 0. Shares" in text
    assert "nan" not in text
    assert [line.strip() for line in as_text(found) if line.startswith(" ")] == [one.words for one in found]


def test_what_seats_won_is_kept(played: ReportGames) -> None:
    kept = measurement(played, "rookery balance", "a machine")
    assert (kept.players, kept.games, kept.level, kept.options) == (2, 2000, "random", {})
    assert kept.won[0] == pytest.approx(played.equal.sums.total(OF_SEATS))
    with pytest.raises(CannotPlay, match="given moves"):
        check_kept(race(*WON))


def test_a_move_that_cannot_be_is_refused() -> None:
    with pytest.raises(UnreadableAction):
        table_of(OUTSIDE, moves=["z9"])


def by_name(found: list[BalanceFinding]) -> dict[str, BalanceFinding]:
    return {one.name: one for one in found}
