"""The schema of a SQLite file: making it, and bringing an older one up to date."""

from __future__ import annotations

import sqlite3
import time

from tipover.table.store.migrating import Migration, lacking


def migrate(connection: sqlite3.Connection, where: str) -> None:
    """Migrate the schema. The check before the lock avoids waiting when nothing is to be done."""
    if not _lacking(connection, where):
        return
    connection.execute("BEGIN EXCLUSIVE")
    for step in _lacking(connection, where):
        for statement in _statements(step.text):
            connection.execute(statement)
        connection.execute("INSERT INTO migrations VALUES (?, ?, ?)", (step.number, step.name, time.time()))
    connection.execute("COMMIT")


def _lacking(connection: sqlite3.Connection, where: str) -> list[Migration]:
    return lacking("sqlite", _done(connection), where)


def _done(connection: sqlite3.Connection) -> list[int]:
    if connection.in_transaction:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, at REAL NOT NULL) STRICT"
        )
    elif not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").fetchone():
        return []
    return [number for (number,) in connection.execute("SELECT number FROM migrations")]


def _statements(script: str) -> list[str]:
    """The statements of a script, one by one: the driver's `executescript` would commit first."""
    found: list[str] = []
    text = ""
    for line in script.splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            found.append(text)
            text = ""
    return found
