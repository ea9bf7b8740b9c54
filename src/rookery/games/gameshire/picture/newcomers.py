"""Help in Gameshire's scene for people who do not know it yet: what places are for, and what matters now."""

from collections.abc import Iterator

from rookery.core.scene import Guide, Tip, Zone, plural
from rookery.games.gameshire.components.sets import CROP_LETTERS
from rookery.games.gameshire.picture import reasons
from rookery.games.gameshire.picture.hand import Card
from rookery.games.gameshire.picture.sheet import spot_of
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.text import words

DECK_TIP = "The card that comes next, seen from its other side: you learn its front when it comes to the market"
RESOURCES_TIP = "Each card on the market lies on a resource card: one crop and one cow, for the boxes with a rim"


# ── What places are for ──────────────────────────────────────────────────────
def tips(pos: State, seat: int, ready: frozenset[int]) -> tuple[Tip, ...]:
    """Tips for a viewer whose map is that of `seat`. `ready`: the skills that can be used now."""
    price = reasons.price(pos)
    texts = {
        f"skill-{crop}": reasons.of_a_skill(pos, skill, price, ready=skill in ready)
        for skill, crop in enumerate(CROP_LETTERS)
    }
    texts["track"] = reasons.of_the_track(pos, price)
    texts["deck"] = DECK_TIP
    if pos.season == layout.SPRING:
        texts["resources"] = RESOURCES_TIP
        texts.update(_of_signs(pos, seat))
    texts.update(
        (f"gift-{words.COLUMNS[column + 1]}", reasons.of_a_gift(pos, column))
        for column in range(layout.GIFTS)
        if pos.phase not in (PHASE.CROWNING, PHASE.DELIVERING)
    )
    return tuple(Tip(spot=spot, words=text) for spot, text in texts.items())


def _of_signs(pos: State, seat: int) -> Iterator[tuple[str, str]]:
    """The crowns and hammers of a map that can still be written on."""
    for square, content in enumerate(words.contents(pos, seat)):
        if content & (words.VALUE_MASK | words.SIGN.CROSSED):
            continue
        if content & words.SIGN.CROWN and not content & words.SIGN.CHOSEN:
            column = words.square_name(square)[0]
            yield (
                spot_of(seat, square),
                f"Crown: the crop or cow that you write here becomes the gift of {column}",
            )
        if content & words.SIGN.HAMMER:
            yield spot_of(seat, square), "Hammer: if you write a crop here, everybody learns the skill of that crop"


MOST_OF_A_DEMAND = 60  # letters; a longer one is read on its card

# ── What matters now ─────────────────────────────────────────────────────────
SPRING_GUIDE = {  # [phase] in Spring
    PHASE.CHOOSING: "Choose one of the plans in the market. Every farm then writes its crops and cows on its map.",
    PHASE.CROWNING: "Your plan covers more crowns than you may choose. Say which column gets its gift from you.",
    PHASE.ERASING: "A skill is being used. You may empty one box of your map, to make room for a later plan.",
}
AUTUMN_GUIDE = {  # [phase] in Autumn
    PHASE.CHOOSING: "Choose a demand that your map can meet. If the card below it shows a gift, you deliver that gift.",
    PHASE.SHADING: "Autumn begins. Shade a box of your map that holds this gift; each box can be used only once.",
    PHASE.DELIVERING: "The card below the demand shows two of the gifts. You deliver one of them now.",
    PHASE.REFRESHING: "No gift was on that card. You may throw away demands that do not help, and new ones come.",
    PHASE.ERASING: "A skill is being used. You may free a shaded box, or empty another box of your map.",
}
ANY_GUIDE = {  # [phase] in both seasons
    PHASE.WRITING: "A skill is being used. Choose a crop or cow below your map, and then the blank box that gets it.",
    PHASE.CROSSING_OUT: "A wrinkle takes boxes from everybody. Choose boxes that you need least.",
    PHASE.FORGETTING: "A wrinkle takes a skill from everybody. Choose the one that you need least.",
}


def guide(pos: State, seat: int, kinds: frozenset[str], card: Card | None, zones: list[Zone]) -> Guide | None:
    """The help that the mover, `seat`, needs now. `kinds`: of the actions, by name; `card`: the one in hand."""
    if not kinds or "pass" in kinds:  # the prompts say the ways out
        return None
    told = _of_the_card(pos, seat, card) if card is not None else _of_the_phase(pos)
    return Guide(words=told, waits=_waiting(pos, seat, kinds, zones)) if told else None


def _of_the_phase(pos: State) -> str:
    season = AUTUMN_GUIDE if pos.season == layout.AUTUMN else SPRING_GUIDE
    return season.get(pos.phase) or ANY_GUIDE.get(pos.phase, "")


def _of_the_card(pos: State, seat: int, card: Card) -> str:
    """The card in the hand, what may be done with it, and where it may go."""
    if pos.season == layout.SPRING:
        crops = sum(value <= len(words.CROP_WORDS) for value in card.contents)
        cows = len(card.contents) - crops
        held = " and ".join(f"{n} {plural(n, kind)}" for n, kind in ((crops, "crop"), (cows, "cow")) if n)
        return (
            f"You hold {held}. Turn or mirror the shape, then choose a marked box. "
            "A crown chooses a gift, and a crop on a hammer teaches a skill."
        )
    if seat != pos.turn:
        return "Another farm chose this demand, so any free boxes will do. Shade some that you need no more."
    needs = ", ".join(words.requirement(part) for part in words.demand(pos, pos.market[pos.chosen]).parts)
    demand = f": {needs}" if len(needs) <= MOST_OF_A_DEMAND else ""
    return f"Shade boxes that meet the demand{demand}. Turn or mirror its shape, then choose a marked box."


def _waiting(pos: State, seat: int, kinds: frozenset[str], zones: list[Zone]) -> tuple[str, ...]:
    """The zones that do not matter to this decision: other maps, wrinkles, and what cannot be used now."""
    needed = {f"map-{seat}", f"head-{seat}", "tools", "signs"}
    if pos.phase in (PHASE.CHOOSING, PHASE.RECORDING, PHASE.DELIVERING, PHASE.REFRESHING):
        needed.add("market")
    if any(kind.startswith("use_") for kind in kinds) or pos.phase == PHASE.FORGETTING:
        needed.add("team")
    if "use_y" in kinds:
        needed.add("discarded")
    return tuple(zone.id for zone in zones if zone.id not in needed)
