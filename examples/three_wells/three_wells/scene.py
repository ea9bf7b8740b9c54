"""The picture of Three Wells: the wells cut open, with those who came below them; then the buttons of the lid, and a
place for each player."""

from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Label, Piece, Scene, ScoreLine, ScorePart, Tip, Zone, neat, plural
from rookery.kit.boards import BoardPlace, seat_below
from three_wells.facts import COLOURS, FACTS, ROUNDS, WAYS, WELLS
from three_wells.notation import action_text, action_words, way_words
from three_wells.rules import RAINS, SHOW, UNKNOWN, State

PICTURE = "2 3 3 1,7,4 6,4,3,0,0 1,0,1,0,0 1,6,1,0,0 2,3,1,0,0 2,3,2,0,0"  # the position that lists of games show
MOTIONS = {"tw-water": "falls"}
WIDTH, HEIGHT = 7.6, 7.9
COLUMN, FIRST = 2.4, 1.4  # from well to well; the middle of the first one
GROUND, BOTTOM, LAYER = 1.55, 3.75, 0.22  # of a well: where its lid lies, its lowest water, the height of a bucket
PATH = 4.32  # where those stand who came
MOST_ROOM = 2.4  # for one player


def well_place(well: int) -> BoardPlace:
    return BoardPlace(f"well-{well + 1}", neat(FIRST + COLUMN * well), 2.45, 2.2, 4.5)


def lid_place(well: int) -> BoardPlace:
    return BoardPlace(f"lid-{well + 1}", neat(FIRST + COLUMN * well), 5.02, 2.0, 0.5)


def seat_place(pos: State, seat: int, near: int) -> BoardPlace:
    """The seat that looks comes first, and the others in turn order."""
    room = min(MOST_ROOM, (WIDTH - 0.3) / pos.players)
    along = (seat - near) % pos.players - (pos.players - 1) / 2
    return BoardPlace(f"seat-{seat}", neat(WIDTH / 2 + along * room), 6.65, neat(room - 0.08), 2.1)


def scene(view: Position, facing: int) -> Scene:
    """Who has decided has a card, face down; who is seen to have decided stands at a well."""
    pos: State = view.numbers
    near = seat_below(view.viewer, facing)
    own_lid = pos.lids[near] == 1
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        caption=caption(view),
        prompts=("Choose a well, or below it to go there with your lid" if own_lid else "Choose a well",),
        zones=(
            Zone.at("wells", (WIDTH / 2, 2.75, WIDTH - 0.2, 5.3), "The wells", "tw-land"),
            Zone.at("seats", (WIDTH / 2, 6.65, WIDTH - 0.2, 2.3), "The players", "", "kit-tray"),
        ),
        spots=(
            *(well_place(well).spot("wells", well_words(pos, well), "kit-bare", "tw-well") for well in range(WELLS)),
            *(
                lid_place(well).spot("wells", f"Go to well {well + 1} with your lid", "kit-button")
                for well in range(WELLS)
            ),
            *(
                seat_place(pos, seat, near).spot("seats", seat_words(pos, seat), "kit-place")
                for seat in range(pos.players)
            ),
        ),
        pieces=(
            *(piece for well in range(WELLS) for piece in well_pieces(pos, well)),
            *(piece for seat in range(pos.players) for piece in seat_pieces(pos, seat, near)),
        ),
        labels=(
            *(
                Label(
                    id=f"with-{well}",
                    x=lid_place(well).x,
                    y=5.02,
                    text="with the lid",
                    size=0.24,
                    style="tw-button" if own_lid else "tw-button tw-gone",
                )
                for well in range(WELLS)
            ),
            *(
                Label(
                    id=f"number-{well}",
                    x=neat(well_place(well).x - 0.9),
                    y=1.9,
                    text=f"{well + 1}",
                    size=0.4,
                    style="tw-number",
                )
                for well in range(WELLS)
            ),
            *(label for seat in range(pos.players) for label in seat_labels(pos, seat, near)),
        ),
        counters=(
            Counter(id="round", label="round", value=f"{min(pos.round + 1, ROUNDS)} of {ROUNDS}"),
            *(
                Counter(id=f"water-{n}", label=plural(pos.water[n], "bucket"), value=f"{pos.water[n]}", seat=n)
                for n in range(pos.players)
            ),
            *(Counter(id=f"lids-{n}", label="lid", value=f"{pos.lids[n]}", seat=n) for n in range(pos.players)),
        ),
        choices=tuple(
            Choice(
                action=a,
                path=(f"{'lid' if a >= WELLS else 'well'}-{a % WELLS + 1}",),
                text=action_text(pos, a),
                words=action_words(pos, a),
            )
            for a in (view.legal_actions if view.mover == near else ())
        ),
        tips=(
            *(
                Tip(spot=f"well-{n + 1}", words="All who come share the water; alone you get at most 4")
                for n in range(WELLS)
            ),
            *(Tip(spot=f"lid-{n + 1}", words="Once a game: you alone take water, at most 3") for n in range(WELLS)),
        ),
        score=tuple(counted(pos, seat) for seat in range(pos.players)) if view.is_over else (),
    )


