"""Broken verbs. Each does a little too much or too little, on top of the verb as it should be."""

import itertools
from collections.abc import Callable
from typing import Any

from rookery.core.protocol import OVER, Counted
from tests.laws.mutants import breaks, breaks_by, broken
from tests.tiny import rules
from tests.tiny.lab import Lab
from tests.tiny.rules import State

_legal, _mover, _play, _hide, _determinize = rules.legal, rules.mover, rules.play, rules.hide, rules.determinize
_undo = rules.undo
_weights, _utilities, _points, _resample = rules.weights, rules.utilities, rules.points, rules.resample_history


# ── Whose decision, and which ──────────────────────────────────────────────────
broken(
    "mover_is_somebody",
    nobody_known_moves=lambda lab: lab.rules(mover=lambda pos: 7 if pos.ply == 4 else _mover(pos)),
    chance_that_was_not_announced=lambda lab: lab.facts(chance=False),
)
broken(
    "legal_is_empty_exactly_when_over",
    stuck_before_the_end=lambda lab: lab.rules(legal=lambda pos, actions: 0 if pos.ply == 4 else _legal(pos, actions)),
)


@breaks_by("legal_is_empty_exactly_when_over", Lab.rules, "legal")
def actions_after_the_end(pos: State, actions: Any) -> int:
    actions[0] = 0
    return max(1, _legal(pos, actions))


def _one_more(last: int) -> Callable[[Any, Any], int]:
    def legal(pos: State, actions: Any) -> int:
        count = _legal(pos, actions)
        actions[count] = actions[0] if last < 0 else last
        return count + 1 if 0 < count < 3 else count

    return legal


broken(
    "legal_lists_each_action_once",
    the_same_action_twice=lambda lab: lab.rules(legal=_one_more(-1)),
    an_id_that_does_not_exist=lambda lab: lab.rules(legal=_one_more(6)),
)


@breaks_by("legal_lists_each_action_once", Lab.rules, "legal")
def writes_more_than_it_says(pos: State, actions: Any) -> int:
    count = _legal(pos, actions)
    actions[count] = 0
    return count


broken(
    "legal_lists_each_action_once",
    more_than_the_facts_allow=lambda lab: lab.facts(max_legal=2),
)
broken(
    "seats_choose_no_ids_of_chance",
    more_ids_are_chances_than_chance_has=lambda lab: lab.facts(chance_actions=4),
)
broken(
    "games_end",
    longer_than_the_facts_say=lambda lab: lab.facts(longest=4),
)


# ── Playing ────────────────────────────────────────────────────────────────────
@breaks_by("play_changes_nothing_else", Lab.rules, "play")
def scribbles_on_its_neighbour(pos: State, action: int) -> None:
    _play(pos, action)
    record: Any = pos
    if record.base is not None and len(record.base) > 1:
        record.base[0]["ply"] += 1


@breaks("play_is_a_function")
def rolls_its_own_dice(lab: Lab) -> None:
    numbers = itertools.count()

    def play(pos: State, action: int) -> None:
        _play(pos, action)
        pos.bonus = next(numbers) % 10

    lab.rules(play=play)


@breaks_by("questions_change_nothing", Lab.rules, "mover")
def counts_its_questions(pos: State) -> int:
    record: Any = pos
    if record.flags.writeable:
        pos.bonus = (pos.bonus + 1) % 10
    return _mover(pos)


@breaks_by("fields_stay_in_range", Lab.rules, "play")
def a_card_that_does_not_exist(pos: State, action: int) -> None:
    _play(pos, action)
    if action == rules.CELLS:
        pos.cards[pos.ply - 1] = 4


@breaks_by("undo_takes_back", Lab.rules, "undo")
def forgets_whose_card_it_was(pos: State) -> int:
    action = _undo(pos)
    if action >= rules.CELLS:
        pos.cards[0] = rules.UNKNOWN
    return action


@breaks_by("undo_takes_back", Lab.rules, "undo")
def gives_up_too_late(pos: State) -> int:
    action = _undo(pos)
    if action < 0:
        pos.ply -= 1
    return action


broken(
    "undo_takes_back",
    another_action=lambda lab: lab.rules(undo=lambda pos: (_undo(pos) + 1) % (rules.CELLS + rules.CARDS)),
    only_small_cards=lambda lab: lab.rules(undo=lambda pos: -1 if pos.cards[0] == rules.CARDS else _undo(pos)),
)


# ── Chance, and the end ────────────────────────────────────────────────────────
@breaks_by("weights_are_positive", Lab.rules, "weights")
def a_card_that_never_comes(pos: State, actions: Any, count: int, out: Any) -> None:
    _weights(pos, actions, count, out)
    out[count - 1] = 0.0


broken(
    "weights_are_positive",
    a_weight_that_is_forgotten=lambda lab: lab.rules(
        weights=lambda pos, actions, count, out: _weights(pos, actions, count - 1, out)
    ),
)
broken(
    "utilities_are_fair",
    everybody_wins=lambda lab: lab.rules(utilities=lambda pos, out: out.fill(1.0)),
)


