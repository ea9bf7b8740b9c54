"""The report on balance of a game that is written in a page is that of the library."""

from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.balance import ReportGames, Wanted, findings, play, table_of
from rookery.balance.as_many_as_needed import batches
from rookery.balance.playing import BalanceBatch, Cast
from rookery.core.errors import BrokenKernel
from rookery.workshop.page import balance_in_page
from rookery.workshop.page.balance_in_page import BALANCE_KERNELS, REPORT_WITHIN, BalanceInPage, GrowingReport
from rookery.workshop.page.page_kernel import PageKernel
from tests.arena.conftest import OUTSIDE
from tests.workshop import without_numpy
from tests.workshop.conftest import SLUG, PagePython, loaded


def test_a_report_on_balance_is_that_of_the_library(
    python: PagePython, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = python("start_texts", SLUG, "My game", "cards")
    python.opened(texts)
    told = python("balance", SLUG, 2, "{}", "random")
    game = loaded(texts, f"{SLUG}_of_cards", tmp_path, monkeypatch)
    played = ReportGames(table_of(game, 2), Wanted("random", REPORT_WITHIN, simple=True))
    running = batches(played)
    while next(running) != told["playing"]:
        pass
    assert [row["words"] for section in told["sections"] for row in section["rows"]] == [
        one.words for one in findings(played)
    ]


def test_another_edit_ends_a_report(python: PagePython) -> None:
    texts = python("start_texts", SLUG, "My game", "squares")
    python.opened(texts)
    assert not python("balance", SLUG, 2, "{}", "random")["ended"]
    assert python("more_balance")["sections"]
    python.opened(texts)
    assert python("more_balance") is None


def test_rules_that_cannot_be_played_are_named(python: PagePython) -> None:
    texts = python("start_texts", SLUG, "My game", "squares")
    old, new = "actions[count] = ", "actions[count + 99] = "
    python.opened(texts | {"rules.py": texts["rules.py"].replace(old, new)})
    line = texts["rules.py"][: texts["rules.py"].index(old)].count("\n") + 1
    failure = python("balance", SLUG, 2, "{}", "random")["failure"]
    assert failure == f"index 99 is out of bounds for an axis of length 25 (rules.py, line {line})"


def test_a_kernel_that_stops_says_where() -> None:
    game = rookery.load(OUTSIDE)
    kernel = PageKernel(without_numpy.WasmtimeModule, game, BALANCE_KERNELS, "play_games")
    batch = BalanceBatch(table_of(game), Cast("random"))
    batch.counts = batch.counts._replace(leaders=np.zeros(3, np.int32))  # too short for a game
    with pytest.raises(BrokenKernel, match=r"^kernels\.py:\d+, in note_chances: .*3"):
        kernel(batch.states, batch.seating(1, 0, 0, np.zeros(0, np.int32)), batch.counts, batch.work)


def whole(before: GrowingReport | None) -> tuple[GrowingReport, BalanceInPage]:
    report = GrowingReport(OUTSIDE, 2, "{}", "random", before)
    while not (told := report.more()).ended:
        assert told.changes == (), "before the last game nothing is said to be different"
    return report, told


def test_what_differs_from_the_report_before_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance_in_page, "REPORT_WITHIN", 0.05)
    first, alone = whole(None)
    _, again = whole(first)
    assert alone.changes == again.changes == ()
    first.found = findings(play(table_of(OUTSIDE), Wanted("greedy", 0.05, simple=True)))
    _, told = whole(first)
    assert "How long it takes, plies" in [one.title for one in told.changes]
    assert all(one.before != one.after for one in told.changes)
