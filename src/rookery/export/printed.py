"""A game to print: the newest position, the moves in columns, small pictures of earlier moments."""

import contextlib
import datetime
import io
import logging
import math
import unicodedata
from collections.abc import Collection
from typing import Any, NamedTuple

from rookery.core.record import Record
from rookery.core.scene import Scene
from rookery.export.more_fonts import fonts_with
from rookery.export.raster import WIDTHS, drawn, fonts, library, page
from rookery.export.transcript import heading
from rookery.export.visible import lines, move, newest, numbers, picture, roles, settled, touched

log = logging.getLogger(__name__)

# millimetres of an A4 sheet
PAPER_WIDTH, PAPER_HEIGHT, PAPER_MARGIN, FOOT_HEIGHT = 210.0, 297.0, 16.0, 20.0
WITHIN = PAPER_WIDTH - 2 * PAPER_MARGIN
ROLE = 42.0  # width of the column of roles
LARGE = 150.0  # greatest height of the large picture
PICTURE_GAP, CAPTION_HEIGHT = 5.0, 6.0
MOVE_LINE_HEIGHT, MOVE_NUMBER_WIDTH = 3.9, 8.0  # in the list of moves
MAX_FITTED_LETTERS = 200  # longer text is cut to this before it is fitted into a line, one letter at a time
MIN_FOOT_LINES = 4  # fewest lines of a list at the foot of a sheet
MOVE_COLUMNS = ((19, 4), (30, 3))  # (letters of the longest move, columns); 2 columns for longer moves

MOMENTS = 12  # the most small pictures: four rows of three
ACROSS = 3
DPI, INCH = 300, 25.4
PRINT_COLOURS = 256  # of a printed picture; full colour makes files four times as large, with no visible difference
PRINT_INK, PRINT_FAINT = (32, 30, 28), (120, 114, 104)
FONT_NAME = "letters"  # name of the font in the file
MISSING = "□"  # stands for a letter that no font has
NAMED_LETTERS = 20  # the most that a warning names
UNDATED = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)  # fixed, so that equal records give equal files


def pdf(record: Record, seat: int | None = None) -> bytes:
    """The game on A4 sheets to print: the players, the newest position, the list of moves, at most 12 small pictures.

    `seat`: the viewer, None for a spectator. Pictures have 300 dots per inch. Letters that our font lacks come from a
    font of this machine; a warning is logged if none has them. Raises UnknownOption, MissingExtra."""
    with contextlib.closing(_Sheets(record.game.facts.name)) as sheets:
        _front(sheets, record, seat)
        _moves(sheets, record, seat)
        _moments(sheets, record, seat)
        if sheets.missing:
            letters = "".join(sorted(sheets.missing)[:NAMED_LETTERS])
            log.warning(
                f"No font of this machine has {letters}: {MISSING} stands for each such letter. A font that has them, "
                "such as Noto Sans CJK, helps."
            )
        return bytes(sheets.paper.output())


class Room(NamedTuple):
    """A rectangle on paper, in millimetres."""

    x: float
    y: float
    width: float
    height: float


