"""The scene of Gameshire, put together from its zones. The folder's __init__.py says which file draws which.

The large map of a spectator is that of the seat that the spectator faces.
"""

from rookery.core.numbers import packed_of
from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Narrow, Reason, Scene, Shift, Zone, neat, plural
from rookery.core.sounds import Tone
from rookery.games.gameshire.components.sets import CROP_LETTERS
from rookery.games.gameshire.facts import FARM_NAMES
from rookery.games.gameshire.picture import captions, hand, newcomers, reasons, sheet, stall
from rookery.games.gameshire.picture.block import GAP, SHEET, SHEET_HEIGHT, TALL, Area, Block, Drawn
from rookery.games.gameshire.picture.score import score
from rookery.games.gameshire.rules import layout, spring
from rookery.games.gameshire.rules.actions import ACT, KIND_AT
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.text import gain_words, notation, words

# paper: a pencil writes, cards slide and are turned
SOUNDS = {
    "moved": (Tone("noise", 2600, 1300, 0.16, 0.35),),
    "appeared": tuple(Tone("noise", 4200 + 500 * (i % 2), 3200, 0.05, 0.3, 0.07 * i) for i in range(3)),
    "vanished": (Tone("noise", 3800, 1500, 0.14, 0.3),),
    "changed": (Tone("noise", 1800, 3400, 0.06, 0.35), Tone("triangle", 240, 180, 0.05, 0.25, 0.05)),
}

# boons, gifts and ticks come from the boxes that earn them
MOTIONS = {"earned": "flies"}

# A position late in Spring, for the front page
PICTURE = (
    "spring choose 2 ......../.W3...6./.4...4W./.R1W..1./.4P2RPP./.POW54R./.O1.2O1./........,"
    "......../.P1W61O./...4.R4./.2....P./.5WO.2P./.R.13W1./.4POW4R./........ market:5+17,13+3,10+16 top:15 "
    "seasons:7+9+14+16+19+20 resources:1+4+6+7+10+12 gifts:4@1,P@1,-,-,W@2,R@1 learned:WORP boons:AF45,F16"
)

# ── Measures, in boxes of the large map ──────────────────────────────────────
PICTURE_WIDTH = 2 * SHEET + GAP
BESIDE = SHEET + GAP  # where the right half begins
VIEW = 7.1  # height of the view of the castle, which is drawn if there are no other farms


def scene(view: Position, facing: int) -> Scene:
    """The scene that the viewer of `view` sees. The large map is the viewer's own, and that of `facing` for a
    spectator."""
    pos: State = view.numbers
    drawn, mover, actions = Drawn(), view.mover, view.legal_actions
    near = facing if view.viewer is None or view.viewer < 0 else view.viewer
    you = " (you)" if view.viewer == near and view.players > 1 else ""
    sheet.large(drawn.at(0, 0), pos, near, mover, FARM_NAMES[near] + you)
    kinds = frozenset([KIND_AT[action].name for action in actions])
    card = hand.card_of(pos) if "record" in kinds else None  # in hand
    hand.tools(drawn.at(0, 0), pos, kinds, card)
    barred = _barred(pos, actions)
    ready = frozenset([SKILL_OF[name] for name in kinds if name in SKILL_OF])  # the skills that can be used now
    _beside(drawn, pos, near, mover, ready, barred)
    gains = gain_words.gains_in_words(pos, actions) if actions else {}
    return Scene(
        width=PICTURE_WIDTH,
        height=TALL,
        caption=captions.caption(pos, actions, ready),
        prompts=captions.prompts(pos, actions, ready, gains),
        zones=tuple(drawn.zones),
        spots=tuple(drawn.spots),
        pieces=tuple(drawn.pieces),
        labels=tuple(drawn.labels),
        counters=_counters(pos),
        choices=tuple([_choice(pos, near, action, card, gains[action]) for action in actions]),
        score=score(pos) if pos.phase == PHASE.ENDED else (),
        poses=hand.poses(card) if card is not None else (),
        reasons=(
            *(hand.reasons(pos, card, near) if card is not None else ()),
            *(Reason(pose="", spot=stall.place_id(place), words=why) for place, why in barred.items()),
        ),
        asks=captions.asks(ready),
        tips=newcomers.tips(pos, near, ready),
        guide=newcomers.guide(pos, near, kinds, card, drawn.zones),
        narrow=_narrow(drawn.zones),
    )


def touched(view: Position, action: int) -> tuple[str, ...]:
    """The spots that an action changes: the squares where it records or writes, otherwise the spots of its path."""
    pos: State = view.numbers
    seat = max(0, view.viewer or 0)
    kind = KIND_AT[action]
    if kind.name == "record":
        squares = notation.area(notation.chosen_side(pos), action)
        return tuple(sheet.spot_of(seat, at) for at, whole in squares if whole)
    path = reasons.path_of(seat, notation.action_text(pos, action))
    return path[1:] if kind.name == "write" else path


