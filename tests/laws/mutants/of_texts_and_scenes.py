"""Broken notation and broken pictures."""

import re
from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from rookery.core.position import Position
from rookery.core.scene import Ask, Box, Choice, Guide, Narrow, Pose, Reason, Scene, Shift, Spot, Tip
from tests.laws.mutants import breaks
from tests.tiny import notation, rules
from tests.tiny.lab import Lab
from tests.tiny.scene import scene as drawn


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


@breaks("positions_round_trip")
def a_view_that_passes_for_the_whole(lab: Lab) -> None:
    lab.rules(determinize=lambda pos, seat, stream: None)


@breaks("records_replay")
def a_record_that_means_another_game(lab: Lab) -> None:
    lab.notation(action_text=lambda pos, action: "card 1" if action >= rules.CELLS else "mark a")


@breaks("endings_are_explained")
def an_ending_without_a_reason(lab: Lab) -> None:
    lab.notation(outcome_reason=lambda pos: "")


@breaks("endings_are_explained")
def a_reason_that_is_a_sentence_of_its_own(lab: Lab) -> None:
    lab.notation(outcome_reason=lambda pos: "Every cell is marked.")


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


def _narrow(scene: Scene, zone: str, height: float) -> Scene:
    """With an arrangement for narrow pictures in which the zone lies in the middle."""
    shifts = (Shift(zone=zone, x=scene.width / 2, y=height / 2),)
    return replace(scene, narrow=Narrow(width=scene.width, height=height, shifts=shifts))


@breaks("everything_is_inside")
def a_narrow_picture_that_is_too_low(lab: Lab) -> None:
    lab.scene(lambda scene: _narrow(scene, scene.zones[0].id, scene.zones[0].height / 2))


@breaks("things_lie_on_something")
def a_zone_that_is_only_on_the_narrow_picture(lab: Lab) -> None:
    lab.scene(lambda scene: _narrow(scene, "attic", scene.height))


@breaks("things_lie_on_something")
def a_tip_for_nothing(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, tips=(Tip(spot="air", words="You can breathe it"),)))


@breaks("things_lie_on_something")
def two_tips_for_one_spot(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, tips=tuple(Tip(spot=scene.spots[0].id, words=text) for text in "ab")))


@breaks("things_lie_on_something")
def a_guide_that_lets_nothing_wait(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, guide=Guide(words="Choose.", waits=("attic",))))


@breaks("grids_have_rows")
def a_grid_of_one_row(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, zones=(replace(scene.zones[0], grid=True),)))


@breaks("grids_have_rows")
def two_places_of_a_grid_in_one(lab: Lab) -> None:
    def crowded(scene: Scene) -> Scene:
        first, *others = scene.spots
        low = replace(first, id="low", y=first.y + 0.1, height=0.5)
        return replace(
            scene, zones=(replace(scene.zones[0], grid=True),), spots=(first, *others, low, replace(low, id="again"))
        )

    lab.scene(crowded)


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
def a_question_after_the_last_click(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, asks=(Ask(after="cell0", words="And then?"),)))


@breaks("paths_lead_to_one_action")
def a_path_over_nothing(lab: Lab) -> None:
    lab.scene(lambda scene: _with_choices(scene, lambda choice: replace(choice, path=(f"x{choice.action}",))))


@breaks("marks_are_places")
def a_mark_on_nothing(lab: Lab) -> None:
    lab.scenery(touched=lambda view, action: ("nothing",))


@breaks("marks_are_places")
def no_mark_at_all(lab: Lab) -> None:
    lab.scenery(touched=lambda view, action: ())


@breaks("scenes_are_plain")
def a_place_that_numpy_computed(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, spots=tuple(replace(spot, x=np.float64(spot.x)) for spot in scene.spots)))


@breaks("symbols_are_drawn")
def a_symbol_that_nobody_drew(lab: Lab) -> None:
    lab.files(art='<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="other"/></defs></svg>')


@breaks("everything_can_be_spoken")
def a_spot_that_says_nothing(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, spots=tuple(replace(spot, words="") for spot in scene.spots)))


@breaks("everything_can_be_spoken")
def a_caption_of_two_lines(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, caption="One\ntwo"))


@breaks("everything_can_be_spoken")
def a_guide_that_nobody_reads_to_the_end(lab: Lab) -> None:
    lab.scene(lambda scene: replace(scene, guide=Guide(words="Choose well. " * 20)))


@breaks("pictures_are_drawn")
def art_that_is_no_xml(lab: Lab) -> None:
    lab.files(art='<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="mark"></defs></svg>')


@breaks("pictures_are_drawn")
def a_use_that_leads_nowhere(lab: Lab) -> None:
    lab.files(art='<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="mark"><use href="#gone"/></g></defs></svg>')


# ── Things in the hand ─────────────────────────────────────────────────────────
def _posing(scene: Scene, **changes: str) -> Scene:
    """Every cell is marked with a stamp, lying (the first pose) or standing; `changes` are made to the first pose."""
    if not scene.choices:
        return scene
    poses = [
        Pose(id=name, words=name, boxes=(Box(dx=0, dy=0, symbol="mark"),), turned=after, mirrored=name)
        for name, after in (("lying", "standing"), ("standing", "lying"))
    ]
    poses[0] = replace(poses[0], **changes)
    buttons = tuple(Spot(id=pose.id, zone="row", x=1, y=0.5, width=0, words=pose.words) for pose in poses)
    changed = _with_choices(scene, lambda choice: replace(choice, path=("lying", *choice.path)))
    return replace(changed, prompts=("How", "Where"), spots=(*scene.spots, *buttons), poses=tuple(poses))


