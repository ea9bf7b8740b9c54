"""The picture of Harbour Watch: five lanes from the rocks to the harbour, and the work of a turn below them."""

from harbour_watch.facts import BOATS, MOUTH, TURNS
from harbour_watch.notation import action_text, action_words, boats_in, seat_name
from harbour_watch.rules import (
    ANCHOR,
    BRING,
    CHEER,
    COOK,
    DRIFT,
    FIRST_OF,
    HAUL,
    HOME,
    KEEPER,
    LOST,
    NEEDED,
    NOWHERE,
    SECOND_OF,
    TOO_MANY,
    TOW,
    State,
    haul_length,
    tow_length,
)
from rookery.core.position import Position
from rookery.core.scene import Ask, Choice, Counter, Label, Narrow, Piece, Scene, Shift, Tip, Zone, neat, plural
from rookery.kit.boards import BOARD_MARGIN, BoardPlace

PICTURE = "13 4,6,home,2a,lost work"  # the position that lists of games show
COLUMNS = HOME + 1  # the rocks, six distances, the harbour
# [boat][place]
LANES: tuple[tuple[BoardPlace, ...], ...] = tuple(
    tuple(
        BoardPlace(f"{boat + 1}-{place}", BOARD_MARGIN + place + 0.5, BOARD_MARGIN + boat + 0.5)
        for place in range(COLUMNS)
    )
    for boat in range(BOATS)
)
BOARD = Zone.at(
    "water",
    (COLUMNS / 2 + BOARD_MARGIN, BOATS / 2 + BOARD_MARGIN, COLUMNS + 1.0, BOATS + 1.0),
    "Water",
    "hw-water",
    grid=True,
)
COLOURS = ("ruby", "sky", "gold", "moss", "plum")  # [boat]
WORKS = ("haul", "tow", "home", "anchor", "cheer")  # the buttons
WORK_WORDS = ("Haul", "Tow", "Bring home", "Anchor", "Cheer")
BUTTON_WIDTH, BUTTON_HEIGHT, BUTTON_STEP, GAP = 2.3, 0.92, 1.1, 0.15
TRAY_WIDTH = 2.6
TRAY_X = BOARD.width + GAP + TRAY_WIDTH / 2
COMMON = 3  # works of everybody; the others are below them
COMMON_HEIGHT, SPECIAL_HEIGHT = 3.5, 2.35
BUTTONS = tuple(
    BoardPlace(
        name,
        TRAY_X,
        neat(0.1 + (n + 0.5) * BUTTON_STEP + (GAP + 0.175 if n >= COMMON else 0)),
        BUTTON_WIDTH,
        BUTTON_HEIGHT,
    )
    for n, name in enumerate(WORKS)
)
TRAY = Zone.at(
    "works", (TRAY_X, COMMON_HEIGHT / 2, TRAY_WIDTH, COMMON_HEIGHT), "Work of everybody", "", "kit-tray", listed=True
)
SPECIAL_Y = COMMON_HEIGHT + GAP + SPECIAL_HEIGHT / 2
SPECIAL = Zone.at(
    "special", (TRAY_X, SPECIAL_Y, TRAY_WIDTH, SPECIAL_HEIGHT), "Work of Keeper and Cook", "", "kit-tray", listed=True
)
WIDTH, HEIGHT = neat(BOARD.width + GAP + TRAY_WIDTH), BOARD.height
LOW, MIDDLE = BOARD.height + GAP, BOARD.width / 2  # of phones: the top of the trays, and the middle


def narrow(players: int) -> Narrow:
    """For phones: the works below the water, side by side."""
    aside = (TRAY_WIDTH + GAP) / 2 if players > KEEPER else 0
    shifts = [Shift(zone="works", x=neat(MIDDLE - aside), y=neat(LOW + COMMON_HEIGHT / 2))]
    if players > KEEPER:
        shifts.append(Shift(zone="special", x=neat(MIDDLE + aside), y=neat(LOW + SPECIAL_HEIGHT / 2)))
    return Narrow(width=BOARD.width, height=neat(LOW + COMMON_HEIGHT), shifts=tuple(shifts))


EDGES = (
    Label(id="rocks", x=BOARD_MARGIN + 0.5, y=0.27, text="Rocks", size=0.26, style="hw-edge"),
    *(
        Label(id=f"at-{n}", x=BOARD_MARGIN + n + 0.5, y=0.27, text=f"{n}", size=0.26, style="hw-edge")
        for n in range(1, MOUTH + 1)
    ),
    Label(id="harbour", x=BOARD_MARGIN + HOME + 0.5, y=0.27, text="Harbour", size=0.2, style="hw-edge"),
    *(
        Label(id=f"lane-{n + 1}", x=0.27, y=BOARD_MARGIN + n + 0.5, text=f"{n + 1}", size=0.26, style="hw-edge")
        for n in range(BOATS)
    ),
)
MOTIONS = {"hw-wreck": "shakes"}


