"""Nothing outside a game's folder knows its name: neither code, nor the page.

Prose may: Markdown, docstrings, comments. So may a game's own tests, and examples, which are games themselves.
"""

import ast
import io
import re
import tokenize
from pathlib import Path

import rookery
from tests.house.sources import files, tree, where

PAGE_FILES = (".ts", ".svelte", ".css", ".html", ".svg", ".json")
COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\w])//[^\n]*", re.S)


def words(slug: str) -> re.Pattern[str]:
    """The slug (one of them, too) and the name, in any case, spelt together, apart, or with any sign between."""
    names = (slug.removesuffix("s"), rookery.load(slug).facts.name)
    return re.compile("|".join(r"[\W_]*".join(re.split(r"[\W_]+", name)) for name in names), re.I)


def code_of(path: Path) -> list[tuple[int, str]]:
    """(line, text) of names and strings in a Python file, without docstrings and comments."""
    prose = {
        node.body[0].value.lineno
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    }
    return [
        (token.start[0], token.string)
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
        if token.type != tokenize.COMMENT and not (token.type == tokenize.STRING and token.start[0] in prose)
    ]


def page_of(path: Path) -> list[tuple[int, str]]:
    """(line, text) of a file of the page, without comments."""
    text = COMMENTS.sub(lambda comment: "\n" * comment[0].count("\n"), path.read_text("utf-8"))
    return list(enumerate(text.splitlines(), start=1))


def test_only_the_games_folder_names_it() -> None:
    """One test for all games, because to read every file takes longer than to look for their names."""
    python = [(path, code_of) for path in files("src", "tests", "docs")]
    page = [(path, page_of) for path in files("web/src", suffixes=PAGE_FILES) if ".test." not in path.name]
    games = [
        (words(slug), (f"/games/{slug}/", f"/{rookery.load(slug).package.split('.')[-1]}/")) for slug in rookery.slugs()
    ]
    found = []
    for path, read in (*python, *page):
        text = path.read_text("utf-8")
        # few files also name a game in comments; parsing a file takes long
        named = [(name, own) for name, own in games if name.search(text)]
        lines = read(path) if named else []
        for name, own in named:
            if read is page_of or not any(part in str(path) for part in own):
                found += [f"{where(path, line)}: {text.strip()[:80]}" for line, text in lines if name.search(text)]
    assert not found, "named outside its game's folder:\n" + "\n".join(found)


VERSIONS = re.compile(r'\b(\w+)-v(\d+)\b|"game": "(\w+)", "rules": (\d+)')


def test_examples_name_the_version_of_the_rules() -> None:
    """Whoever raises it is told where it stands."""
    found, stale = 0, []
    for path in files("src", "docs", "README.md", suffixes=(".py", ".md", ".jsonl")):
        for line, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
            for named in VERSIONS.finditer(text):
                slug, version = filter(None, named.groups())
                if slug in rookery.slugs():
                    found += 1
                    if int(version) != rookery.load(slug).facts.rules_version:
                        stale.append(f"{where(path, line)}: {named[0]}")
    assert stale == []
    assert found > 3
