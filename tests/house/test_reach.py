"""`make test SINCE=...` leaves out only what a change cannot reach."""

import pytest

import rookery
from tests.reach import changed, reach

HERE = "tests/house/test_reach.py"


# file -> tests that it reaches, tests that it does not reach
REACHED: dict[str, tuple[list[str], list[str]]] = {
    "src/rookery/core/position.py": (["tests/core/test_position.py", "tests/cli/test_learn.py"], []),
    "src/rookery/arena/match.py": (["tests/arena/test_match.py"], ["tests/search/test_mcts.py"]),
    "src/rookery/server/errors.py": (["tests/server/table/test_table.py", "tests/browser/test_lobby.py"], []),
    "web/src/text/english.ts": (["tests/browser/test_lobby.py"], ["tests/core/test_position.py"]),
    "docs/days.md": (["tests/docs/test_snippets.py"], ["tests/core/test_position.py"]),
    "locks/dev.txt": (["tests/core/test_position.py", "tests/browser/test_lobby.py"], []),
}


def test_a_change_reaches_what_depends_on_it() -> None:
    """One test for all files, because all imports of the project are read for it."""
    for file, (reaches, spares) in REACHED.items():
        reached = reach([file])
        assert all(reached.has(test, []) for test in [*reaches, HERE]), file
        assert not any(reached.has(test, []) for test in spares), file
    for slug in rookery.slugs():
        reached = reach([f"src/rookery/games/{slug}/rules.py"])
        assert reached.has(f"tests/games/{slug}/test_rules.py", [])
        for other in rookery.slugs():
            assert reached.has("tests/laws/test_laws.py", ["a law", other]) == (other == slug)


def test_an_unknown_commit_is_refused() -> None:
    with pytest.raises(SystemExit, match="git knows no such commit"):
        changed("no-such-branch")
