"""Actions and positions of Gameshire as text, both ways.

    choose left          a pair of the market: left, centre, right, extra1 .. extra8
    record B2 C2 B3      the boxes of the card in printed order; -B3 for a box that is left out
    pass                 where nothing can be chosen or recorded
    use W                a skill: W, O, R, G; `use P left` of a place, `use Y 7` of a season card
    erase B3             W's answer; R's is `write W B3` or `write 4 Z0`; `decline` neither
    crown C              which of several covered crowns counts
    shade D4             a box for a gift, before Autumn begins
    deliver C            one of two gifts; discard left, done: to refresh the demands
    cross B2             what wrinkles ask for; forget O
    seat 1 first, wrinkle 3, top 12, resource 5     what chance brings; cards count from 1

Positions: see positions.py.
"""

import functools
import re
from typing import Any

from rookery.games.gameshire.components.sets import CROPS, VALUES
from rookery.games.gameshire.facts import FARMS
from rookery.games.gameshire.rules import table
from rookery.games.gameshire.rules.actions import ACT
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.skills import cost
from rookery.games.gameshire.rules.table import (
    BOXES,
    GIFTS,
    LOOKS,
    OFFSETS,
    PLACES,
    SIZES,
    SPRING,
    SQUARES,
)
from rookery.games.gameshire.text.gain_words import brought
from rookery.games.gameshire.text.positions import COLUMN_NAMES
from rookery.games.gameshire.text.words import (
    PLACE_NAMES,
    SKILL_HELP,
    VALUE_WORDS,
    asked_gift,
    boons,
    deck_card_words,
    gift_name,
    resource_words,
    season_card_words,
    square_name,
)

_USES = {ACT.USE_W: "W", ACT.USE_O: "O", ACT.USE_R: "R", ACT.USE_G: "G"}

_PLACE, _NUMBER = f"(?:{'|'.join(PLACE_NAMES)})", "[1-9][0-9]?"
ACTION_PATTERN = re.compile(
    rf"(?:choose|discard|use P) {_PLACE}|record(?: -?[ZA-G][0-7])+|pass|use [WORG]|use Y {_NUMBER}|decline|done|"
    rf"(?:erase|shade|cross|write [{CROPS}1-6]) [ZA-G][0-7]|(?:crown|deliver) [A-F]|forget [{CROPS}]|"
    rf"seat [1-6] first|(?:wrinkle|top|resource) {_NUMBER}",
    re.IGNORECASE,
)
ACTION_FORM = "actions look like choose left, record B2 C2 B3, pass, use W or write W B3"


# ── Actions ──────────────────────────────────────────────────────────────────
def area(pos: Any, action: int) -> list[tuple[int, bool]]:
    """The squares of a record action in printed order, and whether each is recorded or left out."""
    omit, look, at = action // (LOOKS * SQUARES), action // SQUARES % LOOKS, action % SQUARES
    side = 0 if pos.season == SPRING else 1 + pos.deck
    offsets = _offsets(pos.set, side, pos.market[pos.chosen], look)
    return [(at + offset, box != omit) for box, offset in enumerate(offsets, 1)]


@functools.lru_cache(1024)
def _offsets(which: int, side: int, card: int, look: int) -> tuple[int, ...]:
    """Of a shape's boxes from its top left."""
    return tuple(OFFSETS[which, side, card, look, : SIZES[which, side, card]].tolist())


def action_text(pos: Any, action: int) -> str:
    """An action in notation."""
    if action < ACT.CHOOSE:
        return " ".join(["record", *(("" if whole else "-") + square_name(at) for at, whole in area(pos, action))])
    plain = {ACT.PASS: "pass", ACT.DECLINE: "decline", ACT.DONE: "done"} | {
        use: f"use {name}" for use, name in _USES.items()
    }
    if action in plain:
        return plain[action]
    if ACT.ERASE <= action < ACT.DECLINE and action >= ACT.WRITE:
        value, square = divmod(action - ACT.WRITE, SQUARES)
        return f"write {VALUES[value + 1]} {square_name(square)}"
    word, number = _kind(action)
    if word in ("choose", "discard", "use P"):
        return f"{word} {PLACE_NAMES[number]}"
    if word in ("erase", "shade", "cross"):
        return f"{word} {square_name(number)}"
    if word in ("crown", "deliver"):
        return f"{word} {COLUMN_NAMES[number]}"
    if word == "forget":
        return f"forget {CROPS[number]}"
    return f"seat {number + 1} first" if word == "seat" else f"{word} {number + 1}"


