"""The picture of Cards: the others above, the trick in the middle, and below the seat that looks, with its hand."""

from typing import NamedTuple

from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.scene import Choice, Counter, Label, Piece, Scene, ScoreLine, ScorePart, Spot, Zone, plural
from rookery.kit.boards import CARD_HEIGHT, CARD_WIDTH, BoardPlace, cards, seat_below
from rookery.workshop.starts.cards.facts import CARDS, COLOURS, FACTS, HAND
from rookery.workshop.starts.cards.notation import action_text, action_words
from rookery.workshop.starts.cards.rules import HELD, NOTHING, State

# the position that lists of games show
PICTURE = "1 -1 2,3,0,0,0,0 1,0,0,0,0,0 17,0,0,0,0,0 0,0,2,0,0,8,0,0,1,0,2,0,0,0,0,0,7,0,0,0,0,7,2,1"
COLUMN, EDGE = 2.0, 0.25  # the width for one of the others; from the things of a row to the edges of the picture
HEIGHT = 7.5
ROWS = (  # zone, words, upper edge, height, style
    ("others", "The others", 0.1, 1.8, "kit-tray"),
    ("table", "The trick", 2.05, 3.0, "kit-board"),
    ("own", "The hand", 5.2, 2.2, "kit-tray"),
)


class Home(NamedTuple):
    """Where the things of a seat lie."""

    seat: int
    place: BoardPlace
    name: BoardPlace
    hand: tuple[BoardPlace, ...]  # [cards in hand]
    tricks: tuple[BoardPlace, ...]  # [tricks that it has taken]
    card: BoardPlace  # its card of this trick


def homes(pos: State, near: int) -> list[Home]:
    """The others in turn order, from left to right; last the seat that looks."""
    width, found = width_for(pos.players), []
    for n in range(pos.players - 1):
        seat, x = (near + n + 1) % pos.players, width * (n + 0.5) / (pos.players - 1)
        place = BoardPlace(f"seat-{seat}", x, 1.0, COLUMN - 2 * EDGE, 1.5)
        name, tricks = place._replace(y=0.42), place._replace(y=1.55).row(pos.tricks[seat], 0.32, 0.4)
        card = BoardPlace(f"trick-{seat}", x, 2.8, CARD_WIDTH, CARD_HEIGHT)
        found.append(Home(seat, place, name, place._replace(y=1.0).row(pos.held[seat], 0.36, 0.5), tricks, card))
    place = BoardPlace(f"seat-{near}", width / 2, 5.55, width - 2 * EDGE, 0.5)
    name, tricks = (
        place._replace(x=width * 0.3),
        place._replace(x=width * 0.7, width=2.0).row(pos.tricks[near], 0.4, 0.5),
    )
    card = BoardPlace(f"trick-{near}", width / 2, 4.3, CARD_WIDTH, CARD_HEIGHT)
    own = cards("hand", pos.held[near], EDGE, 5.95, width - 2 * EDGE)
    return [*found, Home(near, place, name, own, tricks, card)]


def width_for(players: int) -> float:
    return max(HAND + 1.0, COLUMN * (players - 1))


def hand_of(pos: State, seat: int) -> list[int]:
    """The cards that can be seen in a hand, from the lowest."""
    return [card for card in range(CARDS) if pos.cards[card] == HELD + seat]


def scene(view: Position, facing: int) -> Scene:
    """Hidden cards lie face down."""
    pos: State = view.numbers
    near = seat_below(view.viewer, facing)
    width, there, own = width_for(pos.players), homes(pos, near), hand_of(pos, near)
    return Scene(
        width=width,
        height=HEIGHT,
        caption=caption(view),
        prompts=("Choose a card of your hand",),
        zones=tuple(
            Zone.at(name, (width / 2, top + height / 2, width - 0.2, height), words, "", style)
            for name, words, top, height, style in ROWS
        ),
        spots=tuple(spot for home in there for spot in spots(pos, home, near)),
        pieces=tuple(piece for home in there for piece in pieces(pos, home)),
        labels=tuple(
            Label(
                id=f"name-{home.seat}",
                x=home.name.x,
                y=home.name.y,
                text=COLOURS[home.seat],
                size=0.26,
                style="kit-edge",
            )
            for home in there
        ),
        counters=tuple(
            Counter(id=f"tricks-{n}", label=plural(pos.tricks[n], "trick"), value=f"{pos.tricks[n]}", seat=n)
            for n in range(pos.players)
        ),
        choices=tuple(
            Choice(action=a, path=(f"hand{own.index(a) + 1}",), text=action_text(pos, a), words=action_words(pos, a))
            for a in (view.legal_actions if view.mover == near else ())
        ),
        score=tuple(counted(pos, seat) for seat in range(pos.players)) if view.is_over else (),
    )


def caption(view: Position) -> str:
    if view.outcome:
        return view.outcome.words
    pos: State = view.numbers
    return "The hands are dealt" if view.mover == CHANCE else f"{COLOURS[pos.turn]}: play a card"


def many(number: int, thing: str) -> str:
    return f"{number} {plural(number, thing)}"


def spots(pos: State, home: Home, near: int) -> list[Spot]:
    """The places of a seat. Those of its cards can be clicked in the hand below."""
    seat, own = home.seat, hand_of(pos, home.seat)
    words = f"{COLOURS[seat]}: {many(pos.held[seat], 'card')} in hand, {many(pos.tricks[seat], 'trick')}"
    played = f"the {pos.table[seat]}" if pos.table[seat] != NOTHING else "no card"
    found = [
        home.place.spot("own" if seat == near else "others", words, "kit-bare"),
        home.card.spot("table", f"{COLOURS[seat]} has played {played}", "kit-slot"),
    ]
    if seat == near:
        words_of = [*(f"the {card + 1}" for card in own), *(["hidden card"] * (pos.held[seat] - len(own)))]
        found += [place.spot("own", text, "kit-bare") for place, text in zip(home.hand, words_of)]
    return found


def pieces(pos: State, home: Home) -> list[Piece]:
    """The hand of a seat, the tricks that it has taken, and its card of this trick."""
    seat, own, style = home.seat, hand_of(pos, home.seat), FACTS.seat_styles[home.seat]
    found = [
        place.piece(f"card-{n + 1}", "kit-card", style, f"the {n + 1}", f"{n + 1}") for place, n in zip(home.hand, own)
    ]
    for n in range(len(own), pos.held[seat]):
        found.append(home.hand[n].piece(f"back-{seat}-{n}", "kit-back", style, "hidden card", "?"))
    for n in range(pos.tricks[seat]):
        found.append(home.tricks[n].piece(trick(seat, n), "kit-star", style, "trick", "*"))
    if pos.table[seat] != NOTHING:
        number = pos.table[seat]
        found.append(home.card.piece(f"card-{number}", "kit-card", style, f"the {number}", f"{number}"))
    return found


def trick(seat: int, number: int) -> str:
    """The id of the piece for a trick that a seat has taken."""
    return f"trick-{seat}-{number}"


def counted(pos: State, seat: int) -> ScoreLine:
    """The tricks of a seat, which a page shows once the game is over."""
    parts = tuple(ScorePart(pieces=(trick(seat, n),), points=1) for n in range(pos.tricks[seat]))
    return ScoreLine(seat=seat, words=plural(pos.tricks[seat], "trick"), counter=f"tricks-{seat}", parts=parts)


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The places to mark after an action."""
    pos: State = view.numbers
    return (f"trick-{pos.turn}",) if action < CARDS else ()


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """Why a click there does nothing now."""
    return "Choose a card of your hand"
