"""No law is vacuous: for each there is a Tiny that breaks it, and the failure says which law, game, seed and ply."""

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rookery.core.protocol import CHANCE, OVER
from rookery.core.scene import Choice, Scene
from rookery.testing import LAWS, LawBroken, check
from tests.laws.tiny import judge, notation, rules
from tests.laws.tiny.lab import Lab

Breaking = Callable[[Lab], None]
MUTANTS: list[tuple[str, Breaking]] = []

# the verbs as they should be, for mutants that do a little too much or too little
_legal, _mover, _play, _hide, _guess = rules.legal, rules.mover, rules.play, rules.hide, rules.guess
_weights, _utilities, _mirror = rules.weights, rules.utilities, judge.mirror


def breaks(law: str) -> Callable[[Breaking], Breaking]:
    def register(breaking: Breaking) -> Breaking:
        MUTANTS.append((law, breaking))
        return breaking

    return register


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> Lab:
    return Lab(monkeypatch)


def test_tiny_itself_is_lawful(lab: Lab) -> None:
    assert check(lab.game, games=12) > 60


@pytest.mark.parametrize(("law", "breaking"), MUTANTS, ids=lambda x: x if isinstance(x, str) else x.__name__)
def test_a_broken_game_breaks_the_law(lab: Lab, law: str, breaking: Breaking) -> None:
    breaking(lab)
    with pytest.raises(LawBroken, match=rf"^tiny breaks the law {law} at seed \d+, ply \d+: ") as broken:
        check(lab.game, laws=[law], games=12)
    assert not re.search(r"\b(Attribute|Name|Type)Error", str(broken.value)), "the mutant itself is broken"


def test_every_law_has_a_mutant() -> None:
    assert {law for law, _ in MUTANTS} == set(LAWS)


def test_every_law_is_one_sentence() -> None:
    for name, law in LAWS.items():
        text = " ".join((law.__doc__ or "").split())
        assert text.endswith(".") and ". " not in text.replace(" .. ", " to "), f"{name}: {text}"


def test_an_unknown_law_is_refused(lab: Lab) -> None:
    with pytest.raises(ValueError, match=r"no law is called 'games_ended'; did you mean games_end\?"):
        check(lab.game, laws=["games_ended"])


# ── The card and the record ──────────────────────────────────────────────────
@breaks("card_is_coherent")
def three_players_two_names(lab: Lab) -> None:
    lab.facts(seats={2: ("First", "Second"), 3: ("First", "Second")})


@breaks("card_is_coherent")
def empty_rules_page(lab: Lab) -> None:
    lab.files(book="\n")


@breaks("card_is_coherent")
def more_legal_than_actions(lab: Lab) -> None:
    lab.facts(max_legal=7)


@breaks("options_have_one_spelling")
def example_comes_back_otherwise(lab: Lab) -> None:
    lab.facts(options=(replace(lab.game.facts.options[0], show=lambda code: f"{code}!"),))


@breaks("options_have_one_spelling")
def free_form_without_example(lab: Lab) -> None:
    lab.facts(options=(replace(lab.game.facts.options[0], example=""),))


@breaks("record_is_packed")
def padded_record(lab: Lab) -> None:
    names = list(rules.POSITION.names or ())
    fields = [(name, np.int64 if name == "ply" else rules.POSITION[name]) for name in names]
    lab.files(dtype=np.dtype((np.record, np.dtype(fields, align=True))))  # type: ignore[arg-type]  # a cached property


# ── Whose decision, and which ────────────────────────────────────────────────
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
    def legal(pos: Any, actions: Any) -> int:
        actions[0] = 0
        return max(1, _legal(pos, actions))

    lab.rules(legal=legal)


def _one_more(last: int) -> Callable[[Any, Any], int]:
    def legal(pos: Any, actions: Any) -> int:
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
    def legal(pos: Any, actions: Any) -> int:
        count = _legal(pos, actions)
        actions[count] = 0
        return count

    lab.rules(legal=legal)


@breaks("legal_lists_each_action_once")
def more_than_the_facts_allow(lab: Lab) -> None:
    lab.facts(max_legal=2)


@breaks("games_end")
def longer_than_the_facts_say(lab: Lab) -> None:
    lab.facts(longest=4)


# ── Playing ──────────────────────────────────────────────────────────────────
@breaks("play_changes_nothing_else")
def scribbles_on_its_neighbour(lab: Lab) -> None:
    def play(pos: Any, action: int) -> None:
        _play(pos, action)
        if pos.base is not None and len(pos.base) > 1:
            pos.base[0]["ply"] += 1

    lab.rules(play=play)


@breaks("play_is_a_function")
def rolls_its_own_dice(lab: Lab) -> None:
    numbers = itertools.count()

    def play(pos: Any, action: int) -> None:
        _play(pos, action)
        pos.bonus = next(numbers) % 10

    lab.rules(play=play)


@breaks("questions_change_nothing")
def counts_its_questions(lab: Lab) -> None:
    def mover(pos: Any) -> int:
        if pos.flags.writeable:
            pos.bonus = (pos.bonus + 1) % 10
        return _mover(pos)

    lab.rules(mover=mover)


