from __future__ import annotations

import email.utils
import json
import re
from decimal import Decimal
from typing import Any, Callable, TypeVar

from . import errors
from ._messages import Messages
from .transport import Response

_T = TypeVar("_T")

_CURSOR_CODES = ("CURSOR_INVALID", "CURSOR_EXPIRED", "CURSOR_BEFORE_RESTORE")
_CREDENTIAL_CODES = (
    "HEADER_MISSING", "HEADER_REPEATED", "TIMESTAMP_INVALID", "TIMESTAMP_EXPIRED", "APP_UNKNOWN", "SIGN_INVALID",
    "SIGN_MISMATCH", "TOKEN_INVALID", "MERCHANT_SUSPENDED",
)  # fmt: skip
# the seconds to wait after a 429 that does not say how long
_DEFAULT_WAIT = 2


class Reply:
    """A response with its JSON."""

    def __init__(self, response: Response, messages: Messages) -> None:
        self._headers = {name.lower(): value for name, value in response.headers.items()}
        self._messages = messages
        self.status = response.status
        try:
            fields = json.loads(response.body, parse_float=Decimal)
        except (ValueError, RecursionError):
            fields = None
        self.json: dict[str, Any] = fields if isinstance(fields, dict) else {}
        self._ours = isinstance(self.json.get("success"), bool)

    def header(self, name: str) -> str:
        return self._headers.get(name.lower(), "")

    def number(self, name: str) -> int | None:
        """Returns a header with a whole number of up to eight digits; anything else, such as a date, counts as none."""
        value = self.header(name)
        return int(value) if re.fullmatch("[0-9]{1,8}", value) else None

    def date(self) -> int | None:
        """Returns the Unix time of the server."""
        parsed = email.utils.parsedate_tz(self.header("Date"))
        return None if parsed is None else email.utils.mktime_tz(parsed)

    @property
    def code(self) -> str:
        return self.json.get("code") or "" if self._ours else ""

    @property
    def request_id(self) -> str:
        return self.json.get("requestId") or self.header("X-Request-Id")

    @property
    def replayed(self) -> bool:
        """Whether the server repeated the response to an earlier request with the same key."""
        return self.header("Idempotent-Replayed") == "true"

    @property
    def push(self) -> int | None:
        """The number of the push that a write made, if it changed something."""
        return self.json.get("push")

    def warnings(self) -> list[tuple[str, str]]:
        """Returns the places of names that the server ignored, and its messages."""
        return [(it.get("at", ""), it.get("msg", "")) for it in self.json.get("warnings") or () if isinstance(it, dict)]

    def read(self, parse: Callable[[dict[str, Any]], _T]) -> _T:
        try:
            return parse(self.json)
        except KeyError as e:
            raise self._unexpected(self._messages.text("missing", e.args[0])) from e
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as e:
            raise self._unexpected(repr(e)) from e

    def _unexpected(self, why: str) -> errors.UnexpectedAnswerError:
        message = self._messages.text("unexpected", why)
        return errors.UnexpectedAnswerError(message, status=self.status, request_id=self.request_id)

    def raise_for_failure(self) -> None:
        if not (self.status == 200 and self.json.get("success") is True):
            raise self.read(self._failure)

    def _failure(self, answer: dict[str, Any]) -> errors.StockroomError:
        retry_after = self.number("Retry-After")
        if retry_after is None and self.status == 429:
            retry_after = _DEFAULT_WAIT
        details: dict[str, Any] = {
            "status": self.status,
            "code": self.code,
            "request_id": self.request_id,
            "retry_after": retry_after,
        }
        kind = self._class()
        if kind is errors.UnavailableError:
            details["temporary"] = self.status != 500
        if not self._ours:
            return kind(self._messages.text("not ours"), **details)
        violations = [
            errors.Violation(it.get("at", ""), it.get("code", ""), it.get("msg", ""), it.get("stock"))
            for it in answer.get("errors") or ()
        ]
        return kind(answer.get("msg", ""), violations=violations, products=answer.get("products") or (), **details)

    def _class(self) -> type[errors.StockroomError]:
        if self.code in _CURSOR_CODES:
            return errors.InvalidCursorError
        if self.status in (401, 403) or (self.status == 400 and self.code in _CREDENTIAL_CODES):
            return errors.NotAuthenticatedError
        if self.status == 200 and self._ours:
            return errors.RefusedError
        if self.status == 413 or (self.status == 400 and self._ours):
            return errors.BadRequestError
        if self.status == 429:
            return errors.RateLimitedError
        if self.status in (500, 502, 503, 504):
            return errors.UnavailableError
        return errors.UnexpectedAnswerError
