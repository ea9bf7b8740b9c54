"""Laws of notation, positions as text and JSON, and records."""

import copy
import pickle

import rookery
from rookery.core.errors import UnreadablePosition
from rookery.core.position import Position
from rookery.core.record import Record
from rookery.testing.walks import Case, must

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
