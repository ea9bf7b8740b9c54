"""The tile mix is checked when it is read: what is wrong is named with file and line."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from rookery import envs
from rookery.core.errors import OtherWork, UnknownOption
from rookery.games.grackles.tiles import ARRANGEMENTS, FILE, read_mix
from rookery.search.solve_file import solve_file

TEXT = FILE.read_text()
WRONG = [
    # the old text, the new text, the line, the refusal
    ('starting = "PBGK"', 'starting = "PBGG"', 5, "starting must be one of PBGK, PBKG, PGBK, PGKB, PKBG, PKGB"),
    ('starting = "PBGK"', "", 15, "starting must be one of"),
    ("PBKG = 4", "PBKG = 5", 9, "there are 25 tiles, but [mix] has 26"),
    ("PBKG = 4", 'PBKG = "4"', 11, "PBKG must be 0 to 25 tiles, not '4'"),
    ("PBKG = 4", "PBKG = -1", 11, "PBKG must be 0 to 25 tiles, not -1"),
    ("PBKG = 4", "BPKG = 4", 11, "BPKG is not an arrangement"),
    ("PBKG = 4\n", "", 9, "[mix] does not say how many tiles show PBKG"),
    ("PBGK = 5\nPBKG = 4", "PBGK = 1\nPBKG = 8", 10, "2 tiles PBGK start"),
    ("[mix]", "[max]", 9, "max is not a known key"),
    ("PBKG = 4", "PBKG : 4", 11, "is not TOML"),
]


def test_the_mix_of_the_box() -> None:
    assert sum(read_mix().counts) == 25
    assert ARRANGEMENTS[read_mix().starting] == "PBGK"


@pytest.mark.parametrize(("old", "new", "line", "words"), WRONG, ids=[words for *_, words in WRONG])
def test_a_wrong_mix_is_refused(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    path = tmp_path / "tiles.toml"
    assert old in TEXT
    path.write_text(TEXT.replace(old, new, 1))
    with pytest.raises(ValueError, match=r"tiles\.toml") as refused:
        read_mix(path)
    assert words in str(refused.value)
    assert f"line {line}" in str(refused.value)


# ── Another box ──────────────────────────────────────────────────────────────
# the box of examples/notebooks/change_a_card_set.ipynb, to the letter: its rules are compiled once for both
OTHER = re.sub(r"(?m)^([PBGK]{4}) = \d+", lambda line: f"{line[1]} = {15 if line[1] == 'PBGK' else 2}", TEXT)


def test_another_mix_is_a_game_of_its_own() -> None:
    """Beside the first, in the same process: a designer compares the two."""
    ours, other = rookery.load("grackles"), rookery.variant("grackles", {"tiles.toml": OTHER})
    assert ours.start().state.left.tolist() == [3, 4, 4, 4, 4, 4]
    assert other.start().state.left.tolist() == [13, 2, 2, 2, 2, 2]
    assert ours.start().states.tobytes() != other.start().states.tobytes()
    assert rookery.variant("grackles", {"tiles.toml": OTHER}) is other
    assert pickle.loads(pickle.dumps(other)) is other
    assert eval(repr(other), {"rookery": rookery}) is other
    start = ours.start()
    assert rookery.Position(other, start.states, start.settings) != start, "positions of two games are never equal"


def test_openspiel_knows_it_by_a_name_of_its_own() -> None:
    ours, other = rookery.load("grackles"), rookery.variant("grackles", {"tiles.toml": OTHER})
    made = [envs.openspiel(game.start(players=2)) for game in (ours, other, ours)]
    names = [each.get_type().short_name for each in made]
    assert names[0] == names[2] != names[1]
    again = [pickle.loads(pickle.dumps(each)) for each in made]  # that is: loaded by its name
    assert [each.game_history.position.game for each in again] == [ours, other, ours]


def test_a_variant_is_refused_with_the_line() -> None:
    with pytest.raises(UnknownOption, match=r"no components in 'cards\.toml'; .*tiles\.toml"):
        rookery.variant("grackles", {"cards.toml": OTHER})
    with pytest.raises(ValueError, match=r"tiles\.toml, line 9: there are 25 tiles, but \[mix\] has 26"):
        rookery.variant("grackles", {"tiles.toml": TEXT.replace("PBKG = 4", "PBKG = 5")})


def test_a_process_that_never_made_it_can_be_sent_it(tmp_path: Path) -> None:
    """As a position, and as a game of OpenSpiel, whose list of games does not have it there."""
    other = rookery.variant("grackles", {"tiles.toml": OTHER})
    (tmp_path / "sent").write_bytes(pickle.dumps([envs.openspiel(other), other.start()]))
    load = "import pickle, sys; game, start = pickle.load(open(sys.argv[1], 'rb'))"
    ask = f"{load}; print(game.game_history.position == start)"
    told = subprocess.run([sys.executable, "-c", ask, str(tmp_path / "sent")], capture_output=True, text=True)
    assert told.stdout == "True\n", told.stderr


def test_what_is_proved_of_one_does_not_go_into_the_file_of_the_other(tmp_path: Path) -> None:
    pair = rookery.load("grackles"), rookery.variant("grackles", {"tiles.toml": OTHER})
    for name, (one, other) in (("ours", pair), ("other", pair[::-1])):
        solve_file(tmp_path / name, one.start()).__exit__(None, None, None)
        with pytest.raises(OtherWork, match="contains other work: its components is "):
            solve_file(tmp_path / name, other.start())
