"""Owners, points, groups and captures for the scene. The kernel has its own file, because every edit of its file makes
it compile again, and drawings are edited often."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Array, States
from rookery.games.blockers import rules


@kernel
def count_all(states: States, of_colours: Array, of_seats: Array) -> int:
    """Write to `of_colours` [colour, 2] the owner and whether the colour is finished, and to `of_seats` [seat, 4] the
    points, groups, penalty and captures. Returns the number of colours in play. One call does all, because calls are
    slow."""
    pos = states[0]
    for colour in range(rules.colours_of(pos)):
        of_colours[colour, 0] = rules.owner(pos, colour)
        of_colours[colour, 1] = rules.finished(pos, colour)
    for seat in range(pos.players):
        of_seats[seat, 0] = rules.points(pos, seat)
        of_seats[seat, 1] = rules.seat_groups(pos, seat)
        of_seats[seat, 2] = rules.penalty(pos, seat)
        of_seats[seat, 3] = rules.all_captures(pos, seat)
    return rules.colours_of(pos)
