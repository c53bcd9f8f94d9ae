"""Reads products and stock."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from ._calls import Body, Calls
from ._values import time_text, trimmed
from .errors import UnexpectedAnswerError
from .products import Product, ProductField, ProductPage
from .stock import StockItem

# the interface takes at most so many products in a page, and so many ids, item numbers or bar codes in a request
_MAX = 100
_BATCH = "/Stock/Batch"

Stocks = dict[int, list[StockItem]]


class ProductReads:
    """Reads the product list."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def page(
        self,
        page: int,
        page_size: int,
        with_stock: bool | None,
        fields: Iterable[ProductField],
        art_nos: Sequence[str] = (),
    ) -> ProductPage:
        names = [re.sub("_([a-z])", lambda it: it[1].upper(), field) for field in fields]
        body = Body.form(
            [
                ("page", page),
                ("pageSize", page_size),
                ("stock", with_stock),
                ("fields", ",".join(names) or None),
                *(("artNo", it) for it in art_nos),
            ]
        )
        return self._calls.read("/Stock/Product", body, ProductPage._from)

    def all(
        self, with_stock: bool | None, fields: Sequence[ProductField], art_nos: Sequence[str] = ()
    ) -> Iterator[Product]:
        number, pages = 0, 1
        while number < pages:
            number += 1
            page = self.page(number, _MAX, with_stock, fields, art_nos)
            yield from page.products
            pages = page.total_pages if page.products else 0

    def by_art_no(self, art_nos: Iterable[str], fields: Sequence[ProductField]) -> Iterator[Product]:
        # the server takes a blank one for none, which would be all products
        wanted = list(dict.fromkeys(it for it in art_nos if it.strip()))
        for start in range(0, len(wanted), _MAX):
            yield from self.all(None, fields, wanted[start : start + _MAX])


class StockReads:
    """Reads the stock of one product, or of many."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def of(self, pid: int, as_of: datetime | int | None) -> list[StockItem]:
        if isinstance(as_of, datetime) and as_of.tzinfo is None:
            raise self._calls.messages.error("as_of", as_of.isoformat(), "a time zone")
        at = time_text(as_of) if isinstance(as_of, datetime) else as_of
        return self._calls.form("/Stock/List", {"productid": pid, "asOf": at}, lambda json: _items(json["data"]))

    def of_many(self, pids: Iterable[int], with_cursor: bool = False) -> tuple[Stocks, str | None]:
        """Returns the stock of these products, and the cursor of the first response if it is requested."""
        order = list(dict.fromkeys(map(operator.index, pids)))
        wanted = order
        found: Stocks = {}
        first_cursor: str | None = None
        fields = {"fields": "cursor"} if with_cursor else {}
        while wanted:
            asked, wanted = wanted[:_MAX], wanted[_MAX:]
            body: dict[str, object] = {"productids": asked, **fields}
            stocks, rest, cursor = self._calls.json(
                _BATCH,
                body,
                lambda json: (_stocks(json), json["rest"], json["cursor"] if with_cursor else None),
            )
            found.update(stocks)
            first_cursor = first_cursor or cursor
            wanted = self._less(rest, asked) + wanted
        return {pid: found[pid] for pid in order if pid in found}, first_cursor

    def of_bar_codes(self, bar_codes: Iterable[str]) -> Stocks:
        found: Stocks = {}
        # the server takes a blank one for none
        wanted = list(dict.fromkeys(it for it in map(trimmed, bar_codes) if it))
        while wanted:
            asked, wanted = wanted[:_MAX], wanted[_MAX:]
            stocks, rest_pids, rest = self._calls.json(
                _BATCH, {"barCodes": asked}, lambda json: (_stocks(json), json["rest"], json["restBarCodes"])
            )
            found.update(stocks)
            found.update(self.of_many(rest_pids)[0])
            wanted = self._less(rest, asked) + wanted
        return found

    def _less(self, rest: list[Any], asked: list[Any]) -> list[Any]:
        """Returns what the response had no room for."""
        if len(rest) >= len(asked):
            text = self._calls.messages.text
            raise UnexpectedAnswerError(text("unexpected", text("none read", len(asked))), status=200)
        return rest


def _items(json: Any) -> list[StockItem]:
    return list(map(StockItem._from, json))


def _stocks(json: Any) -> Stocks:
    return {it["productid"]: _items(it["stock"]) for it in json["data"]}
