"""A game between people at one screen and bots. The line mode and the full screen share it."""

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from rookery.cli import colours
from rookery.cli.seating import PERSON, Seating
from rookery.core.errors import Trouble
from rookery.core.position import Game, Position
from rookery.core.protocol import SPECTATOR
from rookery.core.record import Record
from rookery.core.scene import Scene
from rookery.core.screen import facing, line, marked, touched, viewer


@dataclasses.dataclass(frozen=True, slots=True)
class MoveEntry:
    """One line of the move list."""

    ply: int
    seat: int | None  # None: chance
    text: str
    words: str
    remark: str  # of the bot that played it, often ""

    @property
    def description(self) -> str:
        """The words, and the remark if there is one."""
        return f"{self.words}; {self.remark}" if self.remark else self.words


class LocalGame:
    """The game, the seating, and the record so far. Not thread-safe, except for `think`."""

    def __init__(
        self, game: Game, players: int | None, options: Mapping[str, str], sitting: Seating, seed: int | None = None
    ) -> None:
        """Raises UnknownOption."""
        self.game = game
        self.sitting = sitting
        self.options = dict(options)
        self.luck = np.random.default_rng(seed)
        self.people = tuple(seat for seat, who in enumerate(sitting) if who == PERSON)
        self._written: set[Path] = set()
        self.begin()

    @classmethod
    def of(cls, record: Record) -> "LocalGame":
        """A game that shows a finished record, as spectators may see it. Nobody plays."""
        start = record.at(0)
        local = cls(record.game, start.players, start.options, ("",) * start.players)
        local.people = ()
        local.record = record
        return local

    def begin(self, actions: Sequence[int] = ()) -> None:
        """Begin a new game with the same seating. `actions`: those already played. Raises IllegalAction."""
        names = [f"{who} bot" if who else "" for who in self.sitting]
        self.record = Record(self.game, len(self.sitting), self.options, names)
        for action in actions:
            self.record.play(action)
        self.record.settle(self.luck)
        self._holds: int | None = None  # the seat that the screen was handed to, where hot seats hide things

    # ── Whose turn ───────────────────────────────────────────────────────────
    @property
    def position(self) -> Position:
        return self.record.position

    @property
    def bot(self) -> str:
        """The level of the bot to move; "" if a person is to move or the game is over."""
        mover = self.position.mover
        return "" if mover is None else self.sitting[mover]

    @property
    def asks_person(self) -> bool:
        return not self.position.is_over and not self.bot

    @property
    def to_hand_over(self) -> int | None:
        """The seat that the screen must be handed to before it shows what only that seat may see, or None."""
        if not self.game.facts.hidden or len(self.people) < 2 or self.position.is_over:
            return None
        eyes = viewer(self.record, self.people, self.record.plies)
        return None if eyes == self._holds else eyes

    def hand_over(self) -> None:
        """Note that the screen has been handed to the right player."""
        self._holds = viewer(self.record, self.people, self.record.plies)

    def role(self, seat: int) -> str:
        return self._seats[seat][0]

    def colours(self, seat: int) -> tuple[str, ...]:
        """The colours of the seat's badge, at least one."""
        return colours.of_seat(self.game.art, self._seats[seat][1]) or (colours.TEXT_COLOUR,)

    @functools.cached_property
    def _seats(self) -> tuple[tuple[str, str], ...]:
        first = self.record.at(0)
        return self.game.facts.seats_at(first.players, first.options)

    def who(self, seat: int) -> str:
        """ "you", "medium bot", or "a person" where several people play."""
        if self.sitting[seat]:
            return f"{self.sitting[seat]} bot"
        return "you" if len(self.people) == 1 else "a person"

    # ── Playing ──────────────────────────────────────────────────────────────
    def play(self, action: int | str, remark: str = "") -> list[MoveEntry]:
        """Play an action of the mover, then chance's, and return the new lines. Raises what Position.after raises."""
        before = self.record.plies
        self.record.play(action, remark)
        self.record.settle(self.luck)
        return [self.line(ply) for ply in range(before + 1, self.record.plies + 1)]

    def task(self) -> tuple[Position, str, int]:
        """The arguments of `think`: the view of the bot's seat, its level, a seed."""
        mover = self.position.mover
        assert mover is not None and self.bot
        return self.position.view(mover), self.bot, int(self.luck.integers(2**62))

    @staticmethod
    def think(view: Position, level: str, seed: int) -> tuple[int, str]:
        """The bot's action and its remark. May run in another thread."""
        from rookery.bots import advise

        advice = advise(view, level, seed)
        return advice.action, advice.words

    # ── Looking ──────────────────────────────────────────────────────────────
    def scene(self, ply: int | None = None) -> Scene:
        """The scene that this screen may show after `ply` plies (None: now). Until the screen is handed over, it is
        what everybody may see."""
        position = self.position if ply is None else self.record.at(ply)
        if self.to_hand_over is not None:
            return position.scene(SPECTATOR, facing(self.people)).idle()
        # earlier positions are shown to the present viewer as well
        eyes = viewer(self.record, self.people, self.record.plies)
        scene = position.scene(eyes, facing(self.people))
        return scene if position is self.position else scene.idle()

    def why(self, path: Sequence[str], spot: str) -> str:
        """The reason why a click does nothing for the mover; "" where it does something."""
        position = self.position
        return "" if position.mover is None else position.view(position.mover).why(path, spot, facing(self.people))

    def line(self, ply: int) -> MoveEntry:
        """The line of the move list for a ply, counted from 1."""
        return MoveEntry(ply, *line(self.record, self.people, ply))

    def lines(self) -> list[MoveEntry]:
        return [self.line(ply) for ply in range(1, self.record.plies + 1)]

    def last_path(self, ply: int) -> tuple[str, ...]:
        """The clicks of the last action of a seat up to that ply, to be marked; () if the viewer may not know them."""
        return tuple(touched(self.record, self.people, marked(self.record, self.people, ply)))

    # ── Keeping ──────────────────────────────────────────────────────────────
    def save(self, path: Path) -> None:
        """Write the record. Never overwrites a file that this game did not write. Raises Trouble."""
        try:
            if path not in self._written:
                path.open("x").close()
                self._written.add(path)
            self.record.save(path)
        except FileExistsError:
            raise Trouble(f"{path} already exists; name another file for the record") from None
        except OSError as error:
            raise Trouble(f"the record cannot be written to {path}: {error.strerror}") from None
