"""What is different in a position from the one that a page has, instead of the whole position.

A scene has hundreds of parts, and a move changes a few of them. Both positions are as the same page sees them, so what
is different tells nothing that the whole would not tell. `rebuilt` does what the page does (web/src/net/changes.ts),
for the tests and for other programs that read the messages.

Most lists are compared with the position before. Some parts change back and forth with the seat that decides, such as
the prompts, and what can be chosen is there only in the seat's own turn. They are compared with the last position in
which the same seat did the same, as its caption says (`LastTurn`).
"""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import astuple, fields, replace

from rookery.core.scene import Ask, Choice, Counter, Label, Piece, Pose, Reason, Scene, Spot, Tip, Zone
from rookery.server.wire.messages import BriefEntry, Changed, ChoiceChange, Edits, Moment, Moved

__all__ = ["MAX_TURNS", "PART_KINDS", "Had", "LastTurn", "changed", "rebuilt"]


class _Kind:
    """The parts of one list of a scene."""

    def __init__(self, part: type[Any], keys: int = 1, *, turns: bool = False) -> None:
        """`keys`: so many fields, the first ones, tell the parts apart. `turns`: whether the list is compared with the
        last position in which the same seat did the same."""
        self.part = part
        self.keys = keys
        self.turns = turns
        self.names: list[str] = [*part.__struct_fields__]
        # what the fields of a new part are unless said; None where it is always said
        self.defaults = [None if field.required else field.default for field in fields(part)]
        self.key: Callable[[Any], Any] = attrgetter(*self.names[:keys])
        # how a part is drawn, by which another one that is much the same is found
        drawn = [name for name in LOOK_FIELDS if name in self.names]
        self.look: Callable[[Any], Any] = attrgetter(*drawn) if drawn else _no_look


def _no_look(part: Any) -> None:
    return None


LOOK_FIELDS: Final = ("symbol", "style")
PART_KINDS: Final = {
    "zones": _Kind(Zone, turns=True),
    "spots": _Kind(Spot),
    "pieces": _Kind(Piece),
    "labels": _Kind(Label, turns=True),
    "counters": _Kind(Counter),
    "poses": _Kind(Pose, turns=True),
    "reasons": _Kind(Reason, 2, turns=True),
    "asks": _Kind(Ask, turns=True),
    "tips": _Kind(Tip),
}
SCENE_VALUES: Final = ("width", "height", "caption", "prompts", "guide", "narrow")
MOMENT_VALUES: Final = ("mover", "over", "winners", "reason", "seen_by", "given_up")
TURN_VALUES: Final = MOMENT_VALUES + SCENE_VALUES
TURN_LISTS: Final = (*(name for name, kind in PART_KINDS.items() if kind.turns), "choices")
_moment_values, _scene_values, _turn_lists = (attrgetter(*names) for names in (MOMENT_VALUES, SCENE_VALUES, TURN_LISTS))
MAX_TURNS = 6  # that are kept; the page keeps as many
LAST_CLICK, SECOND_LAST_CLICK = "<", ">"  # in the forms of choices, they stand for the last two clicks of the path
MARKS = LAST_CLICK, SECOND_LAST_CLICK
# between the texts of a choice that are compared as one, and between its paths; no text has a line break
TEXT_END, PATH_END = "\r", "\n"


class LastTurn(NamedTuple):
    """What is kept of a position until the same seat does the same again."""

    ply: int
    values: dict[str, Any]
    lists: dict[str, tuple[Any, ...]]

    @classmethod
    def of(cls, moment: Moment) -> "LastTurn":
        values = dict(zip(TURN_VALUES, _moment_values(moment) + _scene_values(moment.scene), strict=True))
        return cls(moment.ply, values, dict(zip(TURN_LISTS, _turn_lists(moment.scene), strict=True)))


