"""Broken verbs. Each does a little too much or too little, on top of the verb as it should be."""

import itertools
from collections.abc import Callable
from typing import Any

from rookery.core.protocol import OVER, Counted
from tests.laws.mutants import breaks
from tests.tiny import rules
from tests.tiny.lab import Lab
from tests.tiny.rules import State

_legal, _mover, _play, _hide, _determinize = rules.legal, rules.mover, rules.play, rules.hide, rules.determinize
_weights, _utilities, _points, _resample = rules.weights, rules.utilities, rules.points, rules.resample_history


# ── Whose decision, and which ──────────────────────────────────────────────────
@breaks("mover_is_somebody")
def nobody_known_moves(lab: Lab) -> None:
    lab.rules(mover=lambda pos: 7 if pos.ply == 4 else _mover(pos))


@breaks("mover_is_somebody")
def chance_that_was_not_announced(lab: Lab) -> None:
    lab.facts(chance=False)


@breaks("legal_is_empty_exactly_when_over")
def stuck_before_the_end(lab: Lab) -> None:
    lab.rules(legal=lambda pos, actions: 0 if pos.ply == 4 else _legal(pos, actions))


@breaks("legal_is_empty_exactly_when_over")
def actions_after_the_end(lab: Lab) -> None:
    def legal(pos: State, actions: Any) -> int:
        actions[0] = 0
        return max(1, _legal(pos, actions))

    lab.rules(legal=legal)


def _one_more(last: int) -> Callable[[Any, Any], int]:
    def legal(pos: State, actions: Any) -> int:
        count = _legal(pos, actions)
        actions[count] = actions[0] if last < 0 else last
        return count + 1 if 0 < count < 3 else count

    return legal


@breaks("legal_lists_each_action_once")
def the_same_action_twice(lab: Lab) -> None:
    lab.rules(legal=_one_more(-1))


@breaks("legal_lists_each_action_once")
def an_id_that_does_not_exist(lab: Lab) -> None:
    lab.rules(legal=_one_more(6))


@breaks("legal_lists_each_action_once")
def writes_more_than_it_says(lab: Lab) -> None:
    def legal(pos: State, actions: Any) -> int:
        count = _legal(pos, actions)
        actions[count] = 0
        return count

    lab.rules(legal=legal)


@breaks("legal_lists_each_action_once")
def more_than_the_facts_allow(lab: Lab) -> None:
    lab.facts(max_legal=2)


@breaks("seats_choose_no_ids_of_chance")
def more_ids_are_chances_than_chance_has(lab: Lab) -> None:
    lab.facts(chance_actions=4)


@breaks("games_end")
def longer_than_the_facts_say(lab: Lab) -> None:
    lab.facts(longest=4)


# ── Playing ────────────────────────────────────────────────────────────────────
@breaks("play_changes_nothing_else")
def scribbles_on_its_neighbour(lab: Lab) -> None:
    def play(pos: State, action: int) -> None:
        _play(pos, action)
        record: Any = pos
        if record.base is not None and len(record.base) > 1:
            record.base[0]["ply"] += 1

    lab.rules(play=play)


@breaks("play_is_a_function")
def rolls_its_own_dice(lab: Lab) -> None:
    numbers = itertools.count()

    def play(pos: State, action: int) -> None:
        _play(pos, action)
        pos.bonus = next(numbers) % 10

    lab.rules(play=play)


@breaks("questions_change_nothing")
def counts_its_questions(lab: Lab) -> None:
    def mover(pos: State) -> int:
        record: Any = pos
        if record.flags.writeable:
            pos.bonus = (pos.bonus + 1) % 10
        return _mover(pos)

    lab.rules(mover=mover)


@breaks("fields_stay_in_range")
def a_card_that_does_not_exist(lab: Lab) -> None:
    def play(pos: State, action: int) -> None:
        _play(pos, action)
        if action == rules.CELLS:
            pos.cards[pos.ply - 1] = 4

    lab.rules(play=play)


# ── Chance, and the end ────────────────────────────────────────────────────────
@breaks("weights_are_positive")
def a_card_that_never_comes(lab: Lab) -> None:
    def weights(pos: State, actions: Any, count: int, out: Any) -> None:
        _weights(pos, actions, count, out)
        out[count - 1] = 0.0

    lab.rules(weights=weights)


@breaks("weights_are_positive")
def a_weight_that_is_forgotten(lab: Lab) -> None:
    lab.rules(weights=lambda pos, actions, count, out: _weights(pos, actions, count - 1, out))


@breaks("utilities_are_fair")
def everybody_wins(lab: Lab) -> None:
    lab.rules(utilities=lambda pos, out: out.fill(1.0))


@breaks("utilities_are_fair")
def wins_too_much(lab: Lab) -> None:
    def utilities(pos: State, out: Any) -> None:
        _utilities(pos, out)
        out *= 2

    lab.rules(utilities=utilities)


@breaks("utilities_are_fair")
def one_loses_in_a_cooperative_game(lab: Lab) -> None:
    lab.facts(cooperative=True)


@breaks("points_agree_with_the_result")
def the_fewest_points_win(lab: Lab) -> None:
    lab.rules(points=lambda pos, seat: -_points(pos, seat))


