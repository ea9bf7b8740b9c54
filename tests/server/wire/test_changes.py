"""A page that gets what is different has the same position as one that gets the whole."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

import rookery
from rookery.core.scene import (
    Ask,
    Box,
    Choice,
    Counter,
    Guide,
    Label,
    Narrow,
    Piece,
    Pose,
    Reason,
    Scene,
    Shift,
    Spot,
    Tip,
    Zone,
)
from rookery.server.commands import moves
from rookery.server.wire import changes, views
from rookery.server.wire.changes import Had, changed, rebuilt
from rookery.server.wire.messages import Changed, Entry, Moment, Moved, encode
from tests.server.support.app_client import few, table_of

FIXTURE = Path(__file__).parents[3] / "web" / "tests" / "net" / "changes.json"
MADE_UP = 24  # positions
WORDS = ("", "a", "b2", "b2 <", "ä>", "c", "long words to read", "c3 onto b2")


def heard(had: Had, moved: Moved) -> Moment | None:
    """What a page has after a message, which comes as JSON."""
    change = changed(had, moved)
    assert change is not None
    return rebuilt(had, msgspec.json.decode(encode(change), type=Changed))


def test_every_position_of_a_game_is_rebuilt(slug: str) -> None:
    """For pages of one seat, of all seats, and of spectators."""
    game = rookery.load(slug)
    table, dice = table_of(game, few(game)), np.random.default_rng(7)
    pages = {seats: Had(views.moment(table, seats)) for seats in ((), (0,), (few(game) - 1,), tuple(range(few(game))))}
    for _ in range(60):
        if table.mover is None:
            return
        events = moves.play(table, int(dice.choice(table.position.legal_actions)))
        table.add(events)
        for seats, had in pages.items():
            for plies in views.together(events):
                for moved in views.moved(table, seats, plies, 0):
                    assert heard(had, moved) == moved.moment, (slug, seats, plies)
                    had.add(moved.moment)


def test_forms_are_those_of_a_slower_way(slug: str) -> None:
    """The twin replaces clicks text by text."""
    game, dice = rookery.load(slug), np.random.default_rng(3)
    position, choices = game.start(seed=3), list[Choice]()
    while not position.is_over:
        if position.mover is not None and position.mover >= 0:
            choices += position.scene(position.mover).choices
        position = position.after(int(dice.choice(position.legal_actions)))
    for choice in [*choices, *(choice for moved in made_up() for choice in moved.moment.scene.choices)]:
        for holes, (form, clicks) in enumerate(changes._forms(choice), 1):
            assert (changes._lines(form), clicks) == slowly(choice, holes), choice


def slowly(choice: Choice, holes: int) -> tuple[list[list[str]], str]:
    """A choice with marks in place of its last clicks, and these clicks; "" where no mark can be used."""
    plain = [[choice.text, choice.words], *map(list, choice.ways)]
    clicks = choice.path[-holes:]
    if any(mark in text for mark in "<>" for line in plain for text in line):
        return plain, ""
    if any(" " in click or not click for click in clicks):
        return plain, ""
    form = plain
    for click, mark in zip(reversed(clicks), "<>", strict=False):
        form = [[text.replace(click, mark) for text in line] for line in form]
    whole = form[1][-len(clicks) :] == [">", "<"][-len(clicks) :]
    return (form, " ".join(clicks)) if whole else (plain, "")


# ── Positions of no game, with every kind of part, for the page as well ──────
class MadeUp:
    """Scenes that follow one another without sense."""

    def __init__(self) -> None:
        self.dice = random.Random(2)

    def word(self) -> str:
        return self.dice.choice(WORDS)

    def number(self) -> float:
        return self.dice.choice([0.0, 0.5, 1.0, 1.9299999999999997, -3.25])

    def value(self, kind: str) -> Any:
        if kind == "float":
            return self.number()
        if kind in ("str", "bool"):
            return self.word() if kind == "str" else True
        return (Box(dx=self.number(), dy=1), Box(dx=0, dy=0, style="x")) if "uple" in kind else self.dice.choice([0, 1])

    def part(self, kind: type[Any], **keys: str) -> Any:
        """A part in which every field says something else than its default, or nothing."""
        said = dict[str, Any](keys)
        for field in msgspec.structs.fields(kind):
            if field.name in said or (not field.required and self.dice.random() < 0.5):
                continue
            said[field.name] = self.value(getattr(field.type, "__name__", "") or str(field.type))
        return kind(**said)

    def parts(self, kind: type[Any], before: tuple[Any, ...], *keys: str) -> tuple[Any, ...]:
        """A list after another one: parts go, come, change, and are put elsewhere."""
        left = [part for part in before if self.dice.random() < 0.75]
        for place, part in enumerate(left):
            if self.dice.random() < 0.2:
                left[place] = self.part(kind, **{key: getattr(part, key) for key in keys})
        used = {tuple(getattr(part, key) for key in keys) for part in left}
        for _ in range(self.dice.choice([0, 0, 1, 2])):
            new = {key: f"{self.dice.randrange(30)}" for key in keys}
            if tuple(new.values()) not in used:
                used.add(tuple(new.values()))
                left.insert(self.dice.randint(0, len(left)), self.part(kind, **new))
        if self.dice.random() < 0.2:
            self.dice.shuffle(left)
        return tuple(left)

    def choice(self, action: int) -> Choice:
        path = tuple(self.dice.choice(["a", "b2", "c3", "two words", "x<"]) for _ in range(self.dice.randint(1, 3)))
        also = (path[::-1],) if self.dice.random() < 0.3 else ()
        return Choice(action=action, path=path, text="-".join(path), words=f"{self.word()} to {path[-1]}", also=also)

    def scene(self, before: Scene, known: Scene, choosing: bool) -> Scene:
        """The scene after `before`; what is chosen follows from `known`."""
        kept = [choice for choice in known.choices if self.dice.random() < 0.8]
        kept += [self.choice(action) for action in range(900, 900 + self.dice.randrange(4))]
        rest = {action: self.choice(action) for action in self.dice.sample(range(800), self.dice.randrange(6))}
        choices = {choice.action: choice for choice in kept} | rest
        return Scene(
            width=self.number(),
            height=4,
            caption=self.word(),
            prompts=tuple(self.word() for _ in range(2)),
            zones=self.parts(Zone, before.zones, "id"),
            spots=self.parts(Spot, before.spots, "id"),
            pieces=self.parts(Piece, before.pieces, "id"),
            labels=self.parts(Label, before.labels, "id"),
            counters=self.parts(Counter, before.counters, "id"),
            choices=tuple(choices.values()) if choosing else (),
            poses=self.parts(Pose, known.poses, "id") if choosing else (),
            reasons=self.parts(Reason, known.reasons, "pose", "spot") if choosing else (),
            asks=self.parts(Ask, known.asks, "after") if choosing else (),
            tips=self.parts(Tip, before.tips, "spot"),
            guide=Guide(words=self.word(), waits=(self.word(),)) if choosing else None,
            narrow=Narrow(width=1, height=self.number(), shifts=(Shift(zone="z", x=1, y=2),)) if choosing else None,
        )


def made_up() -> Iterator[Moved]:
    """The messages of a game that makes no sense: seat 0 is at the page."""
    maker, ply, chosen = MadeUp(), 0, Scene(width=1, height=1, caption="")
    scene = chosen
    for number in range(MADE_UP):
        mover = (0, 1, None)[number % 3] if number else 0
        scene = maker.scene(scene, chosen, choosing=mover == 0)
        chosen = scene if mover == 0 else chosen
        lines = [Entry(ply + 1 + it, mover, maker.word(), maker.word(), "", ["a"]) for it in range(1 + number % 2)]
        ply += len(lines)
        end = number == MADE_UP - 1
        yield Moved(lines, Moment(ply, 2, mover, end, [0] * end, "r" * end, scene, 0, end), None)


def test_positions_without_sense_are_rebuilt() -> None:
    first, *rest = made_up()
    had = Had(first.moment)
    for moved in rest:
        assert heard(had, moved) == moved.moment
        had.add(moved.moment)


@pytest.mark.generated
@pytest.mark.skipif(not FIXTURE.parent.is_dir(), reason="a checkout of the Python part alone has no page sources")
def test_the_page_is_tested_with_these() -> None:
    assert FIXTURE.read_text(encoding="utf-8") == fixture(), (
        "web/tests/net/changes.json is stale: python -m tests.server.wire.test_changes"
    )


def fixture() -> str:
    """The first position, and each message as what is different and as the whole."""
    first, *rest = made_up()
    had, steps = Had(first.moment), []
    for moved in rest:
        steps.append({"changed": json.loads(encode(changed(had, moved))), "moved": json.loads(encode(moved))})  # type: ignore[arg-type]
        had.add(moved.moment)
    return json.dumps({"first": json.loads(encode(first)), "steps": steps}, ensure_ascii=False) + "\n"


# ── When a page needs the whole ──────────────────────────────────────────────
def test_a_page_with_another_position_finds_out() -> None:
    first, second, third, *_ = made_up()
    had = Had(first.moment)
    had.add(second.moment)
    change = changed(had, third)
    assert change is not None
    assert rebuilt(Had(first.moment), change) is None
    assert rebuilt(Had(replace(second.moment, takebacks=1)), change) is None
    assert rebuilt(had, change) == third.moment
    assert changed(Had(first.moment), third) is None, "the server sends the whole"
    assert changed(Had(replace(second.moment, takebacks=1)), third) is None


def test_a_page_without_an_earlier_turn_finds_out() -> None:
    messages = list(made_up())
    had = Had(messages[0].moment)
    for moved in messages[1:3]:
        had.add(moved.moment)
    change = changed(had, messages[3])
    assert change is not None
    assert change.like == messages[0].moment.ply
    assert rebuilt(Had(messages[2].moment), change) is None


if __name__ == "__main__":
    FIXTURE.write_text(fixture(), encoding="utf-8")