class Had:
    """What all pages that play the same seats have.

    A page that came earlier remembers more, but as it keeps the newest turns, it has all of these."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.turns = {_task(moment): LastTurn.of(moment)}  # the newest last

    def add(self, moment: Moment) -> None:
        """They are sent another position."""
        turn = LastTurn.of(moment)
        if (like := self.like(moment)) is not None:  # most parts are equal, and need no memory of their own
            turn = turn._replace(lists={name: _shared(list_, like.lists[name]) for name, list_ in turn.lists.items()})
        self.moment = replace(moment, scene=replace(moment.scene, **turn.lists))
        self.turns.pop(_task(moment), None)
        self.turns[_task(moment)] = turn
        if len(self.turns) > MAX_TURNS:
            del self.turns[next(iter(self.turns))]

    def like(self, moment: Moment) -> LastTurn | None:
        """What is most like it: the same seat did the same, or at least it was the same seat."""
        same = (turn for (mover, _), turn in reversed(self.turns.items()) if mover == moment.mover)
        return self.turns.get(_task(moment)) or next(same, None)


def _shared(fresh: tuple[Any, ...], known: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same list, with parts of an earlier one where they are equal."""
    if fresh == known:
        return known
    return (*(old if old == new else new for new, old in zip(fresh, known, strict=False)), *fresh[len(known) :])


def _task(moment: Moment) -> tuple[int | None, str]:
    """Who does what."""
    return moment.mover, moment.scene.caption


# ── What is different ────────────────────────────────────────────────────────
def changed(had: Had, moved: Moved) -> Changed | None:
    """The message to pages with a position; None if they need the whole."""
    before, moment = had.moment, moved.moment
    if before.ply != moment.ply - len(moved.moves) or before.takebacks != moment.takebacks:
        return None
    now, turn = LastTurn.of(moment), had.like(moment)
    base = turn or LastTurn.of(before)
    parts = dict[str, Edits]()
    for name, kind in PART_KINDS.items():
        known = base.lists[name] if kind.turns else getattr(before.scene, name)
        fresh = getattr(moment.scene, name)
        if fresh != known:
            parts[name] = _edits(kind, known, fresh)
    return Changed(
        ply=moment.ply,
        moves=[BriefEntry(move.seat, move.text, move.words, move.remark, move.spots) for move in moved.moves],
        takebacks=moment.takebacks,
        like=turn.ply if turn else -1,
        values={name: value for name, value in now.values.items() if value != base.values[name]},
        parts=parts,
        choices=_choice_change(base.lists["choices"], moment.scene.choices) if moment.scene.choices else None,
        times=moved.times,
    )


def _edits(kind: _Kind, known: Sequence[Any], fresh: Sequence[Any]) -> Edits:
    """How a list of parts follows from an earlier one."""
    edits, cursor, kept, count = Edits(), 0, 0, len(known)
    places: dict[Any, int] | None = None  # made when they are needed, because most parts are where they were
    alike: dict[Any, int] | None = None
    for part in fresh:
        if cursor < count and known[cursor] == part:
            kept += 1
            cursor += 1
            continue
        key = kind.key(part)
        if cursor < count and kind.key(known[cursor]) == key:
            place = cursor
        else:
            places = places or dict(zip(map(kind.key, known), itertools.count(), strict=False))
            place = places.get(key, -1)
        same = place >= cursor and known[place] == part
        if same or place == cursor:
            edits += [kept] * (kept > 0)
            edits += [cursor - place] * (place > cursor)
            kept, cursor = int(same), place + 1
            if not same:
                edits.append(_differences(kind, part, astuple(known[place])))
            continue
        edits += [kept] * (kept > 0)
        kept, edit = 0, [*astuple(part)[: kind.keys]]
        base: Sequence[Any] = astuple(known[place]) if place >= 0 else kind.defaults
        if place < 0 and alike is None:
            alike = dict(zip(map(kind.look, known), itertools.count(), strict=False))
        if place < 0 and (like := (alike or {}).get(kind.look(part), -1)) >= 0:
            base = astuple(known[like])
            edit.append(-1 - like)
        edits.append(edit + _differences(kind, part, base))
    edits += [kept] * (kept > 0 and cursor < len(known))
    return edits + [cursor - len(known)] * (cursor < len(known))


