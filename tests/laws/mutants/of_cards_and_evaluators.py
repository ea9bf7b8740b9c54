"""Broken cards, records and evaluators."""

from dataclasses import replace
from typing import Any

import numpy as np

from rookery.search.plan import Term
from tests.laws.mutants import breaks, breaks_by, broken
from tests.tiny import evaluator, rules
from tests.tiny.lab import Lab
from tests.tiny.rules import State

_mirror = evaluator.mirror


# ── The card and the record ────────────────────────────────────────────────────
broken(
    "card_is_coherent",
    three_players_two_names=lambda lab: lab.facts(seats={2: ("First", "Second"), 3: ("First", "Second")}),
    seats_that_are_called_alike=lambda lab: lab.facts(seated=lambda players, options: (("Player", "red"),) * players),
    empty_rules_page=lambda lab: lab.files(rules_page="\n"),
)
broken(
    "rules_page_is_drawn",
    a_position_of_the_rules_page_for_another_number_of_players=lambda lab: lab.files(
        rules_page="Mark the middle.\n\n```position\n0.1 321 5\nThree play here.\n```\n"
    ),
    words_of_the_rules_page_that_mean_nothing=lambda lab: lab.files(
        rules_page="Mark the middle.\n\n```position players 3\n0.1 32 4\n```\n"
    ),
)
broken(
    "lobby_picture_is_drawn",
    a_picture_for_another_number_of_players=lambda lab: lab.scenery(PICTURE="0.1 321 5"),
)
broken(
    "card_is_coherent",
    more_legal_than_actions=lambda lab: lab.facts(max_legal=7),
    too_much_to_learn=lambda lab: lab.facts(weight=6),
)
broken(
    "options_have_one_spelling",
    example_comes_back_otherwise=lambda lab: lab.facts(
        options=(replace(lab.game.facts.options[0], show=lambda code: f"{code}!"),)
    ),
    default_that_is_not_for_all=lambda lab: lab.facts(options=(replace(lab.game.facts.options[0], only={"0": (3,)}),)),
    free_form_without_example=lambda lab: lab.facts(options=(replace(lab.game.facts.options[0], example=""),)),
)


@breaks("state_is_packed")
def padded_record(lab: Lab) -> None:
    names = list(rules.STATE.names or ())
    fields = [(name, np.int64 if name == "ply" else rules.STATE[name]) for name in names]
    lab.files(dtype=np.dtype((np.record, np.dtype(fields, align=True))))  # type: ignore[arg-type]  # a cached property


# ── The evaluator ──────────────────────────────────────────────────────────────────
broken(
    "simple_positions_keep_their_choices",
    simplifies_marks_away=lambda lab: lab.evaluator(simplify=lambda pos: pos.cells.fill(rules.EMPTY)),
)


@breaks_by("simple_positions_keep_their_choices", Lab.evaluator, "simplify")
def simplifies_further_each_time(pos: State) -> None:
    pos.bonus = max(0, pos.bonus - 1)


broken(
    "evaluations_are_numbers",
    an_action_without_a_score=lambda lab: lab.evaluator(order=lambda pos, weights, actions, count, scores: None),
    everybody_is_ahead=lambda lab: lab.evaluator(evaluate=lambda pos, weights, out: out.fill(1.0)),
)


@breaks_by("evaluations_are_numbers", Lab.evaluator, "evaluate")
def judging_moves_a_card(pos: State, weights: Any, out: Any) -> None:
    out[:], pos.cards[0] = 0.0, 3


broken(
    "mirrored_positions_play_alike",
    mirrors_the_board_but_not_the_action=lambda lab: lab.evaluator(mirror_action=lambda action, which: action),
    mirrors_the_action_but_not_the_board=lambda lab: lab.evaluator(mirror=lambda pos, which: None),
    exchanges_seats_that_are_not_alike=lambda lab: lab.evaluator(
        mirror_seat=lambda seat, which: 1 - seat if which and seat < 2 else seat
    ),
    image_zero_is_another_position=lambda lab: lab.evaluator(mirror=lambda pos, which: _mirror(pos, 1), SYMMETRIES=1),
)

broken(
    "reasons_lead_to_lessons",
    a_lesson_that_nobody_wrote=lambda lab: lab.settings(terms={"mark": Term("mark", "marks", lesson="marks")}),
)
