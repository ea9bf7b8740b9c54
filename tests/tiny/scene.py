from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Label, Piece, Scene, Spot, Zone
from tests.tiny.notation import action_text, action_words
from tests.tiny.rules import CELLS, EMPTY, State

PICTURE = "0.1 32 4"


def scene(view: Position, facing: int) -> Scene:
    pos: State = view.numbers
    return Scene(
        width=CELLS,
        height=1.5,
        caption="Tiny",
        prompts=("Choose a cell",),
        zones=(Zone(id="row", words="Row", x=CELLS / 2, y=0.5, width=CELLS, height=1),),
        spots=tuple(Spot(id=f"cell{i}", zone="row", x=i + 0.5, y=0.5, words=f"Cell {i}") for i in range(CELLS)),
        pieces=tuple(
            Piece(id=f"mark{i}", spot=f"cell{i}", x=i + 0.5, y=0.5, symbol="mark", words="Mark", text="x")
            for i in range(CELLS)
            if pos.cells[i] != EMPTY
        ),
        labels=(Label(id="below", x=1.5, y=1.25, text="abc"),),
        counters=tuple(
            Counter(id=f"card{i}", label="card", value=str(pos.cards[i]), seat=i) for i in range(view.players)
        ),
        choices=tuple(
            Choice(action=a, path=(f"cell{a}",), text=action_text(pos, a), words=action_words(pos, a))
            for a in view.legal_actions
        ),
    )


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    return "This cell is marked"


def touched(view: Position, action: int) -> tuple[str]:
    return (f"cell{action}",)
