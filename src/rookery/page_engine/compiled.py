"""Compiles the Python files of a zip. It is run by the Python of the page (web/site/run_python.mjs): compiled files fit
one version of CPython only. A page that compiles them itself starts seconds later."""

import importlib._bootstrap_external as loaders
import importlib.util
import io
import zipfile
from typing import Any

__all__ = ["only_compiled", "with_compiled"]

# of the standard library, what only developers use, or servers, or a system with processes
LEFT_OUT = (
    *("_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "ensurepip", "idlelib", "lib2to3", "test", "tkinter", "turtle"),
    *("bdb", "cProfile", "cmd", "doctest", "pdb", "pickletools", "profile", "pstats", "pydoc"),
    *("pydoc_data", "timeit", "trace", "tracemalloc", "unittest", "venv", "zipapp", "compileall"),
    *("ftplib", "imaplib", "mailbox", "nntplib", "poplib", "smtplib", "socketserver", "telnetlib", "wsgiref", "xmlrpc"),
    *("concurrent/interpreters", "dbm", "multiprocessing", "optparse", "sqlite3", "curses"),
)
THE_DATE = (1980, 1, 1, 0, 0, 0)  # of all files in a zip: the same files are the same bytes


def only_compiled(data: Any) -> bytes:
    """The standard library with compiled files in place of sources, to be imported from as it is; without docstrings
    and without LEFT_OUT."""
    return _rewritten(data, False)


def with_compiled(data: Any) -> bytes:
    """The zip with compiled files beside sources, to be unpacked. Sources stay, because our own code reads them."""
    return _rewritten(data, True)


def _rewritten(data: Any, keep: bool) -> bytes:
    """`data`: a zip as a JavaScript array, or bytes."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data.to_py() if hasattr(data, "to_py") else data)) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for name in sorted(old.namelist()):
            if not keep and any(name == f"{out}.py" or name.startswith(f"{out}/") for out in LEFT_OUT):
                continue
            content = old.read(name)
            if keep or not name.endswith(".py"):
                new.writestr(zipfile.ZipInfo(name, THE_DATE), content, zipfile.ZIP_DEFLATED)
            if name.endswith(".py"):
                place = importlib.util.cache_from_source(name) if keep else f"{name}c"
                new.writestr(
                    zipfile.ZipInfo(place, THE_DATE), _code(name, content, -1 if keep else 2), zipfile.ZIP_DEFLATED
                )
    return target.getvalue()


def _code(name: str, source: bytes, optimize: int) -> bytes:
    """A compiled file that is never compared with its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return bytes(loaders._code_to_hash_pyc(code, importlib.util.source_hash(source), False))  # type: ignore[attr-defined]
