"""Broken notation and broken pictures."""

import re
from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from rookery.core.position import Position
from rookery.core.scene import (
    Ask,
    Box,
    Choice,
    Guide,
    Narrow,
    Pose,
    Reason,
    Scene,
    ScoreLine,
    ScorePart,
    Shift,
    Spot,
    Tip,
)
from tests.laws.mutants import breaks, breaks_by, broken, broken_scene
from tests.tiny import notation, rules
from tests.tiny.lab import Lab
from tests.tiny.scene import scene as drawn

# ── Texts ──────────────────────────────────────────────────────────────────────
broken(
    "actions_have_one_notation",
    two_actions_written_alike=lambda lab: lab.notation(action_text=lambda pos, action: "mark a"),
    notation_that_the_pattern_does_not_know=lambda lab: lab.notation(action_text=lambda pos, action: f"do {action}"),
    an_action_without_words=lambda lab: lab.notation(action_words=lambda pos, action: " "),
)


@breaks("positions_round_trip")
def a_text_that_forgets_a_card(lab: Lab) -> None:
    whole = notation.position_text
    lab.notation(position_text=lambda pos: re.sub(r"3(\d+ \d)$", r"2\1", whole(pos)))


broken(
    "positions_round_trip",
    a_view_that_passes_for_the_whole=lambda lab: lab.rules(determinize=lambda pos, seat, stream: None),
)
_read_position = notation.read_position


@breaks_by("positions_by_hand_can_be_played", Lab.notation, "read_position")
def marks_and_plies_that_contradict_each_other(text: str, pos: rules.State) -> None:
    """The reader believes every number of plies."""
    _read_position(text.rpartition(" ")[0] + f" {pos.players + 3 - text.count('.')}", pos)
    pos.ply = int(text.rpartition(" ")[2])


@breaks_by("positions_by_hand_can_be_played", Lab.notation, "read_position")
def a_seat_that_is_no_key(text: str, pos: rules.State) -> None:
    _read_position(text, pos)
    pos.cells[:] = [{".": rules.EMPTY, "0": 0, "1": 1, "2": 2}[seat] for seat in text.split()[0]]


@breaks_by("positions_by_hand_can_be_played", Lab.notation, "read_position")
def a_card_that_no_seat_has(text: str, pos: rules.State) -> None:
    """The reader takes a card that the text of the position does not tell."""
    cells, cards, ply = text.split()
    _read_position(f"{cells} {cards[: pos.players]} {ply}", pos)
    pos.cards[: len(cards)] = [int(card) for card in cards]


broken(
    "records_replay",
    a_record_that_means_another_game=lambda lab: lab.notation(
        action_text=lambda pos, action: "card 1" if action >= rules.CELLS else "mark a"
    ),
)
broken(
    "endings_are_explained",
    an_ending_without_a_reason=lambda lab: lab.notation(outcome_reason=lambda pos: ""),
    a_reason_that_is_a_sentence_of_its_own=lambda lab: lab.notation(outcome_reason=lambda pos: "Every cell is marked."),
)


# ── The picture ────────────────────────────────────────────────────────────────
def _narrow(scene: Scene, zone: str, height: float) -> Scene:
    """With an arrangement for narrow pictures in which the zone lies in the middle."""
    shifts = (Shift(zone=zone, x=scene.width / 2, y=height / 2),)
    return replace(scene, narrow=Narrow(width=scene.width, height=height, shifts=shifts))


def _with_choices(scene: Scene, change: Callable[[Choice], Choice]) -> Scene:
    return replace(scene, choices=tuple(change(choice) for choice in scene.choices))


def _crowded(scene: Scene) -> Scene:
    first, *others = scene.spots
    low = replace(first, id="low", y=first.y + 0.1, height=0.5)
    return replace(
        scene, zones=(replace(scene.zones[0], grid=True),), spots=(first, *others, low, replace(low, id="again"))
    )


