"""Random scripts of all messages and requests, wrong ones too, at several tables: a server and a parlour give the same
answers."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rookery.offline.parlour import _public_root
from tests.offline import sure_brain
from tests.offline.random_script import RandomScript, Step
from tests.offline.two_sides import Both, Side

FEW, MANY = 3, 200  # scripts
FIRST = 60  # seed of the few, which hear of everything
STEPS = 60  # of a script
NEVER = 1e6  # seconds
PATCHES: dict[str, Any] = {
    "rookery.server.rooms.table_manager.PULSE_INTERVAL": NEVER,  # standstills are noticed when somebody asks
    "rookery.server.rooms.deadline.MAX_TIMER_DELAY": NEVER,  # and that time is up
    "rookery.server.rooms.deadline.CLOCK_GRACE_MS": 10**9,
    "rookery.server.rooms.table_manager.LISTED_COUNTS_TTL": 0.0,
    "rookery.server.ws.page_session.HELLO_BURST": 100,
    "rookery.server.days.level_runs.RUNS_OF_A_LEVEL": 0,  # levels play in the background, and are done at any time
}


WAITS = {"hello_timeout": NEVER, "idle_timeout": NEVER, "clock_tick": NEVER}
NEEDS_SERVER = {  # what a parlour refuses by this name
    "POST /api/rated": "a server rates people",
    '"type": "remind"': "a server sends reminders",
    '"type": "subscribe"': "the same",
}


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Both:
    made: Both
    passed = SimpleNamespace(monotonic=lambda: made.clocks.passed / 1000)
    # a page has its clocks from the test, the time of its day from everybody, and no time that a thread has worked
    alone: dict[str, Any] = {f"rookery.server.{name}.time": passed for name in ("rooms.absence", "quota.token_bucket")}
    alone["rookery.server.wall_clock.worked_ms"] = lambda: 0
    alone["rookery.server.storage.store.Store.secret"] = lambda store, name: _public_root()
    made = Both(tmp_path / "t.sqlite3", monkeypatch, sure_brain, PATCHES, alone, webhooks="", push_hosts="", **WAITS)
    return made


OTHERWISE = {  # parts of answers that are not compared
    r'"gathers":(true|false)': "words for days are gathered by a server",
    r" is not JSON \(.*?\):": "Python's own reader of JSON has its own words, with the line and the column",
}


def alike(one: str, other: str) -> bool:
    """Texts that are the same, as JSON if they are such."""
    try:
        return one == other or json.loads(one) == json.loads(other)  # 1.0 and 1 are the same
    except ValueError:
        return False


def refused(text: str) -> bool:
    return bool(json.loads(text).get("code") == "NeedsServer")


def compared_part(body: bytes) -> str:
    """What is compared of an answer. Tables that changed at the same time are listed in any order."""
    text = body.decode("utf-8", "backslashreplace")
    for words in OTHERWISE:
        text = re.sub(words, "", text)
    if text.startswith('{"tables":[{') and '"waiting":' in text:
        told = json.loads(text)
        told["times"] = [table["at"] for table in told["tables"]]
        told["tables"].sort(key=lambda table: table["id"])
        text = json.dumps(told)
    return text


def apart(one: str, other: str) -> str:
    at = next((i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    return f"{one[max(0, at - 80) : at + 120]!r} is not {other[max(0, at - 80) : at + 120]!r}"


def difference(one: Step, other: Step) -> str:
    """What is different in a step; "": nothing, or what has its reason above."""
    if one.what != other.what:
        return f"the scripts part: {other.what}"
    allowed = any(words in one.what for words in NEEDS_SERVER)
    if one.told is not None and other.told is not None and not (allowed and refused(other.told.body.decode())):
        if one.told[:3] != other.told[:3]:
            return f"{one.told} is not {other.told}"
        bodies = compared_part(one.told.body), compared_part(other.told.body)
        if not alike(*bodies):
            return apart(*bodies)
    for number in dict(one.heard) | dict(other.heard):
        left, right = ([text for page, text in step.heard if page == number] for step in (one, other))
        for at_server, here in zip(left, right, strict=False):
            if not alike(at_server, here) and not (allowed and refused(here)):
                return f"page {number}: {apart(at_server, here)}"
        if len(left) != len(right):
            return f"page {number} heard {len(left)} messages, and {len(right)}: {[*left, *right][-1][:300]}"
    return ""


def compared(both: Both, seeds: range) -> list[Step]:
    """The steps of the scripts, which were the same at both."""
    steps: list[list[Step]] = [[], []]  # at the server, at the parlour
    places = iter(steps)

    async def scripts(side: Side) -> None:
        own = next(places)

        def noted(step: Step) -> None:
            number = len(own)
            own.append(step)
            if own is steps[1]:
                assert not (words := difference(steps[0][number], step)), f"step {number}, {step.what}: {words}"

        for seed in seeds:
            await RandomScript(side, both.clocks, seed, noted).play(STEPS)

    both.play(scripts)
    assert len(steps[0]) == len(steps[1])
    return steps[0]


def test_random_scripts_get_the_same_answers(both: Both) -> None:
    steps = compared(both, range(FIRST, FIRST + FEW))
    made = [step for step in steps if step.told is not None and step.told.status == 201]
    assert len(steps) >= FEW * STEPS
    assert len(made) > FEW, "tables are made"
    heard = {json.loads(text)["type"] for step in steps for _, text in step.heard}
    assert {"welcome", "moved", "changed", "looked", "tabled", "refused"} <= heard


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 1000 + MANY, 10))
def test_many_random_scripts_get_the_same_answers(both: Both, first: int) -> None:
    compared(both, range(first, first + 10))
