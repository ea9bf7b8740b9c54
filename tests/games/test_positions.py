"""What `position` refuses, each with its reason, of each game whose own test_positions.py has such rows."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.core.errors import UnreadablePosition

SLUGS = [slug for slug in rookery.slugs() if (Path(__file__).parent / slug / "test_positions.py").exists()]
ROWS = {slug: importlib.import_module(f"tests.games.{slug}.test_positions") for slug in SLUGS}
REFUSED = [(slug, *row) for slug in SLUGS for row in ROWS[slug].REFUSED]
CONTRADICTIONS = [(slug, *row) for slug in SLUGS for row in getattr(ROWS[slug], "CONTRADICTIONS", ())]


def players(slug: str) -> int | None:
    """At the table of the rows."""
    return getattr(ROWS[slug], "PLAYERS", None)


@pytest.mark.parametrize(("slug", "text", "options", "reason"), REFUSED)
def test_impossible_positions_are_refused(slug: str, text: str, options: dict[str, str], reason: str) -> None:
    game = rookery.load(slug)
    with pytest.raises(UnreadablePosition) as refused:
        game.position(text, players(slug), **options)
    begins, ends = f"{text!r} is not a position of {game.facts.name}: ", f"; {game.notation.POSITION_FORM}"
    told = str(refused.value)
    assert told.startswith(begins)
    assert told.endswith(ends)
    assert reason
    assert reason in told.removeprefix(begins).removesuffix(ends)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_form_in_refusals_and_what_the_rows_spoil_are_positions(slug: str) -> None:
    game = rookery.load(slug)
    form = game.notation.POSITION_FORM.removeprefix("positions look like ")
    assert game.position(form).text == form
    for text in ROWS[slug].READ:
        assert game.position(text, players(slug)).text == text


@pytest.mark.parametrize(("slug", "field", "places", "value"), CONTRADICTIONS)
def test_fields_that_contradict_each_other_are_refused(
    slug: str, field: str, places: tuple[int, ...], value: object
) -> None:
    """`places`: in an array."""
    game = rookery.load(slug)
    data = json.loads(game.position(ROWS[slug].GOOD).to_json())
    *way, last = "fields", field, *places
    fields: Any = data
    for step in way:
        fields = fields[step]
    fields[last] = value
    with pytest.raises(UnreadablePosition, match=f"this JSON is not a position of {game.facts.name}"):
        game.from_json(json.dumps(data))