@breaks("points_agree_with_the_result")
def says_that_the_fewest_points_win(lab: Lab) -> None:
    lab.facts(points=Counted("point", "points", most_win=False))


@breaks("points_agree_with_the_result")
def points_of_one_in_a_team(lab: Lab) -> None:
    lab.rules(utilities=lambda pos, out: out.fill(1.0))
    lab.facts(cooperative=True)


# ── What a seat may know ───────────────────────────────────────────────────────
@breaks("views_hide_once_and_for_all")
def hides_one_thing_at_a_time(lab: Lab) -> None:
    def hide(pos: State, seat: int) -> None:
        for other in range(pos.players):
            if other != seat and pos.cards[other]:
                pos.cards[other] -= 1

    lab.rules(hide=hide)


@breaks("views_hide_once_and_for_all")
def secrets_that_were_not_announced(lab: Lab) -> None:
    lab.facts(hidden=False)


@breaks("views_tell_what_a_seat_needs")
def legality_that_depends_on_a_secret(lab: Lab) -> None:
    def legal(pos: State, actions: Any) -> int:
        count = _legal(pos, actions)
        return count - 1 if pos.cards[0] == 3 and _mover(pos) == 1 else count

    lab.rules(legal=legal)


@breaks("views_tell_what_a_seat_needs")
def hides_the_cards_that_decided(lab: Lab) -> None:
    def hide(pos: State, seat: int) -> None:
        pos.cards[:] = 0

    lab.rules(hide=hide)


@breaks("determinized_worlds_have_the_view")
def guesses_its_own_card_anew(lab: Lab) -> None:
    def determinize(pos: State, seat: int, stream: Any) -> None:
        pos.cards[: min(pos.ply, pos.players)] = 0
        _determinize(pos, seat, stream)

    lab.rules(determinize=determinize)


@breaks("determinized_worlds_have_the_view")
def guesses_a_card_that_does_not_exist(lab: Lab) -> None:
    def determinize(pos: State, seat: int, stream: Any) -> None:
        _determinize(pos, seat, stream)
        pos.cards[(seat + 1) % pos.players] = 4

    lab.rules(determinize=determinize)


@breaks("determinized_worlds_have_the_view")
def guesses_by_its_own_dice(lab: Lab) -> None:
    numbers = itertools.count()

    def determinize(pos: State, seat: int, stream: Any) -> None:
        _determinize(pos, seat, stream)
        if _mover(pos) != OVER:
            pos.cards[(seat + 1) % pos.players] = 1 + next(numbers) % 3

    lab.rules(determinize=determinize)


@breaks("open_positions_hide_nothing")
def opened_too_early(lab: Lab) -> None:
    lab.facts(opened=lambda pos: True)


@breaks("open_positions_hide_nothing")
def opened_for_one_seat_alone(lab: Lab) -> None:
    """Who has blanked cards in view knows that they are hidden; the whole position has none."""
    lab.facts(opened=lambda pos: all(pos.cards[: pos.players]))


@breaks("open_positions_hide_nothing")
def opened_and_closed_again(lab: Lab) -> None:
    lab.facts(opened=lambda pos: pos.ply == 0)


@breaks("open_positions_hide_nothing")
def opened_where_nothing_was_hidden(lab: Lab) -> None:
    lab.facts(hidden=False, opened=lambda pos: True)


@breaks("secret_actions_look_alike")
def a_secret_card_that_shows(lab: Lab) -> None:
    lab.rules(hide=lambda pos, seat: None)


@breaks("secret_actions_look_alike")
def marks_in_secret(lab: Lab) -> None:
    lab.rules(knows=lambda pos, action, seat: seat == _mover(pos))


@breaks("secret_actions_look_alike")
def nobody_knows_what_it_does(lab: Lab) -> None:
    lab.rules(knows=lambda pos, action, seat: False)


@breaks("secret_actions_look_alike")
def secrets_of_a_game_without_any(lab: Lab) -> None:
    lab.facts(hidden=False)
    lab.rules(hide=lambda pos, seat: None)


@breaks("secret_actions_look_alike")
def a_secret_without_words(lab: Lab) -> None:
    lab.notation(secret_words=lambda pos: " ")


@breaks("resampled_histories_are_remembered_alike")
def retells_what_cannot_be_played(lab: Lab) -> None:
    def resample_history(pos: State, seen: Any, seat: int, history: Any, stream: Any) -> None:
        _resample(pos, seen, seat, history, stream)
        history[:1] = 0

    lab.rules(resample_history=resample_history)


@breaks("resampled_histories_are_remembered_alike")
def retells_nothing(lab: Lab) -> None:
    lab.rules(resample_history=lambda *lent: None)


@breaks("resampled_histories_are_remembered_alike")
def retells_by_its_own_dice(lab: Lab) -> None:
    numbers = itertools.count()

    def resample_history(pos: State, seen: Any, seat: int, history: Any, stream: Any) -> None:
        stream[0] = next(numbers)
        _resample(pos, seen, seat, history, stream)

    lab.rules(resample_history=resample_history)
