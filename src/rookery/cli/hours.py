"""What commands that may run for hours have in common: what is wrong is said before, what was done is kept."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from rookery.core.errors import LostWorker, Trouble, UnknownOption

__all__ = ["INTERRUPTED", "going_on", "own_or_afar", "writable"]

INTERRUPTED = 130  # exit code of what Ctrl-C ended


def writable(*paths: Path | None) -> None:
    """Raises Trouble for the first of these files that could not be written at the end."""
    for path in paths:
        if path is None or (path.exists() and not path.is_file() and not path.is_dir()):
            continue  # a pipe would take its first closing for the end
        there = os.path.lexists(path)
        try:
            path.open("ab").close()
            if not there:
                path.unlink()
        except OSError as error:
            raise Trouble(f"{path} cannot be written: {error.strerror}; name another file") from None


def own_or_afar(workers: int | None, dask: str) -> None:
    """Raises UnknownOption where both are asked for."""
    if workers is not None and dask:
        raise UnknownOption("--workers are processes of this machine, --dask has its own; allowed: one of them")


@contextmanager
def going_on(out: Path | None, done: Callable[[], str] = lambda: "") -> Iterator[None]:
    """Ctrl-C, and a worker that is lost, end with one sentence: how much was `done`, and how it goes on."""
    kept = "nothing was kept; --out FILE would have"
    if out is not None:
        kept = f"{out} keeps what is done, and the same command goes on"
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"rookery: stopped{done()}; {kept}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except LostWorker as error:
        raise Trouble(f"stopped{done()}: {error}; {kept}") from None
