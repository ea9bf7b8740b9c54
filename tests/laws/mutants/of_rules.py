"""Broken verbs and facts: edits of Tiny's text (of_rules.toml), and what takes more than one edit."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

import tests.tiny
from tests.laws.mutants import breaks, breaks_by, broken
from tests.tiny import rules
from tests.tiny.lab import Lab
from tests.tiny.rules import State

TINY = Path(tests.tiny.__file__).parent
_play = rules.play


class Edit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of one place in a file of Tiny."""

    law: str  # that must notice it
    says: str = ""  # in a page that cannot open or play the game
    old: str
    new: str
    games: int = 3  # in which a page finds it
    file: str = "rules.py"

    def __call__(self, lab: Lab) -> None:
        text = (TINY / self.file).read_text("utf-8")
        assert text.count(self.old) == 1, f"{self.old!r} is not once in {self.file}"
        lab.text(self.file, text.replace(self.old, self.new))


EDITS = msgspec.convert(tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")), dict[str, Edit])
for _name, _edit in EDITS.items():
    broken(_edit.law, **{_name: lambda lab, edit=_edit: edit(lab)})


@breaks_by("play_changes_nothing_else", Lab.rules, "play")
def scribbles_on_its_neighbour(pos: State, action: int) -> None:
    _play(pos, action)
    record: Any = pos
    if record.base is not None and len(record.base) > 1:
        record.base[0]["ply"] += 1


@breaks("points_agree_with_the_result")
def points_of_one_in_a_team(lab: Lab) -> None:
    lab.rules(utilities=lambda pos, out: out.fill(1.0))
    lab.facts(cooperative=True)


@breaks("secret_actions_look_alike")
def secrets_of_a_game_without_any(lab: Lab) -> None:
    lab.facts(hidden=False)
    lab.rules(hide=lambda pos, seat: None)
