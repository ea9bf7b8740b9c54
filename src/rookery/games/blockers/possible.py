"""Whether a game can reach a position. `read_position` refuses those that no game can reach."""

from rookery.games.blockers import rules
from rookery.games.blockers.facts import COLOUR_NAMES
from rookery.games.blockers.rules import DEAL, DRAW, EMPTY, ENDED, LEFT_OVER, PLAY, RACK, WHO_BEGINS, State
from rookery.games.blockers.spaces import KINDS, NAMED, SPACE_BITS

PLAYS_OF_A_COLOUR = KINDS - LEFT_OVER  # of each colour


def check(pos: State, begun: State) -> None:
    """Set `drawing`. Raises ValueError with the reason if the position is impossible. `begun`: as `setup` wrote it."""
    for space, tile in enumerate(pos.board.tolist()):
        if tile != EMPTY and not (NAMED[tile % KINDS] & SPACE_BITS[space]).any():
            raise ValueError("a tile lies on a space that it does not name")
    _check_captors(pos)
    if pos.phase == WHO_BEGINS or pos.phase == DEAL:
        _check_set_up(pos, begun)
    else:
        _check_racks(pos)
        if pos.phase != DRAW:
            _check_turn(pos)


def _check_captors(pos: State) -> None:
    """No seat has captured tiles that it may not capture (BL-08, BL-22), or more tiles than it has played."""
    colours, played = range(rules.colours_of(pos)), pos.played.tolist()
    owners = [rules.owner(pos, colour) for colour in colours]
    for seat, taken in enumerate(pos.captured[: pos.players].tolist()):
        own = [colour for colour in colours if owners[colour] == seat]
        for colour in colours:
            if taken[colour] and not any(rules.may_capture(pos, other, colour) for other in own):
                raise ValueError(f"seat {seat + 1} may not capture {COLOUR_NAMES[colour]} tiles")
        if sum(kinds.bit_count() for kinds in taken) > sum(played[colour].bit_count() for colour in own):
            raise ValueError(f"seat {seat + 1} has captured more tiles than it has played")


def _check_set_up(pos: State, begun: State) -> None:
    """The first seat is drawn first, then each colour in turn draws five tiles (BL-03, BL-04)."""
    if pos.played.any():
        raise ValueError("no tile is played before all colours have drawn five")
    if pos.phase == WHO_BEGINS and (begun.phase != WHO_BEGINS or pos.turn or pos.held.any()):
        raise ValueError("the first seat is drawn first, as seat 1, and only if chance decides it")
    if begun.phase == DEAL and pos.turn != begun.turn:
        raise ValueError(f"seat {begun.turn + 1} begins at this table")
    colours = rules.colours_of(pos)
    drawing = next((colour for colour in range(colours) if pos.held[colour] < RACK), None)
    if drawing is None or pos.held[drawing + 1 : colours].any():
        raise ValueError("while racks are filled, the colours draw five tiles each, one colour after the other")
    pos.drawing = drawing


def _check_racks(pos: State) -> None:
    """Each rack holds five tiles (BL-10), or four if its colour is about to draw or has played 24 tiles (BL-11)."""
    colours = range(rules.colours_of(pos))
    drawing = [c for c in colours if pos.phase == DRAW and pos.held[c] == LEFT_OVER and pos.pile[c] > 0]
    if pos.phase == DRAW:
        if len(drawing) != 1 or rules.owner(pos, drawing[0]) != pos.turn:
            raise ValueError(
                "one colour draws: it belongs to the seat whose turn it is, and has four tiles on its rack"
            )
        pos.drawing = drawing[0]
    for colour in colours:
        plays = int(pos.played[colour]).bit_count()
        held = LEFT_OVER if colour in drawing or plays == PLAYS_OF_A_COLOUR else RACK
        if plays > PLAYS_OF_A_COLOUR or pos.held[colour] != held or pos.pile[colour] != KINDS - plays - held:
            name = COLOUR_NAMES[colour]
            raise ValueError(f"after {plays} plays {name} cannot have {pos.held[colour]} tiles on its rack")
        if pos.rack[colour] == 0 and (rules.finished(pos, colour) or pos.phase == ENDED):
            raise ValueError(f"the tiles that {COLOUR_NAMES[colour]} has left over must be shown")


def _check_turn(pos: State) -> None:
    """The seat to play has tiles to play, and the game is over when nobody can play (BL-11, BL-14, BL-24)."""
    colours = range(rules.colours_of(pos))
    if pos.phase == PLAY and all(rules.finished(pos, c) for c in colours if rules.owner(pos, c) == pos.turn):
        raise ValueError(f"seat {pos.turn + 1} has played all its tiles")
    able = [colour for colour in colours if rules.can_play(pos, colour)]
    if pos.phase == ENDED and able:
        raise ValueError(f"the game is not over: {COLOUR_NAMES[able[0]]} can play")
