"""What a page may see of a position that it describes by its actions."""

from rookery.core.errors import IllegalAction, UnknownOption
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.server.wire.board_messages import BoardAsked, BoardPreview, BoardShown, BoardWhy
from rookery.server.wire.messages import Entry, Moment
from rookery.server.wire.still_views import entry_of, moment_of, preview_of, styles_of

__all__ = ["StudyBoard"]

SHOWN_ONE_BY_ONE = 24  # actions at most


class StudyBoard:
    """A position, and the way to it."""

    def __init__(self, game: Game, asked: BoardAsked) -> None:
        """Raises UnknownOption, IllegalAction (GameOver)."""
        position = game.start_with(game.facts.settings(asked.players, asked.options))
        seen = len(asked.actions) if asked.seen is None else asked.seen
        if not 0 <= seen <= len(asked.actions):
            raise IllegalAction(f"{seen} actions cannot be seen of {len(asked.actions)}")
        self._before: list[Position] = []  # of the actions that were not seen
        for ply, action in enumerate(asked.actions):
            if ply >= seen:
                self._before.append(position)
            position = position.after(action)
        self.position, self._fresh, self._ply = position, asked.actions[seen:], len(asked.actions)
        if asked.eyes is not None and not 0 <= asked.eyes < position.players:
            raise UnknownOption(f"there is no seat {asked.eyes}; this table has {position.players}")
        mover = SPECTATOR if position.mover in (None, CHANCE) else position.mover
        assert mover is not None
        self.eyes = mover if asked.eyes is None else asked.eyes

    def shown(self) -> BoardShown:
        """The position, and what led to it."""
        first = self._ply - len(self._fresh)
        moves: list[Entry] = [
            entry_of(before, action, first + 1 + i, self.eyes)
            for i, (before, action) in enumerate(zip(self._before, self._fresh))
        ]
        between = self._before[1:] if len(self._fresh) <= SHOWN_ONE_BY_ONE else []
        moments: list[Moment] = [
            moment_of(position, first + 1 + i, self.eyes, asked=False) for i, position in enumerate(between)
        ]
        facts, position = self.position.game.facts, self.position
        return BoardShown(
            game=facts.name,
            rules=facts.rules_version,
            styles=styles_of(position),
            seats=[name for name, _ in facts.seats_at(position.players, position.options)],
            moves=moves,
            moments=[*moments, moment_of(position, self._ply, self.eyes, asked=position.mover == self.eyes)],
        )

    def preview(self, action: int) -> BoardPreview:
        """After a legal action. Raises IllegalAction, NotYourTurn."""
        return BoardPreview(preview_of(self.position, action, self.eyes))

    def why(self, path: list[str], spot: str) -> BoardWhy:
        """Why a click does nothing. Raises NoSuchSpot."""
        return BoardWhy(self.position.view(self.eyes).why(path, spot, max(self.eyes, 0)))
