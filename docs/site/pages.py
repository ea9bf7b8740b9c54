"""The pages for the site: plain Markdown, in which links and a few marks have another meaning than on GitHub.

A link to a page leads to that page, one to a game's rules.md to the page of the game, one to any other file or folder
of the project to a page that shows it. `index.md` is the map: its headings and lists are the navigation.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

_LINK = re.compile(r"(\]\()(?!https?:|mailto:|[#/])([^)#\s]+)(#[^)\s]*)?(\))")
_SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.M | re.S)
_ENTRY = re.compile(r"^\* \[([^\]]+)\]\(([^)#\s]+)\)", re.M)
_MARK = re.compile(r"<!-- site: (\w+) -->\n.*?<!-- /site -->\n", re.S)
_NAMED = re.compile(r"^(`{3,})(\w+) (\S+)$", re.M)
_HIDDEN = ("__pycache__", "node_modules")
_PICTURES = (".png", ".svg")
_NO_TEXT = (".gif", ".npz", ".pdf", ".png")  # are downloaded, not shown
_LANGUAGES = {".py": "python", ".toml": "toml", ".md": "markdown", ".svg": "xml", ".service": "ini"}


class Links:
    """The targets of the project's links on the site. `shown` collects linked files that need a page."""

    def __init__(self, root: Path, pages: dict[Path, str]) -> None:
        """`pages`: file -> page, as "games/x.md"."""
        self._root, self._pages = root, pages
        self.shown: dict[str, Path] = {}  # page -> file or folder

    def on_site(self, text: str, file: Path) -> str:
        """The text of a file with its links changed for the site. Raises ValueError for a link that leads nowhere."""

        def link(found: re.Match[str]) -> str:
            before, target, heading, after = found.groups()
            return f"{before}/{self._page(file, target)}{heading or ''}{after}"

        return _LINK.sub(link, text)

    def in_notebook(self, text: str, file: Path) -> str:
        """The same for the Markdown cells of a notebook."""
        notebook = json.loads(text)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = self.on_site("".join(cell["source"]), file)
        return json.dumps(notebook)

    def _page(self, file: Path, target: str) -> str:
        path = (file.parent / target).resolve()
        if path in self._pages:
            return self._pages[path]
        if not path.exists() or not path.is_relative_to(self._root):
            raise ValueError(f"{file.relative_to(self._root)} links to {target}, which does not exist")
        name = path.relative_to(self._root).as_posix()
        if name.startswith("docs/") and path.suffix in _PICTURES:
            page = name.removeprefix("docs/")
        else:
            page = f"files/{name}" if path.suffix in _NO_TEXT else f"files/{name}.md"
        self.shown[page] = path
        return page

    def showing(self, path: Path) -> str:
        """A page that shows a file, or lists a folder."""
        name = path.relative_to(self._root).as_posix()
        if path.is_dir():
            inside_it = path / "it"
            inside = [each.relative_to(path).as_posix() for each in _files(path)]
            text = "\n".join(f"* [{each}](/{self._page(inside_it, each)})" for each in inside)
        else:
            text = f"`````{_LANGUAGES.get(path.suffix, 'text')}\n{path.read_text('utf-8')}`````"
        return f"---\norphan: true\n---\n\n# {name}\n\n{text}\n"


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not any(part in _HIDDEN or part.endswith(".egg-info") for part in path.parts):
            yield path


def only_on_site(text: str, marks: dict[str, str]) -> str:
    """The text with `marks[NAME]` in place of the part between `<!-- site: NAME -->` and `<!-- /site -->`. That part is
    only for readers of the plain file."""
    return _MARK.sub(lambda mark: marks[mark[1]] + "\n", text)


def named_blocks(text: str) -> str:
    """The text with a file's name above the block that contains the file; Markdown alone would not show the name."""
    return _NAMED.sub(r"\1{code-block} \2\n:caption: \3\n", text)


def navigation(index: str, more: dict[str, list[str]]) -> str:
    """The source of Sphinx's navigation: for each heading of the index the pages listed under it, then `more`."""
    parts = []
    for heading, body in _SECTION.findall(index):
        pages = [f"{title} <{link}>" for title, link in _ENTRY.findall(body)] + more.get(heading, [])
        if pages:
            parts.append("```{toctree}\n:hidden:\n:caption: " + heading + "\n\n" + "\n".join(pages) + "\n```\n")
    return "\n".join(parts)
