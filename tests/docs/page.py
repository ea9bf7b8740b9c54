"""The blocks of a page in Markdown, and what happens when somebody follows them from top to bottom.

    ```python              run, in order; blocks of one page share their names
    ```python folder/x.py  a file: written, not run; so are other languages with a name
    ```sh                  commands, run by bash in the page's folder; so are blocks that are indented and nothing else
    ```text                directly after one of these: what it prints; "..." is anything, alone on a line any lines
    anything else          is there to be read

A comment before a block, `<!-- not run: why -->`, says that nobody can follow it here in seconds;
`<!-- nothing here is run: why -->` says so of all commands below it. A block that is not run because it is
`an excerpt of FILE` must be part of that file (test_front_door.py).
"""

import contextlib
import io
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

_EXCUSE = re.compile(r"<!-- (not run|nothing here is run): (.+?) -->\s*\Z", re.S)
_LONGEST = 300  # seconds
_PRINTED: dict[str, str] = {}  # by commands in an empty folder


@dataclass
class Block:
    kind: str  # "python", "sh", "text", ...
    name: str  # of a file; "" for other blocks
    text: str
    line: int
    excuse: str = ""  # why it is not run
    printed: str | None = None  # what the page says that it prints


def blocks(page: str) -> list[Block]:
    """All blocks of a page, in order."""
    found: list[Block] = []
    excuse, everywhere, adjacent = "", "", False
    for token in MarkdownIt("commonmark").enable("table").parse(page):
        if token.type == "html_block":
            if said := _EXCUSE.search(token.content):
                excuse = said[2] if said[1] == "not run" else excuse
                everywhere = said[2] if said[1] != "not run" else everywhere
            continue
        if token.type in ("fence", "code_block"):
            assert token.map is not None
            kind, _, name = token.info.strip().partition(" ") if token.type == "fence" else ("sh", "", "")
            if kind == "text" and adjacent:
                found[-1].printed, adjacent = token.content, False
            else:
                whole = excuse or (everywhere if kind == "sh" else "")
                found.append(Block(kind, name.strip(), token.content, token.map[0] + 1, whole))
                adjacent = kind in ("python", "sh") and not name
        else:
            adjacent = False
        excuse = ""
    return found


def follow(page: Path, text: str, folder: Path) -> None:
    """Do what a page says, in a folder. Raises AssertionError with the line of the page where it is not so."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(text):
        where = f"{page.name}, line {block.line}"
        if block.excuse:
            continue
        if block.name:
            _write(block, folder)
        elif block.kind == "python":
            compare(where, block.printed, _python(block.text, where, names))
        elif block.kind == "sh":
            compare(where, block.printed, _commands(block.text, where, folder))


def write(page: Path, folder: Path) -> None:
    """Only write the files that a page shows, and do nothing else of what it says."""
    for block in blocks(page.read_text("utf-8")):
        if block.name:
            _write(block, folder)


def _write(block: Block, folder: Path) -> None:
    path = folder / block.name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, "utf-8")
    if path.name == "pyproject.toml":
        _install(path)


def _python(text: str, where: str, names: dict[str, Any]) -> str:
    """Run a block; what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(text, where, "exec"), names)
    return printed.getvalue()


def _commands(text: str, where: str, folder: Path) -> str:
    """Run commands of a shell as a reader would, with the `rookery` and the `python` of this environment first. Those
    that several pages have are run once, where they find nothing and leave nothing."""
    alone = not any(folder.iterdir())
    if alone and text in _PRINTED:
        return _PRINTED[text]
    here = str(Path(sys.executable).parent)
    paths = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"PATH": here + os.pathsep + os.environ["PATH"], "PYTHONPATH": paths, "NO_COLOR": "1"}
    command = ["bash", "-euo", "pipefail", "-c", text]
    ran = subprocess.run(  # failures are reported below
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_LONGEST,
    )
    assert ran.returncode == 0, f"{where}: ended with {ran.returncode}\n{ran.stdout}\n{ran.stderr}"
    if alone and not any(folder.iterdir()):
        _PRINTED[text] = ran.stdout
    return ran.stdout


def _install(project: Path) -> None:
    """What `pip install --editable` leaves of a project's entry points, for the folder that is on Python's path."""
    about = tomllib.loads(project.read_text("utf-8"))["project"]
    info = project.parent / f"{about['name']}-{about['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n")
    lines = []
    for group, points in about["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def compare(where: str, told: str | None, printed: str) -> None:
    """Raises AssertionError where a page tells something else than is printed."""
    if told is not None:
        assert same(told, printed), f"{where}: the page says that it prints\n{told}\nand it prints\n{printed}"


def same(told: str, printed: str) -> bool:
    """Whether a page tells what is printed; `...` stands for anything, alone on a line for any lines."""
    pattern = "".join(_pattern(line) for line in told.rstrip().splitlines())
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())) is not None


def _pattern(line: str) -> str:
    return r"(?:.*\n)*" if line.strip() == "..." else ".*".join(map(re.escape, line.rstrip().split("..."))) + "\n"
