"""The database on a PostgreSQL server: for several processes, on one machine or many.

Nothing is locked: the primary key of the events decides which process was first. A commit returns once it is on disk.
"""

import contextlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rookery.core.errors import MissingExtra
from rookery.server.errors import Conflict, Overtaken, StoreTrouble, UnreadableMessage
from rookery.server.storage import upgrades
from rookery.server.storage.database import SqlRow, shown
from rookery.server.storage.upgrades import in_postgres

try:
    import psycopg
except ImportError:
    raise MissingExtra("PostgreSQL needs its client: pip install 'rookery-parlour[scale]'") from None

POSTGRES_TIMEOUT = 5  # seconds that the server has to answer
RECONNECT_INTERVAL = 1.0  # seconds between two attempts to reach the server
LEAVING = 2.0  # seconds for the server to notice that a process which has just stopped is gone
CREATE_VERSION = "CREATE TABLE schema_version (version INTEGER NOT NULL)"  # one row
INSERT_VERSION = "INSERT INTO schema_version (version) VALUES (?)"
UPDATE_VERSION = "UPDATE schema_version SET version = ?"
SELECT_SCHEMA_VERSION = "SELECT version FROM schema_version"
SELECT_HAS_VERSION = "SELECT to_regclass('schema_version') IS NOT NULL"
SELECT_COLUMNS = (
    "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?"
)
SELECT_HAS_TABLES = "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())"
# the key of the advisory lock of an upgrade; never another, because processes of several versions wait for each other
UPGRADE_LOCK = 0x526B7279
APPLICATION_NAME = f"rookery {upgrades.SCHEMA_VERSION}"  # identifies connections of Rookery on the server
COUNT_OLDER_SERVERS = """\
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE ? AND application_name != ?"""
CONNECTION_OPTIONS = f"-c statement_timeout={POSTGRES_TIMEOUT}s -c synchronous_commit=on"


class Postgres:
    """See database.py."""

    def __init__(self, address: str) -> None:
        """Raises StoreTrouble."""
        self._address = address
        self._shown = shown(address)
        self._lost = 0.0  # when the server was last found unreachable, time.monotonic()
        with contextlib.ExitStack() as undo:
            try:
                self._connection = _connect(address)
                undo.callback(self._connection.close)
                if (version := self._version()) != upgrades.SCHEMA_VERSION:
                    self._check_alone(version)
                    self._bring_up()
                upgrades.check_columns(self._shown, "database", self._columns)
            except psycopg.Error as error:
                raise _trouble(self._shown, error) from None
            undo.pop_all()
        server = self._connection.info.server_version
        self.words = f"PostgreSQL {server // 10_000}.{server % 10_000}"

    def begin(self, waiting: bool = True) -> None:  # no other program locks anything here
        if not self._connection.closed:
            try:
                self._connection.execute("BEGIN")
                return
            except psycopg.OperationalError:
                if not self._connection.closed:
                    raise  # otherwise the connection was lost while idle
        if time.monotonic() < self._lost + RECONNECT_INTERVAL:  # many jobs may wait; do not try again for each
            raise psycopg.OperationalError("the connection was lost a moment ago")
        try:
            self._connection = _connect(self._address)
        except StoreTrouble:
            self._lost = time.monotonic()
            raise
        try:
            self._version()
        except (StoreTrouble, psycopg.Error):  # a later Rookery may have changed the schema in the meantime
            self._connection.close()
            raise
        self._connection.execute("BEGIN")

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> list[SqlRow]:
        cursor = self._connection.execute(in_postgres(statement).encode(), values or None)
        return cursor.fetchall() if cursor.description else []

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]], /) -> None:
        if len(rows) == 1:  # the usual case; executemany would take twice as long
            self._connection.execute(in_postgres(statement).encode(), rows[0])
        else:
            self._connection.cursor().executemany(in_postgres(statement).encode(), rows)

    def prove(self) -> None:
        self.execute(UPDATE_VERSION, (upgrades.SCHEMA_VERSION,))

    def purge(self) -> None:
        pass  # autovacuum does so, and would take too long to wait for

    def trouble(self, error: Exception) -> Exception:
        if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
            self._connection.close()  # a new connection may find a server that accepts writes
        if isinstance(error, psycopg.errors.UniqueViolation):
            if error.diag.table_name == "events":
                return Conflict(f"the database {self._shown} already has an event of this number; nothing was changed")
            return Overtaken(f"the database {self._shown} already has such a row; nothing was changed")
        if isinstance(error, psycopg.DataError) and "NUL" in str(error):
            return UnreadableMessage("a text may not contain the character U+0000")
        return _trouble(self._shown, error) if isinstance(error, psycopg.Error) else error

    def close(self) -> None:
        self._connection.close()

    def _columns(self, table: str) -> set[str]:
        return {name for (name,) in self.execute(SELECT_COLUMNS, (table,))}

    def _check_alone(self, version: int) -> None:
        """Raises StoreTrouble if processes of an earlier Rookery are connected, which would write in the old schema."""
        if version == 0:
            return
        until = time.monotonic() + LEAVING
        while (older := self._older_connections()) and time.monotonic() < until:
            time.sleep(0.05)
        if older:
            raise StoreTrouble(
                f"{self._shown} has schema {version} and is in use by an earlier Rookery ({older} connections); stop "
                f"all of its processes first: this one brings the database to schema {upgrades.SCHEMA_VERSION}"
            )

    def _older_connections(self) -> int:
        return int(self.execute(COUNT_OLDER_SERVERS, ("rookery%", APPLICATION_NAME))[0][0])

    def _bring_up(self) -> None:
        """Upgrade the schema to the current one. An advisory lock lets only one process at a time do so. Raises
        StoreTrouble."""
        with self._connection.transaction():
            self.execute("SET LOCAL statement_timeout = 0")
            self.execute("SELECT pg_advisory_xact_lock(?)", (UPGRADE_LOCK,))
            version = self._version()  # another process may have done it meanwhile
            upgrades.bring_up(self.execute, version)
            if version == 0:
                self.execute(CREATE_VERSION)
                self.execute(INSERT_VERSION, (upgrades.SCHEMA_VERSION,))
            else:
                self.execute(UPDATE_VERSION, (upgrades.SCHEMA_VERSION,))

    def _version(self) -> int:
        """The version of the schema; 0 for an empty database. Raises StoreTrouble for any other schema."""
        # in this order, because another process may create the schema in between, in one transaction
        tables, version = self.execute(SELECT_HAS_TABLES), self.execute(SELECT_HAS_VERSION)
        if version == [(True,)]:
            schema = int(self.execute(SELECT_SCHEMA_VERSION)[0][0])
            if not 1 <= schema <= upgrades.SCHEMA_VERSION:
                ours = f"this one reads {upgrades.readable()}"
                raise StoreTrouble(f"{self._shown} was written by another Rookery (schema {schema}); {ours}")
            return schema
        if tables == [(True,)]:
            words = "name one of Rookery's own, or an empty one"
            raise StoreTrouble(f"{self._shown} is the database of another program; {words}")
        return 0