def _differences(kind: _Kind, part: Any, base: Sequence[Any]) -> list[Any]:
    """The fields after the keys that are not those of `base`, a list of values: each index and its value."""
    found = list[Any]()
    for index, value in enumerate(astuple(part)):
        if value != base[index] and index >= kind.keys:
            found += index, value
    return found


def _choice_change(known: Sequence[Choice], fresh: Sequence[Choice]) -> ChoiceChange:
    """How the choices follow from earlier ones."""
    places = {choice.action: place for place, choice in enumerate(known)}
    runs, added, cursor = [0, 0, 0], list[Choice](), 0
    for choice in fresh:
        place = places.get(choice.action, -1)
        if place < cursor or known[place] != choice:
            added.append(choice)
            runs[-1] += 1
            continue
        if runs[-1] or place > cursor:
            runs[-2] += place - cursor
            runs += [0, 0, 0]
        runs[-3] += 1
        cursor = place + 1
    while runs and not runs[-1]:
        runs.pop()
    if not added:
        return ChoiceChange(runs)
    actions = [choice.action - before for choice, before in zip(added, [0, *(it.action for it in added)], strict=False)]
    packed = (_packed([_forms(choice)[holes] for choice in added]) for holes in range(2))
    forms, fills = min(packed, key=_size)
    return ChoiceChange(runs, actions, [*map(_lines, forms)], fills)


def _packed(choices: Iterable[tuple[str, str]]) -> tuple[list[str], list[int | str]]:
    """The different forms of choices, and which of them each choice has, with the clicks in place of its marks."""
    indices, fills = dict[str, int](), list[int | str]()
    for form, clicks in choices:
        index = indices.setdefault(form, len(indices))
        if clicks and len(fills) > 1 and fills[-2] == index and isinstance(fills[-1], str):
            fills[-1] += f" {clicks}"
        else:
            fills += [index, clicks] if clicks else [index]
    return [*indices], fills


def _size(packed: tuple[list[str], list[int | str]]) -> int:
    """Roughly the bytes of forms and fills in a message: quotes and brackets are left out."""
    forms, fills = packed
    return sum(map(len, forms)) + 4 * len(forms) + sum([len(it) + 2 if isinstance(it, str) else 2 for it in fills])


def _lines(form: str) -> list[list[str]]:
    """A form as messages have it: the notation and the words, the path that makes the choice, other paths."""
    told, *also, path = [line.split(TEXT_END) for line in form.split(PATH_END)]
    return [told, path, *also]


@functools.lru_cache(8192)  # the same choices come again and again
def _forms(choice: Choice) -> tuple[tuple[str, str], tuple[str, str]]:
    """A choice with a mark in place of its last click, and with marks in place of the last two. Beside each form are
    the clicks, or "" where no mark can be used."""
    told = choice.text + TEXT_END + choice.words  # the path that makes it comes last
    text = PATH_END.join([told, *map(TEXT_END.join, choice.also), TEXT_END.join(choice.path)])
    return _form(choice, text, 1), _form(choice, text, 2)


def _form(choice: Choice, text: str, holes: int) -> tuple[str, str]:
    clicks = choice.path[-holes:]
    steps = " ".join(clicks)
    if LAST_CLICK in text or SECOND_LAST_CLICK in text or steps.count(" ") >= len(clicks) or not all(clicks):
        return text, ""
    form = text
    for click, mark in zip(reversed(clicks), MARKS, strict=False):
        form = form.replace(click, mark)
    whole = form.endswith(WHOLE_ENDS[len(clicks), len(clicks) == len(choice.path)])
    return (form, steps) if whole else (text, "")


