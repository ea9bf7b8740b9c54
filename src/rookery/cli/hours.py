"""Helpers of commands that may run for hours: they report mistakes first, and keep finished work."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from rookery.core.errors import LostWorker, Refusal, Trouble, UnknownOption

INTERRUPTED = 130  # exit code after Ctrl-C


def check_writable(*paths: Path | None) -> None:
    """Raises Trouble for the first of these files that cannot be written, or that is there twice, before any work is
    done."""
    resolved = [path.resolve() for path in paths if path is not None]
    if twice := [path for path in resolved if resolved.count(path) > 1 and (path.is_file() or not path.exists())]:
        raise Trouble(f"{twice[0]} cannot be written for two purposes; name another file for one of them")
    for path in paths:
        if path is None or (path.exists() and not path.is_file() and not path.is_dir()):
            continue  # do not open a pipe here: its reader would take the closing for the end
        there = os.path.lexists(path)
        try:
            path.open("ab").close()
            if not there:
                path.unlink()
        except OSError as error:
            raise Trouble(f"{path} cannot be written: {error.strerror}; name another file") from None


def check_folder(folder: Path) -> None:
    """Raises Trouble if a folder, or a file in it, cannot be made, and Refusal for a file, before any work is done.
    Nothing is left behind."""
    try:
        if folder.is_file():
            raise Refusal(f"{folder} is a file; name a folder")
        there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        raise Trouble(f"{folder} cannot be written: {error.strerror}; name another folder") from None


def check_workers(workers: int | None, dask: str) -> None:
    """Raises UnknownOption if both are given."""
    if workers is not None and dask:
        raise UnknownOption("--workers counts processes on this machine, --dask has its own; allowed: one of them")


@contextmanager
def resumable(out: Path | None, done: Callable[[], str] = lambda: "") -> Iterator[None]:
    """On Ctrl-C or a lost worker, end with one sentence: how much was `done`, and how to continue."""
    outcome = "no work was kept; --out FILE would keep it"
    if out is not None:
        outcome = f"finished work is in {out}; the same command continues it"
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"rookery: stopped{done()}; {outcome}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except LostWorker as error:
        raise Trouble(f"stopped{done()}: {error}; {outcome}") from None
