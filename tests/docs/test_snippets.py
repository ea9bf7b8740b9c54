"""Every page is followed from top to bottom, in an empty folder, as somebody would who reads it for the first time."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

import rookery
from docs.site.build import ROOT
from docs.site.games import page as page_of
from rookery import Game
from rookery.core import registry
from rookery.export.raster import page, pixels
from tests.docs.page import blocks, follow, same

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("packages/**/*.md")])
KNOWN = {"dockerfile", "python", "sh", "text", "toml", "yaml", "nginx", "xml", "markdown", "ini", ""}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
ALMOST_BLACK, BLACK_AT_MOST, COLOURS = 60, 0.1, 12  # 0 .. 255; the share of a picture; the fewest in it


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder; Python finds the modules made there, including games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    registry._packages.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    registry._packages.cache_clear()


@pytest.mark.parametrize("file", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_can_be_followed(file: Path, empty: Path) -> None:
    follow(file, file.read_text("utf-8"), empty)
    for facts in empty.glob("*/facts.py"):  # a game that the page builds, compiled by now
        _check_picture(rookery.load(facts.parent.name))


def _check_picture(game: Game) -> None:
    """A game of a page is drawn with its letters, and without black boxes."""
    position = game.start(seed=1)
    while not position.is_over:
        scene = position.scene(position.mover or 0)
        letters = [piece.letters for piece in scene.pieces if piece.letters]
        assert all(f">{text}</text>" in position.svg(position.mover or 0) for text in letters)
        for theme in THEMES:
            drawn = pixels(page(scene, game.art, theme, margin=0), 300)
            black = (drawn.max(axis=2) < ALMOST_BLACK).mean()
            assert black < BLACK_AT_MOST or theme == "dark", f"{black:.0%} of the picture is black"
            assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > COLOURS, "something is drawn"
        position = position.after(position.legal_actions[-1]).settled(np.random.default_rng(1))


def test_pages_build_games() -> None:
    built = {
        file.stem for file in PAGES for block in blocks(file.read_text("utf-8")) if block.name.endswith("/scene.py")
    }
    assert built == {"add_a_game", "hidden_hands"}


def test_a_page_of_a_game_can_be_followed(slug: str, empty: Path) -> None:
    game = rookery.load(slug)
    follow(Path(f"{slug}.md"), page_of(game, empty, game.rules_page, ""), empty)


@pytest.mark.parametrize("file", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_blocks_are_of_known_kinds_and_excuses_have_reasons(file: Path) -> None:
    for block in blocks(file.read_text("utf-8")):
        assert block.kind in KNOWN, f"{file.name}, line {block.line}: nobody knows what to do with {block.kind!r}"
        assert not block.excuse or len(block.excuse) > 15, f"{file.name}, line {block.line}: say why it is not run"


# ── The reader of pages itself ───────────────────────────────────────────────
FOLLOWED = """
# A page

```python tool.py
WORD = "a tool"
```

```python
from tool import WORD
print(WORD, 7 * 6)
```
```text
a tool ...2
```

```sh
python -c "import tool; print(tool.WORD)"
echo end
```
```text
...
end
```

    ls tool.py

<!-- not run: it would never come to an end -->
```sh
exit 1
```
"""


def test_a_page_is_followed(empty: Path) -> None:
    follow(Path("page.md"), FOLLOWED, empty)
    assert [block.excuse for block in blocks(FOLLOWED) if block.excuse] == ["it would never come to an end"]


@pytest.mark.parametrize(
    ("told", "line"),
    [("a tool ...2", 8), ("end", 16), ("ls tool.py", 25), ("<!-- not run: it would never come to an end -->", 28)],
)
def test_a_page_that_is_not_so_is_found(told: str, line: int, empty: Path) -> None:
    wrong = {"a tool ...2": "a tool ...3", "end": "END", "ls tool.py": "ls tool"}
    text = FOLLOWED.replace(f"\n{told}\n```", f"\n{wrong.get(told)}\n```") if told in wrong else FOLLOWED
    text = text.replace("    ls tool.py", "    ls tool") if told == "ls tool.py" else text
    text = text.replace(told, "") if told.startswith("<!--") else text
    with pytest.raises(AssertionError, match=f"page.md, line {line}:"):
        follow(Path("page.md"), text, empty)


def test_dots_stand_for_anything() -> None:
    assert same("a\n...\nb\n", "a\n1\n2\nb\n")
    assert same("at ... of it", "at 7 % of it\n")
    assert not same("a\n", "a\nb\n")
    assert not same("...\na", "b\n")


def test_excuses_for_a_whole_page_are_for_commands_only() -> None:
    found = blocks("<!-- nothing here is run: each took hours -->\n\n    sleep 9\n\n```python\nx = 1\n```\n")
    assert [(block.kind, bool(block.excuse)) for block in found] == [("sh", True), ("python", False)]
    assert re.search("hours", found[0].excuse)
