"""Makes the engine in another process, as that takes seconds in which a server has other things to do; runs other
programs that may take long."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterable, Sequence

import msgspec

from rookery.core.errors import Trouble
from rookery.page_engine.engine_parts import EngineProgram

LONGEST_MAKING = 600  # seconds
COMMAND = (sys.executable, "-m", "rookery.offline.engine_file")  # by name: a later folder imports this one


async def made_apart(slugs: Iterable[str]) -> EngineProgram:
    """The engine with these games, of the sources of this moment. Raises Trouble with what is missing. Ends the
    other process if it is cancelled or takes too long."""
    output = await output_of((*COMMAND, *slugs), b"", LONGEST_MAKING)
    try:
        return msgspec.msgpack.decode(output, type=EngineProgram)
    except msgspec.MsgspecError as error:
        raise Trouble(f"the other process answered nonsense: {error}") from None


async def output_of(command: Sequence[str], given: bytes, longest: float) -> bytes:
    """What a program writes that is given these bytes. Raises Trouble with the last line of its complaint. Ends the
    program if it is cancelled or takes longer than `longest` seconds."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
    )
    try:
        output, complaint = await asyncio.wait_for(process.communicate(given), longest)
    except TimeoutError:
        raise Trouble(f"it took longer than {longest:g} seconds") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with the programs that it runs
            await process.communicate()  # else its pipes stay open
    if process.returncode != 0:
        raise Trouble((complaint.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1])
    return output
