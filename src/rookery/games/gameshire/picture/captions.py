"""The captions and prompts of Gameshire's scene: who decides what, and what to click."""

from rookery.core.scene import Ask, plural
from rookery.games.gameshire.components.sets import CROP_LETTERS
from rookery.games.gameshire.facts import FARM_NAMES
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.actions import ACT
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.text import notation, words


def caption(pos: State, actions: tuple[int, ...], ready: frozenset[int]) -> str:
    """The decision of the moment and its mover, or the outcome. `actions`: as far as the viewer has a choice."""
    if pos.phase == PHASE.ENDED:
        return notation.outcome_words(pos)
    if ACT.PASS in actions:
        stuck = pos.recorder if pos.phase == PHASE.RECORDING else pos.turn
        return f"{FARM_NAMES[stuck]}: {'use a skill, or pass' if ready else 'pass'}"
    kind = "demand" if pos.season == layout.AUTUMN else "plan"
    turn, farm = FARM_NAMES[pos.turn], FARM_NAMES[max(0, pos.asked)]
    leave = ", leaving one out if you like" if pos.omit else ""
    gift = words.gift_name(pos, words.asked_gift(pos)) if pos.phase == PHASE.SHADING else ""
    return {
        PHASE.DRAWING_FIRST_SEAT: "Drawing lots for the first turn",
        PHASE.PICKING_WRINKLES: "Picking the wrinkles for this game",
        PHASE.DRAWING_SEASON_CARD: "The next season card is turned over",
        PHASE.DRAWING_RESOURCE_CARD: "A resource card is drawn",
        PHASE.CHOOSING: f"{turn}: choose a {kind} that {'you can meet' if kind == 'demand' else 'fits'}",
        PHASE.RECORDING: f"{FARM_NAMES[max(0, pos.recorder)]}: {_where(pos)}{leave}",
        PHASE.CROWNING: f"{FARM_NAMES[max(0, pos.recorder)]}: choose a crown's gift",
        PHASE.ERASING: f"{farm}: {'erase a box or its shading' if kind == 'demand' else 'erase a box'}, or decline",
        PHASE.WRITING: f"{farm}: write a value in a blank box, or decline",
        PHASE.SHADING: f"{farm}: shade a box with {gift}",
        PHASE.DELIVERING: f"{turn}: choose the gift to deliver",
        PHASE.REFRESHING: f"{turn}: discard up to {pos.left} {plural(pos.left, 'demand')}, or be done",
        PHASE.CROSSING_OUT: f"{farm}: cross out {pos.left} {plural(pos.left, 'blank box', 'blank boxes')}",
        PHASE.FORGETTING: f"{turn}: choose the skill to forget",
    }[pos.phase]


def prompts(pos: State, actions: tuple[int, ...], ready: frozenset[int], said: dict[int, str]) -> tuple[str, ...]:
    """The prompts, one per click. `said`: the gains of each action in words."""
    skills = " or a skill" if ready else ""
    if ACT.PASS in actions:
        return f"{_stuck(pos)}: {_ways_out(bool(skills), bool(said[ACT.PASS]))}", "Choose a card"
    return {
        PHASE.CHOOSING: (f"Choose a card on the market{skills}", "Choose a card"),
        PHASE.RECORDING: (f"{_chosen(pos)}{skills}", _chosen(pos)) if pos.phase == PHASE.RECORDING else (),
        PHASE.CROWNING: ("Choose the gift of a column",),
        PHASE.ERASING: ("Choose a box, or decline",),
        PHASE.WRITING: ("Choose a value, or decline", "Choose a blank box for it"),
        PHASE.SHADING: (f"Shade {words.gift_name(pos, words.asked_gift(pos))}",),
        PHASE.DELIVERING: ("Choose the gift",),
        PHASE.REFRESHING: ("Choose a card to discard, or be done",),
        PHASE.CROSSING_OUT: ("Choose a blank box",),
        PHASE.FORGETTING: ("Choose a skill",),
    }.get(pos.phase, ())


def _stuck(pos: State) -> str:
    """The reason why the mover can only use a skill or pass (GS-18, GS-44)."""
    if pos.phase == PHASE.RECORDING:
        return "It fits nowhere"
    return "You can meet no demand" if pos.season == layout.AUTUMN else "No plan fits"


def _ways_out(skills: bool, loses: bool) -> str:
    """The mover's remaining ways on. `skills`: a skill can be used. `loses`: passing loses the game."""
    if skills:
        return "use a skill, or pass" + (" and lose the game" if loses else "")
    return "you must pass, and the game is lost" if loses else "you must pass"


def _where(pos: State) -> str:
    """The recorder's task: "write the 4-box plan on your map"."""
    boxes = len(words.chosen_shape(pos).boxes)
    if pos.season == layout.AUTUMN:
        return f"shade an area of {boxes} boxes in the shape of the demand"
    return f"write the {boxes}-box plan on your map"


def _chosen(pos: State) -> str:
    """The prompt of a recorder: what goes where, and, if it was another seat, who chose the card."""
    boxes, theirs = len(words.chosen_shape(pos).boxes), pos.recorder != pos.turn
    who = f" ({FARM_NAMES[pos.turn]} chose it for everybody)" if theirs else ""
    if pos.season == layout.AUTUMN:
        return f"Choose the {boxes} boxes to shade in the shape of the demand{who}"
    return f"Choose where the {boxes}-box plan goes{who}"


def asks(ready: frozenset[int]) -> tuple[Ask, ...]:
    """The prompts after skills that need a card as their target."""
    told = {
        layout.SKILL.P: "Choose the pair that gets a new resource card",
        layout.SKILL.Y: "Choose the discarded card that comes back",
    }
    return tuple(Ask(after=f"skill-{CROP_LETTERS[skill]}", words=told[skill]) for skill in told if skill in ready)
