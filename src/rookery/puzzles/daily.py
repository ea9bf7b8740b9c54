"""The puzzles of the day: chosen by a chain of hashes that was fixed long before.

    root    32 random bytes, a secret of the server; of a site of files, it is in the files
    value   of a day: the SHA-256 of the value of the next day (Lamport 1981); that of the last day is the root
    choice  of a game on a day: the puzzle for which the HMAC-SHA-256 of "rookery puzzle GAME KEY" under the day's value
            is least (Thaler and Ravishankar 1998), so that puzzles added later seldom change it

The value of a day is published with the day. It promises all later days: nobody finds another value with the same hash,
so whoever has kept one can check every later day. And nobody foresees a day without the root.

Another puzzle of the day is chosen in the same way among those that fit newcomers.
"""

import functools
import hashlib
import hmac
from collections.abc import Iterable, Sequence

from rookery.puzzles.puzzle import MEAN_RATING, Puzzle

LAST_DAY = 47_482  # since 1970: the first day of 2100
MS_A_DAY = 86_400_000
NEWCOMER_RATING = 1400  # with which pages rate somebody who has tried nothing yet


def day_of(ms: int) -> int:
    """The number of a day (UTC) since 1970, of a time in ms; no later than LAST_DAY."""
    return min(ms // MS_A_DAY, LAST_DAY)


@functools.lru_cache(maxsize=2)
def day_value(root: bytes, day: int) -> bytes:
    """[32] the value of a day, from the root [32]. It takes 15 ms, as long as the last day is far away."""
    value = root
    for _ in range(LAST_DAY - day):
        value = hashlib.sha256(value).digest()
    return value


def chosen(slug: str, keys: Iterable[str], value: bytes) -> str:
    """The key of the puzzle of the day. Raises ValueError if there are no keys."""
    return min(keys, key=lambda key: hmac.digest(value, f"rookery puzzle {slug} {key}".encode(), "sha256"))


def for_newcomers(puzzles: Sequence[Puzzle]) -> list[str]:
    """The keys of the puzzles of a game that are no harder than newcomers are good; if there are none, the easiest."""
    rated = {puzzle.key: MEAN_RATING if puzzle.rating is None else puzzle.rating for puzzle in puzzles}
    limit = max(NEWCOMER_RATING, min(rated.values()))
    return [key for key, rating in rated.items() if rating <= limit]
