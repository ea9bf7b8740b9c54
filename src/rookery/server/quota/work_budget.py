"""The CPU time that one address may use.

A limit on messages says little, because one answer takes a hundred times as long as another. So the work for an address
is measured, in CPU time of the server's thread, and taken out of the address's budget, which fills up at a steady rate.
The requests of one address begin one after the other, in the order in which they came, and none begins while the budget
is empty. A request is refused only after it has waited for a while: a refused client asks again, and each answer is
work. The limit on connections (http/uvicorn_http.py) also limits how many requests of an address can wait.

Addresses do not wait for each other. Between two requests of one address, everything else that is ready goes on.
"""

import asyncio
import collections
import contextvars
import math
import time
from collections.abc import Callable, Coroutine, Generator, Iterable
from typing import Any, TypeVar

from rookery.server.errors import TooBusy
from rookery.server.text import duration

T = TypeVar("T")
BUDGET_BURST = 0.4  # seconds' worth of the budget that may be used at once
REQUEST_COST = 0.0005  # seconds charged for every request, because reading it is not measured
SOCKET_COST = 0.0003  # seconds charged on top for opening a socket: 0.7 ms measured, most of it before any message
BUDGET_TIMEOUT = 10.0  # seconds that a request waits before it is refused
# seconds' worth of the budget that an address can owe, so that others at the address do not wait for ever
MAX_BUDGET_DEBT = 10.0
SLICE_SECONDS = 0.0005  # seconds for which one piece of long work may delay everybody else
SLICE_PAUSE = 0.001  # seconds between two pieces

PAYER: contextvars.ContextVar["WorkBudget | None"] = contextvars.ContextVar("payer", default=None)
# whether several clients wait for the work
SHARED_WORK: contextvars.ContextVar[bool] = contextvars.ContextVar("shared", default=False)


class WorkBudget:
    """The CPU time of one address."""

    def __init__(self, rate: float) -> None:
        """`rate`: seconds of work a second, above 0."""
        self._rate = rate
        self._most = BUDGET_BURST * rate
        self._left = self._most
        self._then = time.monotonic()
        self._waiting: collections.deque[asyncio.Future[None]] = collections.deque()
        self._resting = False  # a request has just begun, or the budget is empty
        self.long = asyncio.Lock()  # held while a thread, or work in slices, goes on for the address
        self._passing = asyncio.Lock()  # held while something small begins

    @property
    def full(self) -> bool:
        """Whether it is as if it had never been used."""
        self._fill()
        return not self._waiting and self._left >= self._most

    @property
    def left(self) -> float:
        """Seconds of work that may be done now; negative if the address owes some."""
        self._fill()
        return self._left

    def charge(self, seconds: float) -> None:
        """Take seconds of work out of the budget."""
        self._left = max(self._left - seconds, -MAX_BUDGET_DEBT * self._rate)

    async def turn(self) -> None:
        """Wait until a request may begin. Raises TooBusy after BUDGET_TIMEOUT."""
        self._fill()
        if self._resting or self._waiting or self._left <= 0:
            await self._wait()
        self._begin()

    async def _wait(self) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        if not self._resting:
            self._rest()
        try:
            async with asyncio.timeout(BUDGET_TIMEOUT):
                await turn
        except TimeoutError:
            self.charge(REQUEST_COST)  # the refusal is also work
            raise self._busy() from None

    def _busy(self) -> TooBusy:
        wait = max(1, math.ceil(-self._left / self._rate))
        words = f"your network is sending too many requests; try again in {duration(wait)}"
        return TooBusy(words, wait)

    def _begin(self) -> None:
        self.charge(REQUEST_COST)
        self._rest()

    def _rest(self) -> None:
        """Let everything else that is ready go on before the next request begins, and let the budget fill."""
        if not self._resting:
            self._resting = True
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Begin the next request, if the budget is not empty."""
        while self._waiting and self._waiting[0].done():  # nobody waits for it any more
            self._waiting.popleft()
        self._fill()
        if self._waiting and self._left <= 0:
            asyncio.get_running_loop().call_later(0.001 - self._left / self._rate, self._next)
            return
        self._resting = False
        if self._waiting:
            self._waiting.popleft().set_result(None)
            self._rest()  # queued behind the request that just began, whose work is charged by then

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now

    async def one_at_a_time(self) -> None:
        """Wait for a turn between small pieces of work that may be due hundreds of times at once, such as a message to
        each page of the address. Other work goes on between two of them. It does not wait for the budget."""
        async with self._passing:
            await asyncio.sleep(0)

    async def spend(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work and charge for it, and for tasks of `shared` that it starts."""
        token = PAYER.set(self)
        try:
            return await _Measured(work, self.charge)  # type: ignore[no-any-return]
        finally:
            PAYER.reset(token)