def scene(view: Position, facing: int) -> Scene:
    """The boats on their lanes, and what may be done."""
    pos: State = view.numbers
    seat = pos.turn % pos.players
    buttons = buttons_of(pos.players)
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        caption=view.outcome.words if view.outcome else caption(pos),
        prompts=("Choose your work, or a boat", "Choose a boat, or where it goes", "Choose the other boat"),
        zones=(BOARD, TRAY, SPECIAL) if pos.players > KEEPER else (BOARD, TRAY),
        spots=(
            *(
                LANES[boat][place].spot("water", place_words(pos, boat, place), "hw-cell", place_symbol(place))
                for boat in range(BOATS)
                for place in range(COLUMNS)
            ),
            *(BUTTONS[n].spot("special" if n >= COMMON else "works", WORK_WORDS[n], "kit-button") for n in buttons),
        ),
        pieces=(
            *(boat_piece(pos, boat) for boat in range(BOATS)),
            *anchor_pieces(pos),
            *(work_piece(n) for n in buttons),
        ),
        labels=(
            *EDGES,
            *(
                Label(
                    id=f"do-{WORKS[n]}",
                    x=neat(BUTTONS[n].x + 0.3),
                    y=BUTTONS[n].y,
                    text=WORK_WORDS[n],
                    size=0.22,
                    style="hw-work",
                )
                for n in buttons
            ),
        ),
        counters=counters(pos),
        choices=tuple(
            Choice(action=a, path=path(pos, a), text=action_text(pos, a), words=action_words(pos, a), also=also(pos, a))
            for a in (view.legal_actions if pos.work > 0 else ())
        ),
        asks=asks(view) if pos.work > 0 else (),
        narrow=narrow(pos.players),
        tips=tuple(Tip(spot=WORKS[n], words=tip(n, seat)) for n in buttons),
    )


def caption(pos: State) -> str:
    """Who does what now."""
    if pos.sea > 0:
        return f"The sea moves {plural(pos.sea, 'once', 'twice')}{' after a cheer' if pos.cheered else ''}"
    return f"{seat_name(pos)}: do {'two works' if pos.work > 1 else 'one work'}"


def buttons_of(players: int) -> list[int]:
    """The buttons of a table: the anchor needs a Keeper, the cheer a Cook."""
    return [0, 1, 2] + ([3] if players > KEEPER else []) + ([4] if players > COOK else [])


def place_symbol(place: int) -> str:
    if place == LOST:
        return "hw-rocks"
    return "hw-quay" if place == HOME else ("hw-mouth" if place == MOUTH else "hw-waves")


def place_words(pos: State, boat: int, place: int) -> str:
    """A place of a lane and what is there: "Lane 3, 5 from the rocks: boat 3, anchored"."""
    name = "on the rocks" if place == LOST else ("in the harbour" if place == HOME else f"{place} from the rocks")
    there = "empty" if pos.boats[boat] != place else f"boat {boat + 1}{', anchored' if pos.anchor == boat else ''}"
    return f"Lane {boat + 1}, {name}: {there}"


def boat_piece(pos: State, boat: int) -> Piece:
    """A boat, or its wreck."""
    place, symbol, words = LANES[boat][pos.boats[boat]], "hw-boat", f"boat {boat + 1}"
    if pos.boats[boat] == LOST:
        symbol, words = "hw-wreck", f"boat {boat + 1}, lost"
    elif pos.boats[boat] == HOME:
        words = f"boat {boat + 1}, home"
    return place.piece(f"boat{boat + 1}", symbol, COLOURS[boat], words, f"{boat + 1}")


def anchor_pieces(pos: State) -> tuple[Piece, ...]:
    """The anchor, beside its boat."""
    if pos.anchor == NOWHERE:
        return ()
    place = LANES[pos.anchor][pos.boats[pos.anchor]]
    at = (neat(place.x - 0.3), neat(place.y + 0.24))
    return (Piece.at("anchor", place.name, at, "hw-anchor", "", "anchor", scale=0.5, text="a"),)


def work_piece(n: int) -> Piece:
    """The sign of a button."""
    at = (neat(BUTTONS[n].x - 0.74), BUTTONS[n].y)
    return Piece.at(f"sign-{WORKS[n]}", WORKS[n], at, f"hw-sign-{WORKS[n]}", "", WORK_WORDS[n], scale=0.72)