@breaks_by("utilities_are_fair", Lab.rules, "utilities")
def wins_too_much(pos: State, out: Any) -> None:
    _utilities(pos, out)
    out *= 2


broken(
    "utilities_are_fair",
    one_loses_in_a_cooperative_game=lambda lab: lab.facts(cooperative=True),
)
broken(
    "points_agree_with_the_result",
    the_fewest_points_win=lambda lab: lab.rules(points=lambda pos, seat: -_points(pos, seat)),
    says_that_the_fewest_points_win=lambda lab: lab.facts(points=Counted("point", "points", most_win=False)),
)


@breaks("points_agree_with_the_result")
def points_of_one_in_a_team(lab: Lab) -> None:
    lab.rules(utilities=lambda pos, out: out.fill(1.0))
    lab.facts(cooperative=True)


# ── What a seat may know ───────────────────────────────────────────────────────
@breaks_by("views_hide_once_and_for_all", Lab.rules, "hide")
def hides_one_thing_at_a_time(pos: State, seat: int) -> None:
    for other in range(pos.players):
        if other != seat and pos.cards[other]:
            pos.cards[other] -= 1


broken(
    "views_hide_once_and_for_all",
    secrets_that_were_not_announced=lambda lab: lab.facts(hidden=False),
)


@breaks_by("views_tell_what_a_seat_needs", Lab.rules, "legal")
def legality_that_depends_on_a_secret(pos: State, actions: Any) -> int:
    count = _legal(pos, actions)
    return count - 1 if pos.cards[0] == 3 and _mover(pos) == 1 else count


@breaks_by("views_tell_what_a_seat_needs", Lab.rules, "hide")
def hides_the_cards_that_decided(pos: State, seat: int) -> None:
    pos.cards[:] = 0


@breaks_by("determinized_worlds_have_the_view", Lab.rules, "determinize")
def guesses_its_own_card_anew(pos: State, seat: int, stream: Any) -> None:
    pos.cards[: min(pos.ply, pos.players)] = 0
    _determinize(pos, seat, stream)


@breaks_by("determinized_worlds_have_the_view", Lab.rules, "determinize")
def guesses_a_card_that_does_not_exist(pos: State, seat: int, stream: Any) -> None:
    _determinize(pos, seat, stream)
    pos.cards[(seat + 1) % pos.players] = 4


@breaks("determinized_worlds_have_the_view")
def guesses_by_its_own_dice(lab: Lab) -> None:
    numbers = itertools.count()

    def determinize(pos: State, seat: int, stream: Any) -> None:
        _determinize(pos, seat, stream)
        if _mover(pos) != OVER:
            pos.cards[(seat + 1) % pos.players] = 1 + next(numbers) % 3

    lab.rules(determinize=determinize)


broken(
    "open_positions_hide_nothing",
    opened_too_early=lambda lab: lab.facts(opened=lambda pos: True),
)


@breaks("open_positions_hide_nothing")
def opened_for_one_seat_alone(lab: Lab) -> None:
    """Who has blanked cards in view knows that they are hidden; the whole position has none."""
    lab.facts(opened=lambda pos: all(pos.cards[: pos.players]))


broken(
    "open_positions_hide_nothing",
    opened_and_closed_again=lambda lab: lab.facts(opened=lambda pos: pos.ply == 0),
    opened_where_nothing_was_hidden=lambda lab: lab.facts(hidden=False, opened=lambda pos: True),
)
broken(
    "secret_actions_look_alike",
    a_secret_card_that_shows=lambda lab: lab.rules(hide=lambda pos, seat: None),
    marks_in_secret=lambda lab: lab.rules(knows=lambda pos, action, seat: seat == _mover(pos)),
    nobody_knows_what_it_does=lambda lab: lab.rules(knows=lambda pos, action, seat: False),
)


@breaks("secret_actions_look_alike")
def secrets_of_a_game_without_any(lab: Lab) -> None:
    lab.facts(hidden=False)
    lab.rules(hide=lambda pos, seat: None)


broken(
    "secret_actions_look_alike",
    a_secret_without_words=lambda lab: lab.notation(secret_words=lambda pos: " "),
)


@breaks_by("resampled_histories_are_remembered_alike", Lab.rules, "resample_history")
def retells_what_cannot_be_played(pos: State, seen: Any, seat: int, history: Any, stream: Any) -> None:
    _resample(pos, seen, seat, history, stream)
    history[:1] = 0


broken(
    "resampled_histories_are_remembered_alike",
    retells_nothing=lambda lab: lab.rules(resample_history=lambda *lent: None),
)


@breaks("resampled_histories_are_remembered_alike")
def retells_by_its_own_dice(lab: Lab) -> None:
    numbers = itertools.count()

    def resample_history(pos: State, seen: Any, seat: int, history: Any, stream: Any) -> None:
        stream[0] = next(numbers)
        _resample(pos, seen, seat, history, stream)

    lab.rules(resample_history=resample_history)
