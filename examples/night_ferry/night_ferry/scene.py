"""The picture of Night Ferry: the others on the far bank, the ferry on the water, and the seat that looks, with its
crates."""

from typing import NamedTuple

from night_ferry.facts import BONUS, COLOURS, FACTS, HAND, MOST
from night_ferry.notation import action_text, action_words, put_by
from night_ferry.rules import (
    ANSWERING,
    CLAIMING,
    CLAIMS,
    DEALING,
    DEALS,
    KINDS,
    OPEN,
    OPENED,
    PASS,
    PASSED,
    PUTTING,
    SHOWING,
    SHOWS,
    UNKNOWN,
    State,
)
from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Label, Piece, Scene, ScoreLine, ScorePart, Spot, Zone, neat, plural
from rookery.kit.boards import BoardPlace, seat_below

# the position that lists of games show
PICTURE = "25-33o-04. ???-?5p ???-02o"
WIDTH, HEIGHT = 7.6, 9.3
MIDDLE = WIDTH / 2
SMALL, STEP = 0.56, 0.6  # the scale of crates that lie aside, and their distance
ZONES = (  # zone, words, upper edge, height, drawing, style
    ("others", "The others", 0.1, 2.5, "", "nf-bank"),
    ("water", "The ferry", 2.7, 2.75, "nf-water", ""),
    ("acts", "Claim and answer", 5.55, 0.95, "", "nf-bank"),
    ("own", "Own crates", 6.6, 2.6, "", "nf-bank"),
)
ANSWERS = ((PASS, "pass", "Let it pass", 1.2), (OPEN, "open", "Open it", -1.2))


class Home(NamedTuple):
    """Where the things of a seat lie."""

    place: BoardPlace  # the spot of the seat
    name: BoardPlace
    hand: tuple[BoardPlace, ...]  # [crates in hand]
    past: tuple[BoardPlace, ...]  # [crates that it has put]


def home(pos: State, seat: int, near: int) -> Home:
    """The others in turn order from left to right; the seat that looks below."""
    held, put = pos.held[seat], put_by(pos, seat)
    if seat == near:
        place = BoardPlace(f"seat-{seat}", MIDDLE, 8.62, 5.4, 0.95)
        first = MIDDLE - 1.15 * (held - 1) / 2
        hand = tuple(BoardPlace(f"hand{n + 1}", neat(first + 1.15 * n), 7.6, 1.0, 1.0) for n in range(held))
        return Home(place, place._replace(y=6.87), hand, row(place._replace(y=8.52), put))
    number = (seat - near) % pos.players - 1
    place = BoardPlace(f"seat-{seat}", neat(WIDTH * (number + 0.5) / (pos.players - 1)), 1.35, 2.4, 2.3)
    return Home(place, place._replace(y=0.42), row(place._replace(y=1.0), held), row(place._replace(y=1.8), put))


def row(place: BoardPlace, count: int) -> tuple[BoardPlace, ...]:
    """[count] places for small crates, side by side."""
    return place.row(count, STEP, SMALL)


def scene(view: Position, facing: int) -> Scene:
    """Hidden crates are closed."""
    pos: State = view.numbers
    near = seat_below(view.viewer, facing)
    seats = [(near + 1 + n) % pos.players for n in range(pos.players)]  # the seat that looks comes last
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        caption=caption(view),
        prompts=(prompt(pos),),
        zones=tuple(
            Zone.at(name, (MIDDLE, neat(top + height / 2), WIDTH - 0.2, height), words, symbol, style)
            for name, words, top, height, symbol, style in ZONES
        ),
        spots=(
            *(spot for seat in seats for spot in spots(view, seat, near)),
            Spot.at("ferry", "water", (MIDDLE, 4.12, 1.0, 1.0), ferry_words(view), "", "nf-bare"),
            *buttons(pos),
        ),
        pieces=(*(piece for seat in seats for piece in pieces(view, seat, near)), *button_pieces(pos)),
        labels=(*(label for seat in seats for label in labels(pos, seat, near)), *water_labels(pos)),
        counters=tuple(
            Counter(id=f"coins-{n}", label=plural(pos.coins[n], "coin"), value=f"{pos.coins[n]}", seat=n)
            for n in range(pos.players)
        ),
        choices=choices(view, near),
        score=tuple(line for seat in range(pos.players) for line in counted(view, seat)) if view.is_over else (),
    )


def caption(view: Position) -> str:
    if view.outcome:
        return view.outcome.words
    pos: State = view.numbers
    who, other = COLOURS[pos.turn], COLOURS[(pos.turn + 1) % pos.players]
    if pos.stage == DEALING:
        return "The crates are dealt"
    if pos.stage == PUTTING:
        return f"{who}: put a crate on the ferry"
    if pos.stage == CLAIMING:
        return f"{who}: claim what the crate is worth"
    if pos.stage == ANSWERING:
        return f"{who} claims {claim(pos)}. {other}: let it pass or open it"
    return f"{other} opens the crate"


