"""The table of Gameshire as data:

    map-<seat>   left: the large map of the seat that looks, all gifts, and what it needs now; see sheet.py and hand.py
    market       right, from top to bottom: plans or demands on their resource cards, and both decks; see stall.py
    team         skills, their track, boons
    wrinkles     those that came, or were seen at the start
    discarded    season cards that skill Y can bring back, once it is learned
    map-<seat>   the others' maps, as large as the room allows

Who only looks on sees the first seat's map large.
"""

from collections.abc import Callable
from typing import Any

from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Narrow, Pose, Reason, Scene, Shift, Zone
from rookery.games.gameshire import hand, notation, sheet, spring, stall, table, words
from rookery.games.gameshire.block import GAP, SHEET, TALL, Block, Drawn
from rookery.games.gameshire.facts import FARMS
from rookery.games.gameshire.sets import CROPS, VALUES

# Late in Spring, for the front page
PICTURE = (
    "spring choose 2 ......../.W3...6./.4...4W./.R1W..1./.4P2RPP./.POW54R./.O1.2O1./........,"
    "......../.P1W61O./...4.R4./.2....P./.5WO.2P./.R.13W1./.4POW4R./........ market:5+17,13+3,10+16 top:15 "
    "seasons:7+9+14+16+19+20 resources:1+4+6+7+10+12 gifts:4@1,P@1,-,-,W@2,R@1 learned:WORP boons:AF45,F16"
)

# ── Measures, in boxes of the large map ──────────────────────────────────────
WIDTH = 2 * SHEET + GAP
BESIDE = SHEET + GAP  # where the right half begins
VIEW = 7.1  # height of the view of the castle, which fills the place of other farms


def scene(view: Position, facing: int) -> Scene:
    """What a seat sees; `facing`: whose map is the large one."""
    pos, drawn, mover, actions = view.record, Drawn(), view.mover, view.legal_actions
    you = " (you)" if view.viewer == facing and view.players > 1 else ""
    sheet.large(drawn.at(0, 0), pos, facing, mover, FARMS[facing] + you)
    poses, reasons, ways = _in_hand(pos, facing, actions)
    hand.tools(drawn.at(0, 0), pos, actions, poses)
    _beside(drawn.at(BESIDE, 0), pos, facing, mover, actions)
    return Scene(
        width=WIDTH,
        height=TALL,
        caption=_caption(pos),
        prompts=_prompts(pos, actions),
        zones=tuple(drawn.zones),
        spots=tuple(drawn.spots),
        pieces=tuple(drawn.pieces),
        labels=tuple(drawn.labels),
        counters=_counters(pos),
        choices=tuple(_choice(pos, action, ways) for action in actions),
        poses=poses,
        reasons=reasons,
        narrow=_narrow(drawn.zones),
    )


def _narrow(zones: list[Zone]) -> Narrow:
    """What is in the right half goes below the large map."""
    shifts = [Shift(zone=zone.id, x=zone.x - BESIDE, y=zone.y + TALL + GAP) for zone in zones if zone.x > BESIDE]
    height = max(zone.y + zone.height / 2 for zone in zones if zone.x > BESIDE)
    return Narrow(width=SHEET, height=TALL + GAP + height, shifts=tuple(shifts))


def _in_hand(
    pos: Any, seat: int, actions: tuple[int, ...]
) -> tuple[tuple[Pose, ...], tuple[Reason, ...], dict[int, tuple[str, str]]]:
    """Poses, reasons, and where each action that records is: its pose and square."""
    recording = [action for action in actions if action < table.CHOICES]
    if not recording:
        return (), (), {}
    card = hand.card_of(pos)
    ways = {action: hand.place_of(card, action) for action in recording}
    return hand.poses(pos, card), hand.reasons(pos, card, seat), ways


# ── The right half ───────────────────────────────────────────────────────────
def _beside(block: Block, pos: Any, facing: int, mover: int | None, actions: tuple[int, ...]) -> None:
    stall.market(block, pos)
    top = stall.MARKET + GAP
    stall.team(block.at(0, top), pos, _ready(actions))
    top += stall.TEAM + GAP
    if stall.in_sight(pos):
        stall.wrinkles(block.at(0, top), pos)
        top += stall.wrinkles_high(pos) + GAP
    if stall.discards_shown(pos):
        stall.discards(block.at(0, top), pos)
        top += stall.discards_high(pos) + GAP
    if pos.players == 1 and TALL - top >= VIEW:
        block.at(0, TALL - VIEW).zone(Zone(id="view", x=SHEET / 2, y=VIEW / 2, width=SHEET, height=VIEW,
                                           words="The castle", symbol=f"h-view-{words.season(pos)}"))  # fmt: skip
    others = [(facing + step) % pos.players for step in range(1, pos.players)]
    if others:
        _others(block.at(0, top), pos, others, mover, TALL - top)


