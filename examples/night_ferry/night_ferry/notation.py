"""Night Ferry as text: actions are put 3, claim 4, pass, open and (of chance) deal 3, show 3.

A position names for each seat its hand, then each crate that it has put: what it is worth, the claim, and p or o
for passed or opened. So 035-24o says: holds crates of 0, 3 and 5; has put one of 2, claimed 4, and it was opened. A dot
stands for what is not there yet, ? for what is hidden, and ! for a crate that is about to be shown.
"""

import re

from night_ferry.facts import BONUS, COLOURS, CRATES, HAND, MOST
from night_ferry.rules import (
    ANSWERING,
    CLAIMING,
    CLAIMS,
    DEALING,
    DEALS,
    KINDS,
    OPENED,
    PASS,
    PASSED,
    PUTTING,
    SHOWING,
    SHOWS,
    UNKNOWN,
    State,
)

ACTION_PATTERN = re.compile(r"(put|deal|show) [0-5]|claim [1-5]|pass|open", re.IGNORECASE)
ACTION_FORM = "actions look like put 3, claim 4, pass or open"
POSITION_FORM = "positions look like 035-24o 0114-5.. 233"
_SEAT = re.compile(r"(\.|[0-5]{1,4}|\?{1,4})((?:-[0-5?][1-5.][po!.])*)")


def action_text(pos: State, action: int) -> str:
    if action >= SHOWS:
        return f"show {action - SHOWS}"
    if action >= DEALS:
        return f"deal {action - DEALS}"
    if action >= PASS:
        return "pass" if action == PASS else "open"
    return f"claim {action - CLAIMS}" if action > CLAIMS else f"put {action}"


def crate_words(worth: int) -> str:
    return "a crate of stones" if worth == 0 else f"a crate worth {worth}"


def action_words(pos: State, action: int) -> str:
    who = COLOURS[pos.turn]
    if action >= SHOWS:
        return f"{who} has sent {crate_words(action - SHOWS)}"
    if action >= DEALS:
        return f"{who} is dealt {crate_words(action - DEALS)}"
    if action >= PASS:
        other = COLOURS[(pos.turn + 1) % pos.players]
        return f"{other} {'lets the crate pass' if action == PASS else 'opens the crate'}"
    return f"{who} claims {action - CLAIMS}" if action > CLAIMS else f"{who} puts {crate_words(action)} on the ferry"


def secret_words(pos: State) -> str:
    """What is told to those who may not know the crate."""
    return f"{COLOURS[pos.turn]} {'is dealt a crate' if pos.stage == DEALING else 'puts a crate on the ferry'}"


def outcome_words(pos: State) -> str:
    most = max(pos.coins)
    best = [COLOURS[seat] for seat in range(pos.players) if pos.coins[seat] == most]
    if len(best) == pos.players:
        return f"It is a draw: everybody has {most} coins."
    return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'share the win'} with {most} coins."


def outcome_reason(pos: State) -> str:
    return "all hands are empty"


def put_by(pos: State, seat: int) -> int:
    """The number of crates that a seat has put on the ferry."""
    return 0 if pos.stage == DEALING else HAND - pos.held[seat]


def position_text(pos: State) -> str:
    return " ".join([seat_text(pos, seat) for seat in range(pos.players)])


def seat_text(pos: State, seat: int) -> str:
    hand = "".join([str(worth) * pos.hands[seat][worth] for worth in range(KINDS)])
    text = hand or "?" * pos.held[seat] or "."
    for n in range(put_by(pos, seat)):
        crate, claim, fate = pos.crates[seat][n], pos.claims[seat][n], pos.fates[seat][n]
        end = "p" if fate == PASSED else "o" if fate == OPENED else "."
        if end == "." and pos.stage == SHOWING:
            end = "!"
        text += f"-{'?' if crate == UNKNOWN else crate - 1}{claim or '.'}{end}"
    return text


def read_position(text: str, pos: State) -> None:
    """Raises ValueError if the text is not a position."""
    players = int(pos.players)
    found = [_SEAT.fullmatch(part) for part in text.split(" ")]
    if len(found) != players or any(seat is None for seat in found):
        raise ValueError(f"it needs {players} seats, each with its hand and the crates that it has put")
    hands = [seat[1].replace(".", "") for seat in found if seat]
    puts = [seat[2].split("-")[1:] for seat in found if seat]
    check_counts(hands, puts)
    check_secrets(hands, puts)
    total = sum(map(len, puts))
    order = [puts[n % players][n // players] for n in range(total)]
    for n, (crate, claim, fate) in enumerate(order):
        done = claim != "." and fate in "po"
        if not done and n < total - 1:
            raise ValueError("only the last crate may be without a claim or an answer")
        if claim == "." and fate != ".":
            raise ValueError("a crate needs a claim before it is answered")
        if fate == "o" and crate == "?":
            raise ValueError("a crate that was opened is not hidden")
    for seat in range(players):
        pos.held[seat] = len(hands[seat])
        for worth in range(KINDS):
            pos.hands[seat, worth] = hands[seat].count(str(worth))
    for n, (crate, claim, fate) in enumerate(order):
        seat, slot, coins = n % players, n // players, 0 if claim == "." else int(claim)
        pos.crates[seat, slot] = UNKNOWN if crate == "?" else int(crate) + 1
        pos.claims[seat, slot] = coins
        pos.fates[seat, slot] = "?po".index(fate) if fate in "po" else 0
        if fate == "p":
            pos.coins[seat] += coins
        elif fate == "o" and crate == claim:
            pos.coins[seat] += coins + BONUS
        elif fate == "o":
            pos.coins[(seat + 1) % players] += coins
    if total == 0:
        dealt = sum(map(len, hands))
        pos.stage, pos.turn = DEALING if dealt < HAND * players else PUTTING, dealt % players
        return
    _, claim, fate = order[-1]
    pos.stage = CLAIMING if claim == "." else {".": ANSWERING, "!": SHOWING}.get(fate, PUTTING)
    pos.turn = (total if pos.stage == PUTTING else total - 1) % players


def check_counts(hands: list[str], puts: list[list[str]]) -> None:
    """Raises ValueError unless so many crates may lie there."""
    players, total = len(hands), sum(map(len, puts))
    dealt = HAND * players if total else sum(map(len, hands))
    for seat in range(players):
        if len(puts[seat]) != (total + players - 1 - seat) // players:
            raise ValueError("the seats put crates in turn")
        if len(hands[seat]) + len(puts[seat]) != (dealt + players - 1 - seat) // players:
            raise ValueError(f"every seat has {HAND} crates, in hand or put")
    known = "".join([*hands, *(put[0] for seat in puts for put in seat)])
    for worth in range(MOST + 1):
        if known.count(str(worth)) > CRATES[worth]:
            raise ValueError(f"there are only {CRATES[worth]} crates of {worth}")


def check_secrets(hands: list[str], puts: list[list[str]]) -> None:
    """Raises ValueError unless everything is known, or nothing that only others than one seat know."""
    seats_known, seats_hidden = 0, 0
    for hand, put in zip(hands, puts):
        secrets = hand + "".join(crate[0] for crate in put if crate[2] != "o")
        hidden = secrets.count("?")
        if 0 < hidden < len(secrets):
            raise ValueError("either all secret crates of a seat are hidden or none")
        seats_hidden += hidden > 0
        seats_known += hidden == 0 and secrets != ""
    if seats_hidden and seats_known > 1:
        raise ValueError("nobody sees the crates of two seats")
