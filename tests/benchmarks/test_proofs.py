"""The script that tells what proofs cost: its rows are those positions' own proofs, and it refuses in a sentence."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import rookery
from benchmarks.speed.measures import into_the_game
from rookery.search import prove

FILE = Path(__file__).parents[2] / "benchmarks" / "proofs.py"
HIDDEN = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
OPEN = [slug for slug in rookery.slugs() if slug not in HIDDEN and not rookery.load(slug).facts.chance]


@pytest.fixture(scope="module")
def proofs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("proofs", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("slug", OPEN)
def test_a_row_tells_of_its_positions(proofs: ModuleType, slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    first, plies = rookery.load(slug).start(), rookery.load(slug).facts.longest
    positions = [into_the_game(first, plies, seed) for seed in range(2, 5)]
    assert not any(position.is_over for position in positions)
    values = [prove(position).utilities[first.mover or 0] for position in positions]
    assert proofs.main([slug, "--plies", str(plies), "--positions", "3", "--seed", "2"]) == 0
    row = [cell.strip() for cell in capsys.readouterr().out.splitlines()[-1].split("|")]
    assert row[1:3] == [str(plies), "3"]
    assert row[-3:-1] == [str(sum(value > 0 for value in values)), str(values.count(0.0))]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nosuch", "--plies", "1"], "no game is called"),
        ([OPEN[0], "--plies", "1", "--option", "nosuch=1"], "nosuch"),
        *(([slug, "--plies", "1"], "hidden") for slug in HIDDEN),
    ],
)
def test_what_cannot_be_proved_is_refused(
    proofs: ModuleType, words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert proofs.main(words) == 2
    assert why in capsys.readouterr().err


def test_no_positions_are_refused(proofs: ModuleType) -> None:
    with pytest.raises(SystemExit):
        proofs.read([OPEN[0], "--plies", "1", "--positions", "0"])