def caption(view: Position) -> str:
    if view.outcome:
        return view.outcome.words
    pos: State = view.numbers
    if pos.decided < pos.players:
        return f"Round {pos.round + 1} of {ROUNDS} – {COLOURS[pos.decided]}: decide in secret"
    return "It rains" if pos.shown == pos.players else "All have decided, and show it"


def buckets(number: int) -> str:
    return f"{number} {plural(number, 'bucket')}"


def well_words(pos: State, well: int) -> str:
    there = [COLOURS[seat] for seat in range(pos.players) if at(pos, seat) == well]
    return f"Well {well + 1}: {buckets(pos.wells[well])}{', ' if there else ''}{' and '.join(there)}"


def at(pos: State, seat: int) -> int:
    """The well at which a seat is seen; -1 if it is at home."""
    return -1 if pos.chosen[seat] == UNKNOWN else (pos.chosen[seat] - 1) % WELLS


def last_words(pos: State, seat: int) -> str:
    """What a seat did when all came last; "" before that."""
    way = pos.chosen[seat] if pos.shown == pos.players else pos.last[seat]
    return "" if way == UNKNOWN else f"{buckets(pos.took[seat])} from {way_words(way - 1)}"


def seat_words(pos: State, seat: int) -> str:
    state = ", has decided" if seat < pos.decided and pos.shown <= seat else ""
    lid = "and a lid" if pos.lids[seat] else "and no lid"
    last = last_words(pos, seat)
    return f"{COLOURS[seat]}: {buckets(pos.water[seat])} {lid}{state}{'; last ' if last else ''}{last}"


def seat_labels(pos: State, seat: int, near: int) -> list[Label]:
    place = seat_place(pos, seat, near)
    found = [Label(id=f"name-{seat}", x=place.x, y=5.86, text=COLOURS[seat], size=0.28, style="kit-edge")]
    way = pos.chosen[seat] if pos.shown == pos.players else pos.last[seat]
    if way != UNKNOWN:
        text = f"+{pos.took[seat]} at {(way - 1) % WELLS + 1}{' lid' if way > WELLS else ''}"
        found.append(Label(id=f"last-{seat}", x=place.x, y=7.48, text=text, size=0.23, style="kit-edge"))
    return found


def well_pieces(pos: State, well: int) -> list[Piece]:
    """The water of a well, and the bucket that says how much it is."""
    place = well_place(well)
    found = [
        place._replace(y=neat(BOTTOM - LAYER * (n + 0.5))).piece(f"layer-{well}-{n}", "tw-water", "", "water")
        for n in range(pos.wells[well])
    ]
    hanging = place._replace(y=1.12)
    number = pos.wells[well]
    found.append(hanging.piece(f"bucket-{well}", "tw-bucket", "", f"{buckets(number)} in the well", f"{number}"))
    return found


def seat_pieces(pos: State, seat: int, near: int) -> list[Piece]:
    """A player, the lid, what was decided, and the water that was taken."""
    home, style, name = seat_place(pos, seat, near), FACTS.seat_styles[seat], COLOURS[seat]
    well = at(pos, seat)
    lid_there = pos.chosen[seat] > WELLS
    found = []
    if well >= 0:
        came = [other for other in range(pos.players) if at(pos, other) == well]
        stands = well_place(well)._replace(y=PATH).row(len(came), 0.5, 0.95)
        found.append(stands[came.index(seat)].piece(f"pawn-{seat}", "kit-pawn", style, name, name[0]))
    else:
        found.append(
            home._replace(x=neat(home.x - 0.38), y=6.37, scale=0.72).piece(f"pawn-{seat}", "kit-pawn", style, name)
        )
        if seat < pos.decided:
            card = home._replace(x=neat(home.x + 0.06), y=6.32, scale=0.4)
            found.append(card.piece(f"card-{seat}", "kit-back", style, f"the hidden choice of {name}", "?"))
    if lid_there:
        lids = [other for other in range(pos.players) if at(pos, other) == well and pos.chosen[other] > WELLS]
        over = well_place(well)._replace(y=neat(GROUND + 0.06 - 0.13 * lids.index(seat)))
        found.append(over.piece(f"lid-of-{seat}", "tw-lid", style, f"the lid of {name}", "L"))
    elif pos.lids[seat]:
        rest = home._replace(x=neat(home.x + 0.36), y=6.62, scale=0.46)
        found.append(rest.piece(f"lid-of-{seat}", "tw-lid", style, f"the lid of {name}"))
    number = pos.water[seat]
    found.append(
        home._replace(y=7.06, scale=0.9).piece(
            f"store-{seat}", "tw-bucket", style, f"{buckets(number)} of {name}", f"{number}"
        )
    )
    return found


def counted(pos: State, seat: int) -> ScoreLine:
    """The water of a seat, which a page shows once the game is over."""
    parts = (ScorePart(pieces=(f"store-{seat}",), points=pos.water[seat]),)
    return ScoreLine(
        seat=seat, words=f"{plural(pos.water[seat], 'bucket')} of water", counter=f"water-{seat}", parts=parts
    )


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The well that an action is about."""
    if action >= RAINS:
        return (f"well-{action - RAINS + 1}",)
    return (f"well-{(action - SHOW if action >= WAYS else action) % WELLS + 1}",)


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """Why a click there does nothing now."""
    return "Your lid is used up" if spot.startswith("lid") else "Choose one of the wells"