_KINDS = (  # the first action of each kind, and its word
    (ACT.CHOOSE, "choose"),
    (ACT.USE_P, "use P"),
    (ACT.USE_Y, "use Y"),
    (ACT.ERASE, "erase"),
    (ACT.CROWN, "crown"),
    (ACT.SHADE, "shade"),
    (ACT.DELIVER, "deliver"),
    (ACT.DISCARD, "discard"),
    (ACT.CROSS_OUT, "cross"),
    (ACT.FORGET, "forget"),
    (ACT.FIRST_SEAT, "seat"),
    (ACT.WRINKLE, "wrinkle"),
    (ACT.SEASON_CARD, "top"),
    (ACT.RESOURCE_CARD, "resource"),
)


def _kind(action: int) -> tuple[str, int]:
    """The word of an action, and which one of its kind it is."""
    return next((word, action - first) for first, word in reversed(_KINDS) if action >= first)


def action_words(pos: Any, action: int) -> str:
    """An action as one says it."""
    return words_with(pos, action, brought(pos, [action])[action] if action <= ACT.PASS else "")


def words_with(pos: Any, action: int, brings: str) -> str:
    """The same where it is known what the action brings."""
    if action < ACT.CHOOSE:
        verb = "Write" if pos.season == SPRING else "Shade"
        here = area(pos, action)
        left = "".join(f", without {square_name(at)}" for at, whole in here if not whole)
        told = f"{verb} {' '.join(square_name(at) for at, whole in here if whole)}{left}"
        return f"{told}: {brings}" if brings else told
    if action == ACT.PASS:
        return f"Pass: {brings}" if brings else "Pass, and be out for the season"
    if ACT.PASS < action < ACT.ERASE:
        return _use_words(pos, action)
    if action in (ACT.DECLINE, ACT.DONE):
        return "Decline" if action == ACT.DECLINE else "Discard no more"
    if ACT.WRITE <= action < ACT.DECLINE:
        value, square = divmod(action - ACT.WRITE, SQUARES)
        return f"Write {VALUE_WORDS[value + 1]} in {square_name(square)}"
    word, number = _kind(action)
    return _words_of(pos, word, number)


def _use_words(pos: Any, action: int) -> str:
    """ "Use O for 2 boons: whoever has not written this card yet may leave out one box"."""
    name = _USES.get(action) or ("P" if action < ACT.USE_Y else "Y")
    use = f"Use {name} for {boons(cost(pos.record))}: "
    if name == "P":
        return f"{use}the resource card in the {PLACE_NAMES[action - ACT.USE_P]} place is replaced"
    if name == "Y":
        return f"{use}bring back {season_card_words(pos, action - ACT.USE_Y)}"
    return use + SKILL_HELP[CROPS.index(name)]


def _words_of(pos: Any, word: str, number: int) -> str:
    place = PLACE_NAMES[number] if number < PLACES else ""
    box = BOXES[pos.set]
    if word == "wrinkle":
        wrinkle = box.wrinkles[number]
        return f"{'May come' if pos.phase == PHASE.PICKING_WRINKLES else 'A wrinkle'}: {wrinkle.name}. {wrinkle.words}"
    if word == "crown" or word == "deliver":
        value = (
            pos.boxes[pos.recorder][table.CROWN_AT[pos.set, pos.recorder, number]]
            if word == "crown"
            else (pos.gifts[number])
        )
        verb = "Choose the gift" if word == "crown" else "Deliver the gift"
        return f"{verb} of column {COLUMN_NAMES[number]}: {VALUE_WORDS[value]}"
    return {
        "choose": lambda: f"Choose {place}: {season_card_words(pos, pos.market[number])}",
        "erase": lambda: f"{'Erase' if pos.season == SPRING else 'Un-shade'} {square_name(number)}",
        "shade": lambda: f"Shade {square_name(number)}: {gift_name(pos, asked_gift(pos))}",
        "discard": lambda: f"Discard the pair in the {place} place",
        "cross": lambda: f"Cross out {square_name(number)}",
        "forget": lambda: f"Forget the skill {CROPS[number]}",
        "seat": lambda: f"{FARMS[number]} begins",
        "top": lambda: f"On the deck, {deck_card_words(pos, number)}",
        "resource": lambda: f"Resource card: {resource_words(pos, number)}",
    }[word]()


def outcome_words(pos: Any) -> str:
    """How the game ended, to all players."""
    won = "won" if pos.delivered.bit_count() == GIFTS else "lost"
    return f"You have {'all ' if pos.players > 1 else ''}{won}: {outcome_reason(pos)}."


def outcome_reason(pos: Any) -> str:
    """Why it ended."""
    done = pos.delivered.bit_count()
    if done == GIFTS:
        return "all six gifts are delivered"
    if pos.season == SPRING:
        chosen = sum(1 for value in pos.gifts if value)
        return f"only {chosen} of 6 gifts are chosen, and nobody is left who may choose the rest"
    return f"everybody is out, with only {done} of 6 gifts delivered"
