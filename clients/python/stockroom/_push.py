from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Callable

from ._calls import Body, Calls, Write
from ._check import violations
from ._plan import MAX_COLORS, MAX_ENTRIES, ColorGroup, plan
from .errors import BadRequestError, CreateStockError, RefusedError, StockroomError
from .reports import CreateReport, EntryState, RejectedEntry
from .retries import RetryPolicy
from .stock import StockEntry

_PATH = "/Stock/Creat"
_PRODUCT_CODES = ("PRODUCT_UNKNOWN", "PRODUCT_FULL", "COLORS_TOO_MANY")
# such as [17].param[2].stock, or [17].color
_PLACE = re.compile(r"\[([0-9]{1,6})](?:\.param\[([0-9]{1,6})])?")


class StockPush:
    """One call of ``create_stock``."""

    def __init__(
        self,
        calls: Calls,
        retry: RetryPolicy,
        entries: tuple[StockEntry, ...],
        *,
        dry_run: bool,
        one_request: bool,
        key: str | None,
        reference: str | None,
    ) -> None:
        self._calls = calls
        self._retry = retry
        self._entries = entries
        self._one_request = one_request
        self._dry_run = dry_run
        self._options: dict[str, Any] = {"dry_run": dry_run, "reference": reference, **({"key": key} if key else {})}
        self._states: list[EntryState] = ["unsent"] * len(entries)
        self._rejected: list[RejectedEntry] = []
        self._requests = 0
        self._pushes: list[int] = []
        self._replayed = False

    def run(self, progress: Callable[[CreateReport], object] | None) -> CreateReport:
        for request in self._plan():
            try:
                while request:
                    request = self._send(request)
            except StockroomError as failure:
                report = self._report()
                raise CreateStockError(failure, report, self._calls.messages.ended(report, failure)) from failure
            if progress:
                progress(self._report())
        return self._report()

    def _plan(self) -> list[list[ColorGroup]]:
        text = self._calls.messages.text
        wrong = violations(self._entries, self._calls.messages)
        if wrong:
            raise BadRequestError(text("not sent", len(wrong)), code=wrong[0].code, violations=wrong)
        requests = plan(self._entries)
        if self._one_request and len(requests) > 1:
            message = text("too many", len(self._entries), len(requests), MAX_COLORS, MAX_ENTRIES)
            raise BadRequestError(message, code="ENTRIES_TOO_MANY")
        return requests

    def _send(self, request: list[ColorGroup]) -> list[ColorGroup]:
        """Returns what is left of a request that was refused; raises a failure that cannot be fixed."""
        attempts = self._calls.attempts(_PATH, self._retry)
        body = Body.json([group.element() for group in request])
        try:
            push = self._calls.write(Write(_PATH, body, **self._options), attempts).push
        except (RefusedError, BadRequestError) as refused:
            # earlier attempts wrote nothing either: the response to one that did would have come again
            left = self._without_refused(request, refused)
            if self._one_request:
                raise
            return left
        except StockroomError:
            if attempts.lost:
                self._mark(_indexes(request), "unknown")
            raise
        finally:
            self._requests += attempts.sent
            self._replayed |= attempts.replayed
        self._mark(_indexes(request), "checked" if self._dry_run else "written")
        if push is not None:
            self._pushes.append(push)
        return []

    def _without_refused(self, request: list[ColorGroup], failure: StockroomError) -> list[ColorGroup]:
        refused = _refused(request, failure)
        if not refused:
            raise failure
        self._mark(refused, "rejected")
        self._rejected += refused.values()
        left = [group.without(refused) for group in request]
        return [group for group in left if group.entries]

    def _mark(self, indexes: Iterable[int], state: EntryState) -> None:
        for index in indexes:
            self._states[index] = state

    def _report(self) -> CreateReport:
        return CreateReport(
            self._entries,
            tuple(self._states),
            tuple(self._rejected),
            self._requests,
            tuple(self._pushes),
            self._replayed,
        )


def _indexes(request: list[ColorGroup]) -> list[int]:
    return [index for group in request for index in group.entries]


def _refused(request: list[ColorGroup], failure: StockroomError) -> dict[int, RejectedEntry]:
    """Returns the entries that a response refuses, by their indexes; none if it does not name them all."""
    refused: dict[int, RejectedEntry] = {}
    if failure.code in _PRODUCT_CODES:
        for group in request:
            if group.pid in failure.products:
                for index, entry in group.entries.items():
                    refused[index] = RejectedEntry(index, entry, failure.code, failure.message)
        return refused
    for violation in failure.violations:
        place = _PLACE.match(violation.at)
        try:
            entries = list(request[int(place[1])].entries.items()) if place else []
            entries = [entries[int(place[2])]] if place and place[2] else entries
        except IndexError:
            return {}
        if not entries:
            return {}
        for index, entry in entries:
            rejected = RejectedEntry(index, entry, violation.code, violation.message, violation.stock)
            refused.setdefault(index, rejected)
    return refused
