"""Every way in which the server can tell anybody anything about a game: a channel is a name and a function that uses
it.

The function asks what the viewer of a table (worlds.There) may ask, and the answers are kept there. A new way in which
the server tells about games needs a new line in CHANNELS; test_no_leak.py then listens to it.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterable
from unittest import mock

from rookery.core.protocol import CHANCE
from rookery.server.commands import guards
from rookery.server.commands.guards import may_decide
from rookery.server.commands.standins import AWAY_SECONDS, NUDGE_AFTER, NUDGE_INTERVAL
from rookery.server.notify import feed
from rookery.server.table.keys import digest, feed_token
from rookery.server.telemetry.metrics import REGISTRY
from rookery.server.wire.messages import PROTOCOL
from tests.server.leaks.worlds import AT_ONCE, BOT, There

LOOKED = 6  # earlier plies that are looked at again

Channel = Callable[[There], Awaitable[object]]


# ── A page's socket ──────────────────────────────────────────────────────────
async def welcome(there: There) -> None:
    """A new Welcome, with the whole game."""
    draws = there.dice.random() < 0.8  # from now on it gets views, or pictures
    await there.say("hello", keys=[there.keys[seat] for seat in there.plan.seats], draws=draws, protocol=PROTOCOL)


async def replay(there: There) -> None:
    plies = range(there.ply + 1)
    for ply in there.dice.sample(plies, min(LOOKED, len(plies))):
        await there.say("look", ply=ply)


async def own_view(there: There) -> None:
    """What the seat that decides knows, for a hint: refused where others play, and here told nevertheless."""
    await there.say("ask view", ply=there.ply, takebacks=there.takebacks)
    with mock.patch.object(
        guards, "may_be_helped", lambda table, seats, ply, others, back: may_decide(table, seats, ply, back)
    ):
        await there.say("ask view", ply=there.ply, takebacks=there.takebacks)
    await there.say("ask view", ply=there.ply + 1)


async def checks(there: There) -> None:
    """Of draws, of plies that are not draws, and of future plies."""
    walk = there.world.walk
    draws = [ply for ply in range(1, there.ply + 1) if walk.positions[ply - 1].mover == CHANCE]
    for ply in (*draws[-LOOKED:], there.dice.randrange(there.ply + 1), there.ply + 1, there.ply + 2):
        await there.say("check", ply=ply)


async def refusals(there: There) -> None:
    """Requests that the viewer may not make, or not now; only a move that the viewer could make would change
    anything."""
    seat = there.plan.seats[0] if there.plan.seats else 0
    at = {"ply": there.ply, "takebacks": there.takebacks}
    actions = {0, there.dice.randrange(there.plan.game.facts.actions)} - set(there.choices)
    for action in sorted(actions):
        await there.say("move", seat=there.mover, action=action, **at)
        await there.say("move", seat=seat, action=action, **at)
    await there.say("move", seat=seat, action=0, ply=there.ply + 1)
    await there.say("look", ply=there.ply + 1)
    for kind in ("rematch", "begin", "answer") if there.plan.seats else ("rematch", "begin", "answer", "resign"):
        await there.say(kind, **({"yes": True} if kind == "answer" else {}))


async def taking_back(there: There) -> None:
    """Whether the viewer may take back, and what comes of it; the others agree or decline."""
    await there.say("take back")
    if there.asked:
        await there.let_others("answer", yes=there.dice.random() < 0.7)


async def others_take_back(there: There) -> None:
    await there.let_others("take back")
    if there.asked:
        await there.say("answer", yes=there.dice.random() < 0.7)
    if there.asked:  # another player is also asked, or this is a spectator
        await there.let_others("answer", yes=there.dice.random() < 0.7)


async def names(there: There) -> None:
    """A new name, after which everybody gets the table card again."""
    for page, seats in ((there.say, there.plan.seats), (there.let_others, range(len(there.keys)))):
        for seat in [seat for seat in seats if page == there.say or seat not in there.plan.seats][:1]:
            await page("rename", seat=seat, name=f"Ada {there.dice.random()}")


async def conversation(there: There) -> None:
    """Players hear players, and spectators hear spectators."""
    await there.say("say", text=f"here I am {there.dice.random()}")
    await there.let_others("say", text=f"so are we {there.dice.random()}")


async def lobby(there: There) -> None:
    """A table is listed again when a player has a new name."""
    await names(there)
    await there.get("/api/tables")


# ── What comes by itself ─────────────────────────────────────────────────────
async def standing_in(there: There) -> None:
    """A stand-in takes over a seat, or the person is back."""
    seat, level = there.dice.randrange(len(there.keys)), there.dice.choice(["", BOT])
    await there.let_others("lend", seat=seat, level=level)
    if there.plan.seats:
        await there.say("lend", seat=there.plan.seats[0], level=there.dice.choice(["", BOT]))


async def replacing(there: There) -> None:
    """A stand-in for a person who is away: first for the others, then for the viewer."""
    await there.let_others_go()
    there.wait(AWAY_SECONDS)
    await there.say("replace", seat=there.mover)
    await there.let_others_come()
    await there.go_away()
    there.wait(AWAY_SECONDS)
    for seat in there.plan.seats:
        await there.let_others("replace", seat=seat)
    await there.come_back()


async def nudging(there: There) -> None:
    """Nudges by the viewer and of the viewer, who is reminded of them while away."""
    await ask_for_reminders(there)
    there.wait(NUDGE_AFTER)
    await there.say("nudge")
    await there.let_others("nudge")
    await there.go_away()
    there.wait(NUDGE_INTERVAL)
    await there.let_others("nudge")
    await reminded()
    await there.come_back()


async def time_runs_out(there: There) -> None:
    """The clock of a player reaches zero; then a bot plays on."""
    await there.tarry()


async def reminders(there: There) -> None:
    """A webhook and a browser get reminders while the viewer is away and the others play on."""
    await ask_for_reminders(there)
    await there.go_away()
    for _ in range(there.plan.last - there.truth if there.plan.seats else 0):  # a move may be refused: of a bot's seat
        if there.truth < there.plan.last and there.decides not in there.plan.seats:
            await there.play()
    await reminded()
    await there.come_back()


async def ask_for_reminders(there: There) -> None:
    for seat in there.plan.seats:
        await there.say("remind", seat=seat, webhook=f"https://discord.com/of/{seat}")
        await there.say("subscribe", seat=seat, endpoint="https://web.push.apple.com/it", p256dh="AAAA", auth="AAAA")


async def reminded() -> None:
    """Wait until all reminders were sent."""
    for _ in range(AT_ONCE):
        await asyncio.sleep(0)


async def restart(there: There) -> None:
    await there.restart()


# ── Plain HTTP ───────────────────────────────────────────────────────────────
def http(address: str, method: str = "GET") -> Channel:
    async def asked(there: There) -> None:
        await there.get(address, method)

    return asked


async def branches(there: There) -> None:
    """Playing on from a position of this game, which is refused if it has secrets."""
    start = there.plan.start
    for ply in (there.dice.randrange(there.ply + 1), there.ply):
        order = {"game": there.plan.game.facts.slug, "seats": [{}] * start.players, "options": start.options}
        await there.get("/api/tables", "POST", order | {"after": {"table": there.table, "ply": ply}})


async def yours(there: There) -> None:
    """The state of the table in a list of tables, with the viewer's keys and without."""
    for keys in ([there.keys[seat] for seat in there.plan.seats], []):
        await there.get("/api/yours", "POST", {"tables": [{"id": there.table, "keys": keys}]})


