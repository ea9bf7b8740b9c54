"""Whether a game can reach a position. `read_position` refuses those that no game can reach."""

from collections.abc import Callable
from typing import Any

from rookery.games.gameshire.rules import autumn, layout, maps, market, skills, spring, verbs
from rookery.games.gameshire.rules.layout import (
    AUTUMN,
    BLANK,
    GIFTS,
    LINES,
    MARKET_WIDTH,
    NONE,
    SPRING,
    UNSEEN,
    WHITE,
    State,
)
from rookery.games.gameshire.rules.phases import PHASE

# Fields of a step that is under way, and the phases in which they may be set
PENDING = {
    "chosen": (PHASE.RECORDING, PHASE.CROWNING, PHASE.ERASING, PHASE.WRITING, PHASE.DELIVERING, PHASE.REFRESHING),
    "recorder": (PHASE.RECORDING, PHASE.CROWNING, PHASE.ERASING, PHASE.WRITING),
    "asked": (PHASE.ERASING, PHASE.WRITING, PHASE.SHADING, PHASE.CROSSING_OUT),
    "user": (PHASE.ERASING, PHASE.WRITING, PHASE.DRAWING_SEASON_CARD),
    "wrinkle": (PHASE.CROSSING_OUT, PHASE.FORGETTING),
}
PENDING_NUMBERS = {
    "left": (PHASE.SHADING, PHASE.CROSSING_OUT, PHASE.REFRESHING),
    "covered": (PHASE.CROWNING,),
    "back": (PHASE.ERASING, PHASE.WRITING),
}  # 0 if not set


def check(pos: State, begun: State) -> None:
    """Raises ValueError with the reason if no game can reach `pos`. `begun` is the position that `setup` wrote."""
    _check_beginning(pos, begun)
    _check_cards(pos)
    _check_wrinkles(pos)
    _check_gifts(pos)
    _check_maps(pos)
    _check_boons(pos)
    _check_out(pos)
    _check_pending(pos)
    _PHASES.get(int(pos.phase), lambda _: None)(pos)


def _must(holds: Any, words: str) -> None:
    if not holds:
        raise ValueError(words)


def _bits(mask: Any) -> int:
    """How many bits are set in a mask, also in a mask of squares, which uses the sign bit."""
    return (int(mask) % (1 << 64)).bit_count()


# ── The beginning, cards, wrinkles ───────────────────────────────────────────
def _check_beginning(pos: State, begun: State) -> None:
    """The first seat is drawn first, then the wrinkles that can come (GS-10)."""
    if pos.phase == PHASE.DRAWING_FIRST_SEAT:
        _must(pos.tobytes() == begun.tobytes(), "the first seat is drawn first, and only if chance decides it")
    if pos.phase == PHASE.PICKING_WRINKLES:
        picking = pos.copy()
        picking.turn, picking.phase, picking.picked = begun.turn, begun.phase, begun.picked
        _must(picking.tobytes() == begun.tobytes(), "wrinkles are reviewed before anything is drawn")
    if not pos.dealt and begun.phase != PHASE.DRAWING_FIRST_SEAT:
        _must(pos.turn == begun.turn, f"seat {begun.turn + 1} goes first at this table")


