"""What is different in a position from the one that a page has, instead of the whole position.

A scene has hundreds of parts, and a move changes a few of them. Both positions are as the same page sees them, so what
is different tells nothing that the whole would not tell. `rebuilt` does what the page does (web/src/net/changes.ts),
for the tests and for other programs that read the messages.

Most lists are compared with the position before. Some parts change back and forth with the seat that decides, such as
the prompts, and what can be chosen is there only in the seat's own turn. They are compared with the last position in
which the same seat did the same, as its caption says (`LastTurn`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import fields, replace

from rookery.core.scene import Ask, Choice, Counter, Label, Piece, Pose, Reason, Scene, Spot, Zone
from rookery.server.wire.messages import BriefEntry, Changed, ChoiceChange, Edits, Moment, Moved

__all__ = ["MAX_TURNS", "PART_KINDS", "Had", "LastTurn", "changed", "rebuilt"]


class _Kind(NamedTuple):
    """The parts of one list of a scene."""

    part: type[Any]
    keys: int  # so many fields, the first ones, tell its parts apart
    turns: bool = False  # whether it is compared with the last position in which the same seat did the same

    @property
    def names(self) -> list[str]:
        """The names of the fields."""
        return list(self.part.__struct_fields__)

    @property
    def defaults(self) -> list[Any]:
        """What the fields of a new part are unless said; None where it is always said."""
        return [None if field.required else field.default for field in fields(self.part)]


PART_KINDS: Final = {
    "zones": _Kind(Zone, 1, turns=True),
    "spots": _Kind(Spot, 1),
    "pieces": _Kind(Piece, 1),
    "labels": _Kind(Label, 1, turns=True),
    "counters": _Kind(Counter, 1),
    "poses": _Kind(Pose, 1, turns=True),
    "reasons": _Kind(Reason, 2, turns=True),
    "asks": _Kind(Ask, 1, turns=True),
}
PART_FIELDS: Final = {name: kind.names for name, kind in PART_KINDS.items()}
PART_DEFAULTS: Final = {name: kind.defaults for name, kind in PART_KINDS.items()}
SCENE_VALUES: Final = ("width", "height", "caption", "prompts", "narrow")
MOMENT_VALUES: Final = ("mover", "over", "winners", "reason", "seen_by", "given_up")
MAX_TURNS = 6  # that are kept; the page keeps as many
LAST_CLICK, SECOND_LAST_CLICK = "<", ">"  # in the forms of choices, they stand for the last two clicks of the path


class LastTurn(NamedTuple):
    """What is kept of a position until the same seat does the same again."""

    ply: int
    values: dict[str, Any]
    lists: dict[str, tuple[Any, ...]]

    @classmethod
    def of(cls, moment: Moment) -> "LastTurn":
        scene = moment.scene
        values = {name: getattr(moment, name) for name in MOMENT_VALUES}
        values |= {name: getattr(scene, name) for name in SCENE_VALUES}
        lists = {name: getattr(scene, name) for name, kind in PART_KINDS.items() if kind.turns}
        return cls(moment.ply, values, lists | {"choices": scene.choices})


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
            parts[name] = _edits(name, known, fresh)
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


def _edits(name: str, known: Sequence[Any], fresh: Sequence[Any]) -> Edits:
    """How a list of parts follows from an earlier one."""
    names, keys = PART_FIELDS[name], PART_KINDS[name].keys
    edits, cursor, kept, count = Edits(), 0, 0, len(known)
    places: dict[Any, int] | None = None  # made when they are needed, because most parts are where they were
    alike: dict[Any, int] | None = None
    for part in fresh:
        if cursor < count and known[cursor] == part:
            kept += 1
            cursor += 1
            continue
        key = _key(part, names, keys)
        if cursor < count and _key(known[cursor], names, keys) == key:
            place = cursor
        else:
            places = places or {_key(it, names, keys): number for number, it in enumerate(known)}
            place = places.get(key, -1)
        same = place >= cursor and known[place] == part
        if same or place == cursor:
            edits += [kept] * (kept > 0)
            edits += [cursor - place] * (place > cursor)
            kept, cursor = int(same), place + 1
            if not same:
                edits.append(_differences(names[keys:], keys, part, known[place]))
            continue
        edits += [kept] * (kept > 0)
        kept, edit = 0, [getattr(part, key) for key in names[:keys]]
        if place < 0 and alike is None:
            alike = {_look(it): number for number, it in enumerate(known)}
        base = known[place] if place >= 0 else None
        if place < 0 and (like := (alike or {}).get(_look(part), -1)) >= 0:
            base = known[like]
            edit.append(-1 - like)
        edits.append(edit + _differences(names[keys:], keys, part, base or PART_DEFAULTS[name]))
    edits += [kept] * (kept > 0 and cursor < len(known))
    return edits + [cursor - len(known)] * (cursor < len(known))


def _key(part: Any, names: Sequence[str], keys: int) -> Any:
    return getattr(part, names[0]) if keys == 1 else tuple([getattr(part, name) for name in names[:keys]])


def _look(part: Any) -> Any:
    """How a part is drawn, by which another one that is much the same is found."""
    return getattr(part, "symbol", None), getattr(part, "style", None)


def _differences(names: Sequence[str], keys: int, part: Any, base: Any) -> list[Any]:
    """The fields after the keys that are not those of `base`, a part or a list of values: each index and its value."""
    found = list[Any]()
    for index, name in enumerate(names, keys):
        value = getattr(part, name)
        if value != (base[index] if isinstance(base, list) else getattr(base, name)):
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
    tried = [ChoiceChange(runs, actions, *_packed(added, holes)) for holes in (1, 2)]
    return min(tried, key=lambda packed: sum(map(len, map(str, (packed.forms, packed.fills)))))


def _packed(choices: Iterable[Choice], holes: int) -> tuple[list[list[list[str]]], list[int | str]]:
    """Choices as forms with marks, and what takes the place of the marks."""
    indices, forms, fills = dict[Any, int](), list[list[list[str]]](), list[int | str]()
    for choice in choices:
        form, steps = _form(choice, holes)
        index = indices.setdefault(tuple(map(tuple, form)), len(forms))
        if index == len(forms):
            forms.append(form)
        if steps and len(fills) > 1 and fills[-2] == index and isinstance(fills[-1], str):
            fills[-1] += f" {steps}"
        else:
            fills += [index, steps] if steps else [index]
    return forms, fills


def _form(choice: Choice, holes: int) -> tuple[list[list[str]], str]:
    """A choice with marks in the place of its last clicks, and these clicks: "" where no mark can be used."""
    form = [[choice.text, choice.words], *map(list, choice.ways)]
    steps = choice.path[-holes:]
    texts = [text for line in form for text in line]
    if any(mark in text for mark in (LAST_CLICK, SECOND_LAST_CLICK) for text in texts) or any(
        " " in step for step in steps
    ):
        return form, ""
    for step, mark in zip(reversed(steps), (LAST_CLICK, SECOND_LAST_CLICK), strict=False):
        form = [[text.replace(step, mark) for text in line] for line in form]
    whole = form[1][-len(steps) :] == [SECOND_LAST_CLICK, LAST_CLICK][-len(steps) :]
    return (
        (form, " ".join(steps))
        if whole and all(steps)
        else ([[choice.text, choice.words], *map(list, choice.ways)], "")
    )


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
        name: _edited(name, base.lists[name] if kind.turns else getattr(before.scene, name), message.parts.get(name))
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


def _edited(name: str, known: Sequence[Any], edits: Edits | None) -> tuple[Any, ...]:
    kind, fresh, cursor = PART_KINDS[name], list[Any](), 0
    places = {_key(part, PART_FIELDS[name], kind.keys): place for place, part in enumerate(known)}
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
        values = _values(PART_FIELDS[name], known[place]) if place >= 0 else PART_DEFAULTS[name]
        said = dict(enumerate(values)) | said | dict(zip(rest[::2], rest[1::2], strict=True))
        builtins = msgspec.to_builtins({field: said[index] for index, field in enumerate(PART_FIELDS[name])})
        fresh.append(msgspec.convert(builtins, kind.part))
    return (*fresh, *known[cursor:])


def _values(names: Sequence[str], part: Any) -> list[Any]:
    return [getattr(part, name) for name in names]


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
