import re

from tests.peek.rules import CARDS, DEALS, GROWS, LOOKS, NAMES, State

ACTION_PATTERN = re.compile(r"deal [1-4]|look [123]|[123] has [1-4]|grow|shrink", re.IGNORECASE)
ACTION_FORM = "actions look like look 2, 3 has 1 or grow"
POSITION_FORM = "positions look like 2 0 -1 -1 310 000000000 000 000"


def action_text(pos: State, action: int) -> str:
    if action >= DEALS:
        return f"deal {action - DEALS + 1}"
    if action < NAMES:
        return f"look {action - LOOKS + 1}"
    if action < GROWS:
        return f"{(action - NAMES) // CARDS + 1} has {(action - NAMES) % CARDS + 1}"
    return "grow" if action == GROWS else "shrink"


def action_words(pos: State, action: int) -> str:
    return action_text(pos, action).capitalize()


def secret_words(pos: State) -> str:
    return "A card is dealt" if pos.dealing >= 0 else "A card is changed"


def outcome_words(pos: State) -> str:
    return "It is over."


def outcome_reason(pos: State) -> str:
    return "no turns are left" if pos.winner < 0 else "a card was named"


def position_text(pos: State) -> str:
    """Turn, who is dealt to, who won; cards, what is seen of them, who has looked, who has changed."""
    rows = (pos.cards, [bit for row in pos.seen for bit in row], pos.looked, pos.changed)
    return " ".join([f"{pos.turn} {pos.dealing} {pos.winner}", *("".join(map(str, row)) for row in rows)])


def read_position(text: str, pos: State) -> None:
    turn, dealing, winner, cards, seen, looked, changed = text.split()
    pos.turn, pos.dealing, pos.winner = int(turn), int(dealing), int(winner)
    pos.cards[:], pos.looked[:], pos.changed[:] = ([int(x) for x in row] for row in (cards, looked, changed))
    pos.seen[:] = [[int(x) for x in seen[3 * i : 3 * i + 3]] for i in range(3)]