def _check_cards(pos: State) -> None:
    """The deck shows a card, and each place has a pair, a single season card or nothing (GS-06, GS-10)."""
    lying = [card for card in [*pos.market.tolist(), int(pos.top)] if card != NONE]
    _must(not any(int(pos.season_discard) >> card & 1 for card in lying), "a season card lies in two places")
    under = [card for card in pos.under.tolist() if card != NONE]
    _must(not any(int(pos.resource_discard) >> card & 1 for card in under), "a resource card lies in two places")
    pairs, waiting = market.count_pairs(pos), market.waiting_place(pos) != NONE
    _must(pairs <= MARKET_WIDTH + pos.uses, f"{pairs} pairs are more than three plus one for each use of a skill")
    _must(
        pos.phase != PHASE.DRAWING_SEASON_CARD or (pos.top == NONE and pos.season_deck),
        "a top card is drawn only if there is none, from a deck that is not empty",
    )
    _must(
        pos.phase in (PHASE.DRAWING_FIRST_SEAT, PHASE.PICKING_WRINKLES, PHASE.DRAWING_SEASON_CARD)
        or pos.top != NONE
        or not pos.season_deck,
        "a season card must be in sight on the deck",
    )
    _must(
        pos.phase != PHASE.DRAWING_RESOURCE_CARD or (waiting and (pos.resource_deck or market.count_wrinkles(pos))),
        "a resource card is drawn only for a season card without one, from a deck that is not empty",
    )
    _must(
        pos.phase in (PHASE.DRAWING_SEASON_CARD, PHASE.DRAWING_RESOURCE_CARD, PHASE.CROSSING_OUT, PHASE.FORGETTING)
        or not waiting,
        "each season card needs a resource card",
    )
    _must(
        pos.phase not in (PHASE.CROSSING_OUT, PHASE.FORGETTING) or waiting,
        "a wrinkle takes effect only while a season card waits for its resource card",
    )
    _must(
        sum(p != NONE and r == NONE for p, r in zip(pos.market, pos.under)) <= 1,
        "only one season card can wait for its resource card",
    )
    if pos.phase == PHASE.CHOOSING:
        _must(pairs >= pos.width, f"the market is filled up to {pos.width} pairs before one is chosen")


def _check_wrinkles(pos: State) -> None:
    """No more wrinkles came than the table has, and each of them was seen if they are reviewed (GS-04, GS-47)."""
    _must(min(pos.in_deck) >= 0, "more wrinkles of one colour came than this table has")
    if pos.reviewed == UNSEEN:
        _must(pos.picked == 0, "at this table no player sees in advance which wrinkles can come")
        return
    wanted = [int(pos.in_deck[c]) + _bits(pos.drawn & market.wrinkles_of_colour(c)) for c in range(layout.COLOUR_COUNT)]
    seen = [_bits(pos.picked & market.wrinkles_of_colour(c)) for c in range(layout.COLOUR_COUNT)]
    picking = pos.phase in (PHASE.DRAWING_FIRST_SEAT, PHASE.PICKING_WRINKLES)
    first = next((c for c in range(layout.COLOUR_COUNT) if seen[c] < wanted[c]), layout.COLOUR_COUNT)
    ordered = all(map(int.__le__, seen, wanted)) and not any(seen[first + 1 :])
    _must(ordered, "the seen wrinkles must be as many of each colour as the table has, green ones first")
    _must(
        pos.phase == PHASE.DRAWING_FIRST_SEAT or (first < layout.COLOUR_COUNT) == picking,
        "all wrinkles must be seen before the first draw",
    )
    _must(not int(pos.drawn) & ~int(pos.picked), "a wrinkle came that had not been seen")


# ── Gifts, maps, boons ───────────────────────────────────────────────────────
def _check_gifts(pos: State) -> None:
    """A seat chooses its share at most (GS-14). Gifts are chosen in Spring (GS-19) and delivered in Autumn (GS-43)."""
    for seat in range(pos.players):
        _must(spring.share_left(pos, seat) >= 0, f"seat {seat + 1} chose more gifts than its share")
    _must(pos.season == SPRING or spring.all_chosen(pos), "all gifts are chosen before Autumn")
    _must(pos.season == AUTUMN or not pos.delivered, "gifts are delivered in Autumn only")
    done = pos.season == SPRING and spring.all_chosen(pos)
    recording = pos.phase in (PHASE.RECORDING, PHASE.CROWNING, PHASE.ERASING, PHASE.WRITING)
    _must(not done or recording, "Spring ends when all gifts are chosen")


def _check_maps(pos: State) -> None:
    """In Spring only white boxes are written (GS-12). In Autumn each use of R writes one box anywhere (GS-33)."""
    cross_outs = [int(amount) for effect, amount in _came(pos) if effect == layout.EFFECT.CROSS_OUT]
    for seat in range(pos.players):
        border = _bits(~pos.holding[seat, BLANK] & ~WHITE)
        _must(
            border <= (pos.uses if pos.season == AUTUMN else 0), "only skill R writes on the border, and only in Autumn"
        )
        _must(_bits(pos.crossed[seat]) <= sum(cross_outs), "more boxes are crossed out than wrinkles demanded")
        _must(pos.season == AUTUMN or not pos.crossed[seat] & ~WHITE, "in Spring only white boxes are crossed out")
        _must(not pos.shaded[seat] & pos.crossed[seat], "a box that is crossed out cannot be shaded")
        _must(pos.season == AUTUMN or not pos.shaded[seat], "boxes are shaded in Autumn only")
    _must(int(pos.shaded[pos.players :].any()) == 0, "a map that no seat owns is shaded")
    _must(not pos.learned or any(map(any, pos.boxes.tolist())) or pos.uses, "skills are learned only by recording")


