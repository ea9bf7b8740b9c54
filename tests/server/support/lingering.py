"""A thread that Python waits for when everything else has ended."""

import threading
import time

from tests.server.support.brain import advise, levels, warm_up

__all__ = ["advise", "levels", "warm_up"]

threading.Thread(target=time.sleep, args=(1000,)).start()
