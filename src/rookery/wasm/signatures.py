"""The description of a module (describe.py) as TypeScript, for callers that are type-checked."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

TYPES_HEADER = """\
/** The module of {game}: what its kernels take and return. Made by `rookery wasm`; do not edit. */

/** An array in the memory of the module. */
export interface Lent<Of extends string> {{ address: number; of: Of; shape: readonly number[] }}
/** The address of a record there. */
export type Place<Of extends string> = number & {{ of?: Of }}
"""
SCALARS = {"int": "bigint", "unsigned": "bigint", "float": "number", "bool": "boolean", "nothing": "void"}


def as_typescript(description: Mapping[str, Any]) -> str:
    """The text of a file: constants of the game, the places of fields in records, the signatures of kernels."""
    records, kernels = description["records"], description["kernels"]
    return "\n".join(
        [
            TYPES_HEADER.format(game=description["game"]),
            f"export const STAMP = '{description['stamp']}'",
            f"export const CONSTANTS = {json.dumps(description['constants'])} as const",
            "",
            "/** By name: the bytes of a record; of each field its numbers, where it begins, and its lengths. */",
            "export const RECORDS = {",
            *(f"  {name}: {json.dumps(record)}," for name, record in records.items()),
            "} as const",
            "",
            "export interface Kernels {",
            *(f"  {_signature(name, kernel)}" for name, kernel in kernels.items()),
            "}",
            "",
        ]
    )


def _signature(name: str, kernel: Mapping[str, Any]) -> str:
    return f"'{name}'({_listed(kernel['arguments'], ', ')}): {SCALARS[kernel['returns']]}"


def _listed(arguments: Sequence[Mapping[str, Any]], between: str) -> str:
    return between.join(f"{argument['name']}: {_type(argument)}" for argument in arguments)


def _type(argument: Mapping[str, Any]) -> str:
    match argument["kind"]:
        case "bundle":
            return f"{{ {_listed(argument['fields'], '; ')} }}"
        case "array":
            return f"Lent<'{argument['of']}'>"
        case "record":
            return f"Place<'{argument['of']}'>"
        case kind:
            return SCALARS[kind]