class _Sheets:
    """Sheets of paper that are filled from top to bottom. `y`: where the free space begins, in millimetres."""

    def __init__(self, title: str) -> None:
        self.paper: Any = library("fpdf").FPDF(format="A4")
        for style, file in zip(("", "B", "I"), fonts(), strict=True):
            self.paper.add_font(FONT_NAME, style, file)
        self.paper.set_auto_page_break(False)
        self.paper.set_margin(0)
        self.paper.set_creation_date(UNDATED)
        self.paper.set_title(title)
        self.title = title
        self.missing: set[str] = set()  # letters that no font has
        self._fallbacks: list[str] = []  # names of further fonts
        self._known = {chr(code) for code in self.paper.fonts[FONT_NAME].cmap}
        self.turn()

    def turn(self) -> None:
        """Begin a new sheet, with its number at the foot."""
        self.paper.add_page()
        self.y = PAPER_MARGIN
        self.font(7, colour=PRINT_FAINT)
        self.put(PAPER_MARGIN, PAPER_HEIGHT - 12, WITHIN, self.title)
        self.put(PAPER_MARGIN, PAPER_HEIGHT - 12, WITHIN, str(self.paper.page_no()), align="R")

    def font(self, points: float, style: str = "", colour: tuple[int, int, int] = PRINT_INK) -> None:
        self.paper.set_font(FONT_NAME, style, points)
        self.paper.set_text_color(*colour)

    def put(self, x: float, y: float, width: float, words: str, align: str = "L") -> None:
        """Write one line. Text that does not fit is cut off and ends with "…"."""
        words = self._with_fonts(" ".join(words.split())[:MAX_FITTED_LETTERS])  # names are free text
        while words and self.paper.get_string_width(words) > width:
            words = words.rstrip("…")[:-1].rstrip() + "…"
        self.paper.set_xy(x, y)
        self.paper.cell(width, MOVE_LINE_HEIGHT, words, align=align)

    def broken(self, words: str, width: float) -> list[str]:
        """The words broken into lines of this width."""
        words = self._with_fonts(words)
        return list(self.paper.multi_cell(width, MOVE_LINE_HEIGHT, words, align="L", dry_run=True, output="LINES"))

    def _with_fonts(self, words: str) -> str:
        """The words, for which there are fonts now; MISSING for each letter that no font has."""
        wanted = set(words) - self._known - self.missing
        for font in fonts_with(wanted) if wanted else ():
            name = f"{FONT_NAME}-{len(self._fallbacks) + 1}"
            self.paper.add_font(name, "", font.path)
            self._fallbacks.append(name)
            self.paper.set_fallback_fonts(self._fallbacks, exact_match=False)
            self._known |= font.letters
        # what is invisible, such as the joiner of an emoji, is left out
        lacking = {letter for letter in wanted - self._known if unicodedata.category(letter)[0] not in "CM"}
        self.missing |= lacking
        runs = (
            letter if letter in self._known else MISSING for letter in words if letter in self._known | self.missing
        )
        return "".join(runs)

    def image(self, scene: Scene, art: str, room: Room, marked: Collection[str] = ()) -> float:
        """Draw a picture at the top of a room, centred. Returns its height."""
        wide = min(room.width, room.height * scene.width / scene.height)
        high = wide * scene.height / scene.width
        document = page(scene, art, "light", marked=marked, paper="#ffffff", margin=0)
        dots = max(WIDTHS[0], round(wide / INCH * DPI))
        image = library("PIL.Image").open(io.BytesIO(drawn(document, dots))).convert("RGB")
        self.paper.image(image.quantize(PRINT_COLOURS), room.x + (room.width - wide) / 2, room.y, wide, high)
        return high

    def close(self) -> None:
        """Close the font files, which fpdf leaves open."""
        for font in self.paper.fonts.values():
            font.close()


def _front(sheets: _Sheets, record: Record, seat: int | None) -> None:
    sheets.font(22, "B")
    sheets.put(PAPER_MARGIN, sheets.y + 2, WITHIN, sheets.title)
    sheets.y += 12
    entries = heading(record)
    seats, options = entries[: len(roles(record))], entries[len(roles(record)) :]
    for name, value in seats:
        sheets.font(10, colour=PRINT_FAINT)
        sheets.put(PAPER_MARGIN, sheets.y, ROLE, name)
        sheets.font(10, "B")
        sheets.put(PAPER_MARGIN + ROLE, sheets.y, WITHIN - ROLE, value)
        sheets.y += 5
    sheets.font(8, colour=PRINT_FAINT)
    for line in sheets.broken(" · ".join(f"{name}: {value}" for name, value in options), WITHIN):
        sheets.put(PAPER_MARGIN, sheets.y + 1, WITHIN, line)
        sheets.y += MOVE_LINE_HEIGHT
    sheets.y += 4
    scene, names = picture(record, None, seat), roles(record)
    sheets.y += sheets.image(scene, record.game.art, Room(PAPER_MARGIN, sheets.y, WITHIN, LARGE)) + 3
    sheets.font(11, "B")
    for line in sheets.broken(scene.caption, WITHIN):
        sheets.put(PAPER_MARGIN, sheets.y, WITHIN, line, align="C")
        sheets.y += 5.5
    counters = [f"{'' if c.seat is None else names[c.seat] + ', '}{c.label}: {c.value}" for c in scene.counters]
    sheets.font(8, colour=PRINT_FAINT)
    for line in sheets.broken(" · ".join(counters), WITHIN) if counters else ():
        if sheets.y > PAPER_HEIGHT - FOOT_HEIGHT:
            break
        sheets.put(PAPER_MARGIN, sheets.y, WITHIN, line, align="C")
        sheets.y += MOVE_LINE_HEIGHT


