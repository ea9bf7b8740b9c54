"""The site: it builds without a warning, has a page a game, and asks nothing of other hosts."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from docs.site.build import ROOT, gather, sources
from docs.site.games import page
from docs.site.pages import Links, named_blocks, navigation, only_on_site
from rookery.lessons.lesson import lessons_of
from tests.tiny.lab import Lab

# what a browser fetches by itself; an address in a link is only followed by who clicks it
_FETCHED = re.compile(
    r"""<(?:script|img|iframe|source)\b[^>]*\bsrc="([^"]+)|<link\b[^>]*\bhref="([^"]+)|url\(([^)]+)"""
)


@pytest.mark.soak
@pytest.mark.parametrize("how", ["--without-notebooks", ""])
def test_the_site_is_built_and_whole(how: str, tmp_path: Path) -> None:
    """One test, because tests that share a site would build it once in every process of theirs. Notebooks run in a test
    of their own, with fewer games; here in full."""
    build = [sys.executable, "-m", "docs.site.build", str(tmp_path), *filter(None, [how])]
    built = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr  # a warning of Sphinx is an error
    for holds in (every_page, pages_of_games_in_light_and_dark, no_other_host, every_page_in_the_navigation):
        holds(tmp_path / "site")


def every_page(site: Path) -> None:
    for name in sources().values():
        assert (site / name).with_suffix(".html").exists(), name


def pages_of_games_in_light_and_dark(site: Path) -> None:
    for slug in rookery.slugs():
        game, html = rookery.load(slug), (site / "games" / f"{slug}.html").read_text("utf-8")
        shown = html.count('<figure class="position')
        assert shown == 2 * (1 + game.rules_page.count("```position") + len(lessons_of(game).course))
        assert html.count("only-light") == html.count("only-dark") == shown / 2


def no_other_host(site: Path) -> None:
    found = [
        f"{path.relative_to(site)}: {address}"
        for path in [*site.rglob("*.html"), *site.rglob("*.css")]
        for address in filter(None, sum(_FETCHED.findall(path.read_text("utf-8")), ()))
        if re.match(r"""['"]?(https?:)?//""", address)
    ]
    assert not found


def every_page_in_the_navigation(site: Path) -> None:
    index = (site / "index.html").read_text("utf-8")
    pages = set(sources().values()) - {"index.md"}
    missing = {name for name in pages if f'href="{Path(name).with_suffix(".html")}"' not in index}
    assert not missing, "docs/index.md is the map: add a line for these"


# ── Its parts ────────────────────────────────────────────────────────────────
def test_links_lead_to_pages(tmp_path: Path) -> None:
    for name in ("docs/a.md", "docs/picture.png", "game/rules.md", "tool.py", "net.npz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    links = Links(tmp_path, {tmp_path / "docs/a.md": "a.md", tmp_path / "game/rules.md": "games/game.md"})
    text = (
        "[a](a.md#b) [g](../game/rules.md) [t](../tool.py) [f](../game) ![p](picture.png) "
        "[w](https://x.org) [h](#h) [n](../net.npz)"
    )
    assert links.on_site(text, tmp_path / "docs/b.md") == (
        "[a](/a.md#b) [g](/games/game.md) [t](/files/tool.py.md) [f](/files/game.md) ![p](/picture.png) "
        "[w](https://x.org) [h](#h) [n](/files/net.npz)"
    )
    assert sorted(links.shown) == ["files/game.md", "files/net.npz", "files/tool.py.md", "picture.png"]
    assert "```python\nx = 1\n```" in links.showing(tmp_path / "tool.py")
    assert "* [rules.md](/games/game.md)" in links.showing(tmp_path / "game")
    for wrong in ("[a](nowhere.md)", "[a](../../outside.md)"):
        with pytest.raises(ValueError, match="does not exist"):
            links.on_site(wrong, tmp_path / "docs/b.md")


def test_the_index_is_the_navigation() -> None:
    index = "# T\n\n* [no](no.md)\n\n## One\n\n* [a](/a.md): says\n* [b](/b.md)\n\n## None\n\n## More\n"
    told = navigation(index, {"More": ["games/x"]})
    assert re.findall(r":caption: (.*)\n\n([^`]*)\n```", told) == [("One", "a </a.md>\nb </b.md>"), ("More", "games/x")]


def test_what_only_the_site_shows() -> None:
    text = "a\n<!-- site: games -->\nplain\n<!-- /site -->\nb\n"
    assert only_on_site(text, {"games": "cards"}) == "a\ncards\nb\n"


def test_a_file_has_its_name_above() -> None:
    assert named_blocks("```python a/b.py\nx\n```\n```sh\ny\n```\n") == (
        "```{code-block} python\n:caption: a/b.py\n\nx\n```\n```sh\ny\n```\n"
    )


def test_a_page_is_made_of_any_game(lab: Lab, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lab.game.scenery, "PICTURE", "0.1 32 4", raising=False)
    text = page(lab.game, tmp_path, "# Tiny\n\nMark it.\n\n```position seat=0\n... 32 2\n*Now.*\n```\n", "None.")
    assert text.startswith("# Tiny\n\n*Mark the middle.*")
    assert text.count(":::{figure} tiny-") == 4
    assert "*Now.*" in text
    assert "| `mark " in text
    assert "a number up to 9" in text
    assert set(re.findall(r"tiny-\w+\.svg", text)) == {path.name for path in tmp_path.glob("*.svg")}


def test_the_page_of_a_game_shows_its_lessons(slug: str, tmp_path: Path) -> None:
    game = rookery.load(slug)
    text, lessons = page(game, tmp_path, "# A game\n\nRules.\n", "None."), lessons_of(game)
    assert text.count(":::{figure}") == 2 * (1 + len(lessons.course))
    for lesson in lessons.lessons:
        shown = (
            f"**{lesson.name}.** {lesson.steps[0].say}" if lesson.course else f"| {lesson.name} | `{lesson.rules[0]}`"
        )
        assert shown in text
    assert ("## Lessons" in text) == bool(lessons.lessons)


def test_pages_that_are_gone_leave_the_site(tmp_path: Path) -> None:
    gather(tmp_path)
    old = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")}
    (tmp_path / "gone.md").write_text("# Gone\n")
    gather(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")} == old, "nothing is written twice"
