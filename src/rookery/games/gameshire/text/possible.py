"""Whether a game could have come to a position: what `read_position` asks before it lets one in."""

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

__all__ = ["check"]

DRAWING_PHASES = (
    PHASE.DRAWING_FIRST_SEAT,
    PHASE.PICKING_WRINKLES,
    PHASE.DRAWING_SEASON_CARD,
    PHASE.DRAWING_RESOURCE_CARD,
)
# Fields that say what is being done, and the phases in which they say something
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
}  # 0 says nothing


def check(pos: State, begun: State) -> None:
    """Raises ValueError with the reason if not. `begun`: the position that `setup` wrote for this table."""
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
    """How many; of squares too."""
    return (int(mask) % (1 << 64)).bit_count()


# ── The beginning, cards, wrinkles ───────────────────────────────────────────
def _check_beginning(pos: State, begun: State) -> None:
    """Who begins is said first, then which wrinkles can come (GS-10)."""
    if pos.phase == PHASE.DRAWING_FIRST_SEAT:
        _must(pos.tobytes() == begun.tobytes(), "who begins is said before all else, and only where chance says it")
    if pos.phase == PHASE.PICKING_WRINKLES:
        picking = pos.copy()
        picking.turn, picking.phase, picking.picked = begun.turn, begun.phase, begun.picked
        _must(picking.tobytes() == begun.tobytes(), "wrinkles are reviewed before anything is drawn")
    if not pos.dealt and begun.phase != PHASE.DRAWING_FIRST_SEAT:
        _must(pos.turn == begun.turn, f"seat {begun.turn + 1} goes first at this table")


def _check_cards(pos: State) -> None:
    """A card in sight, a pair or a card alone at each place (GS-06, GS-10)."""
    lying = [card for card in [*pos.market.tolist(), int(pos.top)] if card != NONE]
    _must(not any(int(pos.season_discard) >> card & 1 for card in lying), "a season card lies in two places")
    under = [card for card in pos.under.tolist() if card != NONE]
    _must(not any(int(pos.resource_discard) >> card & 1 for card in under), "a resource card lies in two places")
    pairs, waiting = market.count_pairs(pos), market.waiting_place(pos) != NONE
    _must(pairs <= MARKET_WIDTH + pos.uses, f"{pairs} pairs are more than three and one for each skill that was used")
    _must(
        pos.phase != PHASE.DRAWING_SEASON_CARD or (pos.top == NONE and pos.season_deck),
        "the top card is drawn where there is none",
    )
    _must(
        pos.phase in (PHASE.DRAWING_FIRST_SEAT, PHASE.PICKING_WRINKLES, PHASE.DRAWING_SEASON_CARD)
        or pos.top != NONE
        or not pos.season_deck,
        "a season card must lie in sight on the deck",
    )
    _must(
        pos.phase != PHASE.DRAWING_RESOURCE_CARD or (waiting and (pos.resource_deck or market.count_wrinkles(pos))),
        "a resource card is drawn for a season card without one, from a deck",
    )
    _must(
        pos.phase in (PHASE.DRAWING_SEASON_CARD, PHASE.DRAWING_RESOURCE_CARD, PHASE.CROSSING_OUT, PHASE.FORGETTING)
        or not waiting,
        "each season card needs a resource card",
    )
    _must(
        pos.phase not in (PHASE.CROSSING_OUT, PHASE.FORGETTING) or waiting,
        "a wrinkle comes in the place of a resource card",
    )
    _must(sum(p != NONE and r == NONE for p, r in zip(pos.market, pos.under)) <= 1, "resource cards come one by one")
    if pos.phase == PHASE.CHOOSING:
        _must(pairs >= pos.width, f"the market is filled up to {pos.width} pairs before one is chosen")


