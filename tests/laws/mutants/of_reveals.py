"""Games whose actions show what was hidden, and that do not say so."""

from tests.laws.mutants import breaks, breaks_by, broken
from tests.tiny import rules
from tests.tiny.lab import Lab
from tests.tiny.rules import State

_mover, _play, _hide = rules.mover, rules.play, rules.hide


@breaks_by("worlds_that_look_alike_stay_alike", Lab.rules, "play")
def a_card_decides_who_moves(pos: State, action: int) -> None:
    """Who marks the first cell and holds a 3 goes on."""
    again = _mover(pos) == 0 and action == 0 and pos.cards[0] == 3
    _play(pos, action)
    pos.ply += again and pos.ply < 4


@breaks_by("worlds_that_look_alike_stay_alike", Lab.rules, "hide")
def a_mark_shows_a_card(pos: State, seat: int) -> None:
    """The player who marks the first cell has to show the card."""
    before = int(pos.cards[max(pos.cells[0], 0)])
    _hide(pos, seat)
    if pos.cells[0] >= 0:
        pos.cards[pos.cells[0]] = before


broken(
    "worlds_that_look_alike_stay_alike",
    a_mark_that_others_do_not_hear_of=lambda lab: lab.rules(
        knows=lambda pos, action, seat: seat == _mover(pos) or action >= 3
    ),
    reveals_and_hides_nothing=lambda lab: lab.facts(hidden=False, reveals=True),
)


@breaks("what_is_told_can_be_seen")
def everybody_is_told_everything(lab: Lab) -> None:
    """A whole hand is revealed, and the views hide it."""
    lab.rules(knows=lambda pos, action, seat: True)


broken(
    "what_is_told_can_be_seen",
    spectators_are_told_of_hidden_cards=lambda lab: lab.rules(
        knows=lambda pos, action, seat: action < 3 or seat in (pos.ply, -1)
    ),
)
