"""What a kernel can be made of is found in the text of import statements, whatever they look like."""

from pathlib import Path

import pytest

import rookery
from rookery.core.compiling import sources
from rookery.core.compiling.sources import Source, closure, source_of, stamp


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package `cairn`, with modules a to d, a package within it, and a neighbour."""
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "cairn"
    (folder / "inner").mkdir(parents=True)
    for name in ("__init__", "rules", "a", "b", "c", "d", "inner/__init__", "inner/e"):
        (folder / f"{name}.py").write_text("")
    (tmp_path / "cairn_beside.py").write_text("")
    sources._imported.cache_clear()
    sources.text_of.cache_clear()
    sources._text_digest.cache_clear()
    sources.stamp.cache_clear()
    sources._inside.cache_clear()
    return folder


def reached(package: Path, rules: str) -> set[str]:
    (package / "rules.py").write_text(rules)
    return {source.module for source in closure(Source("cairn.rules", package / "rules.py", False))} - {"cairn.rules"}


@pytest.mark.parametrize(
    ("rules", "modules"),
    [
        ("from cairn.a import ONE", {"cairn.a"}),
        ("from cairn import a", {"cairn.a"}),
        ("from cairn import a, ONE", {"cairn", "cairn.a"}),
        ("from cairn import *", {"cairn"}),
        ("from cairn import a as first, b", {"cairn.a", "cairn.b"}),
        ("from cairn import (  # two (of them)\n    a,  # the first\n    b,\n)", {"cairn.a", "cairn.b"}),
        ("from cairn import a, \\\n    b", {"cairn.a", "cairn.b"}),
        ("import cairn.a as first", {"cairn", "cairn.a"}),
        ("import os, cairn.a", {"cairn", "cairn.a"}),
        ("x = 1; import cairn.a", {"cairn", "cairn.a"}),
        ("if True: from cairn.a import ONE", {"cairn.a"}),
        ("def late():\n    from cairn.a import ONE", {"cairn.a"}),
        ("from .a import ONE", {"cairn.a"}),
        ("from . import a", {"cairn.a"}),
        ("from .inner import e", {"cairn.inner.e"}),
        ("from cairn.inner.e import *", {"cairn.inner.e"}),
        ("from cairn_beside import ONE", {"cairn_beside"}),
        ('"""Words\nfrom . import to import, and from ... import\nimport 3.5 things, from .. on\n"""', {"cairn"}),
        ("import numpy as np\nimport random\nfrom numba import njit", set()),
        ("try:\n    import not_there\nexcept ImportError:\n    pass", set()),
    ],
)
def test_imports_are_found(package: Path, rules: str, modules: set[str]) -> None:
    assert reached(package, rules) == modules


def test_imports_of_imports_are_found_and_circles_end(package: Path) -> None:
    (package / "a.py").write_text("from cairn.b import TWO")
    (package / "b.py").write_text("from cairn import rules\nfrom cairn.c import THREE")
    assert reached(package, "from cairn.a import ONE") == {"cairn.a", "cairn.b", "cairn.c"}


@pytest.mark.parametrize(
    "text", ["from cairn.b import TWO as a", "a = 1", "from cairn.b import (\n    a,\n)", "from x import *"]
)
def test_a_package_can_give_the_name_of_a_file_to_something_else(package: Path, text: str) -> None:
    (package / "__init__.py").write_text(text)
    assert {"cairn", "cairn.a"} <= reached(package, "from cairn import a")
    (package / "__init__.py").write_text("from cairn.a import ONE")
    sources.text_of.cache_clear()
    sources._imported.cache_clear()
    assert reached(package, "from cairn import a") == {"cairn.a"}


def test_who_imports_by_name_may_import_all_that_lies_beside(package: Path) -> None:
    rules = "import importlib\nother = importlib.import_module('cairn.' + 'c')"
    assert reached(package, rules) == {"cairn.__init__", "cairn.a", "cairn.b", "cairn.c", "cairn.d", "cairn.inner"}


def test_the_stamp_is_that_of_what_is_imported_and_of_tables(package: Path) -> None:
    root = Source("cairn.rules", package / "rules.py", False)

    def now() -> bytes:
        sources._imported.cache_clear()
        sources.text_of.cache_clear()
        sources._text_digest.cache_clear()
        stamp.cache_clear()
        return stamp(root)

    root.file.write_text("from cairn.a import ONE")
    first = now()
    for name in ("b.py", "art.svg", "rules.md", "engine.toml"):
        (package / name).write_text("another text")
        assert now() == first, f"no kernel is made of {name}"
    for name in ("a.py", "rules.py", "cards.toml", "cards.json"):
        (package / name).write_text("from cairn.a import ONE  # another text")
        again = now()
        assert again != first, name
        first = again


def test_tables_lie_beside_what_is_imported_or_above_it(package: Path) -> None:
    """A game's tables lie at its top, and its kernels may lie below."""
    root = Source("cairn.inner.e", package / "inner" / "e.py", False)
    (package / "aside").mkdir()
    (package / "inner" / "aside").mkdir()
    (package / "aside" / "f.py").write_text("")

    def now() -> bytes:
        sources._imported.cache_clear()
        sources.text_of.cache_clear()
        sources._text_digest.cache_clear()
        return stamp.__wrapped__(root)

    first = now()
    for name in ("aside/cards.toml", "../cards.toml", "inner/aside/cards.toml", "inner/weights.toml"):
        (package / name).write_text("")
        assert now() == first, f"{name}: above all packages, or where nothing that is imported lies"
    for name in ("cards.toml", "inner/cards.toml"):
        (package / name).write_text("")
        again = now()
        assert again != first, name
        first = again
    root.file.write_text("from cairn.aside import f")
    beside = now()
    (package / "aside" / "cards.toml").write_text("another text")
    assert now() != beside, "beside what is imported"


