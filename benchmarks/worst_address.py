"""One address does its worst within the limits: how long do other people's moves take?

    python -m benchmarks.worst_address                     all attacks in turn, about three minutes
    python -m benchmarks.worst_address hello record        only these
    python -m benchmarks.worst_address --json figures.json

A server of its own with its usual limits; a crowd at eight tables of two, a move each quarter of a second, each
table from an address of its own; and one attacker from another address (attacker.py). The crowd plays on all the time,
and is measured before each attack and during it. The attacker is a process of its own with the lowest priority (nice
19): where there are few processors it takes them away from the others, which no server can help. The goal is a p99 of
at most twice that before.
"""

import argparse
import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import rookery
from benchmarks import attacker
from rookery.bench import crowd_house
from rookery.bench.load import Crowd, Plan, quantile
from rookery.bench.report import machine_words
from rookery.core.record import Record

LIMITED = {"ROOKERY_TRUSTED_PROXIES": "127.0.0.1", "ROOKERY_LOG_LEVEL": "error"}
TABLES, PAUSE = 8, 0.25  # of the crowd
FOR_EVER = 1e6  # seconds
LONG = "blockers"  # a game whose list of moves is long
STARTING = 60.0  # seconds in which an attack has begun
REST = 1.5  # seconds after an attack
SENTENCE = "| {attack} | {answered:.0f} | {moves[0]:.0f}, {moves[1]:.0f} | {p50[0]:.1f}, {p50[1]:.1f} | " \
    "{p99[0]:.1f}, {p99[1]:.1f} | {ratio:.2f} |"  # fmt: skip


def long_record() -> bytes:
    """Of the longest of a few random games."""
    dice, found = np.random.default_rng(1), list[Record]()
    game = rookery.load(LONG)
    for _ in range(3):
        record = Record(game, max(game.facts.players))
        while record.result is None:
            record.settle(dice)
            if record.result is None:
                record.play(int(dice.choice(record.position.legal_actions)))
        found.append(record)
    return max(found, key=lambda record: record.plies).dumps().encode()


async def window(crowd: Crowd, seconds: float) -> tuple[float, float, float]:
    """Moves a second, and p50 and p99 of how long they took, in ms."""
    first, start = len(crowd.figures.waits), perf_counter()
    await asyncio.sleep(seconds)
    waits = sorted(1000 * wait for wait in crowd.figures.waits[first:])
    return len(waits) / (perf_counter() - start), quantile(waits, 0.5), quantile(waits, 0.99)


async def attacked(crowd: Crowd, address: str, attack: str, record: Path, seconds: float) -> dict[str, Any]:
    alone = await window(crowd, seconds)
    command = [sys.executable, attacker.__file__, attack, address, str(record)]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        await asyncio.wait_for(process.stdout.readline(), STARTING)
        under = await window(crowd, seconds)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
    lines = [line.split() for line in (await process.stdout.read()).decode().splitlines()]
    await process.wait()
    counts = [(float(when), int(count)) for when, count in lines]
    rate = (counts[-1][1] - counts[0][1]) / (counts[-1][0] - counts[0][0]) if len(counts) > 1 else 0.0
    await asyncio.sleep(REST)
    moves, p50, p99 = ([round(value, 1) for value in both] for both in zip(alone, under, strict=True))
    ratio = round(under[2] / max(alone[2], 0.001), 2)
    return {"attack": attack, "answered": round(rate, 1), "moves": moves, "p50": p50, "p99": p99, "ratio": ratio}


async def measured(address: str, attacks: list[str], seconds: float) -> list[dict[str, Any]]:
    players = {title: min(set(rookery.load(title).facts.players) - {1}) for title in rookery.titles()}
    crowd = Crowd(address, Plan(TABLES, PAUSE, FOR_EVER, rookery.titles(), players, apart=True))
    playing, rows = asyncio.create_task(crowd.play()), list[dict[str, Any]]()
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "long.jsonl"
        record.write_bytes(long_record())
        while not crowd.figures.moves and not playing.done():  # noqa: ASYNC110  # it is no part of a crowd to say so
            await asyncio.sleep(0.1)
        await asyncio.sleep(REST)
        for attack in attacks:
            if playing.done():
                playing.result()  # its error
            rows.append(await attacked(crowd, address, attack, record, seconds))
            print(SENTENCE.format(**rows[-1]), flush=True)
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    for page in list(crowd.pages):
        page.hang_up()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"of {', '.join(attacker.ATTACKS)}")
    parser.add_argument("--seconds", type=float, default=6.0, help="for which the crowd is measured before and during")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    if unknown := set(asked.attacks) - set(attacker.ATTACKS):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    print(machine_words())
    print("| attack | answers/s | moves/s alone, attacked | p50 ms | p99 ms | attacked / alone |")
    print("|---|---|---|---|---|---|", flush=True)
    with crowd_house.opened(rookery.titles(), settings=LIMITED) as house:
        rows = asyncio.run(measured(house.address, asked.attacks or list(attacker.ATTACKS), asked.seconds))
    if asked.json:
        asked.json.write_text(json.dumps({"machine": machine_words(), "rows": rows}, indent=1) + "\n")
    worst = max(rows, key=lambda row: row["ratio"])
    print(f"The worst is {worst['attack']}: {worst['ratio']:.2f} times the p99 before it")


if __name__ == "__main__":
    main()
