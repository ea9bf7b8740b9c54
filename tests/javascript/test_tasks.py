"""Coroutines that are lowered go on in the order in which asyncio goes on (web/src/program/tasks.ts)."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.javascript.answers import Answers
from tests.javascript.lowered import lowered, module_of

TASKS = '''
import asyncio

async def turns(log: list[str], name: str, count: int) -> str:
    for i in range(count):
        log.append(f"{name} {i}")
        await asyncio.sleep(0)
    return name

async def failing(log: list[str], pause: float) -> str:
    await asyncio.sleep(pause)
    log.append("fails")
    raise ValueError("no")

async def sleeper(log: list[str], name: str, pause: float) -> str:
    try:
        log.append(f"{name} sleeps")
        await asyncio.sleep(pause)
        log.append(f"{name} woke")
    except asyncio.CancelledError:
        log.append(f"{name} is cancelled")
        raise
    return name

async def order() -> list[str]:
    log: list[str] = []
    loop = asyncio.get_running_loop()
    one = asyncio.create_task(turns(log, "one", 3))
    two = asyncio.create_task(turns(log, "two", 2))
    one.add_done_callback(lambda _: log.append("one is done"))
    loop.call_later(0.02, lambda: log.append("late"))
    loop.call_later(0.005, lambda: log.append("soon"))
    gone = loop.call_later(0.01, lambda: log.append("never"))
    gone.cancel()
    log.append(await two)
    log.append(await one)
    one.add_done_callback(lambda _: log.append("it was done"))
    await asyncio.sleep(0.05)
    return log

async def cancelled() -> list[str]:
    log: list[str] = []
    task = asyncio.create_task(sleeper(log, "a", 1.0))
    log.append(str(task.cancel()))
    await asyncio.wait([task])
    log.append(str(task.cancelled()) + str(task.cancel()))
    outer = asyncio.create_task(sleeper(log, "b", 1.0))
    await asyncio.sleep(0)
    log.append(str(outer.cancel()))
    try:
        await outer
    except asyncio.CancelledError:
        log.append("seen")
    failed = asyncio.create_task(failing(log, 0.0))
    await asyncio.wait([failed])
    log.append(str(failed.exception()))
    try:
        await failed
    except ValueError as error:
        log.append(str(error))
    return log

async def waiter_is_cancelled() -> list[str]:
    """A wait that is cancelled leaves alone what it waited for."""
    log: list[str] = []
    work = asyncio.create_task(sleeper(log, "work", 0.02))

    async def wait() -> None:
        await asyncio.wait([work])
        log.append("never")

    waiting = asyncio.create_task(wait())
    await asyncio.sleep(0)
    waiting.cancel()
    log.append(await work)
    return log

async def timeouts() -> list[str]:
    log: list[str] = []
    try:
        async with asyncio.timeout(0.01):
            await sleeper(log, "a", 1.0)
    except TimeoutError:
        log.append("late")
    async with asyncio.timeout(1.0):
        log.append(await sleeper(log, "b", 0.0))
    async with asyncio.timeout(None):
        log.append("no limit")
    try:
        async with asyncio.timeout(0):
            await sleeper(log, "c", 0.0)
            await asyncio.sleep(0)
    except TimeoutError:
        log.append("at once")
    try:
        async with asyncio.timeout(0.01):
            async with asyncio.timeout(1.0):
                await sleeper(log, "d", 1.0)
    except TimeoutError:
        log.append("the outer one")
    return log

async def cancelled_when_late() -> list[str]:
    """Whoever is cancelled is so, even if it was late, too."""
    log: list[str] = []

    async def limited() -> None:
        async with asyncio.timeout(0):
            await sleeper(log, "a", 1.0)

    task = asyncio.create_task(limited())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    log.append(str(task.cancelled()))
    return log

async def holder(log: list[str], lock: asyncio.Lock, name: str) -> None:
    async with lock:
        log.append(f"{name} holds")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        log.append(f"{name} releases")

async def locks() -> list[str]:
    log: list[str] = []
    lock = asyncio.Lock()
    tasks = [asyncio.create_task(holder(log, lock, name)) for name in ("a", "b", "c", "d")]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(holder(log, lock, "e")))
    await asyncio.sleep(0)
    log.append(str(lock.locked()))
    await asyncio.wait(tasks)
    log.append(str(lock.locked()))
    return log

async def greedy(log: list[str], lock: asyncio.Lock, name: str, cancels: bool) -> None:
    """One that takes the lock again at once waits for those who waited before."""
    for i in range(2):
        async with lock:
            log.append(f"{name} {i}")
            await asyncio.sleep(0)

async def fair() -> list[str]:
    log: list[str] = []
    lock = asyncio.Lock()
    tasks = [asyncio.create_task(greedy(log, lock, name, False)) for name in ("a", "b", "c")]
    await asyncio.wait(tasks)
    return log

async def turn_too_late() -> list[str]:
    """A task that is cancelled in the moment in which its turn comes leaves the lock to the next."""
    log: list[str] = []
    lock = asyncio.Lock()
    await lock.acquire()
    tasks = [asyncio.create_task(holder(log, lock, name)) for name in ("a", "b")]
    await asyncio.sleep(0)
    lock.release()
    tasks[0].cancel()
    await asyncio.wait(tasks)
    log.append(str(lock.locked()))
    return log

async def events() -> list[str]:
    log: list[str] = []
    event = asyncio.Event()

    async def one(name: str) -> None:
        await event.wait()
        log.append(name)

    tasks = [asyncio.create_task(one(name)) for name in ("a", "b", "c")]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.sleep(0)
    event.set()
    log.append(str(event.is_set()))
    await asyncio.wait(tasks)
    await event.wait()
    event.clear()
    log.append(str(event.is_set()))
    return log

async def shields() -> list[str]:
    log: list[str] = []
    inner = asyncio.create_task(sleeper(log, "a", 0.01))

    async def waits() -> None:
        await asyncio.shield(inner)

    outer = asyncio.create_task(waits())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    outer.cancel()
    await asyncio.wait([outer])
    log.append(str(outer.cancelled()))
    log.append(await asyncio.shield(inner))
    try:
        await asyncio.shield(failing(log, 0.0))
    except ValueError as error:
        log.append(str(error))
    return log

async def futures() -> list[str]:
    log: list[str] = []
    future = asyncio.get_running_loop().create_future()

    async def waits(name: str) -> None:
        log.append(f"{name} {await future}")

    tasks = [asyncio.create_task(waits(name)) for name in ("a", "b")]
    await asyncio.sleep(0)
    log.append(str(future.done()))
    future.set_result("is told")
    log.append(str(future.done()))
    await asyncio.wait(tasks)
    return log

async def long_timer() -> list[str]:
    """A timer of weeks is not over at once."""
    log: list[str] = []
    timer = asyncio.get_running_loop().call_later(60 * 86_400.0, lambda: log.append("over"))
    await asyncio.sleep(0.03)
    timer.cancel()
    return log
'''
NAMES = (
    *("order", "cancelled", "waiter_is_cancelled", "timeouts", "cancelled_when_late", "locks", "fair"),
    *("turn_too_late", "events", "shields", "futures", "long_timer"),
)


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Any, Answers]]:
    """The module in Python, and a Node that has the lowered one."""
    module = module_of(TASKS)
    with Answers(timeout=60.0) as answers:
        answers.load(lowered(module, *NAMES), program=True)
        yield module, answers


@pytest.mark.parametrize("name", NAMES)
def test_they_go_on_in_the_order_of_asyncio(name: str, both: tuple[Any, Answers]) -> None:
    module, answers = both
    assert answers.ask({"run": name, "args": []}) == {"value": asyncio.run(getattr(module, name)())}
