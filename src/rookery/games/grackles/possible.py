"""Whether a game can reach a position. `read_position` refuses those that no game can reach."""

from rookery.games.grackles import board, rules
from rookery.games.grackles.board import DRAWING, ENDED, FRAME, PLACING, TOKENS, TURN, WHO_BEGINS, WIDE, State
from rookery.games.grackles.facts import COLOUR_LETTERS


def check_line(pos: State, word: str, wire: int, low: int, high: int) -> None:
    """Raises ValueError with the reason if this line cannot be added to the lines of the position."""
    if high < low:
        raise ValueError(f"{word!r} is written from its left or lower end")
    spots = [pos.colour[pos.own[seat], wire] for seat in range(pos.players)]
    owner = [seat for seat, own in enumerate(spots) if own >> low & own >> high & 1]
    if not owner:
        raise ValueError(f"{word!r} must begin and end on spots of one colour that is in play")
    between = (2 << high) - (1 << low)
    if pos.free[wire] & between != between:
        raise ValueError(f"{word!r} crosses another line, or leaves the tiles")
    if high - low + 1 > pos.birds[owner[0]]:
        raise ValueError(f"{COLOUR_LETTERS[pos.own[owner[0]]]} has only {board.BIRDS} birds")


def check(pos: State, begun: State) -> None:
    """Raises ValueError with the reason if the position is impossible. `begun`: the position after `setup`."""
    if any(pos.left < 0):
        raise ValueError("there are more tiles of one arrangement than the box has")
    if not _connected(pos) or max(pos.east - pos.west, pos.north - pos.south) >= FRAME:
        raise ValueError(f"each tile must lie beside another one, within {FRAME} x {FRAME}")
    tiles_left, untouched = rules.stack(pos), pos.tiles.tobytes() == begun.tiles.tobytes()
    if untouched and any(pos.tokens[: pos.players] != TOKENS):
        raise ValueError("starting tiles cannot have been rotated")
    _check_phase(pos, begun, tiles_left, untouched)
    if tiles_left or pos.phase == PLACING:
        if pos.quiet:
            raise ValueError("no seat passes or is skipped before all tiles are placed")
        return
    _check_end(pos)


def _connected(pos: State) -> bool:
    tiles = {(at % WIDE, at // WIDE) for at, look in enumerate(pos.tiles) if look != board.NOTHING}
    reached, edge = set[tuple[int, int]](), [min(tiles)]
    while edge:
        x, y = edge.pop()
        if (x, y) in tiles - reached:
            reached.add((x, y))
            edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return reached == tiles


def _check_phase(pos: State, begun: State, tiles_left: int, untouched: bool) -> None:
    if pos.phase == WHO_BEGINS:
        if begun.phase != WHO_BEGINS or not untouched or pos.turn:
            raise ValueError("the first seat is drawn first, as the first colour, and only if chance decides it")
    elif untouched and begun.phase != WHO_BEGINS and pos.turn != begun.turn:
        raise ValueError(f"{COLOUR_LETTERS[begun.own[begun.turn]]} goes first at this table")
    if (pos.phase == DRAWING and not tiles_left) or (pos.phase == ENDED and tiles_left):
        raise ValueError("a tile is drawn while any are left, and the game goes on until all are placed")


def _check_end(pos: State) -> None:
    """No seat has the turn that must be skipped (GR-15), and the game ends at the right time (GR-16)."""
    if (pos.phase == ENDED) != (pos.quiet == pos.players):
        raise ValueError("the game is over after as many consecutive skips and passes as there are players")
    for back in range(1, pos.quiet + 1):
        seat = (pos.turn - back) % pos.players if pos.phase == TURN else back - 1
        if rules.can_settle(pos, seat):
            who = COLOUR_LETTERS[pos.own[seat]]
            raise ValueError(f"{who} has a line or an extension and can neither have passed nor been skipped")
    if pos.phase == TURN and not rules.can_act(pos):
        raise ValueError(f"{COLOUR_LETTERS[pos.own[pos.turn]]} can do nothing and is skipped")
