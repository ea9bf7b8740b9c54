"""Observers for OpenSpiel: the information of a player or of the public, as text and as a tensor."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from rookery.core.errors import CannotPlay
from rookery.core.observation import slots
from rookery.core.position import Game
from rookery.core.protocol import SPECTATOR, cells_of

if TYPE_CHECKING:
    from rookery.envs.spiel import SpielState


class SpielObserver:
    """Shows one kind of information, as OpenSpiel's IIGObservationType defines it: a player's whole view, with or
    without the history that the player remembers; only the public part; or only the private part. A player's view is
    also available as a tensor, if the game has observe.py."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        """Raises CannotPlay if there are parameters, or if no player has such information."""
        alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is None or kind.public_info
        self._own = kind is None or kind.private_info == alone
        if params:
            raise CannotPlay(f"observers of {game.facts.name} have no parameters; these were given: {params}")
        if (self._recall and not self._public) or (kind and kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS):
            raise CannotPlay(
                "no observer shows the secrets of all players, or what a player remembers without what is public"
            )
        self._game = game
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._own and self._public and not self._recall and game.is_seen:
            index = slots(game.observation)
            self.tensor = np.zeros(index[-1].stop, np.float32)
            self.dict = {slot.name: self.tensor[slot.start : slot.stop].reshape(slot.shape) for slot in index}

    def set_from(self, state: "SpielState", player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.game_history.position.observation(player).view(np.int8)

    def string_from(self, state: "SpielState", player: int) -> str:
        seat, position = player if self._own else SPECTATOR, state.game_history.position
        if self._recall:
            return state.game_history.memory_text(seat)
        if self._public:
            return position.view(seat).text
        own, common = position.view(seat).state, position.view(SPECTATOR).state
        names = [name for name in cells_of(self._game.fields) if np.any(own[name] != common[name])]
        return "; ".join(f"{name} {own[name].tolist()}" for name in names)
