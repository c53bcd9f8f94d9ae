"""Sends signed requests, in one attempt or several."""

from __future__ import annotations

import json
import platform
import time
import urllib.parse
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Callable, TypeVar

from . import events
from ._messages import Messages
from ._reply import Reply
from ._signer import Signer
from ._turn import Turn
from ._version import __version__
from .errors import RateLimitedError, StockroomError, UnavailableError, UnexpectedAnswerError
from .retries import RetryPolicy
from .transport import Request, Transport, TransportError

_T = TypeVar("_T")

_USER_AGENT = f"stockroom-client-python/{__version__} Python/{platform.python_version()}"
# the seconds that a write waits while other processes take its turn
_MAX_TURN_WAIT = 600.0


@dataclass(frozen=True)
class Body:
    type: str
    data: bytes

    @classmethod
    def form(cls, fields: Iterable[tuple[str, object]]) -> Body:
        """Leaves out what is None."""
        pairs = [(name, str(it).lower() if isinstance(it, bool) else it) for name, it in fields if it is not None]
        return cls("application/x-www-form-urlencoded", urllib.parse.urlencode(pairs).encode("ascii"))

    @classmethod
    def json(cls, value: object) -> Body:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return cls("application/json", text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True)
class Write:
    """A request that changes stock."""

    path: str
    body: Body
    dry_run: bool = False
    reference: str | None = None
    key: str = field(default_factory=lambda: str(uuid.uuid4()))

    def headers(self) -> dict[str, str]:
        headers = {"Idempotency-Key": self.key}
        if self.dry_run:
            headers["Dry-Run"] = "true"
        if self.reference is not None:
            headers["Reference"] = urllib.parse.quote(self.reference, safe="", errors="surrogatepass")
        return headers


class Attempts:
    """The attempts of one call."""

    def __init__(self, path: str, policy: RetryPolicy, happened: Callable[[events.Event], None]) -> None:
        self._path = path
        self._policy = policy
        self._happened = happened
        self._failed = 0
        self._first_failure = 0.0
        self.sent = 0
        self.lost = False
        self.replayed = False

    def pause(self, failure: StockroomError) -> None:
        """Returns when the call may be repeated, and raises the failure when it may not."""
        now = time.monotonic()
        self._first_failure = self._first_failure or now
        self._failed += 1
        if isinstance(failure, UnavailableError) and not failure.temporary:
            raise failure
        pause = self._policy.pause_after(self._failed, now - self._first_failure, failure.retry_after or 0)
        if pause is None:
            raise failure
        self._happened(events.Retrying(self._path, self._failed, pause, failure))
        time.sleep(pause)


class Calls:
    def __init__(
        self,
        address: str,
        signer: Signer,
        transport: Transport,
        timeout: float,
        retry: RetryPolicy,
        messages: Messages,
        happened: Callable[[events.Event], None],
    ) -> None:
        self._address = address
        self._signer = signer
        self._transport = transport
        self._timeout = timeout
        self._retry = retry
        self._happened = happened
        self._turn = Turn.of(f"{address.lower()} {signer.fingerprint()}")
        self.messages = messages

    def form(self, path: str, fields: Mapping[str, object], parse: Callable[[Any], _T], wait: float = 0) -> _T:
        """Reads by a form; ``wait`` is the time for which the server is asked to wait before it responds."""
        return self.read(path, Body.form(fields.items()), parse, wait)

    def json(self, path: str, value: object, parse: Callable[[Any], _T]) -> _T:
        return self.read(path, Body.json(value), parse)

    def read(self, path: str, body: Body, parse: Callable[[Any], _T], wait: float = 0) -> _T:
        attempts = self.attempts(path)
        while True:
            try:
                reply = self._attempt(path, body, {}, wait)
                reply.raise_for_failure()
                return reply.read(parse)
            except (RateLimitedError, UnavailableError) as failure:
                attempts.pause(failure)

    def attempts(self, path: str, policy: RetryPolicy | None = None) -> Attempts:
        """Returns the attempts of one call, by the client's retry policy or this one."""
        return Attempts(path, policy or self._retry, self._happened)

    def write(self, write: Write, counted: Attempts | None = None) -> Reply:
        """Sends a request in its turn, under one key in all its attempts, so that it is carried out once."""
        attempts = counted or self.attempts(write.path)
        taken_since = None

        def send() -> Reply:
            attempts.sent += 1
            return self._attempt(write.path, write.body, write.headers(), 0)

        def waiting(seconds: float) -> None:
            self._happened(events.WaitingForTurn(write.path, seconds))

        while True:
            try:
                reply = self._turn.take(send, waiting)
                attempts.replayed = reply.replayed
                reply.raise_for_failure()
                return reply
            except RateLimitedError as limited:
                if limited.code != "CREATE_TOO_SOON":
                    attempts.pause(limited)
                    continue
                now = time.monotonic()
                taken_since = taken_since or now
                if now + (limited.retry_after or 0) > taken_since + _MAX_TURN_WAIT:
                    raise
                self._happened(events.TurnTaken(write.path))
            except UnavailableError as failure:
                attempts.lost |= failure.perhaps_done
                attempts.pause(failure)
            except UnexpectedAnswerError:
                attempts.lost = True
                raise

    def _attempt(self, path: str, body: Body, headers: Mapping[str, str], wait: float) -> Reply:
        """Sends a request once, or twice if the server refused its time, which corrects the clock."""
        reply = self._send(path, body, headers, wait)
        date = reply.date() if reply.code == "TIMESTAMP_EXPIRED" else None
        if date is None:
            return reply
        self._happened(events.ClockCorrected(self._signer.set_time(date)))
        return self._send(path, body, headers, wait)

    def _send(self, path: str, body: Body, headers: Mapping[str, str], wait: float) -> Reply:
        all_headers = {
            **self._signer.headers(),
            "Content-Type": body.type,
            "Accept": "application/json",
            "Accept-Language": self.messages.language,
            "User-Agent": _USER_AGENT,
            **headers,
        }
        begun = time.monotonic()
        try:
            response = self._transport.send(Request(self._address + path, all_headers, body.data, self._timeout + wait))
        except TransportError as e:
            message = self.messages.text("lost" if e.sent else "not connected", self._address, e)
            raise UnavailableError(message, perhaps_done=e.sent, temporary=e.temporary) from e.__cause__ or e
        reply = Reply(response, self.messages)
        seconds = time.monotonic() - begun
        self._happened(events.ResponseReceived(path, reply.status, reply.request_id, seconds))
        for at, message in reply.warnings():
            self._happened(events.RequestWarning(path, at, message))
        return reply
