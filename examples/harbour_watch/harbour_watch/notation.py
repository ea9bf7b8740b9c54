"""Harbour Watch as text. Actions are haul 3, tow 1+4, home 2, anchor 5, cheer and (of the sea) drift 1. A position is
the number of turns that are over, the five boats and what comes next, as 5 4,6,1a,home,lost work: see
`position_text`."""

import re

from harbour_watch.facts import BOATS, SEATS, TURNS
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
    MOUTH,
    NEEDED,
    NOWHERE,
    SECOND_OF,
    TOO_MANY,
    TOW,
    State,
)

ACTION_PATTERN = re.compile(r"(haul|home|anchor|drift) [1-5]|tow [1-5]\+[1-5]|cheer", re.IGNORECASE)
ACTION_FORM = "actions look like haul 3, tow 1+4, home 2, anchor 5 or cheer"
POSITION_FORM = "positions look like 5 4,6,1a,home,lost work"
PLACES = ("lost", "1", "2", "3", "4", "5", "6", "home")  # [place]
_POSITION = re.compile(r"(\d\d?) ([a-z0-9]+(?:,[a-z0-9]+){4}) (work|work2|sea[12]\+?|end)")


def action_text(pos: State, action: int) -> str:
    if action >= DRIFT:
        return f"drift {action - DRIFT + 1}"
    if action == CHEER:
        return "cheer"
    if action >= TOW:
        return f"tow {FIRST_OF[action - TOW] + 1}+{SECOND_OF[action - TOW] + 1}"
    if action >= ANCHOR:
        return f"anchor {action - ANCHOR + 1}"
    if action >= BRING:
        return f"home {action - BRING + 1}"
    return f"haul {action - HAUL + 1}"


def action_words(pos: State, action: int) -> str:
    if action >= DRIFT:
        boat = action - DRIFT
        if pos.anchor == boat:
            return f"The sea draws boat {boat + 1}, which is anchored"
        return f"The sea drives boat {boat + 1} to the rocks" if pos.boats[boat] == 1 else f"Boat {boat + 1} drifts"
    who = seat_name(pos)
    if action == CHEER:
        return f"{who} cheers: the next player does two turns' work"
    if action >= TOW:
        return f"{who} tows boats {FIRST_OF[action - TOW] + 1} and {SECOND_OF[action - TOW] + 1}"
    if action >= ANCHOR:
        return f"{who} anchors boat {action - ANCHOR + 1}"
    if action >= BRING:
        return f"{who} brings boat {action - BRING + 1} home"
    return f"{who} hauls boat {action - HAUL + 1}"


def seat_name(pos: State) -> str:
    """Whose turn it is."""
    return SEATS[pos.turn % pos.players]


def boats_in(pos: State, place: int) -> int:
    """How many boats are at a place."""
    return len([boat for boat in pos.boats if boat == place])


def outcome_words(pos: State) -> str:
    if boats_in(pos, HOME) >= NEEDED:
        return "Four boats are home: the team wins."
    if boats_in(pos, LOST) >= TOO_MANY:
        return "Two boats are lost: the team loses."
    return "Thirty turns are over: the team loses."


def outcome_reason(pos: State) -> str:
    if boats_in(pos, HOME) >= NEEDED:
        return "four boats are home"
    return "two boats are lost" if boats_in(pos, LOST) >= TOO_MANY else "thirty turns are over"


def position_text(pos: State) -> str:
    """Turns that are over; the boats, with an a after the anchored one; and what comes next: work, work2 (two actions
    after a cheer), sea2 or sea1 (the sea moves so many times; + after a cheer), or end."""
    boats = ",".join(f"{PLACES[pos.boats[b]]}{'a' if pos.anchor == b else ''}" for b in range(BOATS))
    if pos.work > 0:
        after = "work" if pos.work == 1 else "work2"
    elif pos.sea > 0:
        after = f"sea{pos.sea}{'+' if pos.cheered else ''}"
    else:
        after = "end"
    return f"{pos.turn} {boats} {after}"


def read_position(text: str, pos: State) -> None:
    """Raises ValueError if the text is not a position."""
    found = _POSITION.fullmatch(text)
    if not found:
        raise ValueError("it needs the turns that are over, five boats, and work, work2, sea2, sea1 or end")
    turn, names, after = int(found[1]), found[2].split(","), found[3]
    anchored = [b for b, name in enumerate(names) if name.endswith("a")]
    places = [name.removesuffix("a") for name in names]
    if odd := [place for place in places if place not in PLACES]:
        raise ValueError(f"a boat is lost, home, or at 1 to {MOUTH}, not at {odd[0]!r}")
    boats, seat = [PLACES.index(place) for place in places], turn % pos.players
    home, lost = boats.count(HOME), boats.count(LOST)
    if str(turn) != found[1] or turn > TURNS:
        raise ValueError(f"the turns that are over are 0 to {TURNS}")
    if home > NEEDED or lost > TOO_MANY:
        raise ValueError(f"at most {NEEDED} boats are home, and at most {TOO_MANY} are lost")
    if (home == NEEDED or lost == TOO_MANY or turn == TURNS) != (after == "end"):
        raise ValueError(f"it ends with {NEEDED} boats home, {TOO_MANY} lost, or {TURNS} turns over, and only then")
    if len(anchored) > 1 or any(boats[b] in (LOST, HOME) for b in anchored):
        raise ValueError("the anchor is on one boat at most, which is outside")
    if anchored and (pos.players <= KEEPER or turn < KEEPER or (seat == KEEPER and after == "work")):
        raise ValueError("the anchor is on a boat only between two turns of the Keeper")
    cooks = pos.players == COOK + 1
    if after == "work2" and not (cooks and seat == 0 and turn > COOK):
        raise ValueError("only after a turn of the Cook there is work for two")
    if after.endswith("+") and not (cooks and seat == COOK):
        raise ValueError("only the Cook cheers")
    pos.turn, pos.anchor = turn, anchored[0] if anchored else NOWHERE
    pos.boats[:] = boats
    pos.work = {"work": 1, "work2": 2}.get(after, 0)
    pos.sea = int(after[3]) if after.startswith("sea") else 0
    pos.cheered = int(after.endswith("+"))