broken_scene(
    "scene_ids_are_unique",
    two_spots_of_one_id=lambda scene: replace(scene, spots=(*scene.spots, scene.spots[0])),
)
broken_scene(
    "things_lie_on_something",
    a_piece_in_the_air=lambda scene: replace(scene, pieces=tuple(replace(piece, spot="air") for piece in scene.pieces)),
    a_spot_without_a_zone=lambda scene: replace(scene, zones=()),
    a_zone_that_is_only_on_the_narrow_picture=lambda scene: _narrow(scene, "attic", scene.height),
    a_tip_for_nothing=lambda scene: replace(scene, tips=(Tip(spot="air", words="You can breathe it"),)),
    two_tips_for_one_spot=lambda scene: replace(
        scene, tips=tuple(Tip(spot=scene.spots[0].id, words=text) for text in "ab")
    ),
    a_guide_that_lets_nothing_wait=lambda scene: replace(scene, guide=Guide(words="Choose.", waits=("attic",))),
)
broken_scene(
    "everything_is_inside",
    a_spot_over_the_edge=lambda scene: replace(scene, width=scene.width - 0.2),
    a_narrow_picture_that_is_too_low=lambda scene: _narrow(scene, scene.zones[0].id, scene.zones[0].height / 2),
)
broken_scene(
    "grids_have_rows",
    a_grid_of_one_row=lambda scene: replace(scene, zones=(replace(scene.zones[0], grid=True),)),
    two_places_of_a_grid_in_one=_crowded,
)


@breaks("choices_are_the_legal_actions")
def the_spectator_may_choose(lab: Lab) -> None:
    choice = Choice(action=0, path=("cell0",), text="mark a", words="Mark a")
    lab.scene(lambda scene: replace(scene, choices=scene.choices or (choice,)))


@breaks("choices_are_the_legal_actions")
def who_sits_on_the_far_side_cannot_choose(lab: Lab) -> None:
    whole = lab.game.scenery.scene

    def scene(view: Position, facing: int) -> Scene:
        found: Scene = whole(view, facing)
        return found if view.mover == facing else found.idle()

    lab.scenery(scene=scene)


broken_scene(
    "choices_are_the_legal_actions",
    an_action_cannot_be_chosen=lambda scene: replace(scene, choices=scene.choices[1:]),
    a_choice_in_other_words=lambda scene: _with_choices(scene, lambda choice: replace(choice, text="mark")),
)
broken_scene(
    "paths_lead_to_one_action",
    two_choices_by_one_click=lambda scene: _with_choices(scene, lambda choice: replace(choice, path=("cell0",))),
    a_step_without_a_prompt=lambda scene: replace(scene, prompts=()),
    a_question_after_the_last_click=lambda scene: replace(scene, asks=(Ask(after="cell0", words="And then?"),)),
    a_path_over_nothing=lambda scene: _with_choices(scene, lambda choice: replace(choice, path=(f"x{choice.action}",))),
)


@breaks("paths_lead_to_one_action")
def a_path_that_goes_on(lab: Lab) -> None:
    def longer(choice: Choice) -> Choice:
        return replace(choice, path=("cell0", "cell1")) if choice.action == 1 else choice

    lab.scene(lambda scene: replace(_with_choices(scene, longer), prompts=("One", "Two")))


broken(
    "marks_are_places",
    a_mark_on_nothing=lambda lab: lab.scenery(touched=lambda view, action: ("nothing",)),
    no_mark_at_all=lambda lab: lab.scenery(touched=lambda view, action: ()),
)
broken_scene(
    "scenes_are_plain",
    a_place_that_numpy_computed=lambda scene: replace(
        scene, spots=tuple(replace(spot, x=np.float64(spot.x)) for spot in scene.spots)
    ),
)
broken(
    "symbols_are_drawn",
    a_symbol_that_nobody_drew=lambda lab: lab.files(
        art='<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="other"/></defs></svg>'
    ),
)


def _scored(scene: Scene, *parts: ScorePart, counter: str = "") -> Scene:
    """With a score once all cells are marked, which is the end."""
    over = all(any(piece.id == f"mark{cell}" for piece in scene.pieces) for cell in range(rules.CELLS))
    return replace(scene, score=(ScoreLine(seat=0, words="Marks", counter=counter, parts=parts),) if over else ())