def _narrow(zones: list[Zone]) -> Narrow:
    """The layout of a narrow page: the large map, the market, the skills, then the rest of the right half."""
    sizes = {zone.id: zone.height for zone in zones}
    top, more = SHEET_HEIGHT + GAP, sizes["market"] + GAP
    shifts = [Shift(zone="team", x=SHEET / 2, y=top + more + stall.TEAM / 2)]
    for zone in zones:
        if zone.x > BESIDE:
            down = top if zone.id == "market" else top + stall.TEAM + GAP
            shifts.append(Shift(zone=zone.id, x=neat(zone.x - BESIDE), y=neat(zone.y + down)))
    lowest = [shift.y + sizes[shift.zone] / 2 for shift in shifts]
    return Narrow(width=SHEET, height=max(lowest), shifts=tuple(shifts))


def _barred(pos: State, actions: tuple[int, ...]) -> dict[int, str]:
    """[place] why the mover cannot choose it, for each market place with a card that cannot be chosen."""
    if pos.phase != PHASE.CHOOSING or not actions:
        return {}
    said = "Nothing on your map meets its requirement" if pos.season == layout.AUTUMN else "It fits nowhere on your map"
    full = (place for place in range(layout.PLACES) if pos.market[place] != layout.NONE)
    return {place: said for place in full if ACT.CHOOSE + place not in actions}


# ── The right half ───────────────────────────────────────────────────────────
def _beside(
    drawn: Drawn, pos: State, seat: int, mover: int | None, ready: frozenset[int], barred: dict[int, str]
) -> None:
    block = drawn.at(BESIDE, 0)
    changes = pos.phase == PHASE.REFRESHING or not ready.isdisjoint((layout.SKILL.P, layout.SKILL.G, layout.SKILL.Y))
    stall.market(block, pos, barred, changes)
    stall.team(drawn.at(0, SHEET_HEIGHT + GAP), pos, ready)
    top = stall.market_high(pos) + GAP
    if stall.in_sight(pos):
        stall.wrinkles(block.at(0, top), pos)
        top += stall.wrinkles_high(pos) + GAP
    if stall.discards_shown(pos):
        stall.discards(block.at(0, top), pos, layout.SKILL.Y in ready)
        top += stall.discards_high(pos, layout.SKILL.Y in ready) + GAP
    others = [(seat + step) % pos.players for step in range(1, pos.players)]
    if others:
        _others(block.at(0, top), pos, others, mover, TALL - top)
    elif TALL - top >= VIEW:
        block.at(0, top).panel("sky", "The sky", Area(SHEET, TALL - top, f"sky {words.season(pos)}"))
        castle = Area(SHEET, VIEW, symbol=f"h-view-{words.season(pos)}")
        block.at(0, TALL - VIEW).panel("view", "The castle", castle)


def _others(block: Block, pos: State, others: list[int], mover: int | None, height: float) -> None:
    """The other farms in turn order, in the number of columns that makes their maps largest."""

    def size(columns: int) -> float:
        rows = -(-len(others) // columns)
        return sheet.largest_box((SHEET - (columns - 1) * GAP) / columns, (height - (rows - 1) * GAP) / rows)

    columns = max(range(1, len(others) + 1), key=size)
    box = size(columns)
    across, down = sheet.small_size(box)
    for i, seat in enumerate(others):
        row, column = divmod(i, columns)
        in_row = min(columns, len(others) - row * columns)
        left = (SHEET - in_row * across - (in_row - 1) * GAP) / 2 + column * (across + GAP)
        sheet.small(block.at(left, row * (down + GAP)), pos, seat, mover, box)


# [name of a kind] the skill that it uses
SKILL_OF = {f"use_{crop.lower()}": skill for skill, crop in enumerate(CROP_LETTERS)}


# ── Words and numbers ────────────────────────────────────────────────────────
def _counters(pos: State) -> tuple[Counter, ...]:
    autumn, left = pos.season == layout.AUTUMN, spring.boons_left(packed_of(pos))
    counters = [
        Counter(id="gifts", label="gifts delivered" if autumn else "gifts chosen", value=words.gifts_done(pos)),
        Counter(id="boons", label=f"{plural(left, 'boon')} to spend", value=str(left)),
        Counter(id="set", label="cards and maps", value=words.box(pos).label),
    ]
    for seat in range(pos.players):
        if not autumn:
            own = f"{words.given(pos, seat)} of {words.share(pos)}"
            counters.append(Counter(id=f"gifts-{seat}", label=words.gifts_of_share(pos), value=own, seat=seat))
        boons = pos.boons[seat].bit_count()
        label = f"{plural(boons, 'boon')} earned"
        counters.append(Counter(id=f"boons-{seat}", label=label, value=str(boons), seat=seat))
    return tuple(counters)


def _choice(pos: State, seat: int, action: int, card: hand.Card | None, brought: str) -> Choice:
    if card is not None and KIND_AT[action].name == "record":
        said = notation.record_text(card.side, action)
        words = notation.record_words(said, brought)
        return Choice(action=action, path=hand.place_of(card, seat, action), text=said.text, words=words)
    text, told = notation.action_text(pos, action), notation.words_with(pos, action, brought)
    return Choice(action=action, path=reasons.path_of(seat, text), text=text, words=told)
