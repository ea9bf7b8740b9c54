"""Owners, points, groups and captures for the picture. The kernel has its own file: beside drawing functions, it
would be compiled again after every edit of a drawing."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Array, States
from rookery.games.blockers import rules


@kernel
def count_all(states: States, of_colours: Array, of_seats: Array) -> int:
    """What the rules say of each colour, [colour, 2] its owner and whether it is finished, and of each seat, [seat, 4]
    its points, groups, penalty and captures: all in one call, which is what takes the time. How many colours play."""
    pos = states[0]
    for colour in range(rules.colours_of(pos)):
        of_colours[colour, 0] = rules.owner(pos, colour)
        of_colours[colour, 1] = rules.finished(pos, colour)
    for seat in range(pos.players):
        of_seats[seat, 0] = rules.score(pos, seat)
        of_seats[seat, 1] = rules.seat_groups(pos, seat)
        of_seats[seat, 2] = rules.penalty(pos, seat)
        of_seats[seat, 3] = rules.all_captures(pos, seat)
    return rules.colours_of(pos)
