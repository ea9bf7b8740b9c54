"""The tile mix is checked when it is read: what is wrong is named with file and line."""

from pathlib import Path

import pytest

from rookery.games.grackles.tiles import ARRANGEMENTS, FILE, read_mix

TEXT = FILE.read_text()
WRONG = [
    # what stands there, what instead, the line, what is said
    ('starting = "PBGK"', 'starting = "PBGG"', 5, "starting must be one of PBGK, PBKG, PGBK, PGKB, PKBG, PKGB"),
    ('starting = "PBGK"', "", 15, "starting must be one of"),
    ("PBKG = 4", "PBKG = 5", 9, "there are 25 tiles, but [mix] has 26"),
    ("PBKG = 4", 'PBKG = "4"', 11, "PBKG must be 0 to 25 tiles, not '4'"),
    ("PBKG = 4", "PBKG = -1", 11, "PBKG must be 0 to 25 tiles, not -1"),
    ("PBKG = 4", "BPKG = 4", 11, "BPKG is no arrangement"),
    ("PBKG = 4\n", "", 9, "[mix] does not say how many tiles show PBKG"),
    ("PBGK = 5\nPBKG = 4", "PBGK = 1\nPBKG = 8", 10, "2 tiles PBGK start"),
    ("[mix]", "[max]", 9, "max means nothing here"),
    ("PBKG = 4", "PBKG : 4", 11, "is no TOML"),
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
