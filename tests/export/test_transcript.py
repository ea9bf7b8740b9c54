"""A record as text, and as itself."""

import re

import numpy as np
import pytest

import rookery
from rookery import Record
from rookery.core.errors import StillSecret, UnknownOption
from rookery.export import jsonl, notation
from rookery.export.visible import lines, move, roles
from tests.export.conftest import SLUGS

HIDDEN = [slug for slug in SLUGS if rookery.load(slug).facts.hidden]


def test_json_lines_are_the_record(record: Record) -> None:
    again = Record.loads(jsonl(record))
    assert again.dumps() == record.dumps()
    assert again.position == record.position


@pytest.mark.parametrize("slug", HIDDEN)
def test_the_record_of_a_game_with_secrets_waits_for_its_end(slug: str) -> None:
    record = Record(rookery.load(slug))
    record.settle(np.random.default_rng(1))
    for seat in (None, 0):
        with pytest.raises(StillSecret, match="its record can be exported when the game is over"):
            jsonl(record, seat)


def test_notation_says_who_played_what_and_how_it_ended(record: Record) -> None:
    text = notation(record)
    assert all(len(line) <= 80 for line in text.splitlines())
    flat = " ".join(text.split())
    outcome = record.position.outcome
    assert outcome is not None
    assert text.startswith(f"{record.game.facts.name}\n")
    assert flat.endswith(" ".join(outcome.words.split()))
    assert all(name in flat for name in record.names)
    said = list(lines(record, None))
    # moves are numbered as on the page: what chance does stands between them, with a star for a number
    rows = [row for row in text.splitlines() if re.match(r" *(\d+\.|\* chance) ", row)]
    assert len(rows) == len(said)
    for (mover, action, _, _), row in zip(said, rows, strict=True):
        assert (action in row) or mover is None
        assert ("* chance" in row) == (mover is None)
    moves = sum(mover is not None for mover, *_ in said)
    assert [row.split()[0] for row in rows if "* chance" not in row] == [f"{number}." for number in range(1, moves + 1)]
    assert re.search(rf"^Moves +{moves}$", text, re.MULTILINE)
    heading = text.partition("Moves")[0]
    assert len(re.findall(r"\bwon\b", heading)) == len(outcome.winners)
    assert all(re.search(rf"^{role}  ", heading, re.MULTILINE) for role in roles(record))


@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_is_called_by_a_number(slug: str) -> None:
    """Neither in the list of moves nor where an option says who begins; on paper as in the text."""
    game = rookery.load(slug)
    option = next((option for option in game.facts.options if "seat 2" in option.choices), None)
    for options in ({}, {option.name: "seat 2"}) if option else ({},):
        record = Record(game, options=options)
        record.settle(np.random.default_rng(1))
        assert not re.search(r"\bseat \d", notation(record), re.IGNORECASE)
        assert not re.search(r"\bseat \d", " ".join(map(move, lines(record, None))), re.IGNORECASE)
        if option and options:
            name = option.name.capitalize().replace("_", " ")
            assert re.search(rf"^{name} +{roles(record)[1]}$", notation(record), re.MULTILINE)


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if rookery.load(slug).facts.chance])
def test_what_chance_does_is_told_in_words_alone(slug: str) -> None:
    record = Record(rookery.load(slug))
    record.settle(np.random.default_rng(1))
    words = record.at(0).words(record.actions[0])
    assert re.search(rf"^ *\* chance +{re.escape(words)}$", notation(record), re.MULTILINE)


def test_a_game_that_goes_on_says_so_and_remarks_are_kept() -> None:
    record = Record(rookery.load(SLUGS[0]), names=["Ada"])
    record.settle(np.random.default_rng(1))
    record.play(record.position.legal_actions[0], "as good as any")
    text = notation(record)
    assert '"as good as any"' in text
    assert text.endswith("\nThe game is not over.\n")
    assert re.search(rf"^{roles(record)[0]} +Ada$", text, re.MULTILINE)
    assert "won" not in text


def test_a_game_without_moves_has_no_list(short_game: Record) -> None:
    assert "1." not in notation(Record(short_game.game))


def test_there_is_no_such_seat(short_game: Record) -> None:
    with pytest.raises(UnknownOption, match="there is no seat 9; this game has the seats 0 to 1"):
        notation(short_game, 9)
