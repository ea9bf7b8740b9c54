"""`make docs`: the pages of docs/, one for each game, and the notebooks, as a self-contained site.

    python -m docs.site.build [--without-notebooks] [FOLDER]

This file assembles build/pages from docs/, CONTRIBUTING.md, examples/notebooks/ and the games' folders. Sphinx reads it
and writes build/site. Every warning is an error.
"""

import argparse
import os
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

import rookery
from docs.site import games, reference
from docs.site.pages import Links, named_blocks, navigation, only_on_site
from rookery.core.position import Game
from rookery.testing.laws import LAWS, sentence

ROOT = Path(__file__).parents[2]
DOCS, NOTEBOOKS = ROOT / "docs", ROOT / "examples" / "notebooks"
NEAR = ("strength.md", "balance.md", "solving.md", "lab/figures.md")  # pages that may tell figures of a game


def sources() -> dict[Path, str]:
    """File -> page, of all files that are pages themselves."""
    found = {path: path.relative_to(DOCS).as_posix() for path in sorted(DOCS.rglob("*.md"))}
    found |= {path: f"notebooks/{path.name}" for path in sorted(NOTEBOOKS.glob("*.ipynb"))}
    found[ROOT / "README.md"] = "index.md"
    found[ROOT / "CONTRIBUTING.md"] = "contributing.md"
    found[ROOT / "CHANGELOG.md"] = "changelog.md"
    return found | {rookery.load(slug).path / "rules.md": f"games/{slug}.md" for slug in rookery.slugs()}


def gather(pages: Path) -> None:
    """Write everything that Sphinx reads into the folder `pages`."""
    wanted = sources()
    links = Links(ROOT, wanted)
    marks, written = _marks(pages), {}
    for file, page in wanted.items():
        if page.startswith("games/"):
            written[page] = _game(rookery.load(Path(page).stem), links.on_site(file.read_text("utf-8"), file), pages)
        elif file.name != "README.md":
            text = file.read_text("utf-8")
            if file.suffix == ".ipynb":
                written[page] = links.in_notebook(text, file)
            else:
                written[page] = only_on_site(named_blocks(links.on_site(text, file)), marks)
    written |= {f"api/{module}.md": reference.page(module) for module in reference.PUBLIC}
    written["index.md"] += "\n" + navigation(written["index.md"], {"Games": [f"/games/{t}" for t in rookery.slugs()]})
    shown: dict[str, Path] = {}
    while len(shown) < len(links.shown):  # a page that lists a folder has links, too
        for page, path in sorted(links.shown.items() - shown.items()):
            shown[page] = path
            if page.startswith("files/") and page.endswith(".md"):
                written[page] = links.showing(path)
    for page, text in written.items():
        _write(pages / page, text.encode())
    for page, path in shown.items():
        if page not in written:
            _write(pages / page, path.read_bytes())
    _tidy(pages, {pages / page for page in written | shown})


def _game(game: Game, rules_page: str, pages: Path) -> str:
    near = [name for name in NEAR if game.facts.name in (DOCS / name).read_text("utf-8")]
    told = ", ".join(f"[{Path(name).stem}](/{name})" for name in near)
    evidence = f"Measurements of this game: {told}." if told else "There are no measurements yet."
    return games.page(game, pages / "games", rules_page, evidence)


def _marks(pages: Path) -> dict[str, str]:
    """The text that replaces each mark on the site."""
    cards = "\n\n".join(games.card(rookery.load(slug), pages, f"/games/{slug}.md") for slug in rookery.slugs())
    laws = "\n".join(f"| {name.replace('_', ' ')} | {sentence(law)} |" for name, law in LAWS.items())
    return {
        "games": f"::::{{container}} games\n{cards}\n::::\n",
        "reference": reference.listed(),
        "laws": f"| law | says |\n| --- | --- |\n{laws}\n",
    }


def _write(path: Path, content: bytes) -> None:
    """Write a file only if its content is new, because Sphinx reads every changed file again."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _tidy(pages: Path, wanted: set[Path]) -> None:
    """Remove pages whose source file is gone."""
    for path in pages.rglob("*.md"):
        if path not in wanted:
            path.unlink()


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the site of docs/.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build", help="folder in which site/ is made")
    parser.add_argument("--without-notebooks", action="store_true", help="show notebooks without their results")
    asked = parser.parse_args(words)
    pages, site = asked.folder / "pages", asked.folder / "site"
    os.environ["NOTEBOOKS"] = "off" if asked.without_notebooks else "cache"
    os.environ["NOTEBOOK_CACHE"] = str(asked.folder / "notebooks")
    gather(pages)
    failed = build_main(["-q", "-W", "--keep-going", "-c", str(Path(__file__).parent), str(pages), str(site)])
    if not failed:
        print(f"The site is in {site}: open {site / 'index.html'}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
