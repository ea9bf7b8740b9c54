"""Makes the engine in another process: that takes seconds in which a server has other things to do."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterable

import msgspec

from rookery.core.errors import Trouble
from rookery.page_engine.engine_parts import EngineProgram

LONGEST_MAKING = 600  # seconds
COMMAND = (sys.executable, "-m", "rookery.offline.engine_file")  # by name: a later folder imports this one


async def made_apart(slugs: Iterable[str]) -> EngineProgram:
    """The engine with these games, of the sources of this moment. Raises Trouble with what is missing. Ends the
    other process if it is cancelled or takes too long."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*COMMAND, *slugs, stdout=pipe, stderr=pipe, start_new_session=True)
    try:
        output, complaint = await asyncio.wait_for(process.communicate(), LONGEST_MAKING)
    except TimeoutError:
        raise Trouble(f"it took longer than {LONGEST_MAKING} seconds") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with the programs that it runs
            await process.communicate()  # else its pipes stay open
    if process.returncode != 0:
        raise Trouble((complaint.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1])
    try:
        return msgspec.msgpack.decode(output, type=EngineProgram)
    except msgspec.MsgspecError as error:
        raise Trouble(f"the other process answered nonsense: {error}") from None
