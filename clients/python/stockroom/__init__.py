"""Calls Stockroom, a merchant stock and product service: signed, at the platform's pace, retried where that is safe.

from stockroom import StockEntry, StockroomClient

with StockroomClient("https://stock.example", appid, secret, token) as stockroom:
    report = stockroom.create_stock([StockEntry(pid=7, color="red", size=38, stock=5)])
"""

import logging

from ._messages import Language
from ._version import __version__
from .client import StockroomClient
from .errors import (
    BadRequestError,
    CreateStockError,
    InvalidCursorError,
    NotAuthenticatedError,
    RateLimitedError,
    RefusedError,
    StockroomError,
    UnavailableError,
    UnexpectedAnswerError,
    Violation,
)
from .events import ClockCorrected, Event, RequestWarning, ResponseReceived, Retrying, TurnTaken, WaitingForTurn
from .limits import (
    AccountLimits,
    CreateStockLimit,
    DetailsLimit,
    PublishLimit,
    ReadsLimit,
    StoreLimit,
    TokenLimit,
)
from .products import Product, ProductAttribute, ProductDetail, ProductField, ProductPage, ProductSku
from .pushes import Change, ChangePage, Push
from .reports import CreateReport, EntryState, RejectedEntry, SkippedEntry, UndoResult
from .retries import RetryPolicy
from .stock import NO_ENTRY, StockDeletion, StockEntry, StockItem, StockSnapshot
from .transport import HttpTransport, Request, Response, Transport, TransportError

__all__ = [
    "NO_ENTRY", "AccountLimits", "BadRequestError", "Change", "ChangePage", "ClockCorrected", "CreateReport",
    "CreateStockError", "CreateStockLimit", "DetailsLimit", "EntryState", "Event", "HttpTransport",
    "InvalidCursorError", "Language", "NotAuthenticatedError", "Product", "ProductAttribute", "ProductDetail",
    "ProductField", "ProductPage", "ProductSku", "PublishLimit", "Push", "RateLimitedError", "ReadsLimit",
    "RefusedError", "RejectedEntry", "Request", "RequestWarning", "Response", "ResponseReceived", "Retrying",
    "RetryPolicy", "SkippedEntry", "StockDeletion", "StockEntry", "StockItem", "StockSnapshot", "StockroomClient",
    "StockroomError", "StoreLimit", "TokenLimit", "Transport", "TransportError", "TurnTaken", "UnavailableError",
    "UndoResult", "UnexpectedAnswerError", "Violation", "WaitingForTurn", "__version__",
]  # fmt: skip

logging.getLogger("stockroom").addHandler(logging.NullHandler())
