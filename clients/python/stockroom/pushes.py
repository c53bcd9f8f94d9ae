"""Changes of stock, and the requests that made them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ._values import time_of


@dataclass(frozen=True)
class Change:
    """The change of one entry."""

    pid: int
    color: str
    size: int
    before: int | None
    """None if the entry is new."""
    stock: int | None
    """The quantity since then; None if the entry was deleted."""

    @classmethod
    def _from(cls, json: Any) -> Change:
        return cls(json["productid"], json["color"], json["size"], json.get("before"), json.get("stock"))


@dataclass(frozen=True)
class Push:
    """A request that changed quantities."""

    push: int
    """Its number: counts up within the merchant, from 1 and without gaps."""
    at: datetime
    kind: str
    """``create``, ``undo``, ``delete``, or ``product`` if a product was deleted; a newer server may have more."""
    by: str
    """``application`` or ``operator``."""
    appid: str | None
    """None if an operator made the push, and so are ``application`` and ``account``."""
    application: str | None
    """Its name."""
    account: str | None
    """Its name."""
    request_id: str | None
    reference: str | None
    """The reference of the caller; None for none."""
    changes: tuple[Change, ...]
    """In the history, only those of the requested product, colour and size."""

    @classmethod
    def _from(cls, json: Any) -> Push:
        return cls(
            push=json["push"],
            at=time_of(json["at"]),
            kind=json["kind"],
            by=json["by"],
            appid=json.get("appid"),
            application=json.get("application"),
            account=json.get("account"),
            request_id=json.get("requestId"),
            reference=json.get("reference"),
            changes=tuple(map(Change._from, json["changes"])),
        )


@dataclass(frozen=True)
class ChangePage:
    """The changes after a cursor."""

    pushes: tuple[Push, ...]
    """In the order of their numbers."""
    cursor: str
    """Continues after this page."""
    more: bool
    """Whether further changes exist already."""
