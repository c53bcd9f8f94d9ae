"""Keeps the stock of a shop in step with Stockroom, in both directions."""

import sqlite3

from stockroom import NO_ENTRY, CreateReport, InvalidCursorError, StockEntry, StockroomClient

# `stock` is the quantity of the shop, which changes it with each sale; `seen` is that of Stockroom when it was last
# read, NULL for no entry
TABLES = """
CREATE TABLE IF NOT EXISTS stock (
    pid INTEGER, color VARCHAR(64), size INTEGER, stock INTEGER NOT NULL, seen INTEGER, PRIMARY KEY (pid, color, size));
CREATE TABLE IF NOT EXISTS progress (next_cursor VARCHAR(200) NOT NULL);
"""
ADD = "INSERT OR IGNORE INTO stock VALUES (?, ?, ?, ?, NULL)"  # in MySQL: INSERT IGNORE
SEE = "UPDATE stock SET seen = ? WHERE pid = ? AND color = ? AND size = ?"
ADOPT = """UPDATE stock SET stock = stock + COALESCE(?, 0) - COALESCE(seen, 0), seen = ?
    WHERE pid = ? AND color = ? AND size = ?"""

REFERENCE = "shop 1"  # marks the pushes of this shop; no other program may use it


def keep_in_step(stockroom: StockroomClient, db: sqlite3.Connection) -> CreateReport:
    """Receives what others have changed, then sends what the shop has changed. Call it every few seconds."""
    receive(stockroom, db)
    return send(stockroom, db)


def receive(stockroom: StockroomClient, db: sqlite3.Connection) -> None:
    db.executescript(TABLES)
    position = db.execute("SELECT next_cursor FROM progress").fetchone()
    if not position:
        read_all(stockroom, db)
        return
    (cursor,) = position
    more = True
    while more:
        try:
            page = stockroom.change_page(cursor)
        except InvalidCursorError:
            read_all(stockroom, db)
            return
        cursor, more = page.cursor, page.more
        with db:  # one transaction for changes and cursor
            for push in page.pushes:
                for change in push.changes:
                    entry = (change.pid, change.color, change.size)
                    db.execute(ADD, (*entry, 0))
                    if push.reference == REFERENCE:  # the shop has made this change itself
                        db.execute(SEE, (change.stock, *entry))
                    else:
                        db.execute(ADOPT, (change.stock, change.stock, *entry))
            db.execute("UPDATE progress SET next_cursor = ?", (cursor,))


def read_all(stockroom: StockroomClient, db: sqlite3.Connection) -> None:
    """Adds what the shop lacks. Quantities that it has stay, and are sent where they differ."""
    snapshot = stockroom.snapshot()
    with db:
        db.execute("UPDATE stock SET seen = NULL")
        for pid, items in snapshot.stock.items():
            for item in items:
                entry = (pid, item.color, item.size)
                db.execute(ADD, (*entry, item.stock))
                db.execute(SEE, (item.stock, *entry))
        db.execute("DELETE FROM progress")
        db.execute("INSERT INTO progress VALUES (?)", (snapshot.cursor,))


def send(stockroom: StockroomClient, db: sqlite3.Connection) -> CreateReport:
    """Sets what differs, unless somebody else has changed it meanwhile: the next call receives that first."""
    rows = db.execute("SELECT pid, color, size, stock, seen FROM stock WHERE stock <> COALESCE(seen, 0)")
    entries = [
        StockEntry(
            pid=pid,
            color=color,
            size=size,
            stock=max(stock, 0),  # it is below zero if the shop and somebody else have sold the last one
            expected=NO_ENTRY if seen is None else seen,
        )
        for pid, color, size, stock, seen in rows
        if max(stock, 0) != (seen or 0)
    ]
    return stockroom.create_stock(entries, reference=REFERENCE)
