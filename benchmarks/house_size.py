"""The size of the project: lines by folder, functions, packages, and what a newcomer has to learn.

    python -m benchmarks.house_size

Lines are those of files that git keeps. Files written by programs (GENERATED, pinned requirements, recorded games) are
counted apart or not at all.
"""

import ast
import json
import re
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

from packages.build import DISTRIBUTIONS, rooms, settings
from rookery.cli.main import SUBCOMMANDS

ROOT = Path(__file__).parents[1]
WRITTEN = {".py", ".ts", ".svelte", ".css", ".mjs", ".js", ".html"}
GENERATED = "Do not edit"  # in the first lines of a file
FOLDERS = ("src/rookery", "web/src", "web/build", "web/tests", "tests", "benchmarks", "docs", "examples")
APART = ("lab/", "observations.md")  # the laboratory notebook, and a page that a program writes
PINS = {"library and server": "locks/run.txt", "development": "locks/dev.txt"}


def kept(folder: str) -> list[Path]:
    """The files below a folder that people wrote."""
    listed = subprocess.run(["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines()]


def lines(path: Path) -> int:
    return path.read_text("utf-8").count("\n")


def is_generated(path: Path) -> bool:
    return any(GENERATED in line for line in path.read_text("utf-8").splitlines()[:4])


def functions() -> Iterator[tuple[int, int]]:
    """Lines and parameters of each function of the package."""
    for path in kept("src/rookery"):
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = node.args
                names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
                own = [name for name in names if name not in ("self", "cls")]
                yield (node.end_lineno or node.lineno) - node.lineno + 1, len(own)


def pinned(name: str) -> int:
    """Packages in a file of requirements."""
    return len(re.findall(r"^[\w.-]+==", (ROOT / name).read_text("utf-8"), re.MULTILINE))


def npm_packages() -> int:
    return len(json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]) - 1


def words() -> dict[str, int]:
    """Of each page of docs/. The pages of the laboratory notebook are counted together."""
    counted: dict[str, int] = {}
    for path in kept("docs"):
        if path.suffix == ".md":
            page = "lab/" if path.parent.name == "lab" else path.name
            counted[page] = counted.get(page, 0) + len(path.read_text("utf-8").split())
    return counted


def print_lines() -> None:
    print("| folder | files | lines | of them generated |\n| --- | ---: | ---: | ---: |")
    for folder in FOLDERS:
        written = [path for path in kept(folder) if path.suffix in WRITTEN]
        generated = sum(lines(path) for path in written if is_generated(path))
        print(f"| {folder} | {len(written):,} | {sum(map(lines, written)):,} | {generated:,} |")
    print("\n| distribution | lines |\n| --- | ---: |")
    for name in DISTRIBUTIONS:
        own = [path for room in rooms(name) for path in kept(f"src/rookery/{room}") if path.suffix in WRITTEN]
        print(f"| rookery-{name} | {sum(map(lines, own)):,} |")
    print("\n| room of src/rookery | lines |\n| --- | ---: |")
    for room in sorted({path.relative_to(ROOT / "src/rookery").parts[0] for path in kept("src/rookery")}):
        if (ROOT / "src/rookery" / room).is_dir():
            total = sum(lines(path) for path in kept(f"src/rookery/{room}") if path.suffix in WRITTEN)
            print(f"| {room} | {total:,} |")


def main() -> None:
    print_lines()
    lengths, parameters = zip(*functions(), strict=True)
    late = statistics.quantiles(lengths, n=20)[-1]
    projects = [settings(name)["project"] for name in DISTRIBUTIONS]
    extras = sum(len(project.get("optional-dependencies", ())) for project in projects)
    routes = sum(path.read_text("utf-8").count("ApiRoute(") for path in kept("src/rookery/server/api"))
    print("\n| what | how many |\n| --- | ---: |")
    print(f"| functions of src/rookery | {len(lengths):,} |")
    print(f"| their lines: mean, 95 %, most | {statistics.fmean(lengths):.1f}, {late:.0f}, {max(lengths)} |")
    print(f"| their parameters: mean, most | {statistics.fmean(parameters):.2f}, {max(parameters)} |")
    for project in projects:
        print(f"| packages that {project['name']} depends on | {len(project['dependencies'])} |")
    for what, name in PINS.items():
        print(f"| packages pinned: {what} | {pinned(name)} |")
    print(f"| packages of npm | {npm_packages()} |")
    print(f"| extras | {extras} |")
    print(f"| routes of the API | {routes} |")
    print(f"| verbs of the command | {len(SUBCOMMANDS)} |")
    print("\n| page of docs | words |\n| --- | ---: |")
    pages = words()
    for page, count in sorted(pages.items()):
        print(f"| {page} | {count:,} |")
    elsewhere = sum(count for page, count in pages.items() if page not in APART)
    print(f"| all but {' and '.join(APART)} | {elsewhere:,} |")


if __name__ == "__main__":
    main()
