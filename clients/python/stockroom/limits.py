"""The usage of the account against every limit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ._values import time_of


@dataclass(frozen=True)
class CreateStockLimit:
    """The pace of ``create_stock``, ``delete_stock`` and ``undo`` of this application and account."""

    interval_ms: int
    """The milliseconds between two requests."""
    next_turn_ms: int
    """The milliseconds until the next request is accepted; 0 is now."""


@dataclass(frozen=True)
class DetailsLimit:
    """The product details of this account today."""

    limit: int
    used: int
    resets_at: datetime


@dataclass(frozen=True)
class StoreLimit:
    """The different products that the bound store has fetched within three months."""

    limit: int
    used: int


@dataclass(frozen=True)
class PublishLimit:
    """The publish results that are due."""

    due: int
    reported: int
    needed: int
    """The number of due products that must have a result before further details are delivered."""
    owing: tuple[int, ...]
    """The due products without a result, the oldest first."""


@dataclass(frozen=True)
class TokenLimit:
    """The client's access token, which the platform's operator can renew."""

    expires_at: datetime


@dataclass(frozen=True)
class ReadsLimit:
    """The reads of this application and account, on each server."""

    per_second: int


@dataclass(frozen=True)
class AccountLimits:
    """The usage of the account against every limit."""

    create_stock: CreateStockLimit
    details: DetailsLimit
    store: StoreLimit
    publish: PublishLimit
    token: TokenLimit
    reads: ReadsLimit | None = None
    """None unless the operator has limited reads."""

    @classmethod
    def _from(cls, json: Any) -> AccountLimits:
        create, details, store, publish = (json[name] for name in ("createStock", "details", "store", "publish"))
        return cls(
            CreateStockLimit(create["intervalMs"], create["nextTurnMs"]),
            DetailsLimit(details["limit"], details["used"], time_of(details["resetsAt"])),
            StoreLimit(store["limit"], store["used"]),
            PublishLimit(publish["due"], publish["reported"], publish["needed"], tuple(publish["owing"])),
            TokenLimit(time_of(json["token"]["expiresAt"])),
            ReadsLimit(json["reads"]["perSecond"]) if json.get("reads") else None,
        )
