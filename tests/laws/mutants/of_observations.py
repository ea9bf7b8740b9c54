"""Broken observations."""

import itertools
from typing import Any

import numpy as np

from rookery.core.protocol import OVER
from tests.laws.mutants import breaks
from tests.tiny import observe, rules
from tests.tiny.lab import Lab
from tests.tiny.rules import State

_observe = observe.observe


# ── What an observation holds ────────────────────────────────────────────────
@breaks("observations_stay_in_range")
def counts_further_than_it_says(lab: Lab) -> None:
    def count(pos: State, seat: int, out: Any) -> None:
        _observe(pos, seat, out)
        out.ply = 2 * pos.ply

    lab.observer(observe=count)


@breaks("observations_stay_in_range")
def a_record_that_is_not_the_declared_one(lab: Lab) -> None:
    lab.observer(OBSERVATION=np.dtype([("mine", np.int8)]))


# ── A question, and nothing else ─────────────────────────────────────────────
@breaks("observations_are_those_of_the_view")
def counts_who_looks(lab: Lab) -> None:
    numbers = itertools.count()

    def look(pos: State, seat: int, out: Any) -> None:
        _observe(pos, seat, out)
        out.mine = next(numbers) % 2

    lab.observer(observe=look)


@breaks("observations_are_those_of_the_view")
def leaves_a_mark_on_what_it_sees(lab: Lab) -> None:
    def look(pos: State, seat: int, out: Any) -> None:
        _observe(pos, seat, out)
        record: Any = pos
        if record.flags.writeable:
            pos.bonus = (pos.bonus + 1) % 10

    lab.observer(observe=look)


@breaks("observations_are_those_of_the_view")
def writes_into_the_next_row(lab: Lab) -> None:
    def look(pos: State, seat: int, out: Any) -> None:
        _observe(pos, seat, out)
        if out.base is not None and len(out.base) > 1:
            out.base[2]["mine"] = 1

    lab.observer(observe=look)


# ── Nothing is forgotten ─────────────────────────────────────────────────────
@breaks("observations_forget_nothing")
def forgets_whose_a_cell_is(lab: Lab) -> None:
    def look(pos: State, seat: int, out: Any) -> None:
        _observe(pos, seat, out)
        out.own[0] = out.own.max(axis=0)
        out.own[1:] = 0

    lab.observer(observe=look)


@breaks("observations_forget_nothing")
def forgets_the_own_card(lab: Lab) -> None:
    def look(pos: State, seat: int, out: Any) -> None:
        _observe(pos, seat, out)
        out.cards[0] = 0

    lab.observer(observe=look)


@breaks("observations_forget_nothing")
def forgets_the_cards_that_decided(lab: Lab) -> None:
    def look(pos: State, seat: int, out: Any) -> None:
        _observe(pos, seat, out)
        if rules.mover(pos) == OVER:
            out.cards[1:] = 0

    lab.observer(observe=look)
