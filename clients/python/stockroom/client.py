from __future__ import annotations

import logging
import math
import re
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from types import TracebackType
from typing import Any, Callable, Literal, TypeVar

from . import _reads
from ._calls import Body, Calls, Write
from ._changes import ChangeReads
from ._check import is_address
from ._feed import FeedPosition
from ._messages import Language, Messages
from ._push import StockPush
from ._signer import Signer
from ._values import excerpt
from .events import Event
from .limits import AccountLimits
from .products import Product, ProductDetail, ProductField, ProductPage
from .pushes import ChangePage, Push
from .reports import CreateReport, SkippedEntry, UndoResult
from .retries import RetryPolicy
from .stock import StockDeletion, StockEntry, StockItem, StockSnapshot
from .transport import HttpTransport, Transport

_T = TypeVar("_T")

_logger = logging.getLogger("stockroom")


class StockroomClient:
    """Calls Stockroom for one application and one account.

    Any number of threads may share a client. Every method raises a ``StockroomError`` when the call is not carried out,
    and a ``ValueError`` when an argument cannot be right.
    """

    address: str
    """Without a slash at its end."""
    appid: str

    def __init__(
        self,
        address: str,
        appid: str,
        secret: str,
        token: str,
        *,
        language: Language = "en",
        timeout: float = 30.0,
        retry: RetryPolicy = RetryPolicy(),
        create_retry: RetryPolicy = RetryPolicy.bulk(),
        on_event: Callable[[Event], object] | None = None,
        transport: Transport | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Makes no connection yet.

        Args:
            address: such as ``https://stock.example``.
            secret: signs every call, and is never sent.
            token: the access token of the merchant's account.
            language: the language of messages, ``en`` or ``zh``.
            timeout: the seconds for which the server may be silent.
            retry: the retries of single calls.
            create_retry: the retries of each request of ``create_stock``.
            on_event: is called with every event: retries, waits, warnings of the server. It must not raise. The logger
                ``stockroom`` gets them, too.
            transport: sends the requests; an ``HttpTransport`` by default. ``close`` does not close one that is given.
            clock: returns the Unix time.
        """
        self._messages = Messages(language)
        if not is_address(address):
            raise self._messages.error("address", address, "an address")
        for name, value, pattern, expected in (
            ("appid", appid, r"[!-~]+", "visible"),
            ("token", token, r"[!-~]+", "visible"),
            ("secret", secret, r"\s*\S[\s\S]*", "a secret"),
        ):
            if not (isinstance(value, str) and re.fullmatch(pattern, value)):
                shown = self._messages.text("not shown" if value else "nothing")
                raise self._messages.error(name, shown, expected)
        if not (isinstance(timeout, (int, float)) and 0 < timeout < math.inf):
            raise self._messages.error("timeout", timeout, "a timeout")
        self.address = address.rstrip("/")
        self.appid = appid
        self._create_retry = create_retry
        self._on_event = on_event
        self._transport = transport or HttpTransport()
        self._owns_transport = transport is None
        signer = Signer(appid, secret, token, clock)
        self._calls = Calls(self.address, signer, self._transport, timeout, retry, self._messages, self._happened)
        self._products = _reads.ProductReads(self._calls)
        self._stock = _reads.StockReads(self._calls)
        self._changes = ChangeReads(self._calls)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(address={self.address!r}, appid={self.appid!r})"

    def __enter__(self) -> StockroomClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the kept connections. A further call opens a new one."""
        if self._owns_transport:
            self._transport.close()

    # Products

    def products(self, *, with_stock: bool | None = None, fields: Iterable[ProductField] = ()) -> Iterator[Product]:
        """Returns all products in the order of their ids; fetches a page when it is needed.

        With ``with_stock``, only those with stock (True) or without (False). If products get stock while those without
        stock are being listed, later pages move up and products are missed: collect the list first.
        """
        return self._products.all(with_stock, tuple(fields))

    def products_by_art_no(self, art_nos: Iterable[str], *, fields: Iterable[ProductField] = ()) -> Iterator[Product]:
        """Returns the products with exactly these item numbers, and ignores numbers that no product has."""
        return self._products.by_art_no(self._several("art_nos", art_nos), tuple(fields))

    def product_page(
        self,
        page: int,
        page_size: int = 20,
        *,
        with_stock: bool | None = None,
        fields: Iterable[ProductField] = (),
    ) -> ProductPage:
        """Returns one page of the product list, from 1; a page past the end is empty. A page has up to 100 products."""
        return self._products.page(page, page_size, with_stock, fields)

    def product_detail(self, pid: int) -> ProductDetail:
        """Returns everything about a product, your own or one of an open catalogue. The platform limits these calls."""
        return self._calls.form("/Product/Detail", {"pid": pid}, lambda json: ProductDetail._from(json["data"]))

    def report_publish_result(
        self,
        *,
        pid: int,
        platform: str,
        shop_id: str,
        shop_name: str,
        user_id: str,
        user_nick: str,
        item_id: str,
        published: bool,
        message: str | None = None,
    ) -> None:
        """Reports the outcome of publishing a fetched product; a second report replaces the first.

        Args:
            platform: such as ``tb``.
            shop_id: the store bound to the account.
            item_id: the published item; may be empty if publishing failed.
            message: the reason of the failure, or any other note.
        """
        result = {
            "pId": pid,
            "platform": platform,
            "shopId": shop_id,
            "shopName": shop_name,
            "userId": user_id,
            "userNick": user_nick,
            "itemId": item_id,
            "status": int(published),
            **({} if message is None else {"message": message}),
        }
        self._calls.json("/Product/UploadResult", result, lambda json: None)

    def limits(self) -> AccountLimits:
        """Returns the usage of the account against every limit, and the products without a due publish result."""
        return self._calls.json("/Account/Limits", {}, lambda json: AccountLimits._from(json["data"]))

    # Stock

    def stock(self, pid: int, *, as_of: datetime | int | None = None) -> list[StockItem]:
        """Returns the stock of one product, now, at a time, or after the push of this number; bar codes are today's.

        The call is refused with STOCK_NOT_ADDED if the product has none, with PRODUCT_UNKNOWN if there is no such
        product, and with AS_OF_TOO_FAR if too much has changed since.
        """
        return self._stock.of(pid, as_of)

    def stocks(self, pids: Iterable[int]) -> dict[int, list[StockItem]]:
        """Returns the stock of any number of products, by their ids and in this order.

        A product without stock has an empty list; one that does not exist is not in the result.
        """
        return self._stock.of_many(pids)[0]

    def stocks_by_bar_code(self, bar_codes: Iterable[str]) -> dict[int, list[StockItem]]:
        """Returns all stock of the products that have an entry with one of these bar codes, by their ids."""
        return self._stock.of_bar_codes(self._several("bar_codes", bar_codes))

    def snapshot(self, pids: Iterable[int] | None = None) -> StockSnapshot:
        """Returns the stock of these products, or of all, and the cursor from which ``changes`` continues.

        No change is missed. If it takes more than one request, changes made in between come again.
        """
        if pids is not None:
            stock, cursor = self._stock.of_many(pids, with_cursor=True)
            return StockSnapshot(stock, cursor or self._changes.now())
        # before the list: a product that is added meanwhile is in the list or in the changes
        cursor = self._changes.now()
        return StockSnapshot(self.stocks([it.id for it in self.products()]), cursor)

    def create_stock(
        self,
        entries: Iterable[StockEntry],
        *,
        dry_run: bool = False,
        reference: str | None = None,
        one_request: bool = False,
        idempotency_key: str | None = None,
        progress: Callable[[CreateReport], object] | None = None,
    ) -> CreateReport:
        """Sets or changes the stock of any number of entries, at the pace of the platform; what is sold out first.

        All entries are checked before any is sent: ``BadRequestError`` has every violation. Products that do not exist
        and entries that are not as expected are left out, and reported as rejected. If the run has to end early,
        ``CreateStockError`` says what was written.

        Args:
            dry_run: the server checks everything and writes nothing; takes as many turns.
            reference: up to 64 characters of yours, such as the number of a delivery: kept with each push.
            one_request: all entries are written or none: one refused entry ends the call with a ``CreateStockError``.
                More than 300 colours or 15,000 entries are a ``BadRequestError``.
            idempotency_key: a key of yours for the one request, such as the number of an order. If the call ends
                without a response, or the program crashes, call again with the same entries and key: within 24 hours
                they are written once. A refusal is stored with the key, too: try again with another key.
            progress: is called after each request.
        """
        key_fits = idempotency_key is None or (one_request and re.fullmatch("[!-~]{1,64}", idempotency_key))
        if not key_fits:
            raise self._messages.error("idempotency_key", idempotency_key, "a key")
        push = StockPush(
            self._calls,
            self._create_retry,
            self._all(StockEntry, "entries", entries),
            dry_run=dry_run,
            one_request=one_request,
            key=idempotency_key,
            reference=reference,
        )
        return push.run(progress)

    def delete_stock(
        self, deletions: Iterable[StockDeletion], *, dry_run: bool = False, reference: str | None = None
    ) -> int | None:
        """Deletes up to 300 colours, or sizes of them, in one turn. Deleting what does not exist is no error.

        Returns the number of the push, or None if there was nothing to delete.
        """
        body = Body.json([it._element() for it in self._all(StockDeletion, "deletions", deletions)])
        return self._calls.write(Write("/Stock/Delete", body, dry_run, reference)).push

    def undo(self, push: int, *, all: bool = False, dry_run: bool = False, reference: str | None = None) -> UndoResult:
        """Takes back what a push of this application changed, except for what was changed again since.

        With ``all``, one entry that was changed since refuses everything (UNDO_CONFLICT). Refused with PUSH_UNKNOWN if
        there is no such push of this application.
        """
        body = Body.form([("push", push), ("all", all)])
        reply = self._calls.write(Write("/Stock/Undo", body, dry_run, reference))

        def result(json: Any) -> UndoResult:
            data = json["data"]
            skipped = tuple(map(SkippedEntry._from, data["skipped"]))
            return UndoResult(reply.push, data["undone"], data["conflicts"], skipped, reply.replayed)

        return reply.read(result)

    # Changes

    def changes(
        self, cursor: str | None = None, *, from_: int | Literal["start"] | None = None
    ) -> Iterator[tuple[Push, str]]:
        """Follows the changes of stock as they happen: each push, once and in order, and the cursor after it.

        Waits for the next one without end; a program that has to stop reads ``change_page`` with a short wait. Store
        the cursor with what you made of the push, and continue from there. Without a cursor it follows from now on,
        which begins when this returns. ``from_``, in place of a cursor, is the number of a push, or ``start`` for all
        that is still kept.
        """
        if from_ is None:
            return self._changes.follow(self._position(self._changes.now() if cursor is None else cursor))
        if cursor is not None or not (isinstance(from_, int) or from_ == "start"):
            raise self._messages.error("from_", repr(from_), "a from_")
        return self._changes.follow(FeedPosition.after_push(from_))

    def change_page(self, cursor: str | None = None, *, limit: int = 100, wait: int = 0) -> ChangePage:
        """Returns one page of the changes after a cursor. Without a cursor it has no pushes, and the cursor of now.

        ``limit`` is 1 to 500; ``wait`` are the seconds to wait for the next push if there is none yet, up to 30.
        """
        if cursor is None:
            return ChangePage((), self._changes.now(), False)
        return self._changes.page(self._position(cursor), limit, wait)

    def history(
        self,
        pid: int | None = None,
        color: str | None = None,
        size: int | None = None,
        *,
        reference: str | None = None,
    ) -> Iterator[Push]:
        """Returns what has changed in a product, a colour or a size, under a reference, or both; newest first.

        Fetches a page when it is needed.
        """
        return self._changes.history(pid, color, size, reference)

    def _position(self, cursor: str) -> FeedPosition:
        if not (isinstance(cursor, str) and cursor.strip()):
            shown = cursor if isinstance(cursor, int) else self._messages.text("nothing")
            raise self._messages.error("cursor", shown, "a cursor")
        return FeedPosition.of(cursor)

    def _several(self, name: str, texts: Iterable[str]) -> Iterable[str]:
        """A text is an iterable of its characters, which nobody means."""
        if isinstance(texts, str):
            raise self._messages.error(name, excerpt(repr(texts)), "several")
        return texts

    def _all(self, kind: type[_T], name: str, values: Iterable[_T]) -> tuple[_T, ...]:
        found = tuple(values)
        for index, value in enumerate(found):
            if not isinstance(value, kind):
                raise self._messages.error(f"{name}[{index}]", excerpt(repr(value)), f"a {kind.__name__}")
        return found

    def _happened(self, event: Event) -> None:
        _logger.log(event.level, "%s", event)
        if self._on_event:
            self._on_event(event)