def counters(pos: State) -> tuple[Counter, ...]:
    """What decides the game."""
    return (
        Counter(id="turn", label="turns over", value=f"{pos.turn} of {TURNS}"),
        Counter(id="home", label="boats home", value=f"{boats_in(pos, HOME)} of {NEEDED}"),
        Counter(id="lost", label="boats lost", value=f"{boats_in(pos, LOST)} of {TOO_MANY}"),
    )


def here(pos: State, boat: int) -> str:
    """The spot on which a boat lies."""
    return LANES[boat][pos.boats[boat]].name


def path(pos: State, action: int) -> tuple[str, ...]:
    """The button, then the boats."""
    if action == CHEER:
        return ("cheer",)
    if action >= TOW:
        return ("tow", here(pos, FIRST_OF[action - TOW]), here(pos, SECOND_OF[action - TOW]))
    if action >= ANCHOR:
        return ("anchor", here(pos, action - ANCHOR))
    return ("home", here(pos, action - BRING)) if action >= BRING else ("haul", here(pos, action - HAUL))


def also(pos: State, action: int) -> tuple[tuple[str, ...], ...]:
    """The boat, then the place to which it goes; two boats in the other order."""
    if action == CHEER:
        return ()
    if action >= TOW:
        one, two = here(pos, FIRST_OF[action - TOW]), here(pos, SECOND_OF[action - TOW])
        return (("tow", two, one), (one, two), (two, one))
    if action >= ANCHOR:
        return ((here(pos, action - ANCHOR), "anchor"),)
    if action >= BRING:
        boat = action - BRING
        return ((here(pos, boat), LANES[boat][HOME].name), (here(pos, boat), "home"))
    boat, far = action - HAUL, haul_length(pos.turn % pos.players)
    return ((here(pos, boat), LANES[boat][min(MOUTH, pos.boats[boat] + far)].name), (here(pos, boat), "haul"))


def asks(view: Position) -> tuple[Ask, ...]:
    """What to choose after a button."""
    told = {
        "haul": "Choose the boat to haul",
        "tow": "Choose two boats to tow",
        "home": "Choose the boat to bring home",
        "anchor": "Choose the boat for the anchor",
    }
    pos: State = view.numbers
    begun = [path(pos, a)[0] for a in view.legal_actions]
    return tuple(Ask(after=name, words=words) for name, words in told.items() if name in begun)


def tip(n: int, seat: int) -> str:
    """What a button is for."""
    if n == 0:
        return f"Haul: move one boat {haul_length(seat)} away from the rocks"
    if n == 1:
        return f"Tow: move two boats {tow_length(seat)} each away from the rocks"
    if n == 2:
        return f"Bring home: take a boat at {MOUTH} into the harbour for good"
    if n == 3:
        return "Anchor, by the Keeper: the boat does not drift until the Keeper's next turn"
    return "Cheer, by the Cook: the next player does two turns' work before the sea moves"


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The places to mark after an action."""
    pos: State = view.numbers
    seat = pos.turn % pos.players
    if action >= DRIFT:
        boat = action - DRIFT
        at = pos.boats[boat]
        return (LANES[boat][at].name, LANES[boat][at if pos.anchor == boat else at - 1].name)
    if action == CHEER:
        return ("cheer",)
    if action >= TOW:
        one, two, far = FIRST_OF[action - TOW], SECOND_OF[action - TOW], tow_length(seat)
        return tuple(
            LANES[boat][at].name for boat in (one, two) for at in (pos.boats[boat], min(MOUTH, pos.boats[boat] + far))
        )
    if action >= ANCHOR:
        return (here(pos, action - ANCHOR),)
    if action >= BRING:
        return (here(pos, action - BRING), LANES[action - BRING][HOME].name)
    at = pos.boats[action]
    return (LANES[action][at].name, LANES[action][min(MOUTH, at + haul_length(seat))].name)


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """Why a click there does nothing now."""
    pos: State = view.numbers
    first = path[0] if path else ""
    if spot == "anchor" and pos.turn % pos.players != KEEPER:
        return "Only the Keeper has the anchor"
    if spot == "cheer":
        return "Only the Cook cheers" if pos.turn % pos.players != COOK else "A cheer needs no boat"
    if spot == "home":
        return "No boat that you could bring home is at 6" if not path else "That boat is not at 6"
    if spot in WORKS:
        if not path:
            return "There are not enough boats below 6 for that"
        return "That boat is at 6: bring it home" if first not in WORKS else "You have chosen other work"
    boat, place = int(spot[0]) - 1, int(spot[2:])
    if pos.boats[boat] != place:
        return "Choose a boat" if not path or first in WORKS else "The boat does not go there"
    if place == LOST:
        return "This boat is lost"
    if place == HOME:
        return "This boat is safe at home"
    if first == "home":
        return "Only a boat at 6 can come home"
    return "A boat at 6 goes no further: bring it home" if place == MOUTH else "The other boat is at 6: bring it home"