@breaks("symbols_are_drawn")
def a_stamp_that_nobody_drew(lab: Lab) -> None:
    boxes = (Box(dx=0, dy=0, symbol="unknown"),)
    lab.scene(
        lambda scene: replace(_posing(scene), poses=tuple(replace(pose, boxes=boxes) for pose in _posing(scene).poses))
    )


@breaks("different_words_look_different")
def cards_with_blank_faces(lab: Lab) -> None:
    """Each piece has a text of its own, and no drawing shows it."""
    lab.files(art=lab.game.art.replace("<svg", '<svg data-no-text=""'))
    lab.scene(_numbered)


def _numbered(scene: Scene) -> Scene:
    told = (replace(piece, words=f"a {i}", text=str(i)) for i, piece in enumerate(scene.pieces))
    return replace(scene, pieces=tuple(told))


@breaks("poses_are_spots")
def a_pose_without_a_button(lab: Lab) -> None:
    lab.scene(lambda scene: _posing(scene, id="leaning"))


@breaks("poses_are_spots")
def an_unseen_spot(lab: Lab) -> None:
    lab.scene(lambda scene: replace(_posing(scene), poses=()))


@breaks("poses_are_spots")
def a_pose_that_leads_nowhere(lab: Lab) -> None:
    lab.scene(lambda scene: replace(_posing(scene), choices=scene.choices))


@breaks("turning_comes_home")
def a_turn_to_nothing(lab: Lab) -> None:
    lab.scene(lambda scene: _posing(scene, turned=""))


@breaks("turning_comes_home")
def a_turn_that_turns_nothing(lab: Lab) -> None:
    boxes = (Box(dx=0, dy=0, symbol="mark"), Box(dx=1, dy=0, symbol="mark"))
    lab.scene(
        lambda scene: replace(_posing(scene), poses=tuple(replace(pose, boxes=boxes) for pose in _posing(scene).poses))
    )


@breaks("turning_comes_home")
def a_mirror_that_mirrors_nothing(lab: Lab) -> None:
    boxes = tuple(Box(dx=dx, dy=dy, symbol="mark") for dx, dy in ((2, 1), (-1, 2), (-2, -1), (1, -2)))  # a pinwheel
    lab.scene(
        lambda scene: replace(_posing(scene), poses=tuple(replace(pose, boxes=boxes) for pose in _posing(scene).poses))
    )


@breaks("turning_comes_home")
def a_turn_that_stays_away(lab: Lab) -> None:
    lab.scene(lambda scene: _posing(scene, turned="lying"))


@breaks("turning_comes_home")
def a_mirror_with_one_side(lab: Lab) -> None:
    lab.scene(lambda scene: _posing(scene, mirrored="standing"))


@breaks("turning_comes_home")
def a_variant_of_which_there_is_no_other(lab: Lab) -> None:
    lab.scene(lambda scene: _posing(scene, varied="standing"))


def _against(lab: Lab, *reasons: tuple[str, str]) -> None:
    given = tuple(Reason(pose=pose, spot=spot, words="Too full") for pose, spot in reasons)
    lab.scene(lambda scene: replace(_posing(scene), reasons=given if scene.choices else ()))


@breaks("reasons_are_for_places_that_do_not_do")
def a_reason_against_a_legal_place(lab: Lab) -> None:
    _against(lab, *(("", f"cell{cell}") for cell in range(rules.CELLS)))


@breaks("reasons_are_for_places_that_do_not_do")
def a_reason_about_nowhere(lab: Lab) -> None:
    _against(lab, ("standing", "cell99"))


@breaks("reasons_are_for_places_that_do_not_do")
def a_reason_about_another_thing(lab: Lab) -> None:
    _against(lab, ("hovering", "cell0"))


@breaks("refused_clicks_are_explained")
def a_refusal_without_a_reason(lab: Lab) -> None:
    lab.scenery(why=lambda view, path, spot: "")


@breaks("refused_clicks_are_explained")
def a_game_that_gives_no_reasons(lab: Lab) -> None:
    lab.without("why")


@breaks("refused_clicks_are_explained")
def a_reason_that_is_a_lecture(lab: Lab) -> None:
    lab.scenery(why=lambda view, path, spot: "No, " * 50 + "no")


@breaks("refused_clicks_are_explained")
def a_reason_that_fails_after_a_first_step(lab: Lab) -> None:
    def longer(scene: Scene) -> Scene:
        steps = tuple(replace(spot, id=f"{spot.id}-on", y=spot.y + 0.1) for spot in scene.spots)
        choices = tuple(replace(choice, path=(*choice.path, f"{choice.path[0]}-on")) for choice in scene.choices)
        return replace(scene, spots=(*scene.spots, *steps), choices=choices, prompts=("One", "Two"))

    lab.scene(longer)
    lab.scenery(why=lambda view, path, spot: "" if path else "Not now")


@breaks("reasons_are_for_places_that_do_not_do")
def two_reasons_for_one_refusal(lab: Lab) -> None:
    _against(lab, ("standing", "cell0"), ("standing", "cell0"))


@breaks("pages_can_draw")
def a_scene_that_asks_for_more_than_a_view_has(lab: Lab) -> None:
    def scene(view: Position, facing: int) -> Scene:
        return drawn(view, facing if view.key else 0)

    lab.scenery(scene=scene)
