"""Games whose actions show what was hidden, and that do not say so."""

from tests.laws.mutants import breaks
from tests.tiny import rules
from tests.tiny.lab import Lab
from tests.tiny.rules import State

_mover, _play, _hide = rules.mover, rules.play, rules.hide


@breaks("worlds_that_look_alike_stay_alike")
def a_card_decides_who_moves(lab: Lab) -> None:
    """Who marks the first cell and holds a 3 goes on."""

    def play(pos: State, action: int) -> None:
        again = _mover(pos) == 0 and action == 0 and pos.cards[0] == 3
        _play(pos, action)
        pos.ply += again and pos.ply < 4

    lab.rules(play=play)


@breaks("worlds_that_look_alike_stay_alike")
def a_mark_shows_a_card(lab: Lab) -> None:
    """The player who marks the first cell has to show the card."""

    def hide(pos: State, seat: int) -> None:
        before = int(pos.cards[max(pos.cells[0], 0)])
        _hide(pos, seat)
        if pos.cells[0] >= 0:
            pos.cards[pos.cells[0]] = before

    lab.rules(hide=hide)


@breaks("worlds_that_look_alike_stay_alike")
def a_mark_that_others_do_not_hear_of(lab: Lab) -> None:
    lab.rules(knows=lambda pos, action, seat: seat == _mover(pos) or action >= 3)


@breaks("worlds_that_look_alike_stay_alike")
def reveals_and_hides_nothing(lab: Lab) -> None:
    lab.facts(hidden=False, reveals=True)


@breaks("what_is_told_can_be_seen")
def everybody_is_told_everything(lab: Lab) -> None:
    """A whole hand is revealed, and the views hide it."""
    lab.rules(knows=lambda pos, action, seat: True)


@breaks("what_is_told_can_be_seen")
def spectators_are_told_of_hidden_cards(lab: Lab) -> None:
    lab.rules(knows=lambda pos, action, seat: action < 3 or seat in (pos.ply, -1))
