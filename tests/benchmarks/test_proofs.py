"""The script that tells what proofs cost: its rows are those positions' own proofs, and it refuses in a sentence."""

import pytest

import rookery
from benchmarks import proofs
from rookery.search import prove

HIDDEN = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
OPEN = [slug for slug in rookery.slugs() if slug not in HIDDEN and not rookery.load(slug).facts.chance]


@pytest.mark.parametrize("slug", OPEN)
def test_a_row_tells_of_its_positions(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    first, plies = rookery.load(slug).start(), rookery.load(slug).facts.longest
    positions = [proofs.into_the_game(first, plies, seed) for seed in range(2, 5)]
    assert not any(position.is_over for position in positions)
    values = [prove(position).utilities[first.mover or 0] for position in positions]
    proofs.main([slug, "--plies", str(plies), "--positions", "3", "--seed", "2"])
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
def test_what_cannot_be_proved_is_refused(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        proofs.main(words)
    assert why in capsys.readouterr().err