def _came(pos: State) -> list[tuple[int, int]]:
    """Effects and amounts of the wrinkles that came."""
    effects = layout.WRINKLE_EFFECTS[pos.set].tolist()
    return [tuple(effects[w]) for w in range(layout.WRINKLES) if int(pos.drawn) >> w & 1]


def _check_boons(pos: State) -> None:
    """A boon is earned for each full row and column in Spring (GS-17), and spent on skills (GS-30) or lost."""
    for seat in range(pos.players):
        blank = pos.holding[seat, BLANK]
        full = sum(1 << line for line in range(LINES) if not blank & layout.LINE_MASKS[line])
        boons = int(pos.boons[seat])
        _must(pos.uses or not boons & ~full, f"seat {seat + 1} has a boon for a line that is not full")
        _must(pos.uses or not full & ~boons, f"seat {seat + 1} has no boon for a full line")
        _must(pos.season == AUTUMN or not full & ~boons, f"seat {seat + 1} has no boon for a full line")
    lost = sum(amount for effect, amount in _came(pos) if effect == layout.EFFECT.BOONS_LOST)
    least = int(pos.uses) * (int(pos.uses) + 1) // 2
    spent = int(pos.spent)
    _must(spring.boons_left(pos) >= 0, "more boons are spent than were earned")
    _must(
        least <= spent <= least + int(pos.uses) * int(pos.dearer) + lost,
        f"{pos.uses} uses of skills do not cost {spent} boons",
    )
    _must(pos.omit == 0 or pos.uses, "O is in force only after a skill was used")


def _check_out(pos: State) -> None:
    """A seat that is out has no turn (GS-18, GS-44). The game is over when all seats are out, when all gifts are
    delivered, or when they can no longer be shared out."""
    out, everybody = int(pos.out), (1 << int(pos.players)) - 1
    won, sharing = bool(verbs.won(pos)), pos.season == AUTUMN or bool(spring.can_share(pos))
    over = won or out == everybody or not sharing
    _must(
        (pos.phase == PHASE.ENDED) == over,
        "the game is over when all gifts are delivered, when they cannot be shared out, or when all have passed",
    )
    if pos.phase != PHASE.ENDED:
        _must(not out >> int(pos.turn) & 1, f"seat {pos.turn + 1} is out and has no turn")


# ── What is being done ───────────────────────────────────────────────────────
def _check_pending(pos: State) -> None:
    for name, phases in PENDING.items():
        _must(pos[name] == NONE or pos.phase in phases, f"this phase does not allow the field {name}")
        needed = pos.phase in phases and not (
            name in ("chosen", "recorder") and pos.phase in (PHASE.ERASING, PHASE.WRITING)
        )
        needed = needed and not (name == "recorder" and pos.phase in (PHASE.DELIVERING, PHASE.REFRESHING))
        needed = needed and not (name == "user" and pos.phase == PHASE.DRAWING_SEASON_CARD)
        _must(pos[name] != NONE or not needed, f"this phase needs the field {name}")
    for name, phases in PENDING_NUMBERS.items():
        verb = "needs" if pos.phase in phases else "does not allow"
        _must((pos[name] != 0) == (pos.phase in phases), f"this phase {verb} the field {name}")
    while_recording = pos.phase in (PHASE.RECORDING, PHASE.CROWNING) or pos.back == PHASE.RECORDING
    _must((pos.recorder != NONE) == while_recording, "a seat records if and only if a card is being recorded")
    _must(
        (pos.chosen != NONE) == (while_recording or pos.phase in (PHASE.DELIVERING, PHASE.REFRESHING)),
        "a place is chosen if and only if its card is being recorded or delivered, or demands are being refreshed",
    )
    if pos.chosen != NONE:
        _must(pos.market[pos.chosen] != NONE, "the chosen place is empty")
    if pos.recorder != NONE:
        _must(not int(pos.out) >> int(pos.recorder) & 1, f"seat {pos.recorder + 1} is out and records nothing")
    _must(
        pos.phase not in (PHASE.SHADING, PHASE.DELIVERING, PHASE.REFRESHING) or pos.season == AUTUMN,
        "this phase is part of Autumn",
    )
    _must(not pos.omit or pos.phase not in (PHASE.SHADING, PHASE.ENDED), "O is no longer in force")


