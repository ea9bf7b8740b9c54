"""Log lines that clients can cause: they must not fill the log."""

import time

CLIENT_LOG_INTERVAL = 60.0  # seconds between two lines of one kind


class LogPace:
    """The pace of log lines of one kind."""

    def __init__(self) -> None:
        self._silent_until = 0.0  # time.monotonic()

    def due(self) -> bool:
        """Whether a line may be written now; then the next one may not for a while."""
        now = time.monotonic()
        if now < self._silent_until:
            return False
        self._silent_until = now + CLIENT_LOG_INTERVAL
        return True
