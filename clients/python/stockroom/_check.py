"""Checks arguments, and entries against the limits of the interface, all of them before anything is sent."""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterator

from ._messages import Messages
from ._values import excerpt, fits
from .errors import Violation
from .stock import StockEntry

_MAX_ID = 2147483647
_MAX_SIZE = 999
_MAX_STOCK = 999_999_999


def is_address(text: str) -> bool:
    try:
        parts = urllib.parse.urlsplit(text)
        found = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except (AttributeError, ValueError):
        return False
    return bool(found) and not (parts.query or parts.fragment or parts.username)


def violations(entries: tuple[StockEntry, ...], messages: Messages) -> list[Violation]:
    """Returns everything that is wrong with the entries."""
    check = _Check(messages)
    found = []
    for index, entry in enumerate(entries):
        of_entry = [
            Violation(f"[{index}].{field}", code, messages.invalid(f"[{index}].{field}", shown, expected))
            for field, code, shown, expected in check.entry(entry)
        ]
        found += of_entry or check.repeated(index, entry)
    return found


class _Check:
    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._seen: dict[tuple[object, ...], int] = {}

    def entry(self, entry: StockEntry) -> Iterator[tuple[str, str, str, str]]:
        """Returns the field of each violation, its code, the value as it is shown, and what was expected."""
        yield from self._product(entry)
        if not fits(entry.color, 1):
            yield "color", "COLOR_INVALID", self._shown(entry.color), "a text"
        if not _within(entry.size, 1, _MAX_SIZE):
            yield "size", "SIZE_INVALID", self._number(entry.size), "a size"
        yield from self._quantities(entry)
        if entry.bar_code is not None and not fits(entry.bar_code, 0):
            yield "barCode", "BAR_CODE_INVALID", self._shown(entry.bar_code), "a short text"
        if entry.bar_code is not None and entry.clear_bar_code:
            yield "clearBarCode", "BAR_CODE_INVALID", self._messages.text("beside bar_code"), "one of them"

    def _product(self, entry: StockEntry) -> Iterator[tuple[str, str, str, str]]:
        if entry.art_no is None:
            if not _within(entry.pid, 1, _MAX_ID):
                yield "pid", "ID_INVALID", self._number(entry.pid), "a pid"
        elif entry.pid is not None:
            yield "artNo", "ART_NO_WITH_PID", self._messages.text("beside pid"), "pid or art_no"
        elif not fits(entry.art_no, 1):
            yield "artNo", "TEXT_INVALID", self._shown(entry.art_no), "a text"

    def _quantities(self, entry: StockEntry) -> Iterator[tuple[str, str, str, str]]:
        if entry.delta is None:
            if not _within(entry.stock, 0, _MAX_STOCK):
                expected = "stock or delta" if entry.stock is None else "a stock"
                yield "stock", "STOCK_INVALID", self._number(entry.stock), expected
            if entry.expected is not None and not _within(entry.expected, -1, _MAX_STOCK):
                yield "expected", "EXPECTED_INVALID", self._number(entry.expected), "an expected"
        elif entry.stock is not None or entry.expected is not None:
            yield "delta", "DELTA_WITH_STOCK", self._messages.text("beside stock"), "delta alone"
        elif not _within(entry.delta, -_MAX_STOCK, _MAX_STOCK):
            yield "delta", "DELTA_INVALID", self._number(entry.delta), "a delta"

    def repeated(self, index: int, entry: StockEntry) -> list[Violation]:
        first = self._seen.setdefault((entry.pid, entry.art_no, entry.color, entry.size), index)
        if first == index:
            return []
        product = entry.pid if entry.art_no is None else entry.art_no
        message = self._messages.text("repeated", index, product, entry.color, entry.size, first)
        return [Violation(f"[{index}]", "ENTRY_REPEATED", message)]

    def _shown(self, value: object) -> str:
        return self._messages.text("nothing") if value in (None, "") else excerpt(value)

    def _number(self, value: object) -> str:
        """Shows a text as one, with its quotes: the number of a file, say."""
        return self._shown(repr(value) if isinstance(value, str) else value)


def _within(number: int | None, least: int, most: int) -> bool:
    return type(number) is int and least <= number <= most