def test_who_imports_by_name_may_import_packages_that_lie_beside(package: Path) -> None:
    (package / "inner" / "__init__.py").write_text("from cairn.inner.e import ONE")
    rules = "import importlib\nother = importlib.import_module('cairn.' + 'inner')"
    assert {"cairn.inner", "cairn.inner.e"} <= reached(package, rules)


def test_nothing_is_imported_to_find_it() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"no source file of antigravity\.not_there"):
        source_of("antigravity.not_there")
    assert source_of("rookery.core.kernel").file.name == "kernel.py"


def test_dots_in_words_that_look_like_an_import_are_no_module(tmp_path: Path) -> None:
    file = tmp_path / "spoken.py"
    file.write_text('"""\nimport, and then ... as in from .. import . or so\nimport . .. ...\n"""\n')
    spoken = Source("spoken", file, is_package=False)
    assert closure(spoken) == [spoken]


def test_machine_code_is_not_searched(tmp_path: Path) -> None:
    """It leads no further whatever it says, and to search that of one library took a second of every start."""
    for name, leads in (("beside.py", True), ("beside.so", False)):
        file = tmp_path / name
        file.write_bytes(b"import rookery")
        assert sources._speaks_of_kernels(file) is leads


def test_libraries_without_kernels_lead_no_further(package: Path) -> None:
    (package / "rules.py").write_text("import cairn_beside\nfrom cairn import a\n")
    (package / "a.py").write_text("from cairn import b\n")
    beside = package.parent / "cairn_beside.py"
    beside.write_text("import cairn_below\n")
    (package.parent / "cairn_below.py").write_text("")
    names = [source.module for source in closure(source_of("cairn.rules"))]
    assert names == ["cairn.a", "cairn.b", "cairn.rules", "cairn_beside"]
    sources._imported.cache_clear()
    sources.text_of.cache_clear()
    sources._text_digest.cache_clear()
    sources._speaks_of_kernels.cache_clear()
    beside.write_text("import cairn_below, numba\n")
    assert "cairn_below" in [source.module for source in closure(source_of("cairn.rules"))]


def test_a_folder_without_init_in_a_package_that_is_not_imported(package: Path) -> None:
    (package / "plain" / "deeper").mkdir(parents=True)
    (package / "plain" / "deeper" / "f.py").write_text("")
    (package / "rules.py").write_text("from cairn.plain.deeper import f\n")
    assert "cairn.plain.deeper.f" in [source.module for source in closure(source_of("cairn.rules"))]


def test_kernels_depend_on_few_files_of_ours() -> None:
    """Otherwise an edit anywhere would compile all kernels again: they know no search, no server and no other game."""
    for game in map(rookery.load, rookery.slugs()):
        found = [source.module for source in closure(source_of(f"{game.package}.rules"))]
        assert [name for name in found if not name.startswith(("rookery.core.", f"{game.package}."))] == []
