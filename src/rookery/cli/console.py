"""Terminals and progress: what each stream can show, and bars for work that takes a while."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rookery.core.chart import chart
from rookery.core.scene import Scene
from rookery.legible import legible

Advance = Callable[[int, str], None]  # takes how much is done, and the words for the current step


def fancy(stream: object) -> bool:
    """Whether escape codes may be written to the stream."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty()) and os.environ.get("TERM", "dumb") != "dumb"


def interactive() -> bool:
    """Whether input and output are terminals that can run a full screen. stderr counts, because Textual draws there."""
    return all(map(fancy, (sys.stdin, sys.stdout, sys.stderr)))


def chart_lines(scene: Scene) -> list[str]:
    """The chart of a scene in letters that the standard output has: its columns are as wide as these."""

    return chart(scene, lambda text: legible(text, sys.stdout.encoding or "utf-8"))


@contextmanager
def progress(words: str, total: int, plain: bool = False) -> Iterator[Advance]:
    """Show a bar on stderr that vanishes at the end, or one line where escape codes are unwelcome."""
    if plain or not fancy(sys.stderr):
        sys.stderr.write(f"{words} ...\n")
        sys.stderr.flush()
        yield lambda done, now: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TextColumn("[dim]{task.fields[now]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=total, now="")
        yield lambda done, now: bar.update(task, completed=done, now=now)
