from rookery.core.position import Position
from rookery.core.scene import Choice, Label, Piece, Scene, Spot, Zone
from tests.peek.notation import action_text, action_words
from tests.peek.rules import CARDS, DEALS, GROWS, LOOKS, NAMES, UNKNOWN, State

PICTURE = "0 -1 -1 340 100010000 000 000"


def scene(view: Position, facing: int) -> Scene:
    """The cards in a row, and all that can be done as a list beside them."""
    pos: State = view.numbers
    seats, choices = range(view.players), view.legal_actions
    return Scene(
        width=12,
        height=3,
        caption="Peek",
        prompts=("What do you do?",),
        zones=(
            Zone(id="row", words="Cards", x=6, y=0.5, width=12, height=1),
            Zone(id="acts", words="Actions", x=6, y=2.5, width=12, height=1),
        ),
        spots=(
            *(Spot(id=f"card{i}", zone="row", x=i + 0.5, y=0.5, words=f"Card {i + 1}") for i in seats),
            *(
                Spot(id=f"act{a}", zone="acts", x=n + 0.5, y=2.5, words=action_words(pos, a))
                for n, a in enumerate(choices)
            ),
        ),
        pieces=tuple(
            Piece(
                id=f"held{i}",
                spot=f"card{i}",
                x=i + 0.5,
                y=0.5,
                symbol="mark",
                words=f"Card {pos.cards[i] or '?'}",
                text=str(pos.cards[i] or "?"),
            )
            for i in seats
            if pos.cards[i] != UNKNOWN or pos.dealing != i
        ),
        labels=(Label(id="below", x=1.5, y=1.25, text="cards"),),
        choices=tuple(
            Choice(action=a, path=(f"act{a}",), text=action_text(pos, a), words=action_words(pos, a)) for a in choices
        ),
    )


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    return "The actions are in the list"


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The card that it is about."""
    if action < NAMES:
        return (f"card{action - LOOKS}",)
    if NAMES <= action < GROWS:
        return (f"card{(action - NAMES) // CARDS}",)
    return (f"card{max(view.numbers.dealing, 0) if action >= DEALS else view.mover}",)
