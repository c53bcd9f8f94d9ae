"""Calls Stockroom for one application and one account: signed, at the platform's pace, and retried where that is safe.

    from stockroom import Entry, Stockroom

    stockroom = Stockroom("https://stock.example", appid, secret, token)
    report = stockroom.create_stock([Entry(7, "red", 38, 5)])

Answers are dictionaries with the names of the interface. What is not carried out raises a StockroomError.
"""

from __future__ import annotations

import email.utils
import hashlib
import http.client
import json
import random
import re
import ssl
import threading
import time
import unicodedata
import urllib.error
import urllib.parse
import urllib.request
import uuid
import weakref
from dataclasses import dataclass, field
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any, Callable, Iterable, Iterator, List, Optional, Tuple, TypedDict, Union

__version__ = "0.1.0"
__all__ = [
    "BadRequestError", "Change", "ChangePage", "CreateReport", "CreateStockError", "Deletion", "Entry",
    "InvalidCursorError", "NotAuthenticatedError", "Product", "ProductPage", "Push", "RateLimitedError", "RefusedError",
    "RejectedEntry", "RetryPolicy", "Snapshot", "StockItem", "Stockroom", "StockroomError", "UnavailableError",
    "UndoResult", "UnexpectedAnswerError", "Violation",
]

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
MAX_COLORS = 300
MAX_ENTRIES = 15_000
MAX_STOCK = 999_999_999
MAX_PER_REQUEST = 100
MAX_TURN_WAIT = 600.0
CREDENTIAL_CODES = frozenset((
    "HEADER_MISSING", "HEADER_REPEATED", "TIMESTAMP_INVALID", "TIMESTAMP_EXPIRED", "APP_UNKNOWN", "SIGN_INVALID",
    "SIGN_MISMATCH", "TOKEN_INVALID", "MERCHANT_SUSPENDED"))
CURSOR_CODES = frozenset(("CURSOR_INVALID", "CURSOR_EXPIRED", "CURSOR_BEFORE_RESTORE"))
PRODUCT_CODES = frozenset(("PRODUCT_UNKNOWN", "PRODUCT_FULL", "COLORS_TOO_MANY"))


# What the server answers. A newer one may have further fields.

class _Product(TypedDict):
    id: int
    artNo: str
    pic: str


class Product(_Product, total=False):
    """The last three are there if they were asked for."""
    stockTotal: int
    updatedAt: str
    state: str


class ProductPage(TypedDict):
    totalPages: int
    products: List[Product]


class StockItem(TypedDict):
    guid: str
    barCode: Optional[str]
    color: str
    size: int
    stock: int


class Snapshot(TypedDict):
    """The stock of products by their ids, and the cursor from which `changes` goes on."""
    stock: "dict[int, List[StockItem]]"
    cursor: str


class Change(TypedDict):
    """`before` is None where the entry is new, `stock` None where it was taken away."""
    productid: int
    color: str
    size: int
    before: Optional[int]
    stock: Optional[int]


class Push(TypedDict):
    """A request that changed quantities. `appid`, `application` and `account` are None if an operator did it, `reference`
    if the caller gave none."""
    push: int
    at: str
    kind: str
    by: str
    appid: Optional[str]
    application: Optional[str]
    account: Optional[str]
    requestId: Optional[str]
    reference: Optional[str]
    changes: List[Change]


class ChangePage(TypedDict):
    pushes: List[Push]
    cursor: str
    more: bool


class UndoResult(TypedDict):
    """`push` is None if nothing changed; `skipped` are the first 100 of the conflicts: productid, color, size, left, stock,
    reason (`changed`, `product_deleted`, `product_full`, `colours_full`; a newer server may have more)."""
    push: Optional[int]
    undone: int
    conflicts: int
    skipped: List[dict]
    replayed: bool


class _Deletion(TypedDict):
    color: str


class Deletion(_Deletion, total=False):
    """A colour of a product, or some of its sizes. The product is named by `pid`, or by `artNo`, its item number."""
    pid: int
    artNo: str
    sizes: List[int]


