"""The table of actions: every id is of one kind, kernels decode it as the table does, and text and picture know all."""

import string

from rookery.core.actions import ActionKind
from rookery.games.gameshire.facts import FACTS
from rookery.games.gameshire.picture import compose, reasons
from rookery.games.gameshire.rules.actions import (
    ACT,
    ACTIONS,
    FIRST_OF,
    KIND_AT,
    USES,
    kind_of,
    record_action,
    record_fields,
    write_action,
    write_fields,
)
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.text import notation, positions

CHANCE = ("first_seat", "wrinkle", "season_card", "resource_card")
KINDS = {kind.name: kind for kind in ACTIONS}


def ids(kind: ActionKind) -> range:
    return range(kind.first, kind.first + kind.size)


def test_every_id_is_decoded_and_encoded() -> None:
    assert len(KIND_AT) == len(FIRST_OF) == FACTS.actions
    for action, kind in enumerate(KIND_AT):
        assert kind.action(*kind.values(action)) == action
        assert kind.first == kind_of(action)
        assert action in ids(kind)


def test_kernels_decode_as_the_table_does() -> None:
    for action in ids(KINDS["record"]):
        fields = record_fields(action)
        assert tuple(fields) == KINDS["record"].values(action)
        assert record_action(*fields) == action
    for action in ids(KINDS["write"]):
        value, square = write_fields(action)
        assert (value - 1, square) == KINDS["write"].values(action), "a written value is no blank"
        assert write_action(value, square) == action


def test_what_is_known_without_compiling_agrees() -> None:
    assert FACTS.chance_actions == sum(KINDS[name].size for name in CHANCE)
    assert [kind.name for kind in ACTIONS[-len(CHANCE) :]] == [*CHANCE], "chance has the last ids"


def test_kept_games_hold_these_ids() -> None:
    """A kind that moves makes other games of all that are kept."""
    assert [(kind.name, kind.first) for kind in ACTIONS] == [
        ("record", 0), ("choose", 3584), ("pass", 3595), ("use_w", 3596), ("use_o", 3597), ("use_r", 3598),
        ("use_g", 3599), ("use_p", 3600), ("use_y", 3611), ("erase", 3631), ("write", 3695), ("decline", 4463),
        ("crown", 4464), ("shade", 4470), ("deliver", 4534), ("discard", 4540), ("done", 4551), ("cross_out", 4552),
        ("forget", 4616), ("first_seat", 4622), ("wrinkle", 4628), ("season_card", 4640), ("resource_card", 4660),
    ]  # fmt: skip  # one entry per kind


def test_every_kind_has_a_notation_words_and_clicks() -> None:
    spelt = KINDS.keys() - {"record"}  # which is identified by its boxes
    assert notation.TEXTS.keys() == spelt
    clicked = {text.split()[0].upper() for name, text in notation.TEXTS.items() if name not in CHANCE}
    assert reasons.PATHS.keys() == clicked - {"PASS", "DECLINE", "DONE"}, "those three are buttons of their names"
    assert notation.WORDS.keys() == spelt - {"pass"}
    for name, text in notation.TEXTS.items():
        named = {field for _, field, _, _ in string.Formatter().parse(text) if field}
        assert named == {field for field, _ in KINDS[name].fields}, name


def test_skills_are_the_kinds_that_use_one() -> None:
    assert {KIND_AT[first].name for first in USES} == {name for name in KINDS if name.startswith("use_")}
    assert compose.SKILL_OF.keys() == {KIND_AT[first].name for first in USES}


def test_every_phase_has_a_word_and_no_name_of_an_action() -> None:
    assert len(PHASE) == len(positions.PHASES)
    assert not set(PHASE._fields) & set(ACT._fields)
