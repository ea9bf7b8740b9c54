"""Three Wells as text: actions are go 2, go 2 lid and (of chance) show 2, show 2 lid, rain 2; positions are the numbers
of their fields."""

import re

from rookery.core.reading.fields import fields_form, fields_text, read_fields
from rookery.core.scene import plural
from three_wells.facts import COLOURS, WELLS
from three_wells.rules import ALONE, RAINS, SHOW, UNKNOWN, State

ACTION_PATTERN = re.compile(r"(go|show) [123]( lid)?|rain [123]", re.IGNORECASE)
ACTION_FORM = "actions look like go 2 or go 2 lid"
POSITION_FORM = fields_form(State)


def way_text(way: int) -> str:
    """The well of a way to go, and whether the lid comes along."""
    return f"{way % WELLS + 1}{' lid' if way >= WELLS else ''}"


def way_words(way: int) -> str:
    return f"well {way % WELLS + 1}{' with the lid' if way >= WELLS else ''}"


def action_text(pos: State, action: int) -> str:
    if action >= RAINS:
        return f"rain {action - RAINS + 1}"
    return f"show {way_text(action - SHOW)}" if action >= SHOW else f"go {way_text(action)}"


def action_words(pos: State, action: int) -> str:
    if action >= RAINS:
        return f"It rains, most of all on well {action - RAINS + 1}"
    if action >= SHOW:
        return f"{COLOURS[pos.shown]} is at {way_words(action - SHOW)}"
    return f"{COLOURS[pos.decided]} goes to {way_words(action)}"


def secret_words(pos: State) -> str:
    """What is told to those who may not know the choice."""
    return f"{COLOURS[pos.decided]} has decided" if pos.decided < pos.players else "All have decided"


def outcome_words(pos: State) -> str:
    most = max(pos.water)
    best = [COLOURS[seat] for seat in range(pos.players) if pos.water[seat] == most]
    buckets = f"{most} {plural(most, 'bucket')} of water"
    if len(best) == pos.players:
        return f"It is a draw: everybody has {buckets}."
    names = f"{', '.join(best[:-1])} and {best[-1]}" if len(best) > 1 else best[0]
    return f"{names} {'wins' if len(best) == 1 else 'share the win'} with {buckets}."


def outcome_reason(pos: State) -> str:
    return "six rounds are over"


def position_text(pos: State) -> str:
    return fields_text(
        pos.round, pos.decided, pos.shown, pos.wells, pos.water, pos.lids, pos.chosen, pos.last, pos.took
    )


def read_position(text: str, pos: State) -> None:
    """Raises ValueError if the text is not a position. What it gives to seats that are not at the table is left out, so
    that lessons can be taken with any number of players."""
    read_fields(text, pos, State)
    players = pos.players
    pos.water[players:] = pos.lids[players:] = pos.took[players:] = 0
    pos.chosen[players:] = pos.last[players:] = UNKNOWN
    pos.decided, pos.shown = min(pos.decided, players), min(pos.shown, players)
    if pos.shown and pos.decided < players:
        raise ValueError("choices are shown when everybody has decided")
    shared_out = pos["round"] + (pos.shown == players)  # times that water was taken
    for seat in range(players):
        if pos.water[seat] > ALONE * shared_out:
            raise ValueError(f"{COLOURS[seat]} cannot have so much water yet")
        if seat >= pos.decided and pos.chosen[seat] != UNKNOWN:
            raise ValueError(f"{COLOURS[seat]} has a choice, and has not decided")
        if seat < pos.shown and pos.chosen[seat] == UNKNOWN:
            raise ValueError(f"the choice of {COLOURS[seat]} is shown, and is not there")
        if pos.shown < players and pos.chosen[seat] > WELLS and not pos.lids[seat]:
            raise ValueError(f"{COLOURS[seat]} has used the lid already")