def prompt(pos: State) -> str:
    if pos.stage == PUTTING:
        return "Choose a crate for the ferry"
    return "Claim a worth: the truth or a lie" if pos.stage == CLAIMING else "Let the crate pass, or open it"


def claim(pos: State) -> int:
    """The claim about the crate on the ferry; 0: none yet."""
    return pos.claims[pos.turn][HAND - 1 - pos.held[pos.turn]]


def on_ferry(pos: State) -> bool:
    return pos.stage == CLAIMING or pos.stage == ANSWERING or pos.stage == SHOWING


# ── Crates ───────────────────────────────────────────────────────────────────
def crate_ids(view: Position, seat: int) -> list[str]:
    """[crates of the seat] the ids of its pieces: those that it has put, in their order, then those of its hand.

    If the view knows them all, a crate has the same id in the hand, on the ferry and after it; so it counts crates of
    the same worth. If not, crates are as many and as alike as they look."""
    pos: State = view.numbers
    put = put_by(pos, seat)
    if view.viewer is not None and view.viewer != seat:
        return [f"crate-{seat}-{n}" for n in range(put + pos.held[seat])]
    worths = [pos.crates[seat][n] - 1 for n in range(put)] + hand_of(pos, seat)
    return [f"crate-{seat}-{worth}-{worths[:n].count(worth)}" for n, worth in enumerate(worths)]


def hand_of(pos: State, seat: int) -> list[int]:
    """[crates] the worths in a hand, from the lowest; -1: hidden."""
    known = [worth for worth in range(KINDS) for _ in range(pos.hands[seat][worth])]
    return known or [-1] * pos.held[seat]


def crate(place: BoardPlace, name: str, worth: int, seat: int) -> Piece:
    """The piece for a crate; -1: it is closed."""
    style = FACTS.seat_styles[seat]
    if worth < 0:
        return place.piece(name, "nf-closed", style, "closed crate", "?")
    symbol, words = ("nf-stones", "crate of stones") if worth == 0 else ("nf-crate", f"crate worth {worth}")
    return place.piece(name, symbol, style, words, f"{worth}")


def pieces(view: Position, seat: int, near: int) -> list[Piece]:
    """The crates of a seat."""
    pos: State = view.numbers
    at, names, put = home(pos, seat, near), crate_ids(view, seat), put_by(pos, seat)
    found = [crate(at.hand[n], names[put + n], worth, seat) for n, worth in enumerate(hand_of(pos, seat))]
    for n in range(put):
        place = at.past[n]
        if on_ferry(pos) and seat == pos.turn and n == put - 1:
            place = BoardPlace("ferry", MIDDLE, 4.12)
        found.append(crate(place, names[n], pos.crates[seat][n] - 1, seat))
    return found


def spots(view: Position, seat: int, near: int) -> list[Spot]:
    """The place of a seat, and in the hand below one for each crate."""
    pos: State = view.numbers
    at, zone = home(pos, seat, near), "own" if seat == near else "others"
    crates, coins = f"{pos.held[seat]} {plural(pos.held[seat], 'crate')}", plural(pos.coins[seat], "coin")
    words = f"{COLOURS[seat]}: {crates} in hand, {pos.coins[seat]} {coins}"
    told = [past_words(pos, seat, n) for n in range(put_by(pos, seat)) if pos.fates[seat][n]]
    found = [at.place.spot(zone, f"{words}; {', '.join(told)}" if told else words, "nf-bare")]
    if seat == near:
        found += [at.hand[n].spot(zone, crate_name(worth), "nf-bare") for n, worth in enumerate(hand_of(pos, seat))]
    return found


def crate_name(worth: int) -> str:
    return "a closed crate" if worth < 0 else "a crate of stones" if worth == 0 else f"a crate worth {worth}"


def past_words(pos: State, seat: int, n: int) -> str:
    known = pos.crates[seat][n]
    crate_is = "" if known == UNKNOWN else f", was {known - 1}"
    return f"claimed {pos.claims[seat][n]}{crate_is}, {'passed' if pos.fates[seat][n] == PASSED else 'opened'}"


def ferry_words(view: Position) -> str:
    pos: State = view.numbers
    if not on_ferry(pos):
        return "The ferry: empty"
    worth = pos.crates[pos.turn][HAND - 1 - pos.held[pos.turn]] - 1
    said = f", claimed {claim(pos)}" if claim(pos) else ""
    return f"The ferry: {crate_name(worth)} of {COLOURS[pos.turn]}{said}"


