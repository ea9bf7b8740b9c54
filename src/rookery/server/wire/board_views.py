"""Positions outside a table, as messages: those of lessons and puzzles, and those with which games begin."""

import base64
from collections.abc import Callable

from rookery.core.position import Game, Position
from rookery.server.wire.board_messages import BoardCard

__all__ = ["board_card"]


def board_card(position: Position, code: Callable[[Game], str]) -> BoardCard:
    """A position, whole or a view. `code`: see Services."""
    game = position.game
    seats = game.facts.seats_at(position.players, position.options)
    return BoardCard(
        name=game.facts.name,
        rules=game.facts.rules_version,
        seats=[name for name, _ in seats],
        styles=[style for _, style in seats],
        code=code(game),
        view=base64.b64encode(position.states.tobytes()).decode(),
        viewer=position.viewer,
    )
