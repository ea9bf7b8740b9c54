"""When garbage is collected. Python looks through all it has whenever it likes, and everybody waits meanwhile, longer
with more tables in memory. Here it looks at what is young only, and through everything now and then.
"""

import asyncio
import gc

__all__ = ["begin"]

YOUNG_THRESHOLD = 20_000  # new objects until the young are looked through
MIDDLE_THRESHOLD = 25  # such times until those that outlived it are, too
OLD_THRESHOLD = 1_000_000_000
FULL_COLLECTION_INTERVAL = 300.0  # seconds from one look through everything to the next
FREEZE_DELAY = 5.0  # seconds after which a server has loaded what it will keep


def begin() -> None:
    """For the process of a server; inside its event loop."""
    gc.set_threshold(YOUNG_THRESHOLD, MIDDLE_THRESHOLD, OLD_THRESHOLD)
    asyncio.get_running_loop().call_later(FREEZE_DELAY, _settle)


def _settle() -> None:
    """What is there by now stays: libraries, rules. It need not be looked through again, and not even now."""
    gc.freeze()
    asyncio.get_running_loop().call_later(FULL_COLLECTION_INTERVAL, _collect)


def _collect() -> None:
    gc.collect()
    asyncio.get_running_loop().call_later(FULL_COLLECTION_INTERVAL, _collect)
