"""What a trial of the laws found, as data: for people, for programs (`rookery check --json`), and for pages."""

import re
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from msgspec import Struct
from msgspec.structs import replace

from rookery.core.errors import CannotPlay, Refusal, Trouble
from rookery.core.position import Game, Position

_TOLD = re.compile(r"(\S+\.py):(\d+)")


class LawsHold(Struct, frozen=True, kw_only=True, tag_field="result", tag="holds"):
    """All laws hold in some games."""

    game: str  # slug
    laws: int
    positions: int
    games: int
    skipped: int = 0  # games that were planned and not begun in time
    lessons: int = 0  # that can be taken


class LawFails(Struct, frozen=True, kw_only=True, tag_field="result", tag="fails"):
    """A law is broken, or the game or a part of it cannot be tried."""

    game: str
    error: str  # one sentence
    law: str = ""  # its name; "" = no law of positions
    sentence: str = ""  # the law in words
    file: str = ""  # of the game's folder; "" = not known
    line: int = 0  # counted from 1; 0: not known
    players: int = 0
    options: dict[str, str] = {}
    seed: int = 0
    ply: int = 0
    position: str = ""  # its text; "" if it cannot be told
    state: str = ""  # the numbers of its fields
    actions: list[int] = []  # that lead to it from the beginning
    more: list["LawFails"] = []  # what else was found: of each law the first position that breaks it

    @property
    def place(self) -> str:
        """The file and the line as editors write them; "" = not known, or told by the error."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return "" if place in self.error else place

    def __str__(self) -> str:
        if not self.law:
            return f"{self.game}: {self.error}" + (f"\n  the place: {self.place}" if self.place else "")
        told = [
            f"{self.game} breaks the law {self.law} at seed {self.seed}, ply {self.ply}: {self.error}",
            f"  the law: {self.sentence}",
            f"  the table: {self.players} players, {self.options or 'no options'}",
            f"  the state: {self.state}",
            *([f"  the position: {self.position}"] if self.position else []),
            *([f"  the place: {self.place}"] if self.place else []),
            f"  see it again: rookery.testing.walks.walk(game, {self.players}, {self.options}, {self.seed})",
        ]
        return "\n".join(told)


def place_of(folder: Path, error: BaseException, about: ModuleType | None = None) -> tuple[str, int]:
    """The file in a game's folder, and the line, at which an error was raised: the last one of them that was running,
    or the one that the error tells. If it was raised elsewhere, the file of `about`, without a line."""
    _give_back_memory(error)
    for path, line in reversed([*_places(error)]):
        for whole in (path, folder.parent.parent / path, folder.parent / path):  # pages tell the last folders alone
            if whole.is_relative_to(folder) and whole.exists():
                return whole.relative_to(folder).as_posix(), line
    file = getattr(about, "__file__", None)
    if file and Path(file).is_relative_to(folder):
        return Path(file).relative_to(folder).as_posix(), 0
    return "", 0


def _give_back_memory(error: BaseException) -> None:
    """Where all memory is taken, what took it is still held by the frames of the error, and nothing can be told."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, MemoryError):
            traceback.clear_frames(cause.__traceback__)
        cause = cause.__cause__ or cause.__context__


def _places(error: BaseException) -> Iterator[tuple[Path, int]]:
    """Where an error, and what caused it, ran; the innermost place last, or that which it tells."""
    if error.__cause__ is not None:
        yield from _places(error.__cause__)
    for frame in traceback.extract_tb(error.__traceback__):
        yield Path(frame.filename), frame.lineno or 0
    if isinstance(error, SyntaxError) and error.filename:
        yield Path(error.filename), error.lineno or 0
    if told := _TOLD.search(str(error)):  # a kernel is no frame of Python
        yield Path(told[1]), int(told[2])


def together(found: Iterable[LawFails]) -> LawFails | None:
    """All that was found as one report, the same fault once; None if nothing was."""
    faults = dict[tuple[str, str, int, str], LawFails]()
    for fault in found:
        faults.setdefault((fault.law, fault.file, fault.line, fault.error), fault)
    if not faults:
        return None
    first, *rest = faults.values()
    return replace(first, more=rest)


def text_of(position: Position) -> str:
    """The text of a position; "" if the game cannot tell it, which may be what is wrong."""
    try:
        return position.text
    except Exception:  # noqa: BLE001  # what an author writes may raise anything
        return ""


def folder_of(game: Game) -> Path:
    """The folder of a game, or the current one if it is in disorder."""
    try:
        return game.path
    except CannotPlay:
        return Path.cwd()


def cannot_be_tried(slug: str, error: BaseException, game: Game | None) -> LawFails:
    """The report of a game that cannot be loaded or played at all."""
    file, line = place_of(folder_of(game) if game else Path.cwd(), error)
    kind, words = type(error).__name__, str(error)
    if isinstance(error, MemoryError):
        kind, words = "", "it took all the memory that it may have"
    elif isinstance(error, SyntaxError | Refusal | Trouble | IndexError):
        kind = ""
    told = ": ".join(filter(None, (kind, words))) or type(error).__name__
    return LawFails(game=slug, error=told, file=file, line=line)