async def one_at_a_time() -> None:
    """Called after something for which many wait at once, such as a commit: other work goes on between two tasks of one
    address."""
    payer = PAYER.get()
    if payer is not None:
        await payer.one_at_a_time()


async def next_part() -> None:
    """Called between the parts of a long request: the next one waits for the budget as a request does. Raises
    TooBusy."""
    if (payer := PAYER.get()) is not None:
        await payer.turn()


def charge(seconds: float) -> None:
    """Charge the address that asks for work that was done elsewhere."""
    if (payer := PAYER.get()) is not None:
        payer.charge(seconds)


async def shared(work: Coroutine[Any, Any, T]) -> T:
    """Do work for which several clients wait, in a task of its own. The address for which the task was started is
    charged, if there is one. It waits for no other work of that address, because other addresses may wait for it."""
    payer = PAYER.get()
    SHARED_WORK.set(True)
    return await (_Measured(work, payer.charge) if payer is not None else work)


async def in_thread(work: Callable[[], T]) -> T:
    """Do work in a thread and charge for it. Threads share the interpreter with everything else, so each address has
    one at a time, and the next begins when the budget allows it. Work that is `shared` must not wait for that and uses
    `in_slices` instead. Raises TooBusy, and what the work raises."""
    payer = PAYER.get()
    if payer is None:
        return await asyncio.to_thread(work)
    async with payer.long:
        await payer.turn()
        return await at_once_in_thread(work)


async def at_once_in_thread(work: Callable[[], T]) -> T:
    """Do work in a thread, without a wait for the budget, and charge for it. Raises what the work raises."""
    result, seconds = await asyncio.to_thread(_timed, work)
    charge(seconds)
    if isinstance(result, Exception):
        raise result
    return result


def _timed(work: Callable[[], T]) -> tuple[T | Exception, float]:
    """The result of the work, or its error, and the seconds of CPU time of this thread that it took."""
    start = time.thread_time()
    try:
        return work(), time.thread_time() - start
    except Exception as error:  # noqa: BLE001  # raised again by the caller
        return error, time.thread_time() - start


async def in_slices(steps: Iterable[T]) -> T | None:
    """Go through many small steps, with pauses in which everything else goes on, including the thread that writes to
    disk, which needs the interpreter. Each address does one such work at a time; its `shared` works take turns, a slice
    each. Returns the value of the last step, None if there was none."""
    payer, held = PAYER.get(), False
    start, last = time.perf_counter(), None
    try:
        for step in steps:
            last = step
            if time.perf_counter() - start > SLICE_SECONDS:
                if payer is not None and not held and not SHARED_WORK.get():
                    held = await payer.long.acquire()
                await asyncio.sleep(SLICE_PAUSE)
                if payer is not None and SHARED_WORK.get():
                    await payer.one_at_a_time()
                start = time.perf_counter()
    finally:
        if payer is not None and held:
            payer.long.release()
    return last


class _Measured:
    """A coroutine whose CPU time is measured, without the time that it waits."""

    def __init__(self, work: Coroutine[Any, Any, T], charge: Callable[[float], None]) -> None:
        self._work = work
        self._charge = charge

    def __await__(self) -> Generator[Any, None, Any]:
        thrown: BaseException | None = None
        while True:
            start = time.thread_time()
            try:
                waits = self._work.send(None) if thrown is None else self._work.throw(thrown)
            except StopIteration as end:
                return end.value
            finally:
                self._charge(time.thread_time() - start)
                thrown = None  # an error and this frame would keep each other in memory
            try:
                yield waits
            except BaseException as error:  # noqa: BLE001  # the work handles it
                thrown = error
