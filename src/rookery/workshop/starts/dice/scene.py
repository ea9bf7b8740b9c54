"""The picture of Dice: the start, a track that runs to and fro, the home, and the die."""

from rookery.core.numbers import packed_of
from rookery.core.position import Position
from rookery.core.scene import Choice, Label, Piece, Scene
from rookery.kit.boards import BOARD_MARGIN, BoardPlace, around, size
from rookery.workshop.starts.dice.facts import COLOURS, COLUMNS, FACTS, PAWNS, ROWS, SIDES
from rookery.workshop.starts.dice.notation import PLACES, action_text, action_words
from rookery.workshop.starts.dice.rules import HOME, NO_ROLL, START, State, landing

PICTURE = "0 3 10,13,14,7,0,0,0,0,0,0,0,0"  # the position that lists of games show
DIE = BoardPlace("die", BOARD_MARGIN + COLUMNS - 0.5, BOARD_MARGIN + ROWS + 1.9)
BOARD = around([*PLACES, DIE], "board", "Board")
WIDTH, HEIGHT = size([BOARD])
DARK = range(START + 2, HOME, 2)
NAMES = tuple(
    Label(id=f"label-{n}", x=place.x - place.width / 2 + 0.2, y=place.y - 0.36, text=f"{n}", style="kit-edge")
    if START < n < HOME
    else Label(
        id=place.name, x=BOARD_MARGIN + 0.5, y=place.y, text=place.name.capitalize(), size=0.25, style="kit-edge"
    )
    for n, place in enumerate(PLACES)
)
MOTIONS = {f"kit-die-{side + 1}": "shakes" for side in range(SIDES)}  # the die, when it has been rolled


def scene(view: Position, facing: int) -> Scene:
    """The pawns where they stand, and the die as it lies."""
    pos: State = view.numbers
    symbol, die, action = f"kit-die-{pos.die}", f"a roll of {pos.die}", "move a pawn"
    if pos.die == NO_ROLL:
        symbol, die, action = "kit-die", "no roll", "roll"
    pawns = [pawn_piece(pos, seat, pawn) for seat in range(pos.players) for pawn in range(PAWNS)]
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        caption=view.outcome.words if view.outcome else f"{COLOURS[pos.turn]}: {action}",
        prompts=("Choose the pawn that moves",),
        zones=(BOARD,),
        spots=(
            *(
                place.spot("board", square_words(pos, square), "kit-place kit-dark" if square in DARK else "kit-place")
                for square, place in enumerate(PLACES)
            ),
            DIE.spot("board", die, "kit-bare"),
        ),
        pieces=(*pawns, DIE.piece("die", symbol, "", die, f"{pos.die or '-'}")),
        labels=NAMES,
        choices=tuple(
            Choice(action=a, path=(action_text(pos, a),), text=action_text(pos, a), words=action_words(pos, a))
            for a in (view.legal_actions if pos.die != NO_ROLL else ())
        ),
    )


def square_words(pos: State, square: int) -> str:
    """A place and who stands there: "s7: Ruby"."""
    there = [COLOURS[seat] for seat in range(pos.players) if square in pos.pawns[seat]]
    return f"{PLACES[square].name}: {', '.join(there) or 'empty'}"


def pawn_piece(pos: State, seat: int, pawn: int) -> Piece:
    """At the start and at home, each pawn has a place of its own."""
    square = pos.pawns[seat][pawn]
    place: BoardPlace = PLACES[square]
    if square in (START, HOME):
        beside = place._replace(x=place.x + 0.4, width=place.width - 0.8)  # the name of the place
        place = beside.row(pos.players * PAWNS, 0.5, 0.9)[seat * PAWNS + pawn]
    return place.piece(
        f"pawn-{seat}-{pawn}", "kit-pawn", FACTS.seat_styles[seat], f"{COLOURS[seat]} pawn", COLOURS[seat][0]
    )


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The places to mark after an action."""
    pos: State = view.numbers
    if pos.die == NO_ROLL:
        return ("die",)
    square = pos.pawns[pos.turn][action]
    return (PLACES[square].name, PLACES[landing(packed_of(pos), square)].name)


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """Why a click there does nothing now."""
    return "Choose one of your own pawns that is not home"
