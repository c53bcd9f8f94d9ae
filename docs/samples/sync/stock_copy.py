"""Keeps a copy of all stock in a database, and follows its changes."""

import logging
import sqlite3
import time

from stockroom import InvalidCursorError, Push, RateLimitedError, StockroomClient, UnavailableError

TABLES = """
CREATE TABLE IF NOT EXISTS stock (
    pid INTEGER, color VARCHAR(64), size INTEGER, stock INTEGER NOT NULL, PRIMARY KEY (pid, color, size));
CREATE TABLE IF NOT EXISTS progress (next_cursor VARCHAR(200) NOT NULL);
"""


def follow(stockroom: StockroomClient, db: sqlite3.Connection) -> None:
    db.executescript(TABLES)
    while True:
        try:
            if not db.execute("SELECT next_cursor FROM progress").fetchone():
                copy_all(stockroom, db)
            (cursor,) = db.execute("SELECT next_cursor FROM progress").fetchone()
            for push, cursor in stockroom.changes(cursor):
                apply(db, push, cursor)
        except InvalidCursorError:
            with db:
                db.execute("DELETE FROM progress")  # copies everything again
        except (UnavailableError, RateLimitedError) as e:
            logging.warning("tries again in 30 s: %s", e)
            time.sleep(30)


def copy_all(stockroom: StockroomClient, db: sqlite3.Connection) -> None:
    snapshot = stockroom.snapshot()
    with db:
        db.execute("DELETE FROM stock")
        for pid, items in snapshot.stock.items():
            for item in items:
                db.execute("REPLACE INTO stock VALUES (?, ?, ?, ?)", (pid, item.color, item.size, item.stock))
        db.execute("INSERT INTO progress VALUES (?)", (snapshot.cursor,))
    print(f"copied {len(snapshot.stock)} products", flush=True)


def apply(db: sqlite3.Connection, push: Push, cursor: str) -> None:
    with db:  # one transaction for changes and cursor
        for change in push.changes:
            entry = (change.pid, change.color, change.size)
            if change.stock is None:
                db.execute("DELETE FROM stock WHERE pid = ? AND color = ? AND size = ?", entry)
            else:
                db.execute("REPLACE INTO stock VALUES (?, ?, ?, ?)", (*entry, change.stock))
        db.execute("UPDATE progress SET next_cursor = ?", (cursor,))
    for change in push.changes:
        print(f"{push.push}: {change.pid} {change.color} {change.size}: {change.stock}", flush=True)
