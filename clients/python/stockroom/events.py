"""What happens during calls. The logger ``stockroom`` gets each event, and so does ``on_event`` of the client."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import ClassVar, Union

from .errors import StockroomError


@dataclass(frozen=True)
class ResponseReceived:
    """The server responded."""

    level: ClassVar[int] = logging.DEBUG
    path: str
    status: int
    request_id: str
    seconds: float

    def __str__(self) -> str:
        text = f"{self.path}: HTTP {self.status} in {self.seconds:.3f} s"
        return f"{text} (requestId {self.request_id})" if self.request_id else text


@dataclass(frozen=True)
class RequestWarning:
    """A response has a warning: a name in the request is not known to the server and was ignored."""

    level: ClassVar[int] = logging.WARNING
    path: str
    at: str
    """The place of the name in the request."""
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(frozen=True)
class Retrying:
    """A call failed temporarily and will be repeated."""

    level: ClassVar[int] = logging.WARNING
    path: str
    attempt: int
    """The attempt that failed, from 1."""
    pause: float
    """The seconds before the next attempt."""
    failure: StockroomError

    def __str__(self) -> str:
        return f"{self.path}: attempt {self.attempt} failed, next in {self.pause:.1f} s: {self.failure}"


@dataclass(frozen=True)
class WaitingForTurn:
    """A request that changes stock waits until the platform accepts the next one."""

    level: ClassVar[int] = logging.DEBUG
    path: str
    pause: float
    """In seconds."""

    def __str__(self) -> str:
        return f"{self.path}: waits {self.pause:.1f} s for its turn"


@dataclass(frozen=True)
class TurnTaken:
    """Another process with the same application and account took the turn; the client waits for the next one."""

    level: ClassVar[int] = logging.INFO
    path: str

    def __str__(self) -> str:
        return f"{self.path}: another process took the turn"


@dataclass(frozen=True)
class ClockCorrected:
    """The server refused the time of this machine; the client signs by the server's from now on."""

    level: ClassVar[int] = logging.WARNING
    offset: int
    """The seconds that are added to the clock of this machine."""

    def __str__(self) -> str:
        return f"clock corrected by {self.offset:+d} s"


Event = Union[ResponseReceived, RequestWarning, Retrying, WaitingForTurn, TurnTaken, ClockCorrected]