@dataclass(frozen=True)
class Entry:
    """A quantity to set (`stock`), or a change of it up or down (`delta`), of one product in one colour and size.

    With `expected` it is written only if this is what is there; -1 if there must be no entry. `bar_code` None keeps the
    one that is there. In place of `pid`, which is None then, `art_no` is the item number of the product.
    """
    pid: Optional[int]
    color: str
    size: int
    stock: Optional[int] = None
    bar_code: Optional[str] = None
    expected: Optional[int] = None
    delta: Optional[int] = None
    clear_bar_code: bool = False
    art_no: Optional[str] = None

    def __post_init__(self) -> None:
        if (self.stock is None) == (self.delta is None) or (self.delta is not None and self.expected is not None):
            raise ValueError("entry: expected is stock, with or without expected, or delta alone")
        if (self.pid is None) == (self.art_no is None):
            raise ValueError("entry: expected is pid, or None and art_no")
        if self.clear_bar_code and self.bar_code is not None:
            raise ValueError("bar_code: given, and to be cleared (expected: one of the two)")

    def _item(self) -> dict:
        item: dict = {"size": str(self.size)}
        for name, value in (("stock", self.stock), ("delta", self.delta), ("expected", self.expected),
                            ("barCode", self.bar_code), ("clearBarCode", self.clear_bar_code or None)):
            if value is not None:
                item[name] = value
        return item


@dataclass(frozen=True)
class Violation:
    """One thing that is wrong: its place, such as `[17].param[2].size` or `[17].stock`, and what there is, if it is that."""
    at: str
    code: str
    message: str
    stock: Optional[int] = None


@dataclass(frozen=True)
class RejectedEntry:
    index: int
    code: str
    message: str
    stock: Optional[int] = None


@dataclass
class CreateReport:
    """What became of each entry: `unsent`, `written`, `checked` (dry run), `rejected`, or `unknown`: its answer is lost.

    `replayed`: an answer was that of an earlier request with the same key, which was not carried out again.
    """
    entries: List[Entry] = field(repr=False)
    states: List[str] = field(repr=False)
    rejected: List[RejectedEntry] = field(default_factory=list)
    requests: int = 0
    pushes: List[int] = field(default_factory=list)
    replayed: bool = False

    @property
    def written(self) -> int:
        return self.states.count("written")

    def remaining(self) -> List[Entry]:
        """Those to send again. Not among them are unknown changes by `delta`, which might be made twice."""
        return [entry for entry, state in zip(self.entries, self.states)
                if state == "unsent" or (state == "unknown" and entry.delta is None)]


class StockroomError(Exception):
    """A call that was not carried out. Decide by the class and by `code`; `message` is for people.

    `status` is 0 and `request_id` empty without an answer; `retry_after` is in seconds, None if the server did not say.
    """

    def __init__(self, message: str, *, status: int = 0, code: str = "", request_id: str = "",
                 retry_after: Optional[float] = None, violations: Iterable[Violation] = (),
                 products: Iterable[int] = ()) -> None:
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after
        self.violations = list(violations)
        self.products = list(products)
        text = " ".join(filter(None, (f"HTTP {status}" if status else "", f"{code}:" if code else "", message)))
        text += f" (request {request_id})" if request_id else ""
        text += "".join(f"\n  {it.at} {it.code}: {it.message}" for it in self.violations[:3])
        super().__init__(text + (f"\n  and {len(self.violations) - 3} more" if len(self.violations) > 3 else ""))


class RefusedError(StockroomError):
    """A rule of the business says no: a product that does not exist, no stock added."""


class BadRequestError(StockroomError):
    """Something is wrong with the request: see `violations`. Status 0 if nothing was sent."""


class NotAuthenticatedError(StockroomError):
    """The credentials were not accepted; someone has to fix them."""


class InvalidCursorError(StockroomError):
    """The cursor leads nowhere, or no longer: read all stock again by `snapshot`, and follow from its cursor."""


class RateLimitedError(StockroomError):
    """A limit that ends by itself, after `retry_after`: longer than this client waits."""


