"""Faults in `determinize` of the games in examples/: no view tells them, and the law of worlds must."""

import shutil
import zlib
from pathlib import Path

import pytest

import rookery
from rookery.core import registry
from rookery.testing import LawBroken, check

EXAMPLES = Path(__file__).parents[2] / "examples"
SOAK = pytest.mark.soak
FAULTS = (  # the game, a line of its rules, and that line with a fault
    pytest.param(
        "three_wells",
        "return well + (WELLS if pos.lids[seat] and below(stream, ROUNDS) == 0 else 0)",
        "return well + (WELLS if below(stream, ROUNDS) == 0 else 0)",
        id="a lid that was used before",
    ),
    pytest.param(
        "three_wells",
        "pos.chosen[other] = 1 + any_way(pos, other, stream)",
        "pos.chosen[other] = 1 + below(stream, WAYS)",
        id="a lid, whoever has one",
        marks=SOAK,
    ),
    pytest.param(
        "night_ferry",
        "pos.hands[other, unseen_crate(pos, stream)] += 1",
        "pos.hands[other, below(stream, KINDS)] += 1",
        id="crates in hands, seen or not",
        marks=SOAK,
    ),
    pytest.param(
        "night_ferry",
        "pos.crates[other, n] = unseen_crate(pos, stream) + 1",
        "pos.crates[other, n] = below(stream, KINDS) + 1",
        id="crates on the ferry, seen or not",
        marks=SOAK,
    ),
    pytest.param(
        "night_ferry",
        "left -= pos.crates[seat, n] == worth + 1",
        "left -= 0",
        id="crates that are gone",
        marks=SOAK,
    ),
)


@pytest.mark.parametrize(("slug", "right", "wrong"), FAULTS)
def test_worlds_that_no_game_reaches_break_the_law(
    slug: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = f"faulty_{slug}_{zlib.crc32(wrong.encode())}"
    shutil.copytree(EXAMPLES / slug / slug, tmp_path / faulty, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (tmp_path / faulty).glob("*.py"):
        text = file.read_text("utf-8").replace(f"from {slug}.", f"from {faulty}.").replace(f'"{slug}"', f'"{faulty}"')
        if file.name == "rules.py":
            assert text.count(right) == 1
            text = text.replace(right, wrong)
        file.write_text(text, "utf-8")
    monkeypatch.setattr(registry, "_WRITTEN_HERE", {faulty: faulty})
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LawBroken, match="worlds that `determinize` proposes"):
        check(rookery.load(faulty), laws=["worlds_are_those_of_games"], games=12)
    check(rookery.load(faulty), laws=["determinized_worlds_have_the_view"], games=2)
