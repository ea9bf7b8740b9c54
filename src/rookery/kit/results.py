"""Who wins: from what seats have to their utilities."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Utilities


@kernel
def most_win(out: Utilities, players: int) -> None:
    """Turn what each seat has into utilities: the seats with the most share a win, the others a defeat. If all have the
    same, it is a draw."""
    most, winners = out[0], 0
    for seat in range(players):
        most = max(most, out[seat])
    for seat in range(players):
        winners += out[seat] == most
    for seat in range(players):
        if winners == players:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 / winners if out[seat] == most else -1.0 / (players - winners)