broken_scene(
    "what_counted_adds_up",
    a_score_before_the_end=lambda scene: replace(scene, score=(ScoreLine(seat=0, words="Marks"),)),
    a_score_of_nothing_that_is_there=lambda scene: _scored(scene, ScorePart(pieces=("air",))),
    a_piece_that_counts_twice=lambda scene: _scored(scene, ScorePart(pieces=("mark0", "mark0"))),
    a_score_that_no_counter_shows=lambda scene: _scored(scene, counter="air"),
    a_counter_that_shows_something_else=lambda scene: _scored(scene, ScorePart(pieces=(), points=99), counter="card0"),
    a_score_that_is_not_the_points=lambda scene: _scored(scene, ScorePart(pieces=(), points=99)),
)
broken_scene(
    "everything_can_be_spoken",
    a_spot_that_says_nothing=lambda scene: replace(scene, spots=tuple(replace(spot, words="") for spot in scene.spots)),
    a_caption_of_two_lines=lambda scene: replace(scene, caption="One\ntwo"),
    a_guide_that_nobody_reads_to_the_end=lambda scene: replace(scene, guide=Guide(words="Choose well. " * 20)),
)
broken(
    "pictures_are_drawn",
    art_that_is_no_xml=lambda lab: lab.files(
        art='<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="mark"></defs></svg>'
    ),
    a_use_that_leads_nowhere=lambda lab: lab.files(
        art='<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="mark"><use href="#gone"/></g></defs></svg>'
    ),
)


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


broken_scene(
    "poses_are_spots",
    a_pose_without_a_button=lambda scene: _posing(scene, id="leaning"),
    an_unseen_spot=lambda scene: replace(_posing(scene), poses=()),
    a_pose_that_leads_nowhere=lambda scene: replace(_posing(scene), choices=scene.choices),
)
broken_scene(
    "turning_comes_home",
    a_turn_to_nothing=lambda scene: _posing(scene, turned=""),
)


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


broken_scene(
    "turning_comes_home",
    a_turn_that_stays_away=lambda scene: _posing(scene, turned="lying"),
    a_mirror_with_one_side=lambda scene: _posing(scene, mirrored="standing"),
    a_variant_of_which_there_is_no_other=lambda scene: _posing(scene, varied="standing"),
)


def _against(lab: Lab, *reasons: tuple[str, str]) -> None:
    given = tuple(Reason(pose=pose, spot=spot, words="Too full") for pose, spot in reasons)
    lab.scene(lambda scene: replace(_posing(scene), reasons=given if scene.choices else ()))


broken(
    "reasons_are_for_places_that_do_not_do",
    a_reason_against_a_legal_place=lambda lab: _against(lab, *(("", f"cell{cell}") for cell in range(rules.CELLS))),
    a_reason_about_nowhere=lambda lab: _against(lab, ("standing", "cell99")),
    a_reason_about_another_thing=lambda lab: _against(lab, ("hovering", "cell0")),
    two_reasons_for_one_refusal=lambda lab: _against(lab, ("standing", "cell0"), ("standing", "cell0")),
)
broken(
    "refused_clicks_are_explained",
    a_refusal_without_a_reason=lambda lab: lab.scenery(why=lambda view, path, spot: ""),
    a_game_that_gives_no_reasons=lambda lab: lab.without("why"),
    a_reason_that_is_a_lecture=lambda lab: lab.scenery(why=lambda view, path, spot: "No, " * 50 + "no"),
)


@breaks("refused_clicks_are_explained")
def a_reason_that_fails_after_a_first_step(lab: Lab) -> None:
    def longer(scene: Scene) -> Scene:
        steps = tuple(replace(spot, id=f"{spot.id}-on", y=spot.y + 0.1) for spot in scene.spots)
        choices = tuple(replace(choice, path=(*choice.path, f"{choice.path[0]}-on")) for choice in scene.choices)
        return replace(scene, spots=(*scene.spots, *steps), choices=choices, prompts=("One", "Two"))

    lab.scene(longer)
    lab.scenery(why=lambda view, path, spot: "" if path else "Not now")


@breaks_by("pages_can_draw", Lab.scenery, "scene")
def a_scene_that_asks_for_more_than_a_view_has(view: Position, facing: int) -> Scene:
    return drawn(view, facing if view.key else 0)
