"""What the calls of the client raise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._messages import Messages

if TYPE_CHECKING:
    from .reports import CreateReport

_MAX_SHOWN = 3


@dataclass(frozen=True)
class Violation:
    """One thing that is wrong with a request."""

    at: str
    """The place, such as ``[17].param[2].size`` or ``[17].stock``."""
    code: str
    message: str
    stock: int | None = None
    """The present quantity if it is the reason; None if there is no entry."""


class StockroomError(Exception):
    """A call failed. Decide by the class and by ``code``. The text never contains the secret or the token."""

    message: str
    """The response's message, for people."""
    status: int
    """The HTTP status; 0 without a response."""
    code: str
    """The response's code, for programs; empty if it has none. A newer server may have others."""
    request_id: str
    """The id to tell the operator; empty if no response of Stockroom came."""
    retry_after: float | None
    """The seconds that the server asks to wait, if it does."""
    violations: tuple[Violation, ...]
    """Everything that is wrong with the request; empty if the code says it all."""
    products: tuple[int, ...]
    """The ids of the refused products, if the response names them."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "",
        request_id: str = "",
        retry_after: float | None = None,
        violations: Iterable[Violation] = (),
        products: Iterable[int] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after
        self.violations = tuple(violations)
        self.products = tuple(products)

    def __str__(self) -> str:
        text = f"HTTP {self.status} " if self.status else ""
        text += f"{self.code}: " if self.code and self.message else self.code
        text += self.message + (f" (requestId {self.request_id})" if self.request_id else "")
        return text.strip() + self._listed()

    def _listed(self) -> str:
        """Lists violations, unless the message has them already: that of the server begins with the first."""
        if not self.violations or self.message.startswith(self.violations[0].message):
            return ""
        lines = [
            f"\n  {it.message}" if it.code == self.code else f"\n  {it.code}: {it.message}"
            for it in self.violations[:_MAX_SHOWN]
        ]
        more = len(self.violations) - _MAX_SHOWN
        return "".join(lines) + (f"\n  … (+{more})" if more > 0 else "")


class RefusedError(StockroomError):
    """A rule of the platform refuses the call: a product that does not exist, no stock added."""


class BadRequestError(StockroomError):
    """The request is wrong: see ``violations``. The status is 0 if nothing was sent."""


class NotAuthenticatedError(StockroomError):
    """The server does not accept secret, token or application."""


class InvalidCursorError(StockroomError):
    """The cursor is no longer valid: begin again with ``snapshot()``."""


class RateLimitedError(StockroomError):
    """A limit lasts longer than the client waits: ``retry_after`` seconds."""


class UnavailableError(StockroomError):
    """The server cannot be reached, does not respond, or responds with HTTP 500, 502, 503 or 504."""

    perhaps_done: bool
    """Whether the server may have carried out the call: it was sent, and the response was lost."""
    temporary: bool
    """Whether the client tries again."""

    def __init__(self, message: str, *, perhaps_done: bool = True, temporary: bool = True, **details: Any) -> None:
        super().__init__(message, **details)
        self.perhaps_done = perhaps_done
        self.temporary = temporary


class UnexpectedAnswerError(StockroomError):
    """The response is not from Stockroom: a wrong address, a proxy."""


class CreateStockError(StockroomError):
    """``create_stock`` ended before everything was written.

    Status, code and the rest are those of the failure that ended it, which is the ``__cause__``.
    """

    report: CreateReport
    """The state of every entry; pass its ``remaining()`` to the next call."""

    def __init__(self, failure: StockroomError, report: CreateReport, text: str = "") -> None:
        """Takes the text for people; by default it is English."""
        super().__init__(
            failure.message,
            status=failure.status,
            code=failure.code,
            request_id=failure.request_id,
            retry_after=failure.retry_after,
            violations=failure.violations,
            products=failure.products,
        )
        self.__cause__: BaseException | None = failure
        self.report = report
        self._text = text or Messages("en").ended(report, failure)

    def __str__(self) -> str:
        return self._text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.__cause__, self.report, self._text)
