"""Broken observations."""

import itertools
from typing import Any

import numpy as np

from rookery.core.protocol import OVER
from tests.laws.mutants import breaks, breaks_by, broken
from tests.tiny import observe, rules
from tests.tiny.lab import Lab
from tests.tiny.rules import State

_observe = observe.observe


# ── What an observation holds ────────────────────────────────────────────────
@breaks_by("observations_stay_in_range", Lab.observer, "observe")
def counts_further_than_it_says(pos: State, seat: int, out: Any) -> None:
    _observe(pos, seat, out)
    out.ply = 2 * pos.ply


broken(
    "observations_stay_in_range",
    a_record_that_is_not_the_declared_one=lambda lab: lab.observer(OBSERVATION=np.dtype([("mine", np.int8)])),
)


# ── A question, and nothing else ─────────────────────────────────────────────
@breaks("observations_are_those_of_the_view")
def counts_who_looks(lab: Lab) -> None:
    numbers = itertools.count()

    def look(pos: State, seat: int, out: Any) -> None:
        _observe(pos, seat, out)
        out.mine = next(numbers) % 2

    lab.observer(observe=look)


@breaks_by("observations_are_those_of_the_view", Lab.observer, "observe")
def leaves_a_mark_on_what_it_sees(pos: State, seat: int, out: Any) -> None:
    _observe(pos, seat, out)
    record: Any = pos
    if record.flags.writeable:
        pos.bonus = (pos.bonus + 1) % 10


@breaks_by("observations_are_those_of_the_view", Lab.observer, "observe")
def writes_into_the_next_row(pos: State, seat: int, out: Any) -> None:
    _observe(pos, seat, out)
    if out.base is not None and len(out.base) > 1:
        out.base[2]["mine"] = 1


# ── Nothing is forgotten ─────────────────────────────────────────────────────
@breaks_by("observations_forget_nothing", Lab.observer, "observe")
def forgets_whose_a_cell_is(pos: State, seat: int, out: Any) -> None:
    _observe(pos, seat, out)
    out.own[0] = out.own.max(axis=0)
    out.own[1:] = 0


@breaks_by("observations_forget_nothing", Lab.observer, "observe")
def forgets_the_own_card(pos: State, seat: int, out: Any) -> None:
    _observe(pos, seat, out)
    out.cards[0] = 0


@breaks_by("observations_forget_nothing", Lab.observer, "observe")
def forgets_the_cards_that_decided(pos: State, seat: int, out: Any) -> None:
    _observe(pos, seat, out)
    if rules.mover(pos) == OVER:
        out.cards[1:] = 0