def _moments(sheets: _Sheets, record: Record, seat: int | None) -> None:
    plies = _chosen(record)
    if not plies:
        return
    sheets.turn()
    moves, names = list(lines(record, seat)), roles(record)
    width = (WITHIN - (ACROSS - 1) * PICTURE_GAP) / ACROSS
    most = (PAPER_HEIGHT - PAPER_MARGIN - FOOT_HEIGHT) / (MOMENTS / ACROSS) - PICTURE_GAP - CAPTION_HEIGHT
    for row in range(0, len(plies), ACROSS):
        below = 0.0
        for column, ply in enumerate(plies[row : row + ACROSS]):
            x = PAPER_MARGIN + column * (width + PICTURE_GAP)
            scene, marked = picture(record, ply, seat), touched(record, ply, seat)
            high = sheets.image(scene, record.game.art, Room(x, sheets.y, width, most), marked)
            sheets.font(7.5)
            sheets.put(x, sheets.y + high + 1, width, newest(moves[:ply], names), align="C")
            below = max(below, high)
        sheets.y += below + CAPTION_HEIGHT + PICTURE_GAP


def _chosen(record: Record) -> list[int]:
    """The plies of the small pictures: every n-th ply after which a seat decides. The newest is left out, because the
    first sheet shows it."""
    plies = [ply for ply in settled(record, 1, record.plies) if ply < record.plies]
    step = max(1, math.ceil(len(plies) / MOMENTS))
    return plies[step - 1 :: step]


def _moves(sheets: _Sheets, record: Record, seat: int | None) -> None:
    moves, names = list(lines(record, seat)), roles(record)
    entries = [f"{'*' if line[0] is None else names[line[0]]} {move(line)}" for line in moves]
    # chance's moves are in words, which may be broken into lines, so they do not count here
    longest = max((len(entry) for line, entry in zip(moves, entries, strict=True) if line[0] is not None), default=0)
    columns = next((count for most, count in MOVE_COLUMNS if longest <= most), 2)
    width = (WITHIN - (columns - 1) * PICTURE_GAP) / columns
    written = list[tuple[bool, str, str]]()  # whether chance played it, number, words
    for line, number, entry in zip(moves, numbers(moves), entries, strict=True):
        sheets.font(7.5, "I" if line[0] is None else "")
        parts = sheets.broken(entry, width - MOVE_NUMBER_WIDTH)
        written += [(line[0] is None, "" if index else number, part) for index, part in enumerate(parts)]
    sheets.y += MOVE_LINE_HEIGHT
    while written:
        rows = int((PAPER_HEIGHT - FOOT_HEIGHT - sheets.y) / MOVE_LINE_HEIGHT)
        if rows < MIN_FOOT_LINES < len(written) / columns:
            sheets.turn()
            continue
        rows = min(rows, math.ceil(len(written) / columns))
        for index, (chance, number, part) in enumerate(written[: rows * columns]):
            x, y = PAPER_MARGIN + index // rows * (width + PICTURE_GAP), sheets.y + index % rows * MOVE_LINE_HEIGHT
            sheets.font(7, colour=PRINT_FAINT)
            sheets.put(x, y, MOVE_NUMBER_WIDTH, number, align="R")
            sheets.font(7.5, *(("I", PRINT_FAINT) if chance else ("", PRINT_INK)))
            sheets.put(x + MOVE_NUMBER_WIDTH, y, width - MOVE_NUMBER_WIDTH + 2, part)
        if written := written[rows * columns :]:
            sheets.turn()