# [how many clicks, whether the path has no others] how a form ends if each mark took the place of a whole click
WHOLE_ENDS: Final = {
    (count, alone): (PATH_END if alone else TEXT_END) + TEXT_END.join(reversed(MARKS[:count]))
    for count, alone in itertools.product((1, 2), (False, True))
}


# ── What the page does ───────────────────────────────────────────────────────
def rebuilt(had: Had, message: Changed) -> Moment | None:
    """The position after the moves; None if the page has no such position before them."""
    before = had.moment
    turn = next((turn for turn in had.turns.values() if turn.ply == message.like), None)
    if before.ply != message.ply - len(message.moves) or before.takebacks != message.takebacks:
        return None
    if message.like >= 0 and turn is None:
        return None
    base = turn or LastTurn.of(before)
    values = base.values | message.values
    lists = {
        name: _edited(kind, base.lists[name] if kind.turns else getattr(before.scene, name), message.parts.get(name))
        for name, kind in PART_KINDS.items()
    }
    choices = [] if message.choices is None else _chosen(base.lists["choices"], message.choices)
    scene = msgspec.convert({name: msgspec.to_builtins(values[name]) for name in SCENE_VALUES}, Scene)
    return replace(
        before,
        ply=message.ply,
        **{name: values[name] for name in MOMENT_VALUES},
        scene=replace(scene, **lists, choices=tuple(choices)),
    )


def _edited(kind: _Kind, known: Sequence[Any], edits: Edits | None) -> tuple[Any, ...]:
    fresh, cursor = list[Any](), 0
    places = {kind.key(part): place for place, part in enumerate(known)}
    for edit in edits or []:
        if isinstance(edit, int):
            fresh += known[cursor : cursor + max(0, edit)]
            cursor += abs(edit)
            continue
        said = dict[int, Any](enumerate(edit[: kind.keys])) if isinstance(edit[0], str) else {}
        rest, place = edit[len(said) :], cursor
        if said:
            place = places.get(said[0] if kind.keys == 1 else tuple(said.values()), -1)
            if rest and rest[0] < 0:
                place, rest = -1 - rest[0], rest[1:]
        else:
            cursor += 1
        values = astuple(known[place]) if place >= 0 else kind.defaults
        said = dict(enumerate(values)) | said | dict(zip(rest[::2], rest[1::2], strict=True))
        builtins = msgspec.to_builtins({field: said[index] for index, field in enumerate(kind.names)})
        fresh.append(msgspec.convert(builtins, kind.part))
    return (*fresh, *known[cursor:])


def _chosen(known: Sequence[Choice], change: ChoiceChange) -> Iterator[Choice]:
    added, cursor = _unpacked(change), 0
    for number, run in enumerate(change.runs):
        if number % 3 == 0:
            yield from known[cursor : cursor + run]
        if number % 3 == 2:
            yield from (next(added) for _ in range(run))
        else:
            cursor += run


def _unpacked(change: ChoiceChange) -> Iterator[Choice]:
    actions, action = iter(change.actions), 0
    for place, index in enumerate(change.fills):
        if isinstance(index, str):
            continue
        form, follows = change.forms[index], change.fills[place + 1 : place + 2]
        steps = follows[0].split(" ") if follows and isinstance(follows[0], str) else []
        holes = 2 if form[1][-2:] == [SECOND_LAST_CLICK, LAST_CLICK] else 1
        for at in range(0, max(1, len(steps)), holes):
            marks = dict(zip((SECOND_LAST_CLICK, LAST_CLICK)[-holes:], steps[at : at + holes], strict=False))
            (text, words), path, *also = ([_filled(it, marks) for it in line] for line in form)
            action += next(actions)
            yield Choice(action=action, path=tuple(path), text=text, words=words, also=tuple(map(tuple, also)))


def _filled(text: str, marks: Mapping[str, str]) -> str:
    return "".join([marks.get(letter, letter) for letter in text])
