"""The time of other people's moves while one address does its worst within the limits.

    python -m benchmarks.worst_address                     all attacks in turn, about five minutes
    python -m benchmarks.worst_address hello record        only these

It starts its own server with the usual limits, a crowd at eight tables of two with a move every quarter of a second,
each table from its own address, and one attacker from another address (attacker.py). The crowd plays all the time, and
is measured before and during each attack. The attacker is a separate process that gets only idle processor time: a
real attacker has another computer, and no server can prevent the load of a program beside it. Two controls show the
remaining effect: `nobody` sends no requests, so its ratio is the noise of the measurement; `spinning` only uses a
processor. The goal is a p99 of at most twice the p99 without an attack: just before, and of all such periods together,
because a single one has few moves.

If other programs use the machine, the attacker gets too little processor time and attacks with less than its full
strength. `server ms/s` is the work of the server, and shows whether it was attacked at all.
"""

import asyncio
import contextlib
import itertools
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import rookery
from benchmarks import attacker
from benchmarks.arguments import described
from rookery.crowds import load_server
from rookery.crowds.crowd import Crowd, Scenario, quantile
from rookery.crowds.load_server import LoadServer
from rookery.machine import machine_words

LIMITED = {"ROOKERY_TRUSTED_PROXIES": "127.0.0.1", "ROOKERY_LOG_LEVEL": "error"}
TABLES, PAUSE = 8, 0.25  # of the crowd
FOR_EVER = 1e6  # seconds
LONG = Path(__file__).parents[1] / "tests/games/blockers/recorded/five_by_points.jsonl"  # a record of many moves
STARTING = 60.0  # seconds in which an attack must begin
REST = 1.5  # seconds after an attack
SENTENCE = (
    "| {attack} | {answered:.0f} | {work[0]:.0f}, {work[1]:.0f} | {moves[0]:.0f}, {moves[1]:.0f} | "
    "{p50[0]:.1f}, {p50[1]:.1f} | {p99[0]:.1f}, {p99[1]:.1f} | {ratio:.2f} |"
)


class Window(NamedTuple):
    """The measurements of a period."""

    waits: list[float]  # sorted, ms
    moves: float  # per second
    work: float  # CPU time of the server, ms per second

    @property
    def p50(self) -> float:
        return quantile(self.waits, 0.5)

    @property
    def p99(self) -> float:
        return quantile(self.waits, 0.99)


async def window(crowd: Crowd, house: LoadServer, seconds: float) -> Window:
    first, start, before = len(crowd.figures.waits), perf_counter(), house.usage().cpu
    await asyncio.sleep(seconds)
    waits, took = sorted(1000 * wait for wait in crowd.figures.waits[first:]), perf_counter() - start
    return Window(waits, len(waits) / took, 1000 * (house.usage().cpu - before) / took)


async def attacked(crowd: Crowd, house: LoadServer, attack: str, seconds: float) -> dict[str, Any]:
    alone = await window(crowd, house, seconds)
    command = [sys.executable, attacker.__file__, attack, house.address, str(LONG)]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        await asyncio.wait_for(process.stdout.readline(), STARTING)
        under = await window(crowd, house, seconds)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
    lines = [line.split() for line in (await process.stdout.read()).decode().splitlines()]
    await process.wait()
    counts = [(float(when), int(count)) for when, count in lines]
    rate = (counts[-1][1] - counts[0][1]) / (counts[-1][0] - counts[0][0]) if len(counts) > 1 else 0.0
    await asyncio.sleep(REST)
    both = {
        name: [round(getattr(window, name), 1) for window in (alone, under)] for name in ("moves", "work", "p50", "p99")
    }
    ratio = round(under.p99 / max(alone.p99, 0.001), 2)
    return {"attack": attack, "answered": round(rate, 1), **both, "ratio": ratio, "alone": alone.waits}


async def measured(house: LoadServer, attacks: list[str], seconds: float) -> list[dict[str, Any]]:
    slugs = rookery.slugs(examples=False)
    players = {slug: min(set(rookery.load(slug).facts.players) - {1}) for slug in slugs}
    crowd = Crowd(house.address, Scenario(TABLES, PAUSE, FOR_EVER, slugs, players, apart=True))
    playing, rows = asyncio.create_task(crowd.play()), list[dict[str, Any]]()
    while not crowd.figures.moves and not playing.done():  # noqa: ASYNC110  # a crowd has no event for it
        await asyncio.sleep(0.1)
    await asyncio.sleep(REST)
    for attack in attacks:
        if playing.done():
            playing.result()  # its error
        rows.append(await attacked(crowd, house, attack, seconds))
        print(SENTENCE.format(**rows[-1]), flush=True)
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    for page in list(crowd.pages):
        page.hang_up()
    return rows


def main() -> None:
    parser = described(__doc__)
    known = (*attacker.CONTROLS, *attacker.ATTACKS)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"of {', '.join(known)}")
    parser.add_argument(
        "--seconds", type=float, default=6.0, help="seconds to measure the crowd before and during an attack"
    )
    args = parser.parse_args()
    if unknown := set(args.attacks) - set(known):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    print(machine_words())
    print("| attack | answers/s | server ms/s alone, attacked | moves/s | p50 ms | p99 ms | attacked / alone |")
    print("|---|---|---|---|---|---|---|", flush=True)
    chosen = [*attacker.CONTROLS, *(args.attacks or attacker.ATTACKS)]
    with load_server.opened(settings=LIMITED) as house:
        rows = asyncio.run(measured(house, list(dict.fromkeys(chosen)), args.seconds))
    alone = quantile(sorted(itertools.chain.from_iterable(row["alone"] for row in rows)), 0.99)
    print(f"The p99 of all periods without an attack is {alone:.1f} ms. Ratios to it, the worst first:")
    ratios = {row["attack"]: row["p99"][1] / max(alone, 0.001) for row in rows}
    print(", ".join(f"{attack} {ratios[attack]:.2f}" for attack in sorted(ratios, key=lambda it: -ratios[it])))


if __name__ == "__main__":
    main()
