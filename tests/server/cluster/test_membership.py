"""What processes know of each other: which pages they have, which leads a table, which is gone. Without Redis."""

import itertools
from collections.abc import Collection

import pytest

from rookery.server.cluster.membership import HEARTBEAT_TIMEOUT, Membership


class Heard:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.tables: dict[str, int] = {}
        self.said: list[str] = []

    def events_written(self, table: str, events: int) -> None:
        self.tables[table] = events

    def presence_changed(self, tables: Collection[str]) -> None:
        self.said += sorted(tables)

    def events_missed(self) -> None:
        self.said.append("missed")


class Town:
    """Processes, and a channel that brings each heartbeat to everybody, its sender included."""

    def __init__(self, *names: str) -> None:
        self.now = 0.0
        self.ears = {name: Heard() for name in names}
        self.all = {name: Membership(name, lambda: self.now) for name in names}
        self.deaf: set[str] = set()  # neither heard nor hearing

    def post(self) -> None:
        """Every process writes, until nobody has to answer."""
        waiting = list(self.all)
        while waiting:
            name = waiting.pop(0)
            beat = self.all[name].heartbeat()
            if name not in self.deaf:
                hearing = [other for other in self.all if other not in self.deaf]
                waiting += [other for other in hearing if self.all[other].hear(beat, self.ears[other])]

    def wait(self, seconds: float) -> None:
        for _ in range(int(seconds)):
            self.now += 1.0
            self.post()
            for name, company in self.all.items():
                company.look(self.ears[name])

    def leaders(self, table: str) -> list[str]:
        return [name for name, company in self.all.items() if company.leads(table)]


@pytest.fixture
def town() -> Town:
    town = Town("a", "b", "c")
    town.post()
    return town


def test_what_one_wrote_is_heard_by_the_others(town: Town) -> None:
    town.all["a"].events_written("t", 7)
    town.all["a"].events_written("t", 6)
    town.post()
    assert [listener.tables for listener in town.ears.values()] == [{}, {"t": 7}, {"t": 7}]


def test_everybody_knows_who_is_where(town: Town) -> None:
    town.all["a"].report_pages("t", {0}, 2)
    town.all["b"].report_pages("t", {1, 2}, 1)
    town.post()
    assert [company.elsewhere("t") for company in town.all.values()] == [({1, 2}, 1), ({0}, 2), ({0, 1, 2}, 3)]
    town.all["b"].report_pages("t", (), 0)
    town.post()
    assert town.all["c"].elsewhere("t") == ({0}, 2)


def test_where_nobody_looks_whoever_holds_a_table_leads(town: Town) -> None:
    assert town.leaders("t") == ["a", "b", "c"]
    town.all["b"].report_pages("t", (), 1)
    town.post()
    assert town.leaders("t") == ["b"]


def test_who_has_pages_leads_and_who_was_first(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(1_000_000_000, 1_000_000)
    monkeypatch.setattr("rookery.server.cluster.membership.time.time_ns", lambda: next(clock))
    for name in ("c", "a", "b"):
        town.all[name].report_pages("t", {0}, 0)
        town.post()
        assert town.leaders("t") == ["c"]
    town.all["c"].report_pages("t", (), 0)
    town.post()
    assert town.leaders("t") == ["a"]


def test_who_holds_a_clock_leads_also_without_pages(town: Town) -> None:
    """Others must know that the clock runs, so that a process that opens the table gives no time back."""
    town.all["b"].report_pages("t", (), 0, held=True)
    town.post()
    assert town.leaders("t") == ["b"]
    assert town.all["a"].elsewhere("t") == (set(), 0)
    new = town.all["d"] = Membership("d", lambda: town.now)
    town.ears["d"] = Heard()
    assert new.leads("t"), "it has heard of nobody"
    town.post()
    assert town.leaders("t") == ["b"]
    town.all["b"].report_pages("t", (), 0)
    town.post()
    assert town.leaders("t") == ["a", "b", "c", "d"]


def test_who_is_not_heard_is_gone_and_comes_back(town: Town) -> None:
    town.all["a"].report_pages("t", {0}, 0)
    town.post()
    town.deaf = {"a"}
    town.wait(HEARTBEAT_TIMEOUT)
    assert town.all["b"].elsewhere("t") == ({0}, 0), "not yet"
    town.wait(1)
    assert town.all["b"].elsewhere("t") == (set(), 0)
    assert town.all["b"].others == 1
    assert town.ears["b"].said[-2:] == ["missed", "t"]
    town.deaf = set()
    town.wait(2)
    assert [company.elsewhere("t") for company in town.all.values()] == [(set(), 0), ({0}, 0), ({0}, 0)]
    assert len(town.leaders("t")) == 1


def test_what_could_not_be_sent_is_said_later(town: Town) -> None:
    speaker = town.all["a"]
    speaker.events_written("t", 3)
    speaker.report_pages("t", {0}, 0)
    speaker.report_pages("u", {0}, 0)
    lost = speaker.heartbeat()
    speaker.events_written("t", 4)
    speaker.report_pages("u", (), 0)
    speaker.resend(lost)
    town.post()
    assert town.ears["b"].tables == {"t": 4}
    assert (town.all["b"].elsewhere("t"), town.all["b"].elsewhere("u")) == (({0}, 0), (set(), 0))


def test_who_leaves_in_good_order_is_gone_at_once(town: Town) -> None:
    town.all["a"].report_pages("t", {0}, 0)
    town.post()
    goodbye = town.all["a"].heartbeat()
    goodbye.leaves = True
    town.all["b"].hear(goodbye, town.ears["b"])
    assert (town.all["b"].elsewhere("t"), town.all["b"].others) == ((set(), 0), 1)


def test_who_comes_back_forgets_pages_that_left_meanwhile(town: Town) -> None:
    """Otherwise nobody would lead their table, because each process would believe that the other one does."""
    town.all["a"].report_pages("t", {0}, 0)
    town.all["a"].report_pages("u", {0}, 0)
    town.post()
    town.deaf = {"b"}
    town.all["a"].report_pages("t", (), 0)
    town.wait(HEARTBEAT_TIMEOUT - 1)
    town.deaf = set()
    town.all["b"].join()
    town.post()
    assert (town.all["b"].elsewhere("t"), town.all["b"].elsewhere("u")) == ((set(), 0), ({0}, 0))
    assert "t" in town.ears["b"].said[-2:]
    town.all["b"].report_pages("t", (), 1)
    town.post()
    assert town.leaders("t") == ["b"]