def _check_wrinkles(pos: State) -> None:
    """Those that came are as many as the table wanted, and were seen if they are reviewed (GS-04, GS-47)."""
    _must(min(pos.in_deck) >= 0, "more wrinkles of a colour came than this table has")
    if pos.reviewed == UNSEEN:
        _must(pos.picked == 0, "nobody has seen which wrinkles can come")
        return
    wanted = [int(pos.in_deck[c]) + _bits(pos.drawn & market.wrinkles_of_colour(c)) for c in range(layout.COLOUR_COUNT)]
    seen = [_bits(pos.picked & market.wrinkles_of_colour(c)) for c in range(layout.COLOUR_COUNT)]
    picking = pos.phase in (PHASE.DRAWING_FIRST_SEAT, PHASE.PICKING_WRINKLES)
    first = next((c for c in range(layout.COLOUR_COUNT) if seen[c] < wanted[c]), layout.COLOUR_COUNT)
    ordered = all(map(int.__le__, seen, wanted)) and not any(seen[first + 1 :])
    _must(ordered, "as many wrinkles of each colour are seen as the table wants, green ones first")
    _must(
        pos.phase == PHASE.DRAWING_FIRST_SEAT or (first < layout.COLOUR_COUNT) == picking,
        "all wrinkles are seen before the first draw",
    )
    _must(not int(pos.drawn) & ~int(pos.picked), "a wrinkle came that nobody had seen")


# ── Gifts, maps, boons ───────────────────────────────────────────────────────
def _check_gifts(pos: State) -> None:
    """Nobody chooses more than their share (GS-14); all are chosen before Autumn (GS-19), delivered in it (GS-43)."""
    for seat in range(pos.players):
        _must(spring.share_left(pos, seat) >= 0, f"seat {seat + 1} chose more gifts than its share")
    _must(pos.season == SPRING or spring.all_chosen(pos), "all gifts are chosen before Autumn")
    _must(pos.season == AUTUMN or not pos.delivered, "gifts are delivered in Autumn")
    done = pos.season == SPRING and spring.all_chosen(pos)
    recording = pos.phase in (PHASE.RECORDING, PHASE.CROWNING, PHASE.ERASING, PHASE.WRITING)
    _must(not done or recording, "Spring ends when all gifts are chosen")


def _check_maps(pos: State) -> None:
    """In Spring only white boxes are written (GS-12), in Autumn R writes one for each use, anywhere (GS-33)."""
    cross_outs = [int(amount) for effect, amount in _came(pos) if effect == layout.EFFECT.CROSS_OUT]
    for seat in range(pos.players):
        border = _bits(~pos.holding[seat, BLANK] & ~WHITE)
        _must(border <= (pos.uses if pos.season == AUTUMN else 0), "the border is written on by R alone, in Autumn")
        _must(_bits(pos.crossed[seat]) <= sum(cross_outs), "more boxes are crossed out than wrinkles asked for")
        _must(pos.season == AUTUMN or not pos.crossed[seat] & ~WHITE, "in Spring white boxes are crossed out")
        _must(not pos.shaded[seat] & pos.crossed[seat], "a box that is crossed out cannot be shaded")
        _must(pos.season == AUTUMN or not pos.shaded[seat], "boxes are shaded in Autumn")
    _must(int(pos.shaded[pos.players :].any()) == 0, "nobody sits there")
    _must(not pos.learned or any(map(any, pos.boxes.tolist())) or pos.uses, "skills are learned by recording")


def _came(pos: State) -> list[tuple[int, int]]:
    """Effects and amounts of the wrinkles that came."""
    effects = layout.WRINKLE_EFFECTS[pos.set].tolist()
    return [tuple(effects[w]) for w in range(layout.WRINKLES) if int(pos.drawn) >> w & 1]


def _check_boons(pos: State) -> None:
    """One for each full row and column in Spring (GS-17), spent on skills (GS-30) or lost."""
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
    _must(pos.omit == 0 or pos.uses, "O is in force when it was used")


def _check_out(pos: State) -> None:
    """Whose turn it is is in (GS-18, GS-44); it is over when nobody is, all gifts are delivered or cannot be shared."""
    out, everybody = int(pos.out), (1 << int(pos.players)) - 1
    won, sharing = bool(verbs.won(pos)), pos.season == AUTUMN or bool(spring.can_share(pos))
    over = won or out == everybody or not sharing
    _must(
        (pos.phase == PHASE.ENDED) == over,
        "it is over when all gifts are delivered, cannot be shared, or all have passed",
    )
    if pos.phase != PHASE.ENDED:
        _must(not out >> int(pos.turn) & 1, f"seat {pos.turn + 1} is out and has no turn")


