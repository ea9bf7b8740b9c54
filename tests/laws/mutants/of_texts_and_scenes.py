"""Broken notation and broken pictures."""

import re
from collections.abc import Callable
from dataclasses import replace

from rookery.core.scene import Choice, Scene
from tests.laws.mutants import breaks
from tests.tiny import notation, rules
from tests.tiny.lab import Lab


# ── Texts ──────────────────────────────────────────────────────────────────────
@breaks("actions_have_one_notation")
def two_actions_written_alike(lab: Lab) -> None:
    lab.notation(action_text=lambda pos, action: "mark a")


@breaks("actions_have_one_notation")
def notation_that_the_pattern_does_not_know(lab: Lab) -> None:
    lab.notation(action_text=lambda pos, action: f"do {action}")


@breaks("actions_have_one_notation")
def an_action_without_words(lab: Lab) -> None:
    lab.notation(action_words=lambda pos, action: " ")


@breaks("positions_round_trip")
def a_text_that_forgets_a_card(lab: Lab) -> None:
    whole = notation.position_text
    lab.notation(position_text=lambda pos: re.sub(r"3(\d+ \d)$", r"2\1", whole(pos)))


@breaks("records_replay")
def a_record_that_means_another_game(lab: Lab) -> None:
    lab.notation(action_text=lambda pos, action: "card 1" if action >= rules.CELLS else "mark a")


# ── The picture ────────────────────────────────────────────────────────────────
@breaks("scene_ids_are_unique")
def two_spots_of_one_id(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, spots=(*scene.spots, scene.spots[0])))


@breaks("things_lie_on_something")
def a_piece_in_the_air(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, pieces=tuple(replace(piece, spot="air") for piece in scene.pieces)))


@breaks("things_lie_on_something")
def a_spot_without_a_zone(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, zones=()))


@breaks("everything_is_inside")
def a_spot_over_the_edge(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, width=scene.width - 0.2))


@breaks("choices_are_the_legal_actions")
def the_spectator_may_choose(lab: Lab) -> None:
    choice = Choice(action=0, path=("cell0",), text="mark a", words="Mark a")
    lab.scene(lambda scene: replace(scene, choices=scene.choices or (choice,)))


@breaks("choices_are_the_legal_actions")
def an_action_cannot_be_chosen(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, choices=scene.choices[1:]))


@breaks("choices_are_the_legal_actions")
def a_choice_in_other_words(lab: Lab) -> None:
    lab.scene(lambda scene: _with_choices(scene, lambda choice: replace(choice, text="mark")))


def _with_choices(scene: Scene, change: Callable[[Choice], Choice]) -> Scene:
    return replace(scene, choices=tuple(change(choice) for choice in scene.choices))


@breaks("paths_lead_to_one_action")
def two_choices_by_one_click(lab: Lab) -> None:
    lab.scene(lambda scene: _with_choices(scene, lambda choice: replace(choice, path=("cell0",))))


@breaks("paths_lead_to_one_action")
def a_path_that_goes_on(lab: Lab) -> None:
    def longer(choice: Choice) -> Choice:
        return replace(choice, path=("cell0", "cell1")) if choice.action == 1 else choice

    lab.scene(lambda scene: replace(_with_choices(scene, longer), prompts=("One", "Two")))


@breaks("paths_lead_to_one_action")
def a_step_without_a_prompt(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, prompts=()))


@breaks("paths_lead_to_one_action")
def a_path_over_nothing(lab: Lab) -> None:
    lab.scene(lambda scene: _with_choices(scene, lambda choice: replace(choice, path=(f"x{choice.action}",))))


@breaks("symbols_are_drawn")
def a_symbol_that_nobody_drew(lab: Lab) -> None:
    lab.files(art='<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="other"/></defs></svg>')


@breaks("everything_can_be_spoken")
def a_spot_that_says_nothing(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, spots=tuple(replace(spot, words="") for spot in scene.spots)))


@breaks("everything_can_be_spoken")
def a_caption_of_two_lines(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, caption="One\ntwo"))


@breaks("pictures_are_drawn")
def art_that_is_no_xml(lab: Lab) -> None:
    lab.files(art='<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="mark"></defs></svg>')


@breaks("pictures_are_drawn")
def a_use_that_leads_nowhere(lab: Lab) -> None:
    lab.files(art='<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="mark"><use href="#gone"/></g></defs></svg>')
