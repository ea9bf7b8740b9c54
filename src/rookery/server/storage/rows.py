"""Rows with digests (digests.py): added with them, found with a check of them, changed with new ones.

A column of digests, as "day_tries.digest", names the table and the columns of its rows here: those that the digest
covers, in that order. Conditions are what follows WHERE, in SQLite's dialect.
"""

from collections.abc import Callable, Sequence
from typing import Any

from rookery.server.storage.database import Database, SqlRow
from rookery.server.storage.digests import COVERED, check_row, covered, intact, key_columns, renewed, row_digest

# after a condition: nobody changes the rows before this transaction ends. SQLite has one writer, and reads a comment
LOCKED = "/*FOR NO KEY UPDATE*/"


def select(column: str, condition: str) -> str:
    """The statement that finds rows, each with its digest."""
    return f"SELECT {covered(column)} FROM {column.partition('.')[0]} WHERE {condition}"


def found(database: Database, column: str, condition: str, *values: Any) -> list[SqlRow]:
    """The rows of a condition. Raises what check_row raises, if one is damaged."""
    rows = database.execute(select(column, condition), values)
    for row in rows:
        check_row(column, row)
    return [tuple(row[:-1]) for row in rows]


def found_intact(database: Database, column: str, condition: str, *values: Any) -> list[SqlRow]:
    """The rows of a condition that are not damaged."""
    return [tuple(row[:-1]) for row in intact(column, database.execute(select(column, condition), values))]


def add(database: Database, column: str, *row: Any, **others: Any) -> bool:
    """Add a row, unless there is one with its key. Returns whether it was added. `others`: columns that this digest
    does not cover."""
    table, _, digest = column.partition(".")
    columns = ", ".join([COVERED[table][digest], digest, *others])
    places = ", ".join("?" * len(columns.split(", ")))
    statement = f"INSERT INTO {table} ({columns}) VALUES ({places}) ON CONFLICT DO NOTHING RETURNING 1"
    return bool(database.execute(statement, (*row, row_digest(column, *row), *others.values())))


def change(
    database: Database, column: str, after: Callable[[SqlRow], Sequence[Any]], condition: str, *values: Any
) -> None:
    """Change the rows of a condition to what `after` makes of them. The digest of a damaged row stays wrong."""
    table, _, digest = column.partition(".")
    names, keys = COVERED[table][digest].split(", "), key_columns(table)
    for *before, known in database.execute(select(column, f"{condition} {LOCKED}"), values):
        row = after(tuple(before))
        new = [(name, *_bound(now)) for name, was, now in zip(names, before, row, strict=True) if now != was]
        new.append((digest, "?", renewed(column, before, row, known)))
        own = [(name, *_bound(value)) for name, value in zip(keys, before)]
        sets, where = ([f"{name} = {place}" for name, place, _ in part] for part in (new, own))
        statement = f"UPDATE {table} SET {', '.join(sets)} WHERE {' AND '.join(where)}"
        database.execute(statement, [value for *_, value in (*new, *own)])


def _bound(value: Any) -> tuple[str, Any]:
    """The place of a value in a statement, and the value as it is given. A damaged text of SQLite may be no UTF-8; its
    driver then takes the bytes alone."""
    try:
        if isinstance(value, str):
            value.encode()
    except UnicodeEncodeError:
        return "CAST(? AS TEXT)", value.encode(errors="surrogateescape")
    return "?", value
