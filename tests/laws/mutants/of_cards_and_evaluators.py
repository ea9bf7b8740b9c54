"""Broken cards, records and evaluators."""

from dataclasses import replace
from typing import Any

import numpy as np

from tests.laws.mutants import breaks
from tests.tiny import evaluator, rules
from tests.tiny.lab import Lab
from tests.tiny.rules import State

_mirror = evaluator.mirror


# ── The card and the record ────────────────────────────────────────────────────
@breaks("card_is_coherent")
def three_players_two_names(lab: Lab) -> None:
    lab.facts(seats={2: ("First", "Second"), 3: ("First", "Second")})


@breaks("card_is_coherent")
def seats_that_are_called_alike(lab: Lab) -> None:
    lab.facts(seated=lambda players, options: (("Player", "red"),) * players)


@breaks("card_is_coherent")
def empty_rules_page(lab: Lab) -> None:
    lab.files(rules_page="\n")


@breaks("rules_page_is_drawn")
def a_position_of_the_rules_page_for_another_number_of_players(lab: Lab) -> None:
    lab.files(rules_page="Mark the middle.\n\n```position\n0.1 321 5\nThree play here.\n```\n")


@breaks("rules_page_is_drawn")
def words_of_the_rules_page_that_mean_nothing(lab: Lab) -> None:
    lab.files(rules_page="Mark the middle.\n\n```position players 3\n0.1 32 4\n```\n")


@breaks("lobby_picture_is_drawn")
def a_picture_for_another_number_of_players(lab: Lab) -> None:
    lab.scenery(PICTURE="0.1 321 5")


@breaks("card_is_coherent")
def more_legal_than_actions(lab: Lab) -> None:
    lab.facts(max_legal=7)


@breaks("card_is_coherent")
def too_much_to_learn(lab: Lab) -> None:
    lab.facts(weight=6)


@breaks("options_have_one_spelling")
def example_comes_back_otherwise(lab: Lab) -> None:
    lab.facts(options=(replace(lab.game.facts.options[0], show=lambda code: f"{code}!"),))


@breaks("options_have_one_spelling")
def default_that_is_not_for_all(lab: Lab) -> None:
    lab.facts(options=(replace(lab.game.facts.options[0], only={"0": (3,)}),))


@breaks("options_have_one_spelling")
def free_form_without_example(lab: Lab) -> None:
    lab.facts(options=(replace(lab.game.facts.options[0], example=""),))


@breaks("state_is_packed")
def padded_record(lab: Lab) -> None:
    names = list(rules.STATE.names or ())
    fields = [(name, np.int64 if name == "ply" else rules.STATE[name]) for name in names]
    lab.files(dtype=np.dtype((np.record, np.dtype(fields, align=True))))  # type: ignore[arg-type]  # a cached property


# ── The evaluator ──────────────────────────────────────────────────────────────────
@breaks("simple_positions_keep_their_choices")
def simplifies_marks_away(lab: Lab) -> None:
    lab.evaluator(simplify=lambda pos: pos.cells.fill(rules.EMPTY))


@breaks("simple_positions_keep_their_choices")
def simplifies_further_each_time(lab: Lab) -> None:
    def simplify(pos: State) -> None:
        pos.bonus = max(0, pos.bonus - 1)

    lab.evaluator(simplify=simplify)


@breaks("evaluations_are_numbers")
def an_action_without_a_score(lab: Lab) -> None:
    lab.evaluator(order=lambda pos, weights, actions, count, scores: None)


@breaks("evaluations_are_numbers")
def everybody_is_ahead(lab: Lab) -> None:
    lab.evaluator(evaluate=lambda pos, weights, out: out.fill(1.0))


@breaks("evaluations_are_numbers")
def judging_moves_a_card(lab: Lab) -> None:
    def evaluate(pos: State, weights: Any, out: Any) -> None:
        out[:], pos.cards[0] = 0.0, 3

    lab.evaluator(evaluate=evaluate)


@breaks("mirrored_positions_play_alike")
def mirrors_the_board_but_not_the_action(lab: Lab) -> None:
    lab.evaluator(mirror_action=lambda action, which: action)


@breaks("mirrored_positions_play_alike")
def mirrors_the_action_but_not_the_board(lab: Lab) -> None:
    lab.evaluator(mirror=lambda pos, which: None)


@breaks("mirrored_positions_play_alike")
def exchanges_seats_that_are_not_alike(lab: Lab) -> None:
    lab.evaluator(mirror_seat=lambda seat, which: 1 - seat if which and seat < 2 else seat)


@breaks("mirrored_positions_play_alike")
def image_zero_is_another_position(lab: Lab) -> None:
    lab.evaluator(mirror=lambda pos, which: _mirror(pos, 1), SYMMETRIES=1)
