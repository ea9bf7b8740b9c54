"""What is written in JSON is called there what it is called here, so that one list of words is enough."""

import importlib
import pkgutil
from typing import Any

import pytest
from msgspec import Struct

from rookery.server.table.events import decode, encode
from tests.house.sources import PACKAGE

# what is stored, in databases and records, under other names than those that it has now
STORED = {
    "Seat.key_hash": "key",
    "Seat.client_seed": "word",
    "Came.client_seed": "word",
    "Sat.key_hash": "key",
    "Keyed.key_hash": "key",
    "Played.position_key": "key",
    "OldLuck.commitment": "promise",
    "OldLuck.client_seeds": "words",
}
# tables of TOML: one is written as often as there are any
IN_TOML = {"Lesson.steps": "step", "Lessons.lessons": "lesson"}
TOLD = "core", "lessons", "puzzles", "days", "reviews", "ratings", "server", "offline"  # what of them is JSON

# as servers and parlours have written them from the start
EVENTS = (
    '{"what":"made","game":"a_game","rules":1,"players":2,"options":{},'
    '"seats":[{"kind":"person","name":"Ann","key":"ab","word":"0a"},{"kind":"bot","level":"easy"}],"at":5}',
    '{"what":"came","seat":0,"word":"0a","at":5}',
    '{"what":"sat","seat":0,"key":"ab","name":"Ann","at":5}',
    '{"what":"played","ply":1,"seat":null,"action":3,"key":"5d0a63e2b3a1f0c4","at":5}',
    '{"what":"keyed","seat":0,"key":"ab","at":5}',
)


def structs(base: type[Any] = Struct) -> set[type[Any]]:
    return {
        found for one in base.__subclasses__() for found in {one, *structs(one)} if found.__module__[:7] == "rookery"
    }


def test_nothing_is_called_otherwise_in_json() -> None:
    for package in TOLD:
        for module in pkgutil.walk_packages([f"{PACKAGE}/{package}"], f"rookery.{package}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    assert len(structs()) > 100
    otherwise = {
        f"{one.__name__}.{name}": told
        for one in structs()
        for name, told in zip(one.__struct_fields__, one.__struct_encode_fields__, strict=True)
        if name != told
    }
    assert otherwise == STORED | IN_TOML


@pytest.mark.parametrize("text", EVENTS)
def test_what_was_stored_is_read_and_written_as_before(text: str) -> None:
    assert encode(decode(text)) == text