async def rules(there: There) -> None:
    for address in ("/rules/{}", "/games/{}/rules"):
        await there.get(address.format(there.plan.game.facts.slug))


async def feeds(there: There) -> None:
    """The feeds of the viewer's own seats, and of no seat."""
    digests = [digest(there.keys[seat]) for seat in there.plan.seats]
    for token in (*map(feed_token, digests), "none"):
        for kind in feed.FEED_FORMATS:
            await there.get(f"/feed/{{}}/{token}.{kind}")


# ── All of them ──────────────────────────────────────────────────────────────
AT_ANY_TIME: dict[str, Channel] = {
    "welcome": welcome,
    "replay": replay,
    "own view": own_view,
    "checks": checks,
    "refusals": refusals,
    "taking back": taking_back,
    "others take back": others_take_back,
    "names": names,
    "conversation": conversation,
    "standing in": standing_in,
    "replacing": replacing,
    "nudging": nudging,
    "time runs out": time_runs_out,
    "reminders": reminders,
    "a restart": restart,
    "the table's card": http("/api/tables/{}"),
    "the record": http("/api/tables/{}/record"),
    "what was played": http("/api/tables/{}/actions"),
    "the lobby": lobby,
    "branches": branches,
    "yours": yours,
    "feeds": feeds,
}
CHANNELS = AT_ANY_TIME | {  # used once, where a game is left
    "the record's head": http("/api/tables/{}/record", "HEAD"),
    "an open seat": http("/api/tables/{}/seats/0", "POST"),
    "an export that there is not": http("/api/tables/{}/export.exe"),
    "a method that there is not": http("/api/tables/{}", "DELETE"),
    "the page": http("/t/{}"),
    "the games": http("/api/games"),
    "the rules": rules,
}
EXPORTS = {f"export {kind}": http(f"/api/tables/{{}}/export.{kind}") for kind in ("txt", "svg", "png", "gif", "pdf")}

# ── What the house writes down ───────────────────────────────────────────────
LEFT_OUT = {  # of lines of the log, and of figures
    "timestamp": "a time",
    "ms": "a time",
    "request": "random",
}
SLOW = re.compile(r"was slow|was closed")  # lines that depend on timing


def said(log: str) -> list[str]:
    """The lines of a log, without parts that reveal nothing."""
    lines = [json.loads(line) for line in log.splitlines()]
    kept = [{name: value for name, value in line.items() if name not in LEFT_OUT} for line in lines]
    return [json.dumps(line, sort_keys=True) for line in kept if not SLOW.search(line["event"])]


TIMED = re.compile(
    r"_seconds|_created|^process_|^python_|memory|uptime|loop_lag"  # times and sizes of the whole process
    r"|commit_jobs"  # what the disk's speed makes of it
    r"|^rookery_(tables|sockets)$"  # read once a second
)


def counted() -> dict[str, float]:
    """/metrics, and by that /api/status, which shows the same counters: without what tells of time."""
    assert REGISTRY is not None
    samples = [sample for family in REGISTRY.collect() for sample in family.samples]
    kept = (sample for sample in samples if not TIMED.search(sample.name))
    return {f"{sample.name} {sorted(sample.labels.items())}": sample.value for sample in kept}


def grown(before: dict[str, float], after: dict[str, float]) -> Iterable[str]:
    """What was counted in between."""
    more = {name: value - before.get(name, 0.0) for name, value in after.items()}
    return [f"{name} {value:g}" for name, value in more.items() if value]