# ── Copies ───────────────────────────────────────────────────────────────────
class PostgresReader:
    """A consistent snapshot of the database, while others go on writing."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Iterator[SqlRow]:
        """The rows that a statement in SQLite's dialect finds, fetched in batches."""
        with self._connection.cursor("copied") as cursor:
            yield from cursor.execute(in_postgres(statement).encode(), values or None)


@contextlib.contextmanager
def reading(address: str) -> Iterator[PostgresReader]:
    """A snapshot of the database for the length of a `with` block. Raises StoreTrouble, also for another schema."""
    with _troubled(address), contextlib.closing(_connect(address)) as connection:
        connection.execute("SET statement_timeout = 0")
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        (there,) = connection.execute(SELECT_HAS_VERSION).fetchall()
        rows = connection.execute(SELECT_SCHEMA_VERSION).fetchall() if there[0] else [("",)]
        if rows != [(upgrades.SCHEMA_VERSION,)]:
            raise StoreTrouble(
                f"{shown(address)} has schema {rows[0][0] or 'of another program, or none'}; a server brings an older "
                f"schema or an empty database to {upgrades.SCHEMA_VERSION} when it starts"
            )
        yield PostgresReader(connection)


def fill(address: str, tables: Mapping[str, Iterable[SqlRow]]) -> None:
    """Copy everything into an empty database, in one transaction. `tables`: rows by table, each with the columns of
    upgrades.ALL_COLUMNS. Raises StoreTrouble."""
    Postgres(address).close()  # creates the schema
    with _troubled(address), contextlib.closing(_connect(address)) as connection, connection.transaction():
        connection.execute("SET LOCAL statement_timeout = 0")
        connection.execute("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
        if connection.execute("SELECT 1 FROM tables LIMIT 1").fetchone():
            raise StoreTrouble(f"{shown(address)} has tables already; a backup can be restored only into an empty one")
        connection.execute("DELETE FROM secrets")
        for table, rows in tables.items():
            into = f"{table} ({upgrades.ALL_COLUMNS[table]})"
            with connection.cursor().copy(f"COPY {into} FROM STDIN".encode()) as copy:
                for row in rows:
                    copy.write_row(row)


# ── The connection ───────────────────────────────────────────────────────────
@contextlib.contextmanager
def _troubled(address: str) -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise _trouble(shown(address), error) from None


def _connect(address: str) -> "psycopg.Connection[Any]":
    """A connection on which the caller begins and ends transactions. Raises StoreTrouble."""
    try:
        return psycopg.connect(
            address,
            autocommit=True,
            application_name=APPLICATION_NAME,
            connect_timeout=POSTGRES_TIMEOUT,
            tcp_user_timeout=1000 * POSTGRES_TIMEOUT,
            options=CONNECTION_OPTIONS,
        )
    except psycopg.ProgrammingError:  # the messages of both errors may contain parts of the password
        words = "cannot be used: its address cannot be read; in a password, write % as %25 and @ as %40"
    except psycopg.Error:
        words = "cannot be reached; psql with the same address shows why"
    raise StoreTrouble(f"the database {shown(address)} {words}")


def _trouble(address: str, error: Exception) -> StoreTrouble:
    """An error of PostgreSQL as one sentence."""
    message = " ".join(str(error).split())
    if isinstance(error, psycopg.errors.DiskFull):
        words = "cannot grow: the disk is full; nothing was changed"
    elif isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
        words = "cannot be written, because it is a replica; name the primary server; nothing was changed"
    elif isinstance(error, psycopg.OperationalError):
        words = f"cannot be reached ({message})"
    else:
        words = f"cannot be used ({message}); nothing was changed"
    return StoreTrouble(f"the database {address} {words}")
