"""The description of a module for callers, as JSON: the game's constants, its kernels with their arguments, and where
fields of records lie.

A kernel is called with the address of a block of 64-bit words. Word 0 is for the result; from word 1 on lie the
arguments, in order:

    int, unsigned, bool, float   one word
    record             one word, its address
    array of n axes    1 + n words: its address, its lengths
    bundle             the words of its fields, one after another

Arrays lie as C has them; records are packed and little-endian, as NumPy has them in every process.
"""

from collections.abc import Sequence
from typing import Any

from rookery.compiler.language import ArrayType, RecordType, TupleType, Type
from rookery.core.position import Game
from rookery.wasm.entry_points import EntryPoint

GAME_CONSTANTS = ("actions", "chance_actions", "max_legal", "longest", "rules_version")  # of Facts


def described(game: Game, entry_points: Sequence[EntryPoint], returns: dict[str, str]) -> dict[str, Any]:
    """The constants, records and kernels of a module, ready for `json.dumps`. `returns`: kernel -> what it returns."""
    records: dict[str, RecordType] = {}
    kernels = {
        entry.name: {
            "arguments": [
                _argument(name, kind, records) for name, kind in zip(entry.parameters, entry.types, strict=True)
            ],
            "returns": returns[entry.name],
        }
        for entry in entry_points
    }
    return {
        "constants": {name: getattr(game.facts, name) for name in GAME_CONSTANTS} | {"players": [*game.facts.players]},
        "records": {name: _record(record) for name, record in records.items()},
        "kernels": kernels,
    }


def _record(record: RecordType) -> dict[str, Any]:
    fields = {
        name: {"kind": field.format, "offset": field.offset, "shape": [*field.shape]}
        for name, field in record.fields.items()
    }
    return {"size": record.size, "fields": fields}


def _argument(name: str, kind: Type, records: dict[str, RecordType]) -> dict[str, Any]:
    """Adds the records that it meets to `records`."""
    if isinstance(kind, TupleType):
        fields = [_argument(one, of, records) for one, of in zip(kind.names, kind.items)]
        return {"name": name, "kind": "bundle", "fields": fields}
    if isinstance(kind, ArrayType):
        return {"name": name, "kind": "array", "of": _of(kind.of, records), "axes": len(kind.shape)}
    if isinstance(kind, RecordType):
        return {"name": name, "kind": "record", "of": _of(kind, records)}
    return {"name": name, "kind": kind}


def _of(kind: str | RecordType, records: dict[str, RecordType]) -> str:
    if isinstance(kind, str):
        return kind
    records[kind.name] = kind
    return kind.name