# ── Words on the picture ─────────────────────────────────────────────────────
def labels(pos: State, seat: int, near: int) -> list[Label]:
    """The name of a seat with its coins; below each crate that is gone its claim."""
    at = home(pos, seat, near)
    name = f"{COLOURS[seat]} · {pos.coins[seat]} {plural(pos.coins[seat], 'coin')}"
    found = [
        Label(
            id=f"name-{seat}",
            x=at.name.x,
            y=at.name.y,
            text=name,
            size=0.27 if seat == near else 0.24,
            style="nf-name",
        )
    ]
    for n in range(put_by(pos, seat)):
        fate, said = pos.fates[seat][n], pos.claims[seat][n]
        if fate:
            true = pos.crates[seat][n] - 1 == said
            style = "nf-said" if fate == PASSED else "nf-true" if true else "nf-lie"
            sign = "" if fate == PASSED else " ✓" if true else " ✗"
            x, y = at.past[n].x, neat(at.past[n].y + 0.43)
            found.append(Label(id=f"said-{seat}-{n}", x=x, y=y, text=f"{said}{sign}", size=0.22, style=style))
    return found


def water_labels(pos: State) -> list[Label]:
    """What the owner of the crate says; and the words on the buttons."""
    found = []
    if on_ferry(pos):
        said = (
            f"{COLOURS[pos.turn]}: “It is worth {claim(pos)}.”" if claim(pos) else f"{COLOURS[pos.turn]} puts a crate"
        )
        found.append(Label(id="said", x=MIDDLE, y=3.08, text=said, size=0.34, style="nf-claim"))
    if pos.stage == ANSWERING or pos.stage == SHOWING:
        for _, name, words, side in ANSWERS:
            found.append(Label(id=f"word-{name}", x=neat(MIDDLE - side), y=6.03, text=words, size=0.3, style="nf-word"))
    return found


# ── Buttons ──────────────────────────────────────────────────────────────────
def buttons(pos: State) -> list[Spot]:
    """Coins for the claims; for the answer, two buttons."""
    if pos.stage == ANSWERING or pos.stage == SHOWING:
        return [
            Spot.at(name, "acts", (neat(MIDDLE - side), 6.03, 2.2, 0.7), words, "", "nf-button")
            for _, name, words, side in ANSWERS
        ]
    return [
        Spot.at(f"claim{worth}", "acts", (neat(MIDDLE + worth - 3), 6.03, 0.9, 0.8), f"Claim {worth}", "", "nf-bare")
        for worth in range(1, MOST + 1)
    ]


def button_pieces(pos: State) -> list[Piece]:
    if pos.stage == ANSWERING or pos.stage == SHOWING:
        return []
    return [
        Piece.at(
            f"coin{worth}",
            f"claim{worth}",
            (neat(MIDDLE + worth - 3), 6.03),
            "kit-coin",
            "" if pos.stage == CLAIMING else "nf-waits",
            f"claim of {worth}",
            text=f"{worth}",
        )
        for worth in range(1, MOST + 1)
    ]


def choices(view: Position, near: int) -> tuple[Choice, ...]:
    """A click on a crate of the hand, on a coin, or on an answer."""
    pos: State = view.numbers
    if view.mover != near:
        return ()
    found = []
    for action in view.legal_actions:
        if pos.stage == PUTTING:
            paths = [(f"hand{n + 1}",) for n, worth in enumerate(hand_of(pos, near)) if worth == action]
        elif pos.stage == CLAIMING:
            paths = [(f"claim{action - CLAIMS}",)]
        else:
            paths = [("pass",)] if action == PASS else [("open",)]
        found.append(
            Choice(
                action=action,
                path=paths[0],
                text=action_text(pos, action),
                words=action_words(pos, action),
                also=tuple(paths[1:]),
            )
        )
    return tuple(found)


def counted(view: Position, seat: int) -> list[ScoreLine]:
    """Where the coins of a seat came from, once the game is over."""
    pos: State = view.numbers
    before = (seat - 1) % pos.players
    names, theirs = crate_ids(view, seat), crate_ids(view, before)
    passed, honest, caught = [], [], []
    for n in range(HAND):
        said = pos.claims[seat][n]
        if pos.fates[seat][n] == PASSED:
            passed.append(ScorePart(pieces=(names[n],), points=said))
        elif pos.crates[seat][n] - 1 == said:
            honest.append(ScorePart(pieces=(names[n],), points=said + BONUS))
        said = pos.claims[before][n]
        if pos.fates[before][n] == OPENED and pos.crates[before][n] - 1 != said:
            caught.append(ScorePart(pieces=(theirs[n],), points=said))
    lines = (("crates that passed", passed), ("true claims that were doubted", honest), ("lies found out", caught))
    return [
        ScoreLine(seat=seat, words=words, counter=f"coins-{seat}", parts=tuple(parts))
        for words, parts in lines
        if parts
    ]


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The places to mark after an action."""
    pos: State = view.numbers
    if DEALS <= action < SHOWS:
        return ()
    return ("ferry",) if action <= CLAIMS + MOST else (f"seat-{pos.turn}",)


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """Why a click there does nothing now."""
    pos: State = view.numbers
    if pos.stage == PUTTING:
        return "First put a crate of your hand on the ferry"
    if pos.stage == CLAIMING:
        return "Your crate is on the ferry: claim what it is worth"
    return "First answer: let the crate pass, or open it"
