"""The folder of a site, and what goes into it; tests/browser/test_site.py opens a whole one."""

import re
from pathlib import Path

import pytest

from rookery.core.errors import MissingExtra, Refusal, Trouble
from rookery.site import files, node_programs, page
from rookery.site.handbook import handbook
from rookery.site.python_licences import python_licences

NAMED = {"version": "1", "program": "a</script>b"}


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


def test_the_page_names_its_files_before_its_script() -> None:
    html = '<html><head>\n    <script type="module" src="a.js"></script></head><body></body></html>'
    made = page.with_files(html, NAMED)
    assert made.index('id="site"') < made.index('type="module"')
    assert "a\\u003c/script>b" in made, "no text of ours can end the script"
    with pytest.raises(Trouble, match="without a script"):
        page.with_files("<html></html>", NAMED)


def test_python_is_not_kept_for_everybody() -> None:
    script = page.with_list("", "1", {"index.html": b"", page.PYTHON_FOLDER + "python.wasm": b""})
    assert "index.html" in script
    assert "python.wasm" not in script


def test_no_package_is_passed_on_without_its_licence() -> None:
    pyodide = {"version": "1.2.3", "repository": {"url": "its source"}}
    told = python_licences(pyodide, {"msgspec/a.py": b"code", "msgspec.dist-info/licenses/LICENSE": b"licence of it"})
    for part in (
        "Pyodide 1.2.3",
        "its source",
        "Mozilla Public License",
        "PYTHON SOFTWARE FOUNDATION",
        "licence of it",
    ):
        assert part in told.decode()
    with pytest.raises(Trouble, match="licence of msgspec is missing"):
        python_licences(pyodide, {})


def test_a_missing_tool_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MissingExtra, match="`make site` installs"):
        page.built_page(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingExtra, match="there is no npm on the PATH"):
        node_programs.npm()


def test_links_of_the_handbook_lead_to_places_in_it() -> None:
    html = handbook(Path(__file__).parents[2] / "docs")
    places = re.findall(r'<h\d id="([^"]+)"', html)
    assert len(places) == len({*places})
    links = re.findall(r'href="([^"]+)"', html)
    assert links
    assert [link for link in links if link.removeprefix("#") not in places] == []
    assert "<h1" not in html
    assert "&lt;!--" not in html