def _top(pos: State) -> None:
    """Skill G draws a top card only from a deck that was just reshuffled; otherwise it adds the card in sight at once
    (GS-35, GS-46)."""
    if pos.user != NONE:
        _must(pos.uses > 0 and pos.user == pos.turn, "only the seat whose turn it is uses skill G")
        _must(market.count_pairs(pos) >= pos.width and not pos.season_discard, "G would add the card in sight")


def _crown(pos: State) -> None:
    share, seat = spring.share_left(pos, pos.recorder), pos.recorder
    _must(
        pos.season == SPRING and spring.must_choose(share, _bits(pos.covered)),
        "a player chooses between crowns only if more are covered than the share still allows",
    )
    for column in range(GIFTS):
        if int(pos.covered) >> column & 1:
            written = pos.boxes[seat, layout.CROWN_AT[pos.set, seat, column]] != BLANK
            _must(written and pos.gifts[column] == BLANK, "a covered crown has a value, and its gift is not chosen yet")


def _answer(pos: State) -> None:
    _must(pos.uses > 0, "seats are asked only after a skill was used")
    _must(pos.back in (PHASE.CHOOSING, PHASE.RECORDING), "the phase after erase or write is choose or record")
    _must(
        pos.user == (pos.turn if pos.back == PHASE.CHOOSING else pos.recorder),
        "only the seat that was to decide uses the skill",
    )
    _must(skills.answerable_boxes(pos, pos.asked, pos.phase), f"seat {pos.asked + 1} has no such box and is not asked")


def _shade(pos: State) -> None:
    found = int(autumn.to_shade(pos))
    _must(_bits(found) > 1, "a seat is asked to shade a box only if several boxes hold the gift")


def _deliver(pos: State) -> None:
    _must(
        NONE not in (autumn.matching_column(pos, 0), autumn.matching_column(pos, 1)),
        "a seat chooses the gift to deliver only if two gifts match",
    )


def _refresh(pos: State) -> None:
    _must(
        autumn.matching_column(pos, 0) == autumn.matching_column(pos, 1) == NONE,
        "demands are refreshed only if no gift matches",
    )
    _must(pos.left <= pos.refreshed and market.count_pairs(pos) > 1, f"{pos.left} other pairs cannot be discarded")


def _cross(pos: State) -> None:
    effect, amount = layout.WRINKLE_EFFECTS[pos.set, pos.wrinkle].tolist()
    _must(
        effect == layout.EFFECT.CROSS_OUT and pos.left <= amount,
        "the wrinkle does not demand that so many boxes are crossed out",
    )
    _must(int(pos.drawn) >> int(pos.wrinkle) & 1, "the wrinkle has not come")
    _must(maps.blanks(pos, pos.asked), f"seat {pos.asked + 1} has no box to cross out")


def _forget(pos: State) -> None:
    effect, _ = layout.WRINKLE_EFFECTS[pos.set, pos.wrinkle].tolist()
    _must(
        effect == layout.EFFECT.SKILL_FORGOTTEN and pos.learned,
        "the wrinkle must make the team forget a skill that it has learned",
    )
    _must(int(pos.drawn) >> int(pos.wrinkle) & 1, "the wrinkle has not come")


_PHASES: dict[int, Callable[[Any], None]] = {
    PHASE.DRAWING_SEASON_CARD: _top,
    PHASE.CROWNING: _crown,
    PHASE.ERASING: _answer,
    PHASE.WRITING: _answer,
    PHASE.SHADING: _shade,
    PHASE.DELIVERING: _deliver,
    PHASE.REFRESHING: _refresh,
    PHASE.CROSSING_OUT: _cross,
    PHASE.FORGETTING: _forget,
}