@breaks("fields_stay_in_range")
def a_card_that_does_not_exist(lab: Lab) -> None:
    def play(pos: Any, action: int) -> None:
        _play(pos, action)
        if action == rules.CELLS:
            pos.cards[pos.ply - 1] = 4

    lab.rules(play=play)


# ── Chance, and the end ──────────────────────────────────────────────────────
@breaks("weights_are_positive")
def a_card_that_never_comes(lab: Lab) -> None:
    def weights(pos: Any, actions: Any, count: int, out: Any) -> None:
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
    def utilities(pos: Any, out: Any) -> None:
        _utilities(pos, out)
        out *= 2

    lab.rules(utilities=utilities)


@breaks("utilities_are_fair")
def one_loses_in_a_cooperative_game(lab: Lab) -> None:
    lab.facts(cooperative=True)


# ── What a seat may know ─────────────────────────────────────────────────────
@breaks("views_hide_once_and_for_all")
def hides_one_thing_at_a_time(lab: Lab) -> None:
    def hide(pos: Any, seat: int) -> None:
        for other in range(pos.players):
            if other != seat and pos.cards[other]:
                pos.cards[other] -= 1

    lab.rules(hide=hide)


@breaks("views_hide_once_and_for_all")
def secrets_that_were_not_announced(lab: Lab) -> None:
    lab.facts(hidden=False)


@breaks("views_tell_what_a_seat_needs")
def legality_that_depends_on_a_secret(lab: Lab) -> None:
    def legal(pos: Any, actions: Any) -> int:
        count = _legal(pos, actions)
        return count - 1 if pos.cards[0] == 3 and _mover(pos) == 1 else count

    lab.rules(legal=legal)


@breaks("views_tell_what_a_seat_needs")
def hides_the_cards_that_decided(lab: Lab) -> None:
    def hide(pos: Any, seat: int) -> None:
        pos.cards[:] = 0

    lab.rules(hide=hide)


@breaks("guesses_agree_with_the_view")
def guesses_its_own_card_anew(lab: Lab) -> None:
    def guess(pos: Any, seat: int, stream: Any) -> None:
        pos.cards[: min(pos.ply, pos.players)] = 0
        _guess(pos, seat, stream)

    lab.rules(guess=guess)


@breaks("guesses_agree_with_the_view")
def guesses_a_card_that_does_not_exist(lab: Lab) -> None:
    def guess(pos: Any, seat: int, stream: Any) -> None:
        _guess(pos, seat, stream)
        pos.cards[(seat + 1) % pos.players] = 4

    lab.rules(guess=guess)


@breaks("guesses_agree_with_the_view")
def guesses_by_its_own_dice(lab: Lab) -> None:
    numbers = itertools.count()

    def guess(pos: Any, seat: int, stream: Any) -> None:
        _guess(pos, seat, stream)
        if _mover(pos) != OVER:
            pos.cards[(seat + 1) % pos.players] = 1 + next(numbers) % 3

    lab.rules(guess=guess)


# ── The judge ────────────────────────────────────────────────────────────────
@breaks("simple_positions_keep_their_choices")
def simplifies_marks_away(lab: Lab) -> None:
    lab.judge(simplify=lambda pos: pos.cells.fill(rules.EMPTY))


@breaks("simple_positions_keep_their_choices")
def simplifies_further_each_time(lab: Lab) -> None:
    def simplify(pos: Any) -> None:
        pos.bonus = max(0, pos.bonus - 1)

    lab.judge(simplify=simplify)


@breaks("judgements_are_numbers")
def an_action_without_a_score(lab: Lab) -> None:
    lab.judge(order=lambda pos, actions, count, scores: None)


@breaks("judgements_are_numbers")
def everybody_is_ahead(lab: Lab) -> None:
    lab.judge(evaluate=lambda pos, out: out.fill(1.0))


@breaks("judgements_are_numbers")
def judging_moves_a_card(lab: Lab) -> None:
    def evaluate(pos: Any, out: Any) -> None:
        out[:], pos.cards[0] = 0.0, 3

    lab.judge(evaluate=evaluate)


@breaks("mirrored_positions_play_alike")
def mirrors_the_board_but_not_the_action(lab: Lab) -> None:
    lab.judge(mirror_action=lambda action, which: action)


@breaks("mirrored_positions_play_alike")
def mirrors_the_action_but_not_the_board(lab: Lab) -> None:
    lab.judge(mirror=lambda pos, which: None)


@breaks("mirrored_positions_play_alike")
def exchanges_seats_that_are_not_alike(lab: Lab) -> None:
    lab.judge(mirror_seat=lambda seat, which: 1 - seat if which and seat < 2 else seat)


@breaks("mirrored_positions_play_alike")
def image_zero_is_another_position(lab: Lab) -> None:
    lab.judge(mirror=lambda pos, which: _mirror(pos, 1), SYMMETRIES=1)



# ── Texts ────────────────────────────────────────────────────────────────────
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


# ── The picture ──────────────────────────────────────────────────────────────
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
