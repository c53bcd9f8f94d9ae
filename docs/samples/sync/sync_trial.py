"""Runs the programs of docs/recipes.md: sync_trial.py copy|shop FILE"""

import os
import sqlite3
import sys

from shop_sync import keep_in_step, receive, send
from stock_copy import follow
from stockroom import StockEntry, StockroomClient


def keep_shop(stockroom, db):
    """Prints how many entries the shop sends each time, and what both have in the end."""
    pid = int(os.environ["STOCKROOM_PRODUCT"])

    def others(size, stock):
        return StockEntry(pid=pid, color="red", size=size, stock=stock)

    def sell():
        with db:
            db.execute("UPDATE stock SET stock = stock - 1 WHERE pid = ? AND color = 'red' AND size = 36", (pid,))

    stockroom.create_stock([others(36, 5), others(37, 6)])
    print(keep_in_step(stockroom, db).written)
    sell()
    stockroom.create_stock([others(37, 10)])
    print(keep_in_step(stockroom, db).written)
    print(keep_in_step(stockroom, db).written)  # the shop's own change comes back
    sell()
    receive(stockroom, db)
    stockroom.create_stock([others(36, 9)])
    print(send(stockroom, db).rejected[0].code)
    print(keep_in_step(stockroom, db).written)
    here = dict(db.execute("SELECT size, stock FROM stock WHERE pid = ? AND color = 'red'", (pid,)))
    there = {it.size: it.stock for it in stockroom.stock(pid) if it.color == "red"}
    print(f"{here[36]} {there[36]}, {here[37]} {there[37]}")


client = StockroomClient(
    address=os.environ["STOCKROOM_ADDRESS"],
    appid=os.environ["STOCKROOM_APPID"],
    secret=os.environ["STOCKROOM_SECRET"],
    token=os.environ["STOCKROOM_TOKEN"],
)
program, file = sys.argv[1:]
{"copy": follow, "shop": keep_shop}[program](client, sqlite3.connect(file))