class UnavailableError(StockroomError):
    """No connection, no answer, or HTTP 5xx. `perhaps_done`: the server may have carried the call out."""

    def __init__(self, message: str, *, perhaps_done: bool, temporary: bool = True, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.perhaps_done = perhaps_done
        self.temporary = temporary


class UnexpectedAnswerError(StockroomError):
    """Not an answer of Stockroom: a wrong address, or a proxy."""


class CreateStockError(StockroomError):
    """Creating stock ended early: `report` says what was written. `__cause__` says why, and gives status, code and message."""

    def __init__(self, cause: StockroomError, report: CreateReport) -> None:
        super().__init__(cause.message, status=cause.status, code=cause.code, request_id=cause.request_id,
                         retry_after=cause.retry_after, violations=cause.violations, products=cause.products)
        self.report = report


@dataclass(frozen=True)
class RetryPolicy:
    """After a lost connection, 429, 502, 503 and 504. Pauses are random, up to `first_pause` doubled with each attempt."""
    attempts: int = 6
    first_pause: float = 0.2
    max_pause: float = 5.0
    budget: float = 30.0


class _Attempts:
    """One call's attempts."""

    def __init__(self, policy: RetryPolicy) -> None:
        self.policy = policy
        self.attempt = 1
        self.started = 0.0

    def pause(self, failure: StockroomError) -> None:
        """Returns when the call may be made again; raises the failure if it may not."""
        now = time.monotonic()
        self.started = self.started or now
        most = min(self.policy.first_pause * 2 ** (self.attempt - 1), self.policy.max_pause)
        pause = (failure.retry_after or 0) + random.uniform(0, most)
        temporary = not isinstance(failure, UnavailableError) or failure.temporary
        if not temporary or self.attempt >= self.policy.attempts or now - self.started + pause > self.policy.budget:
            raise failure
        self.attempt += 1
        time.sleep(pause)


@dataclass(frozen=True)
class _Reply:
    status: int
    headers: Any
    body: bytes

    def seconds(self, name: str) -> Optional[float]:
        value = (self.headers.get(name) or "").strip()
        return float(value) if re.fullmatch("[0-9]{1,9}", value) else None

    @property
    def replayed(self) -> bool:
        return self.headers.get("Idempotent-Replayed") == "true"

    def answer(self) -> dict:
        """Its JSON; raises what it refuses."""
        try:
            answer = json.loads(self.body, parse_float=Decimal)
        except ValueError:
            answer = None
        ours = isinstance(answer, dict) and isinstance(answer.get("success"), bool)
        if ours and self.status == 200 and answer["success"]:
            return answer
        raise self._failure(answer if ours else {}, ours)

    def _failure(self, answer: dict, ours: bool) -> StockroomError:
        code = answer.get("code") or ""
        message = answer.get("msg") or "" if ours else "not an answer of Stockroom; check the address"
        rest: dict = {
            "status": self.status,
            "code": code,
            "request_id": answer.get("requestId") or self.headers.get("X-Request-Id") or "",
            "violations": [Violation(it.get("at", ""), it.get("code", ""), it.get("msg", ""), it.get("stock"))
                           for it in answer.get("errors") or ()],
            "products": answer.get("products") or (),
        }
        if code in CURSOR_CODES:
            return InvalidCursorError(message, **rest)
        if self.status in (401, 403) or (self.status == 400 and code in CREDENTIAL_CODES):
            return NotAuthenticatedError(message, **rest)
        if self.status == 200 and ours:
            return RefusedError(message, **rest)
        if self.status == 413 or (self.status == 400 and ours):
            return BadRequestError(message, **rest)
        if self.status == 429:
            return RateLimitedError(message, retry_after=self.seconds("Retry-After") or 2.0, **rest)
        if self.status == 500:
            return UnavailableError(message, perhaps_done=True, temporary=False, **rest)
        if self.status in (502, 503, 504):
            return UnavailableError(message, perhaps_done=True, retry_after=self.seconds("Retry-After"), **rest)
        return UnexpectedAnswerError(message, **rest)


class _Pace:
    """When the next create, delete or undo may be sent: one for all clients of this process with the same token."""
    _all: "weakref.WeakValueDictionary[str, _Pace]" = weakref.WeakValueDictionary()
    _guard = threading.Lock()

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.interval = 2.0
        self.opens = 0.0

    @classmethod
    def of(cls, *names: str) -> "_Pace":
        key = hashlib.sha256("\n".join(names).encode()).hexdigest()
        with cls._guard:
            pace = cls._all.get(key) or cls()
            cls._all[key] = pace
            return pace

    def in_turn(self, send: Callable[[], dict]) -> dict:
        with self.turn:
            time.sleep(max(0.0, self.opens - time.monotonic()))
            try:
                return send()
            except UnavailableError as lost:
                if lost.perhaps_done:
                    self._close(self.interval)
                raise

    def learn(self, reply: _Reply) -> None:
        """The server says in how many milliseconds, from the arrival of its answer, the next request may come."""
        policy = re.search(r'"create-stock"((?:;\s*\w+=\d+)+)', reply.headers.get("RateLimit-Policy") or "")
        told = dict(re.findall(r"(\w+)=(\d+)", policy[1])) if policy else {}
        if int(told.get("q", 0)) > 0 and "w" in told:
            self.interval = int(told["w"]) / int(told["q"])
        wait = reply.seconds("Next-Turn-Ms")
        if wait is not None:
            self._close(wait / 1000)
        elif reply.status == 200:
            self._close(self.interval)
        elif reply.status == 429:
            self._close(reply.seconds("Retry-After") or self.interval)

    def _close(self, seconds: float) -> None:
        self.opens = time.monotonic() + seconds


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The credentials are for one address and no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Stockroom:
    """Safe for any number of threads. `clock` answers the time in seconds; `language` is that of messages, en or zh."""

    def __init__(self, url: str, appid: str, secret: str, token: str, *, language: str = "en", timeout: float = 30.0,
                 retry: RetryPolicy = RetryPolicy(), create_retry: RetryPolicy = RetryPolicy(30, 0.5, 15.0, 120.0),
                 clock: Callable[[], float] = time.time) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
            raise ValueError(f"url: {url} (expected: an address such as https://stock.example)")
        for name, value in (("appid", appid), ("token", token)):
            if not re.fullmatch("[!-~]+", value):
                raise ValueError(f"{name}: not shown (expected: visible ASCII characters without spaces)")
        if not secret.strip():
            raise ValueError("secret: empty (expected: the application's secret)")
        self.url = url.rstrip("/")
        self.appid = appid
        self._secret = secret
        self._token = token
        self._language = language
        self._timeout = timeout
        self._retry = retry
        self._create_retry = create_retry
        self._clock = clock
        self._offset = 0
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._pace = _Pace.of(self.url.lower(), appid, token)

    def __repr__(self) -> str:
        return f"Stockroom({self.url!r}, {self.appid!r}, secret and token not shown)"

    # Products

    def product_page(self, page: int, page_size: int = 20, *, stock: Optional[bool] = None,
                     fields: Iterable[str] = (), art_nos: Iterable[str] = ()) -> ProductPage:
        """One page of the product list, from 1; with `stock`, those with stock (True) or without (False)."""
        answer = self._read("/Stock/Product", [
            ("page", page), ("pageSize", page_size), ("stock", None if stock is None else str(stock).lower()),
            ("fields", ",".join(fields) or None), *(("artNo", it) for it in art_nos)])
        return {"totalPages": answer["totalPages"], "products": answer["data"]}

    def products(self, *, stock: Optional[bool] = None, fields: Iterable[str] = ()) -> Iterator[Product]:
        """All products by their ids; pages are fetched as they are read. `fields`: stockTotal, updatedAt, state."""
        return self._products(stock, tuple(fields), ())

    def products_by_art_no(self, art_nos: Iterable[str], *, fields: Iterable[str] = ()) -> Iterator[Product]:
        """The products with exactly these item numbers; numbers that no product has are passed over."""
        # the server takes a blank one for none, which would be all products
        wanted = list(dict.fromkeys(it for it in art_nos if it.strip()))
        chosen = tuple(fields)
        for some in _chunks(wanted, MAX_PER_REQUEST):
            yield from self._products(None, chosen, some)

    def _products(self, stock: Optional[bool], fields: Iterable[str], art_nos: Iterable[str]) -> Iterator[Product]:
        page, pages = 0, 1
        while page < pages:
            page += 1
            answer = self.product_page(page, MAX_PER_REQUEST, stock=stock, fields=fields, art_nos=art_nos)
            pages = answer["totalPages"] if answer["products"] else 0
            yield from answer["products"]

    def product_detail(self, pid: int) -> dict:
        """Everything about a product; `price` is a Decimal. The platform counts how many are fetched."""
        return self._read("/Product/Detail", [("pid", pid)])["data"]

    def report_publish_result(self, *, pid: int, platform: str, shop_id: str, shop_name: str, user_id: str,
                              user_nick: str, item_id: str, published: bool, message: Optional[str] = None) -> None:
        """Reports what became of a fetched product; a second report replaces the first."""
        result = {"pId": pid, "platform": platform, "shopId": shop_id, "shopName": shop_name, "userId": user_id,
                  "userNick": user_nick, "itemId": item_id, "status": int(published), "message": message}
        self._read("/Product/UploadResult", {name: value for name, value in result.items() if value is not None})

    def limits(self) -> dict:
        """Where the account stands against every limit, and which products owe a publish result; times are ISO 8601."""
        return self._read("/Account/Limits", {})["data"]

    # Stock

    def stock(self, pid: int, as_of: Union[datetime, str, int, None] = None) -> List[StockItem]:
        """The stock of a product: now, at a time (a datetime with its zone, or ISO 8601), or after the push of a number."""
        if isinstance(as_of, datetime):
            if as_of.tzinfo is None:
                raise ValueError("as_of: without a time zone (expected: such as datetime.now(timezone.utc))")
            as_of = as_of.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return self._read("/Stock/List", [("productid", pid), ("asOf", as_of)])["data"]

    def stocks(self, pids: Iterable[int]) -> "dict[int, List[StockItem]]":
        """The stock of many products, a hundred in a request; empty without stock. One that does not exist is left out."""
        return self._stocks(pids, {})[0]

    def stocks_by_bar_code(self, bar_codes: Iterable[str]) -> "dict[int, List[StockItem]]":
        """The stock of all products that have an entry with one of these bar codes, which are those of the entries."""
        found: "dict[int, List[StockItem]]" = {}
        # the server takes a blank one for none
        wanted = list(dict.fromkeys(it.strip() for it in bar_codes if it.strip()))
        while wanted:
            asked, wanted = wanted[:MAX_PER_REQUEST], wanted[MAX_PER_REQUEST:]
            answer = self._read("/Stock/Batch", {"barCodes": asked})
            found.update((it["productid"], it["stock"]) for it in answer["data"])
            found.update(self.stocks(answer["rest"]))
            if len(answer["restBarCodes"]) >= len(asked):
                raise UnexpectedAnswerError(f"none of {len(asked)} bar codes was read", status=200)
            wanted = answer["restBarCodes"] + wanted
        return found

    def snapshot(self, pids: Optional[Iterable[int]] = None) -> Snapshot:
        """The stock of these products, or of all, as `stocks` answers it, and the cursor from which `changes` goes on.

        No change is missed. If it takes more than one request, what changed in between comes again.
        """
        if pids is None:
            # before the list: a product that is added meanwhile is in the list or in the changes
            cursor = self.change_page()["cursor"]
            return {"stock": self.stocks([it["id"] for it in self.products()]), "cursor": cursor}
        stock, cursors = self._stocks(pids, {"fields": "cursor"})
        return {"stock": stock, "cursor": cursors[0] if cursors else self.change_page()["cursor"]}

    def _stocks(self, pids: Iterable[int], fields: dict) -> "Tuple[dict[int, List[StockItem]], List[str]]":
        found: "dict[int, List[StockItem]]" = {}
        cursors: List[str] = []
        wanted = list(dict.fromkeys(pids))
        while wanted:
            asked, wanted = wanted[:MAX_PER_REQUEST], wanted[MAX_PER_REQUEST:]
            answer = self._read("/Stock/Batch", {"productids": asked, **fields})
            found.update((it["productid"], it["stock"]) for it in answer["data"])
            if fields:
                cursors.append(answer["cursor"])
            rest = answer.get("rest") or []
            if len(rest) >= len(asked):
                raise UnexpectedAnswerError(f"none of {len(asked)} products was read", status=200)
            wanted = rest + wanted
        return found, cursors

    def create_stock(self, entries: Iterable[Entry], *, dry_run: bool = False, one_request: bool = False,
                     idempotency_key: Optional[str] = None, reference: Optional[str] = None,
                     progress: Callable[[CreateReport], None] = lambda report: None) -> CreateReport:
        """Sets or changes any number of entries in as few requests as it takes, at the platform's pace; sold out ones first.

        All are checked before any is sent. Entries the server refuses are left out and reported as rejected; with
        `one_request` they refuse everything. A run that ends early raises CreateStockError, which has the report. With an
        `idempotency_key` of yours, such as the number of an order, the one request is never written twice within a day, and
        a refusal stays one: try again under another key. `reference`, up to 64 characters, is kept with each push.
        `progress` is called after each request.
        """
        report = CreateReport(list(entries), [])
        report.states = ["unsent"] * len(report.entries)
        requests = _plan(report.entries)
        if one_request and len(requests) > 1:
            raise BadRequestError(f"{len(report.entries)} entries take {len(requests)} requests (expected: one, of up to "
                                  f"{MAX_COLORS} colours and {MAX_ENTRIES} entries)", code="ENTRIES_TOO_MANY")
        if idempotency_key is not None and not (one_request and re.fullmatch("[!-~]{1,64}", idempotency_key)):
            raise ValueError("idempotency_key: expected are 1 to 64 visible ASCII characters, with one_request")
        try:
            for request in requests:
                while request:
                    try:
                        self._create(request, report, dry_run, idempotency_key, reference)
                        break
                    except (RefusedError, BadRequestError) as refused:
                        request = _without_rejected(request, refused, report)
                        if one_request:
                            raise
                progress(report)
        except StockroomError as failure:
            raise CreateStockError(failure, report) from failure
        return report

    def _create(self, request: List[_Color], report: CreateReport, dry_run: bool, key: Optional[str],
                reference: Optional[str]) -> None:
        def mark(state: str) -> None:
            for color in request:
                for index in color.indexes:
                    report.states[index] = state

        def sent() -> None:
            report.requests += 1

        def seen(reply: _Reply) -> None:
            report.replayed |= reply.replayed

        body = [{**it.product(), "color": it.color, "param": [report.entries[index]._item() for index in it.indexes]}
                for it in request]
        answer = self._write("/Stock/Creat", body, dry_run, reference, seen, key, self._create_retry, sent,
                             lambda: mark("unknown"))
        mark("checked" if dry_run else "written")
        if answer.get("push") is not None:
            report.pushes.append(answer["push"])

    def delete_stock(self, deletions: Iterable[Deletion], *, dry_run: bool = False,
                     reference: Optional[str] = None) -> Optional[int]:
        """Deletes up to 300 colours, or sizes of them, in one turn. Answers the number of the push, None if nothing was there."""
        return self._write("/Stock/Delete", list(deletions), dry_run, reference).get("push")

    def undo(self, push: int, *, all: bool = False, dry_run: bool = False, reference: Optional[str] = None) -> UndoResult:
        """Takes back what a push of this application changed, except for what was changed since; with `all`, that refuses it."""
        replies: List[_Reply] = []
        form = [("push", push), ("all", str(all).lower())]
        answer = self._write("/Stock/Undo", form, dry_run, reference, replies.append)
        data = answer["data"]
        return {"push": answer.get("push"), "undone": data["undone"], "conflicts": data["conflicts"],
                "skipped": data["skipped"], "replayed": replies[-1].replayed}

    # Changes

    def changes(self, cursor: Optional[str] = None, *,
                from_: Union[int, str, None] = None) -> Iterator[Tuple[Push, str]]:
        """Follows the changes after a cursor, or from now on: each push, once and in order, and the cursor after it.

        Waits for further ones without end. Store the cursor with what you made of the push; after an error call this again
        with it. `from_` in place of a cursor is the number of a push (after it), or `start`: all that is still kept. Without
        either it begins when this returns.
        """
        if from_ is not None and (cursor is not None or from_ != "start" and not isinstance(from_, int)):
            raise ValueError(f"from_: {from_!r} (expected: the number of a push or 'start', and no cursor)")
        if from_ is not None:
            cursor = f"from {from_}"
        return self._follow(self.change_page()["cursor"] if cursor is None else cursor)

    def _follow(self, cursor: str) -> Iterator[Tuple[Push, str]]:
        while True:
            begun = time.monotonic()
            page = self.change_page(cursor, wait=30)
            here = cursor.partition(" ")[0]
            for number, push in enumerate(page["pushes"], 1):
                cursor = page["cursor"] if number == len(page["pushes"]) else f"{here} {push['push']}"
                yield push, cursor
            cursor = page["cursor"]
            if not page["pushes"] and not page["more"]:
                time.sleep(max(0.0, begun + 1 - time.monotonic()))

    def change_page(self, cursor: Optional[str] = None, *, limit: int = 100, wait: int = 0) -> ChangePage:
        """One page of changes; waits up to 30 s for the first. Without a cursor: the cursor of now."""
        if cursor is None:
            return {"pushes": [], "cursor": self._read("/Stock/Changes", [("limit", 1)])["cursor"], "more": False}
        # in the middle of a page, the cursor is that of the page before, and the number of the last push that was read
        here, _, number = cursor.partition(" ")
        last = int(number or 0) if number != "start" else 0
        start = ("from", number) if here == "from" else ("cursor", here)
        answer = self._read("/Stock/Changes", [start, ("limit", limit), ("wait", wait)], wait)
        pushes: List[Push] = answer["data"]
        passed = not pushes or pushes[-1]["push"] >= last
        return {"pushes": [it for it in pushes if it["push"] > last],
                "cursor": answer["cursor"] if passed else f"{answer['cursor']} {last}",
                "more": answer["more"]}

    def history(self, pid: Optional[int] = None, color: Optional[str] = None, size: Optional[int] = None, *,
                reference: Optional[str] = None) -> Iterator[Push]:
        """What has changed in a product, a colour or a size, under a reference, or both; newest first.

        Pages are fetched as they are read.
        """
        cursor: Optional[str] = None
        while True:
            answer = self._read("/Stock/History", [
                ("productid", pid), ("color", color), ("size", size), ("reference", reference), ("cursor", cursor),
                ("limit", 100)])
            yield from answer["data"]
            cursor = answer.get("cursor")
            if cursor is None:
                return

    # Calls

    def _read(self, path: str, body: Union[list, dict], wait: float = 0.0) -> dict:
        text, headers = _encoded(body)
        attempts = _Attempts(self._retry)
        while True:
            try:
                return self._once(path, text, headers, wait)
            except (RateLimitedError, UnavailableError) as failure:
                attempts.pause(failure)

    def _write(self, path: str, body: list, dry_run: bool, reference: Optional[str] = None,
               seen: Callable[[_Reply], None] = lambda reply: None, key: Optional[str] = None,
               retry: Optional[RetryPolicy] = None, sent: Callable[[], None] = lambda: None,
               perhaps_done: Callable[[], None] = lambda: None) -> dict:
        """In its turn; sent again under the same key, it is carried out once."""
        text, headers = _encoded(body)
        headers["Idempotency-Key"] = key or str(uuid.uuid4())
        if dry_run:
            headers["Dry-Run"] = "true"
        if reference is not None:
            headers["Reference"] = urllib.parse.quote(reference, safe="")

        def learn(reply: _Reply) -> None:
            self._pace.learn(reply)
            seen(reply)

        def send() -> dict:
            sent()
            return self._once(path, text, headers, seen=learn)

        attempts = _Attempts(retry or self._retry)
        refused_first = None
        while True:
            try:
                return self._pace.in_turn(send)
            except RateLimitedError as limited:
                if limited.code != "CREATE_TOO_SOON":
                    attempts.pause(limited)
                    continue
                refused_first = refused_first or time.monotonic()
                if time.monotonic() - refused_first + (limited.retry_after or 0) > MAX_TURN_WAIT:
                    raise
            except UnavailableError as failure:
                if failure.perhaps_done:
                    perhaps_done()
                attempts.pause(failure)

    def _once(self, path: str, text: bytes, headers: dict, wait: float = 0.0,
              seen: Callable[[_Reply], None] = lambda reply: None) -> dict:
        """One attempt; two if the first one corrected the clock."""
        reply = self._send(path, text, headers, wait)
        seen(reply)
        try:
            return reply.answer()
        except NotAuthenticatedError as refused:
            server = email.utils.parsedate_tz(reply.headers.get("Date") or "")
            if refused.code != "TIMESTAMP_EXPIRED" or server is None:
                raise
            self._offset = email.utils.mktime_tz(server) - int(self._clock())
        reply = self._send(path, text, headers, wait)
        seen(reply)
        return reply.answer()

    def _send(self, path: str, body: bytes, headers: dict, wait: float) -> _Reply:
        timestamp = str(int(self._clock()) + self._offset)
        request = urllib.request.Request(self.url + path, body, {
            "appid": self.appid,
            "timestamp": timestamp,
            # MD5 is the interface's choice
            "sign": hashlib.md5((self._secret + timestamp).encode("utf-8")).hexdigest().upper(),
            "accesstoken": self._token,
            "Accept": JSON,
            "Accept-Language": self._language,
            "User-Agent": "stockroom-client-python/" + __version__,
            **headers,
        }, method="POST")
        try:
            try:
                with self._opener.open(request, timeout=self._timeout + wait) as answer:
                    return _Reply(answer.status, answer.headers, answer.read())
            except urllib.error.HTTPError as answer:
                with answer:
                    return _Reply(answer.code, answer.headers, answer.read())
        except urllib.error.URLError as failed:
            temporary = not isinstance(failed.reason, ssl.SSLCertVerificationError)
            raise UnavailableError(f"cannot send to {self.url}: {failed.reason}", perhaps_done=False,
                                   temporary=temporary) from failed
        except (OSError, http.client.HTTPException) as lost:
            raise UnavailableError(f"sent, but no answer came from {self.url}: {lost!r}", perhaps_done=True) from lost


def _encoded(body: Union[list, dict]) -> Tuple[bytes, dict]:
    """Pairs of names and values as a form, anything else as JSON, and its type."""
    if isinstance(body, list) and body and isinstance(body[0], tuple):
        text = urllib.parse.urlencode([(name, value) for name, value in body if value is not None])
        return text.encode("ascii"), {"Content-Type": FORM}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8"), {"Content-Type": JSON}


# Creating stock

@dataclass(frozen=True)
class _Color:
    """One colour of one product, an element of a request, and its entries by their indexes."""
    pid: Optional[int]
    art_no: str
    color: str
    indexes: List[int]

    def product(self) -> dict:
        return {"artNo": self.art_no} if self.pid is None else {"pid": self.pid}


def _plan(entries: List[Entry]) -> List[List[_Color]]:
    """The entries as requests; first the colours in which something is sold out, which must not be sold meanwhile."""
    violations = list(_violations(entries))
    if violations:
        first = violations[0]
        raise BadRequestError(first.message, code=first.code, violations=violations)
    products: "dict[tuple, dict[str, List[int]]]" = {}
    for index, entry in enumerate(entries):
        products.setdefault(_product(entry), {}).setdefault(_text(entry.color), []).append(index)
    colors = [_Color(*product, color, indexes) for product, its in products.items() for color, indexes in its.items()]
    colors.sort(key=lambda color: all(entries[index].stock != 0 for index in color.indexes))
    requests: List[List[_Color]] = []
    count = MAX_ENTRIES
    for color in colors:
        count += len(color.indexes)
        if count > MAX_ENTRIES or len(requests[-1]) == MAX_COLORS:
            requests.append([])
            count = len(color.indexes)
        requests[-1].append(color)
    return requests


def _violations(entries: List[Entry]) -> Iterator[Violation]:
    """Everything that is wrong with the entries, as the server would say it."""
    seen: "dict[tuple, int]" = {}
    for index, entry in enumerate(entries):
        expected = {
            "pid": ("ID_INVALID", entry.pid, entry.pid is None or entry.pid >= 1, "a product id, from 1"),
            "artNo": ("TEXT_INVALID", entry.art_no,
                      entry.art_no is None or bool(entry.art_no.strip()) and _fits(entry.art_no),
                      "1 to 64 characters without control characters"),
            "color": ("COLOR_INVALID", entry.color, bool(entry.color.strip()) and _fits(entry.color),
                      "1 to 64 characters without control characters"),
            "size": ("SIZE_INVALID", entry.size, 1 <= entry.size <= 999, "1 to 999"),
            "stock": ("STOCK_INVALID", entry.stock, 0 <= (entry.stock or 0) <= MAX_STOCK, f"0 to {MAX_STOCK}"),
            "expected": ("EXPECTED_INVALID", entry.expected, -1 <= (entry.expected or 0) <= MAX_STOCK,
                         f"0 to {MAX_STOCK}, or -1 for no entry"),
            "delta": ("DELTA_INVALID", entry.delta, abs(entry.delta or 0) <= MAX_STOCK, f"-{MAX_STOCK} to {MAX_STOCK}"),
            "barCode": ("BAR_CODE_INVALID", entry.bar_code, _fits(entry.bar_code or ""),
                        "up to 64 characters without control characters"),
        }
        wrong = [Violation(f"[{index}].{name}", code, f"{value!r} (expected: {what})")
                 for name, (code, value, is_right, what) in expected.items() if not is_right]
        yield from wrong
        first = index if wrong else seen.setdefault((*_product(entry), _text(entry.color), entry.size), index)
        if first != index:
            yield Violation(f"[{index}]", "ENTRY_REPEATED", f"product {entry.pid or entry.art_no}, colour {_text(entry.color)}, size "
                            f"{entry.size} is already in [{first}]; keep one of them")


def _without_rejected(request: List[_Color], refused: StockroomError, report: CreateReport) -> List[_Color]:
    """What is still worth sending; raises the refusal where it is not about entries."""
    out: "dict[int, RejectedEntry]" = {}
    if refused.code in PRODUCT_CODES:
        for color in request:
            if color.pid in refused.products:
                message = f"product {color.pid}: {refused.message}"
                out.update((index, RejectedEntry(index, refused.code, message)) for index in color.indexes)
    else:
        for violation in refused.violations:
            place = re.match(r"\[(\d+)\](?:\.param\[(\d+)\])?", violation.at)
            try:
                indexes = request[int(place[1])].indexes if place else []
                indexes = indexes if not place or place[2] is None else [indexes[int(place[2])]]
            except IndexError:
                raise refused from None
            for index in indexes:
                out.setdefault(index, RejectedEntry(index, violation.code, violation.message, violation.stock))
    if not out:
        raise refused
    for index, rejected in out.items():
        report.states[index] = "rejected"
        report.rejected.append(rejected)
    left = [_Color(it.pid, it.art_no, it.color, [index for index in it.indexes if index not in out]) for it in request]
    return [it for it in left if it.indexes]


def _product(entry: Entry) -> Tuple[Optional[int], str]:
    return entry.pid, _text(entry.art_no or "")


def _text(text: str) -> str:
    """As the server keeps it."""
    return unicodedata.normalize("NFC", text.strip())


def _fits(text: str) -> bool:
    return len(_text(text)) <= 64 and not any(unicodedata.category(it) in ("Cc", "Cs") for it in text.strip())


def _chunks(elements: list, size: int) -> Iterator[list]:
    return (elements[start:start + size] for start in range(0, len(elements), size))