# ── What is being done ───────────────────────────────────────────────────────
def _check_pending(pos: State) -> None:
    for name, phases in PENDING.items():
        _must(pos[name] == NONE or pos.phase in phases, f"nothing can be {name} here")
        needed = pos.phase in phases and not (
            name in ("chosen", "recorder") and pos.phase in (PHASE.ERASING, PHASE.WRITING)
        )
        needed = needed and not (name == "recorder" and pos.phase in (PHASE.DELIVERING, PHASE.REFRESHING))
        needed = needed and not (name == "user" and pos.phase == PHASE.DRAWING_SEASON_CARD)
        _must(pos[name] != NONE or not needed, f"it needs to be said who or what is {name}")
    for name, phases in PENDING_NUMBERS.items():
        _must((pos[name] != 0) == (pos.phase in phases), f"{name} is told exactly where something is left to do")
    while_recording = pos.phase in (PHASE.RECORDING, PHASE.CROWNING) or pos.back == PHASE.RECORDING
    _must((pos.recorder != NONE) == while_recording, "a recorder is named exactly while a card is recorded")
    _must(
        (pos.chosen != NONE) == (while_recording or pos.phase in (PHASE.DELIVERING, PHASE.REFRESHING)),
        "a chosen card is recorded",
    )
    if pos.chosen != NONE:
        _must(pos.market[pos.chosen] != NONE, "the chosen place is empty")
    if pos.recorder != NONE:
        _must(not int(pos.out) >> int(pos.recorder) & 1, f"seat {pos.recorder + 1} is out and records nothing")
    _must(
        pos.phase not in (PHASE.SHADING, PHASE.DELIVERING, PHASE.REFRESHING) or pos.season == AUTUMN,
        "this is done in Autumn",
    )
    _must(not pos.omit or pos.phase not in (PHASE.SHADING, PHASE.ENDED), "O is no longer in force")


def _top(pos: State) -> None:
    """G draws from a deck that was made anew for it; otherwise it adds the card in sight at once (GS-35, GS-46)."""
    if pos.user != NONE:
        _must(pos.uses > 0 and pos.user == pos.turn, "who decides uses the skill")
        _must(market.count_pairs(pos) >= pos.width and not pos.season_discard, "G would add the card in sight")


def _crown(pos: State) -> None:
    share, seat = spring.share_left(pos, pos.recorder), pos.recorder
    _must(
        pos.season == SPRING and 0 < share < _bits(pos.covered),
        "a player has to choose between crowns if the share leaves fewer than are covered",
    )
    for column in range(GIFTS):
        if int(pos.covered) >> column & 1:
            written = pos.boxes[seat, layout.CROWN_AT[pos.set, seat, column]] != BLANK
            _must(written and pos.gifts[column] == BLANK, "a covered crown is written on, and its gift not chosen yet")


def _answer(pos: State) -> None:
    _must(pos.uses > 0, "a skill asks when it was used")
    _must(pos.back in (PHASE.CHOOSING, PHASE.RECORDING), "erase and write go on with choose or record")
    _must(pos.user == (pos.turn if pos.back == PHASE.CHOOSING else pos.recorder), "who decides uses the skill")
    _must(skills.answerable_boxes(pos, pos.asked, pos.phase), f"seat {pos.asked + 1} has no such box and is not asked")


def _shade(pos: State) -> None:
    found = int(autumn.to_shade(pos))
    _must(_bits(found) > 1, "who has one box or none that holds a gift is not asked to shade one")


def _deliver(pos: State) -> None:
    _must(
        NONE not in (autumn.matching_column(pos, 0), autumn.matching_column(pos, 1)),
        "one of two matching gifts is delivered",
    )


def _refresh(pos: State) -> None:
    _must(
        autumn.matching_column(pos, 0) == autumn.matching_column(pos, 1) == NONE,
        "demands are refreshed if no gift matches",
    )
    _must(pos.left <= pos.refreshed and market.count_pairs(pos) > 1, f"{pos.left} other pairs cannot be discarded")


def _cross(pos: State) -> None:
    effect, amount = layout.WRINKLE_EFFECTS[pos.set, pos.wrinkle].tolist()
    _must(effect == layout.EFFECT.CROSS_OUT and pos.left <= amount, "no wrinkle asks for that")
    _must(int(pos.drawn) >> int(pos.wrinkle) & 1, "the wrinkle has not come")
    _must(maps.blanks(pos, pos.asked), f"seat {pos.asked + 1} has no box to cross out")


def _forget(pos: State) -> None:
    effect, _ = layout.WRINKLE_EFFECTS[pos.set, pos.wrinkle].tolist()
    _must(effect == layout.EFFECT.SKILL_FORGOTTEN and pos.learned, "no wrinkle makes forget what is not learned")
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