def _others(block: Block, pos: Any, others: list[int], mover: int | None, height: float) -> None:
    """The other farms in turn order, in as many columns as make their maps largest."""
    wide, high = sheet.small_size(1.0)

    def size(columns: int) -> float:
        rows = -(-len(others) // columns)
        return min((SHEET - (columns - 1) * GAP) / columns / wide, (height - (rows - 1) * GAP) / rows / high)

    columns = max(range(1, len(others) + 1), key=size)
    box = size(columns)
    across, down = wide * box, high * box
    for i, seat in enumerate(others):
        row, column = divmod(i, columns)
        in_row = min(columns, len(others) - row * columns)
        left = (SHEET - in_row * across - (in_row - 1) * GAP) / 2 + column * (across + GAP)
        sheet.small(block.at(left, row * (down + GAP)), pos, seat, mover, box)


def _ready(actions: tuple[int, ...]) -> frozenset[int]:
    """Skills that can be used now."""
    return frozenset(skill for action in actions if (skill := _skill(action)) is not None)


def _skill(action: int) -> int | None:
    """The skill that an action uses."""
    single = {table.USE_W: table.W, table.USE_O: table.O, table.USE_R: table.R, table.USE_G: table.G}
    if table.USE_P <= action < table.USE_Y:
        return table.P
    return table.Y if table.USE_Y <= action < table.ERASES else single.get(action)


# ── Words and numbers ────────────────────────────────────────────────────────
def _counters(pos: Any) -> tuple[Counter, ...]:
    autumn = pos.season == table.AUTUMN
    counters = [
        Counter(id="gifts", label="gifts delivered" if autumn else "gifts chosen", value=words.gifts_done(pos)),
        Counter(id="boons", label="boons to spend", value=str(spring.boons_left(pos))),
        Counter(id="set", label="cards and maps", value=words.box(pos).label),
    ]
    for seat in range(pos.players):
        own = f"{spring.given(pos, seat)}/{words.share(pos).replace(' or ', '-')}"
        counters.append(Counter(id=f"gifts-{seat}", label="gifts", value=own, seat=seat))
        boons = str(int(pos.boons[seat]).bit_count())
        counters.append(Counter(id=f"boons-{seat}", label="boons", value=boons, seat=seat))
    return tuple(counters)


def _caption(pos: Any) -> str:
    """Who does what now, or how it ended."""
    if pos.phase == table.ENDED:
        return notation.outcome_words(pos)
    kind = "demand" if pos.season == table.AUTUMN else "plan"
    turn, asked = FARMS[pos.turn], FARMS[max(0, int(pos.asked))]
    leave = ", and may leave out a box" if pos.omit else ""
    return {
        table.WHO_BEGINS: "Chance says who goes first",
        table.PICK: "Wrinkles are picked for this game",
        table.TOP: "The next season card comes into sight",
        table.RESOURCE: "A resource card is drawn",
        table.CHOOSE: f"{turn}: choose a {kind} that fits{' your needs' if kind == 'demand' else ''}",
        table.RECORD: f"{FARMS[max(0, int(pos.recorder))]}: record the {kind}{leave}",
        table.CROWN: f"{FARMS[max(0, int(pos.recorder))]}: which crown's gift do you choose?",
        table.ERASE: f"{asked}: {'remove a shading' if kind == 'demand' else 'erase a box'}, or decline",
        table.WRITE: f"{asked}: write a value in a blank box, or decline",
        table.SHADE: f"{asked}: shade a box that holds a gift",
        table.DELIVER: f"{turn}: which gift is delivered?",
        table.REFRESH: f"{turn}: discard up to {_count(int(pos.left), 'demand')}, or be done",
        table.CROSS: f"{asked}: cross out {_count(int(pos.left), 'blank box', 'blank boxes')}",
        table.FORGET: f"{turn}: which skill is forgotten?",
    }[int(pos.phase)]


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def _prompts(pos: Any, actions: tuple[int, ...]) -> tuple[str, ...]:
    """What to click, step by step."""
    skills = " or a skill" if _ready(actions) else ""
    if table.PASS in actions:
        return f"Nothing fits: pass{', or use a skill' if skills else ''}", "Choose the card for it"
    return {
        table.CHOOSE: (f"Choose a card on the market{skills}", "Choose the card for it"),
        table.RECORD: (f"Choose how it lies{skills}", "Choose where it goes"),
        table.CROWN: ("Choose the gift of a column",),
        table.ERASE: ("Choose a box, or decline",),
        table.WRITE: ("Choose a value, or decline", "Choose a blank box for it"),
        table.SHADE: ("Choose a box",),
        table.DELIVER: ("Choose the gift",),
        table.REFRESH: ("Choose a card to discard, or be done",),
        table.CROSS: ("Choose a blank box",),
        table.FORGET: ("Choose a skill",),
    }.get(int(pos.phase), ())


def _choice(pos: Any, action: int, ways: dict[int, tuple[str, str]]) -> Choice:
    return Choice(action=action, path=ways.get(action) or _path(action), text=notation.action_text(pos, action),
                  words=notation.action_words(pos, action))  # fmt: skip


def _path(action: int) -> tuple[str, ...]:
    """The clicks of an action that records nothing."""
    if action in hand.BUTTONS:
        return (hand.BUTTONS[action][0],)
    if (skill := _skill(action)) is not None:
        button = f"skill-{CROPS[skill]}"
        if skill == table.P:
            return button, stall.place_id(action - table.USE_P)
        return (button, f"discarded-{action - table.USE_Y + 1}") if skill == table.Y else (button,)
    if table.WRITES <= action < table.DECLINE:
        value, square = divmod(action - table.WRITES, table.SQUARES)
        return f"value-{VALUES[value + 1]}", words.square_name(square)
    first = max(first for first in _SPOTS if first <= action)
    return (_SPOTS[first](action - first),)


_SPOTS: dict[int, Callable[[int], str]] = {  # first action of a kind -> the spot of each
    table.CHOICES: stall.place_id,
    table.ERASES: words.square_name,
    table.CROWNS: lambda column: f"gift-{words.COLUMNS[column + 1]}",
    table.SHADES: words.square_name,
    table.DELIVERS: lambda column: f"gift-{words.COLUMNS[column + 1]}",
    table.DISCARDS: stall.place_id,
    table.CROSSES: words.square_name,
    table.FORGETS: lambda skill: f"skill-{CROPS[skill]}",
}
