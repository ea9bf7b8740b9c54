"""The folder of a site, and what goes into it; tests/browser/test_site.py opens a whole one."""

import io
import re
import zipfile
from pathlib import Path

import pytest

import rookery
from rookery.core.errors import MissingExtra, Refusal, Trouble
from rookery.core.picture import lettered
from rookery.lessons.readings import RULE_NUMBER, readings
from rookery.page_engine import compiled, python_files, runtime
from rookery.site import files, page

NAMED = {"version": "1", "library": {"path": "a</script>b", "bytes": 1}}


def test_a_newer_site_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    files.write({"index.html": b"1", "assets/old.js": b"old", "same.svg": b"same"}, folder)
    (folder / "CNAME").write_text("the owner's own file")
    files.write({"index.html": b"2", "assets/new.js": b"new", "same.svg": b"same"}, folder)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {"index.html", "assets/new.js", "same.svg", "CNAME", files.LIST}
    assert (folder / "index.html").read_bytes() == b"2"


def test_a_folder_with_other_files_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    kept = tmp_path / "thesis.txt"
    kept.write_text("years of work")
    with pytest.raises(Refusal, match="holds other files"):
        files.write({"index.html": b"1"}, tmp_path)
    with pytest.raises(NotADirectoryError):
        files.write({"index.html": b"1"}, kept)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_an_older_list_that_names_files_elsewhere_removes_nothing_there(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside.txt", tmp_path / "site"
    outside.write_text("not of the site")
    folder.mkdir()
    (folder / files.LIST).write_text('{"../outside.txt": ""}')
    files.write({"index.html": b"1"}, folder)
    assert outside.exists()


def test_python_gets_the_engine_all_that_it_imports_and_all_games() -> None:
    games = [rookery.load(slug) for slug in rookery.slugs()]
    found = python_files.needed(games)
    for game in games:
        assert f"{game.package.replace('.', '/')}/facts.py" in found
    for path in ("rookery/offline/engine.py", "rookery/wasm/page/browser.py", "rookery/search/mcts.py"):
        assert path in found
    for path in ("rookery/cli/main.py", "rookery/offline/parlour.py", "rookery/server/rooms/table_manager.py"):
        assert path not in found
    assert python_files.zipped(found) == python_files.zipped(dict(reversed(found.items())))


@pytest.mark.parametrize("slug", rookery.slugs())
def test_python_gets_of_drawings_and_rules_what_it_reads(slug: str) -> None:
    game = rookery.load(slug)
    folder, found = game.package.replace(".", "/"), python_files.needed([game])
    art, rules_page = (found[f"{folder}/{name}"].decode() for name in ("art.svg", "rules.md"))
    scene = game.scenery.scene(game.view(game.scenery.PICTURE).view(), 0)
    assert lettered(scene, art) == lettered(scene, game.art)
    numbers = re.findall(RULE_NUMBER, game.rules_page)
    assert readings(rules_page, numbers) == readings(game.rules_page, numbers)


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (compiled.only_compiled, {"a.pyc", "data.txt"}),
        (compiled.with_compiled, {"a.py", "pdb.py", "data.txt", "__pycache__/a.*.pyc", "__pycache__/pdb.*.pyc"}),
    ],
)
def test_python_files_are_compiled(function: object, names: set[str]) -> None:
    given = python_files.zipped({"a.py": b"'''Says.'''\nA = 1\n", "pdb.py": b"", "data.txt": b"data"})
    made = function(given)  # type: ignore[operator]
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        there = archive.namelist()
    assert len(there) == len(names)
    assert all(any(Path(path).match(name) for path in there) for name in names)
    assert function(given) == made  # type: ignore[operator]


def test_the_page_names_its_files_before_its_script() -> None:
    html = '<html><head>\n    <script type="module" src="a.js"></script></head><body></body></html>'
    made = page.with_files(html, NAMED)
    assert made.index('id="site"') < made.index('type="module"')
    assert "a\\u003c/script>b" in made, "no text of ours can end the script"
    with pytest.raises(Trouble, match="without a script"):
        page.with_files("<html></html>", NAMED)


def test_a_missing_tool_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MissingExtra, match="`make site` installs"):
        page.built_page(tmp_path)
    monkeypatch.setattr(runtime, "WEB", tmp_path)
    with pytest.raises(Trouble, match="needs a checkout"):
        runtime.pyodide_file("python_stdlib.zip")
    (tmp_path / "package.json").touch()
    with pytest.raises(MissingExtra, match="`make play` installs it"):
        runtime.pyodide_file("python_stdlib.zip")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingExtra, match="there is no npm on the PATH"):
        runtime.npm()
