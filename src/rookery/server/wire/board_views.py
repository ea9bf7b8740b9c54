"""Positions outside a table, as messages: those of lessons and puzzles, and those with which games begin."""

import base64

from rookery.core.position import Position
from rookery.server.wire.board_messages import BoardCard


def board_card(position: Position, code: str) -> BoardCard:
    """A position, whole or a view. `code`: the name of the code with which pages draw the game, "" if they cannot."""
    game = position.game
    seats = game.facts.seats_at(position.players, position.options)
    return BoardCard(
        name=game.facts.name,
        rules=game.facts.rules_version,
        seats=[name for name, _ in seats],
        styles=[style for _, style in seats],
        code=code,
        view=base64.b64encode(position.game.packed(position.states)).decode(),
        viewer=position.viewer,
    )
