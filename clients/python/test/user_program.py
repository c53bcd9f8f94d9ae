"""A program of a user. mypy checks it against the installed package, and `error` stands where it must complain."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from stockroom import (
    CreateReport,
    CreateStockError,
    Event,
    Push,
    Request,
    RequestWarning,
    Response,
    StockDeletion,
    StockEntry,
    StockItem,
    StockroomClient,
)


class Recorder:
    """A transport of the user's own."""

    def send(self, request: Request) -> Response:
        return Response(503, {}, request.url.encode())

    def close(self) -> None:
        pass


def on_event(event: Event) -> None:
    if isinstance(event, RequestWarning):
        place: str = event.at
        print(place)
    print(event.level, event)


def use(stockroom: StockroomClient, cursor: str | None) -> CreateReport:
    for product in stockroom.products(with_stock=False, fields=["stock_total", "state"]):
        total: int | None = product.stock_total
        print(product.art_no, total)
    price: Decimal = stockroom.product_detail(7).price
    expires: datetime = stockroom.limits().token.expires_at
    items: list[StockItem] = stockroom.stock(7, as_of=expires)
    stocks: dict[int, list[StockItem]] = stockroom.snapshot().stock
    number: int | None = stockroom.delete_stock([StockDeletion(art_no="HX-1", color="red", sizes=[38])])
    for push, after in stockroom.changes(cursor) if cursor else stockroom.changes(from_="start"):
        made: Push = push
        cursor = after
        print(made.at.year, [change.before for change in made.changes], number, price, items, stocks)
    try:
        return stockroom.create_stock([StockEntry(pid=7, color="red", size=38, stock=5)], progress=print)
    except CreateStockError as e:
        again: list[StockEntry] = e.report.remaining()
        return stockroom.create_stock(again)


def misuse(stockroom: StockroomClient) -> None:
    StockEntry(7, "red", 38, 5)  # error
    StockEntry(pid=7, color="red", size="38", stock=5)  # error
    print(stockroom.stock(7)[0].stok)  # error
    stockroom.products(fields=["stockTotal"])  # error
    print(stockroom.stock(7).push)  # error
    stockroom.limits().token.expires_at = datetime.now()  # error
    stockroom.create_stock([]).count("writen")  # error
    stockroom.changes(from_="now")  # error
    StockroomClient("https://stock.example", "10001", "secret", "token", language="fr")  # error


with StockroomClient(
    "https://stock.example", "10001", "secret", "token", language="zh", transport=Recorder(), on_event=on_event
) as client:
    print(client)
