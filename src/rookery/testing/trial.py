"""Tries all laws on random games of one game. The process reports its progress and ends within a time limit.

`rookery check` starts it.
"""

import argparse
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping

import msgspec

from rookery.core.position import Game
from rookery.core.registry import load
from rookery.core.scene import plural
from rookery.lessons.lesson import lessons_of
from rookery.testing.drawing_faults import drawing_faults
from rookery.testing.laws import LAWS, broken_laws, looked_at, sentence
from rookery.testing.lesson_laws import lesson_faults
from rookery.testing.parts import faults_without_playing
from rookery.testing.reports import LawFails, LawsHold, cannot_be_tried, folder_of, together
from rookery.testing.stuck import place_of_thread
from rookery.testing.walks import WalkSetup, walk, walk_setups

PROGRESS_INTERVAL = 1.0  # seconds between two lines of progress


class Trial:
    """The games tried so far, and the time that each law took."""

    def __init__(self, game: Game, seconds: float, found: list[LawFails]) -> None:
        """After `seconds` no further game begins, and a single game that takes as long is stopped; 0: no limits. What
        breaks a law is added to `found`."""
        self._game, self._seconds, self._found = game, seconds, found
        self._began = self._reported = self._game_began = time.monotonic()
        self._step, self._step_began = "loading the rules", self._began
        self._setup: WalkSetup | None = None
        self.spent = defaultdict[str, float](float)  # step -> seconds

    @property
    def passed(self) -> float:
        return time.monotonic() - self._began

    @property
    def is_late(self) -> bool:
        return 0 < self._seconds < self.passed

    def begin(self, step: str) -> None:
        now = time.monotonic()
        self.spent[self._step] += now - self._step_began
        self._step, self._step_began = step, now

    def run(self, games: int, seed: int) -> tuple[int, int, int]:
        """Positions seen, games played, games planned. A law that is broken is not tried again."""
        planned, seen, kept = walk_setups(self._game, games, seed), 0, dict(LAWS)
        for played, setup in enumerate(planned):
            if self.is_late and played:
                return seen, played, len(planned)
            if time.monotonic() - self._reported >= PROGRESS_INTERVAL or not played:
                self._reported = time.monotonic()
                what = f"game {played + 1} of {len(planned)}"
                say(f"{self._game.facts.slug}: {what}, {self.passed:.1f} s")
            self._setup, self._game_began = setup, time.monotonic()
            self.begin("random games")
            tried = walk(self._game, *setup)
            for broken in broken_laws(tried, [*kept], self.begin):
                del kept[broken.failure.law]
                self._found.append(broken.failure)
            seen += len(looked_at(tried))
        self.begin("the end")
        return seen, len(planned), len(planned)

    def watch(self, tell: Callable[[LawFails], object]) -> None:
        """End the process if a single game takes as long as all games may, after telling what was found: a kernel may
        loop for ever, and cannot be interrupted. Kernels release the interpreter lock, so a thread can watch the
        clock."""

        def wait() -> None:
            while (left := self._game_began + self._seconds - time.monotonic()) > 0:
                time.sleep(left)
            now, (players, options, seed) = time.monotonic() - self._step_began, self._setup or (0, {}, 0)
            error = (
                f"stopped after {self.passed:.0f} seconds, {now:.0f} of them in {self._step} at seed {seed}.\n"
                f"  the law: {sentence(LAWS[self._step]) if self._step in LAWS else 'not begun'}\n"
                f"  see it again: rookery.testing.walks.walk(game, {players}, {options}, {seed})\n"
                f"  A verb that draws until something fits (`resample_history`, `determinize`) may run for ever."
            )
            slug = self._game.facts.slug
            file, line, _ = place_of_thread(threading.main_thread(), folder_of(self._game)) or ("", 0, "")
            late = LawFails(game=slug, error=error, file=file, line=line, players=players, options=options, seed=seed)
            tell(together([*self._found, late]) or late)
            sys.stdout.flush()
            os._exit(1)

        if self._seconds > 0:
            threading.Thread(target=wait, daemon=True).start()


def say(words: str) -> None:
    sys.stderr.write(f"{words}\n")
    sys.stderr.flush()


def tried(
    slug: str, games: int, seed: int, seconds: float, tell: Callable[[LawFails], object] = id
) -> tuple[LawsHold | LawFails, Mapping[str, float]]:
    """Try all laws on random games, and the laws of lessons; and how many seconds each took. `tell` is called before a
    trial that takes too long ends the process. What an author has written may raise anything."""
    game: Game | None = None
    found, spent, seen, played, planned = list[LawFails](), dict[str, float](), 0, 0, 0
    try:
        game = load(slug)
        trial = Trial(game, seconds, found)
        trial.watch(tell)
        seen, played, planned = trial.run(games, seed)
        spent = trial.spent
        found += [*drawing_faults(game), *lesson_faults(game)]
    except Exception as error:  # noqa: BLE001
        found.append(cannot_be_tried(slug, error, game))
        found += faults_without_playing(slug, game, found)
    if failure := together(found):
        return failure, spent
    assert game is not None
    lessons, skipped = len(lessons_of(game).lessons), planned - played
    return LawsHold(game=slug, laws=len(LAWS), positions=seen, games=played, skipped=skipped, lessons=lessons), spent


def told(found: LawsHold | LawFails, seconds: float) -> str:
    """The result in a line, or what is wrong in some."""
    if isinstance(found, LawFails):
        count = len(found.more) + 1
        return "\n".join([*map(str, (found, *found.more)), *([f"{found.game}: {count} faults"] if count > 1 else [])])
    rest = f"; {found.skipped} more games were skipped after {seconds:g} seconds" if found.skipped else ""
    taken = f"; {found.lessons} {plural(found.lessons, 'lesson')} can be taken" if found.lessons else ""
    positions = f"{found.positions} positions of {found.games} {plural(found.games, 'game')}"
    return f"{found.game}: {found.laws} laws hold in {positions}{taken}{rest}"


def main() -> int:
    """Exit status: 0 if all laws hold, 1 if a law is broken, could not be tried, or took too long."""
    parser = argparse.ArgumentParser()
    parser.add_argument("slug")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--durations", action="store_true")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()

    def tell(found: LawsHold | LawFails) -> None:
        if args.json:
            sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        elif isinstance(found, LawsHold):
            sys.stdout.write(told(found, args.seconds) + "\n")
        else:
            say(told(found, args.seconds))

    found, spent = tried(args.slug, args.games, args.seed, args.seconds, tell)
    tell(found)
    if args.durations and not args.json:
        for step, seconds in sorted(spent.items(), key=lambda item: -item[1]):
            sys.stdout.write(f"  {seconds:7.2f} s  {step}\n")
    return 0 if isinstance(found, LawsHold) else 1


if __name__ == "__main__":
    sys.exit(main())
