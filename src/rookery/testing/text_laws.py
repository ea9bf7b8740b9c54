"""Laws of notation, positions as text and JSON, and records."""

import copy
import pickle
import re

import numpy as np

import rookery
from rookery.core.errors import UnreadablePosition
from rookery.core.position import Position
from rookery.core.protocol import OVER
from rookery.core.record import Record
from rookery.testing import verb_calls
from rookery.testing.walks import Case, must, worded

EDITS, EDITED_PLIES = 3, 4  # changed texts of a position; one position in so many has them
ROUND_TRIP_ACTIONS = 6  # actions of a position that are written and parsed; `parse` tries all legal actions each time


def actions_have_one_notation(case: Case) -> None:
    """Every legal action has words, and its own notation, which matches the game's pattern and reads back."""
    position, notation = case.position, case.game.notation
    texts = {action: notation.action_text(position.numbers, action) for action in position.legal_actions}
    must(len({text.lower() for text in texts.values()}) == len(texts), f"two actions are written alike: {texts}")
    for action, text in texts.items():
        must(notation.ACTION_PATTERN.fullmatch(text), f"ACTION_PATTERN does not match {text!r}")
        must(notation.action_words(position.numbers, action).strip(), f"{text!r} has no words")
    shuffled = case.generator().permutation(position.legal_actions)[:ROUND_TRIP_ACTIONS].tolist() if texts else []
    for action in shuffled:
        text = position.format(action)
        must(position.parse(text) == action, f"action {action} is {text!r}, which reads back as another action")
        must(position.parse(f" {text.upper()} ") == action, f"{text!r} cannot be read in capitals and with spaces")


def positions_round_trip(case: Case) -> None:
    """A position, and every view of it, reads back equal from its text, JSON, repr, pickle and deepcopy; and the text
    of a view cannot be read as a whole position."""
    _comes_back(case.position)
    for viewer in case.viewers if case.game.facts.hidden else case.viewers[:1]:
        view = case.position.view(viewer)
        _comes_back(view)
        if view.states.tobytes() != case.position.states.tobytes():
            must(not _reads_as_whole(view), f"the view of seat {viewer} is read as a whole position: {view.text!r}")


def _comes_back(position: Position) -> None:
    game, text = position.game, position.text
    must("\n" not in text and text == text.strip() != "", f"the text of a position must be one line: {text!r}")
    if position.viewer is None:
        read = game.position(text, position.players, **position.options)
    else:
        read = game.view(text, position.viewer, position.players, **position.options)
    must(read == position, f"{text!r} is read as another position")
    copies = {
        "JSON": game.from_json(position.to_json()),
        "repr": eval(repr(position), {"rookery": rookery}),
        "pickle": pickle.loads(pickle.dumps(position)),
        "deepcopy": copy.deepcopy(position),
    }
    for name, other in copies.items():
        must(other == position and hash(other) == hash(position), f"{name} gives another position")


def positions_by_hand_can_be_played(case: Case) -> None:
    """A text of a position with a change is refused, or it is a position whose own text is read as the same one, and
    that can be played to an end: something can be done until it is over, after `longest` plies at most, and every field
    stays within its range."""
    if (case.walk.seed + case.ply) % EDITED_PLIES:
        return
    position, generator = case.position, case.generator()
    for _ in range(EDITS):
        other = case.walk.positions[generator.integers(len(case.walk.positions))]
        text = _edited(position.text, other.text, generator)
        try:
            read = case.game.position(text, position.players, **position.options)
        except UnreadablePosition:
            continue
        except Exception as error:
            raise AssertionError(f"{text!r} is not refused by a ValueError: {worded(error)}") from error
        try:
            again = case.game.position(read.text, position.players, **position.options)
            wrong = _goes_wrong(read, generator)
        except Exception as error:
            raise AssertionError(f"{text!r} is read as a position, and played on: {worded(error)}") from error
        must(again == read, f"{text!r} is read as a position, but its own text {read.text!r} is read as another one")
        must(not wrong, f"{text!r} is read as a position, but after {wrong}")


def _edited(text: str, other: str, generator: np.random.Generator) -> str:
    """A text with another number in a place, with two characters exchanged, with one left out, or with a word of the
    other text."""
    numbers = [*re.finditer(r"\d+", text)]
    if numbers and generator.integers(3):
        there = numbers[generator.integers(len(numbers))]
        number = int(there[0]) + 1 if generator.integers(2) else int(generator.integers(10 ** len(there[0]) * 3))
        return f"{text[: there.start()]}{number}{text[there.end() :]}"
    one, two = (int(generator.integers(len(text))) for _ in range(2))
    how = generator.integers(3)
    if how == 0:
        return f"{text[:one]}{text[one + 1 :]}"
    if how == 1:
        words, others = text.split(" "), other.split(" ")
        at = one % min(len(words), len(others))
        return " ".join([*words[:at], others[at], *words[at + 1 :]])
    letters = [*text]
    letters[one], letters[two] = letters[two], letters[one]
    return "".join(letters)


def _goes_wrong(position: Position, generator: np.random.Generator) -> str:
    """What happens that must not when a position is played on at random; "" if nothing does."""
    game, states, facts = position.game, position.states, position.game.facts
    room = np.empty(facts.actions, np.int32)  # more than `max_legal`
    for ply in range(facts.longest + 1):
        if other := verb_calls.out_of_range(game, states):
            return f"{ply} plies {other}"
        count, is_over = int(game.bindings.legal(states, 0, room)), verb_calls.mover(game, states) == OVER
        if is_over != (count == 0) or count > facts.max_legal:
            return f"{ply} plies it has {count} legal actions, and is {'' if is_over else 'not '}over"
        if is_over:
            return ""
        verb_calls.after(game, states, int(room[generator.integers(count)]))
    return f"{facts.longest} plies it is not over"


def _reads_as_whole(view: Position) -> bool:
    try:
        view.game.position(view.text, view.players, **view.options)
    except UnreadablePosition:
        return False
    return True


def records_replay(case: Case) -> None:
    """The record of a game replays to the same positions with the same keys, and is written the same again."""
    if case.action is not None:
        return
    first = case.walk.positions[0]
    record = Record(case.game, first.players, first.options, ["Ada", 'Grace "γ"'])
    for action in case.walk.actions:
        record.play(action)
    text = record.dumps()
    again = Record.loads(text, "the record")
    must(again.actions == list(case.walk.actions), "the record is read with other actions")
    for ply, position in enumerate(case.walk.positions):
        must(
            again.at(ply) == position and again.at(ply).key == position.key,
            f"the record is read with another position at ply {ply}",
        )
    must(again.dumps() == text, "writing the record again gives another text")


def endings_are_explained(case: Case) -> None:
    """A finished game has words for its outcome, and a reason that can follow a colon, such as "the board is full"."""
    if (outcome := case.position.outcome) is None:
        return
    must(outcome.words.strip(), "the outcome has no words")
    reason = outcome.reason
    must(reason and reason == reason.strip() and "\n" not in reason, f"the reason of the outcome is {reason!r}")
    must(not reason.endswith("."), f"the reason {reason!r} ends with a full stop, but it follows a colon")
