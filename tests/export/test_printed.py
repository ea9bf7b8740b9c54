"""The printed sheets hold the game: its words can be read out of the file."""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery import Record
from rookery.core.protocol import CHANCE
from rookery.export import more_fonts, pdf, printed
from rookery.export.visible import roles

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.S)
_STREAM = re.compile(rb"stream\r?\n(.*)\r?\nendstream", re.S)
_SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|\(((?:[^()\\]|\\.)*)\) Tj", re.S)
_ESCAPED = re.compile(rb"\\(.)", re.S)
_SIGNS = {b"r": b"\r", b"n": b"\n", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


@pytest.fixture(autouse=True)
def _coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of few dots: these tests read."""
    monkeypatch.setattr(printed, "DPI", 40)


def words_of(data: bytes) -> str:
    """What stands on the pages, a space between pieces of text. Letters are numbers of a font's own list of letters."""
    objects = {int(number): body for number, body in _OBJECT.findall(data)}
    names = dict(re.findall(rb"/(F\d+) (\d+) 0 R", data))
    letters = {name: _letters(objects, objects[int(number)]) for name, number in names.items()}
    found, font = [], b""
    for body in objects.values():
        content = _content(body)
        if b"BT" not in content or b"Tf" not in content:
            continue
        for name, text in _SHOWN.findall(content):
            font = name or font
            if not name:
                plain = _ESCAPED.sub(lambda sign: _SIGNS.get(sign[1], sign[1]), text)
                codes = [int.from_bytes(plain[at : at + 2], "big") for at in range(0, len(plain), 2)]
                found.append("".join(letters[font].get(code, "?") for code in codes))
    return " ".join(found)


def _content(body: bytes) -> bytes:
    if (match := _STREAM.search(body)) is None or b"/Image" in body or b"/Length1" in body:
        return b""
    return zlib.decompress(match[1]) if b"/FlateDecode" in body else match[1]


def _letters(objects: dict[int, bytes], font: bytes) -> dict[int, str]:
    number = re.search(rb"/ToUnicode (\d+) 0 R", font)
    assert number is not None
    pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>", _content(objects[int(number[1])]))
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}


def test_the_sheets_hold_the_game(record: Record) -> None:
    data = pdf(record)
    assert data.startswith(b"%PDF-")
    assert 1 <= data.count(b"/Type /Page\n") <= 8
    text = words_of(data)
    flat = text.replace(" ", "")
    outcome = record.position.outcome
    assert outcome is not None
    assert record.game.facts.name in text
    assert all(name in text for name in (*record.names, *roles(record)))
    assert outcome.words.replace(" ", "") in flat
    for ply in range(1, record.plies + 1):
        before, action = record.at(ply - 1), record.actions[ply - 1]
        told = before.words(action) if before.mover == CHANCE else record.text(ply)
        assert told.replace(" ", "") in flat
    assert f"{record.moves}." in text  # numbered as on the page
    assert f"{record.moves + 1}." not in text
    assert len(data) < 2_000_000


def test_equal_games_are_equal_files(short_game: Record) -> None:
    assert pdf(short_game) == pdf(Record.loads(short_game.dumps()))


def test_names_are_free_text(short_game: Record) -> None:
    record = Record(short_game.game, names=["A\nda" + "a" * 100_000, ""])
    assert "A da" in words_of(pdf(record))
    assert "…" in words_of(pdf(record))


# ── Letters that our font lacks ──────────────────────────────────────────────
@pytest.fixture
def machine_fonts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """An empty folder, in which this machine keeps its fonts."""
    monkeypatch.setattr(more_fonts, "_folders", lambda: [tmp_path])
    more_fonts._files.cache_clear()
    yield tmp_path
    more_fonts._files.cache_clear()


def font_with(letters: str, path: Path) -> None:
    """A font in which each of these letters is a square."""
    from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]

    names = [".notdef", *(f"uni{ord(letter):X}" for letter in letters)]
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in ((0, 500), (500, 500), (500, 0)):
        pen.lineTo(corner)
    pen.closePath()
    made = FontBuilder(1000)
    made.setupGlyphOrder(names)
    made.setupCharacterMap(dict(zip(map(ord, letters), names[1:], strict=True)))
    made.setupGlyf(dict.fromkeys(names, pen.glyph()))
    made.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    made.setupOS2()
    made.setupPost()
    made.save(path)


def test_a_letter_that_our_font_lacks_comes_from_a_font_of_the_machine(
    machine_fonts: Path, short_game: Record, caplog: pytest.LogCaptureFixture
) -> None:
    font_with("漢字", machine_fonts / "NotoSansCJK-Regular.ttf")
    (machine_fonts / "msgothic.ttc").write_bytes(b"no font")
    (machine_fonts / "Fancy.ttf").write_bytes(b"not asked")
    text = words_of(pdf(Record(short_game.game, names=["漢字 Ada", ""])))
    assert "漢字" in text
    assert "Ada" in text
    assert caplog.text == ""


@pytest.mark.usefixtures("machine_fonts")
def test_a_letter_that_no_font_has_is_told_in_one_sentence(
    short_game: Record, caplog: pytest.LogCaptureFixture
) -> None:
    data = pdf(Record(short_game.game, names=["Ada 漢 \U0001f468\u200d\U0001f467", "字"]))
    assert "Ada □ □\u200d□" in words_of(data)
    (said,) = (log.getMessage() for log in caplog.records if log.levelname == "WARNING")
    assert said.startswith("No font of this machine has 字漢\U0001f467\U0001f468: □ stands for each such letter.")


def test_a_game_without_moves_is_one_sheet(short_game: Record) -> None:
    assert pdf(Record(short_game.game)).count(b"/Type /Page\n") == 1


def test_moments_are_spread_and_not_too_many() -> None:
    for slug in rookery.slugs():
        record, generator = Record(rookery.load(slug)), np.random.default_rng(1)
        for _ in range(60):
            if record.settle(generator).is_over:
                break
            record.play(record.position.legal_actions[0])
            plies = printed._chosen(record)
            assert len(plies) <= printed.MOMENTS
            assert plies == sorted({*plies})
            assert record.plies not in plies
