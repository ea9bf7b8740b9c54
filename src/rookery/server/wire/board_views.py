"""What a page may see of a position that it describes by its actions."""

from msgspec.structs import replace

from rookery.core.errors import IllegalAction, UnknownOption
from rookery.core.generator import AnyGenerator, Generator
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.puzzles.puzzle import puzzle_of
from rookery.server.wire.board_messages import (
    BoardAsked,
    BoardDraw,
    BoardDrawn,
    BoardMoves,
    BoardPreview,
    BoardShown,
    BoardWhy,
)
from rookery.server.wire.messages import Entry, Moment
from rookery.server.wire.still_views import entry_of, moment_of, preview_of, styles_of

__all__ = ["StudyBoard"]

SHOWN_ONE_BY_ONE = 24  # actions at most


class StudyBoard:
    """A position, and the way to it."""

    def __init__(self, game: Game, asked: BoardAsked) -> None:
        """Raises UnknownOption, UnknownPuzzle, IllegalAction (GameOver), NotYourTurn."""
        position, eyes = _start(game, asked)
        seen = len(asked.actions) if asked.seen is None else asked.seen
        if not 0 <= seen <= len(asked.actions):
            raise IllegalAction(f"{seen} actions cannot be seen of {len(asked.actions)}")
        self._before: list[Position] = []  # of the actions that were not seen
        deciding = SPECTATOR  # the seat that decides, or else the last one that did
        for ply, action in enumerate(asked.actions):
            if ply >= seen:
                self._before.append(position)
            deciding = deciding if position.mover in (None, CHANCE) else position.mover
            position = position.after(action)
        self.position, self._fresh, self._ply = position, asked.actions[seen:], len(asked.actions)
        if eyes is not None and not 0 <= eyes < position.players:
            raise UnknownOption(f"there is no seat {eyes}; this table has {position.players}")
        deciding = deciding if position.mover in (None, CHANCE) else position.mover
        self.eyes = deciding if eyes is None else eyes
        self._open = eyes is None
        self._facing = eyes or 0  # whoever decides, so that the table never turns
        self._first = self._ply - len(self._fresh)

    def shown(self) -> BoardShown:
        """The position, and what led to it."""
        between = self._before[1:] if len(self._fresh) <= SHOWN_ONE_BY_ONE else []
        moments = [self._moment(position, self._first + 1 + i, asked=False) for i, position in enumerate(between)]
        facts, position = self.position.game.facts, self.position
        return BoardShown(
            name=facts.name,
            rules=facts.rules_version,
            styles=styles_of(position),
            seats=[name for name, _ in facts.seats_at(position.players, position.options)],
            moves=self.moves().moves,
            moments=[*moments, self._moment(position, self._ply, asked=position.mover == self.eyes)],
            draws=self._draws(),
        )

    def _moment(self, position: Position, ply: int, *, asked: bool) -> Moment:
        return moment_of(position, ply, self.eyes, asked=asked, facing=self._facing)

    def moves(self) -> BoardMoves:
        """What led to the position, in words. With all hands open nothing is secret."""
        entries = list[Entry]()
        for i, (before, action) in enumerate(zip(self._before, self._fresh)):
            knowing = before.mover if self._open and before.mover not in (None, CHANCE) else self.eyes
            assert knowing is not None
            entry = entry_of(before, action, self._first + 1 + i, knowing)
            if self._open and before.mover == CHANCE:
                entry = replace(entry, text=before.format(action), words=before.words(action))
            entries.append(entry)
        return BoardMoves(entries)

    def _draws(self) -> list[BoardDraw]:
        """What chance can bring, as far as it is known to whoever looks. With all hands open everything is."""
        position, eyes = self.position, self.eyes
        if position.mover != CHANCE or position.viewer is not None:
            return []
        if not self._open:
            known = all(position.knows(action, eyes) for action in position.legal_actions)
            if not (known and position.foresees(eyes)):
                return []
        likely = sorted(position.chances.items(), key=lambda draw: -draw[1])
        return [BoardDraw(action, position.words(action), chance) for action, chance in likely]

    def drawn(self, generator: AnyGenerator) -> BoardDrawn:
        """Draws until a seat decides, or the game is over."""
        actions, position = list[int](), self.position
        while position.mover == CHANCE:
            actions.append(position.draw(generator))
            position = position.after_unchecked(actions[-1])
        return BoardDrawn(actions)

    def preview(self, action: int) -> BoardPreview:
        """After a legal action. Raises IllegalAction, NotYourTurn."""
        return BoardPreview(preview_of(self.position, action, self.eyes, self._facing))

    def why(self, path: list[str], spot: str) -> BoardWhy:
        """Why a click does nothing. Raises NoSuchSpot."""
        return BoardWhy(self.position.view(self.eyes).why(path, spot, self._facing))


def _start(game: Game, asked: BoardAsked) -> tuple[Position, int | None]:
    """The position with which a board begins, and the seat whose view is shown. Of a puzzle with secrets it is a view:
    nothing follows from it but actions of its seat."""
    if asked.puzzle is None:
        return game.start_with(game.facts.settings(asked.players, asked.options)), asked.eyes
    puzzle = puzzle_of(game, asked.puzzle)
    view = puzzle.position()
    return view if game.facts.hidden else view.determinize(Generator(0)), puzzle.seat
