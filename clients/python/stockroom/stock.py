"""Stock that is written, and stock that is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ._values import trimmed, whole

NO_ENTRY = -1
"""The value of ``expected`` where there must be no entry yet."""


@dataclass(frozen=True, init=False)
class StockEntry:
    """A quantity to set, of one product in one colour and size, or a change of it up or down.

    The product is named by ``pid``, its id, or by ``art_no``, its item number.
    """

    color: str
    """1 to 64 characters."""
    size: int
    """1 to 999."""
    pid: int | None
    art_no: str | None
    stock: int | None
    """The quantity to set, 0 to 999,999,999; None if there is a ``delta``."""
    delta: int | None
    """The change up or down; an entry that does not exist counts from 0."""
    expected: int | None
    """The quantity that must be there, or the entry is rejected; ``NO_ENTRY`` if there must be no entry."""
    bar_code: str | None
    """Up to 64 characters; None keeps the present one."""
    clear_bar_code: bool
    """Whether the present bar code is cleared."""

    def __init__(
        self,
        *,
        color: str,
        size: int,
        pid: int | None = None,
        art_no: str | None = None,
        stock: int | None = None,
        delta: int | None = None,
        expected: int | None = None,
        bar_code: str | None = None,
        clear_bar_code: bool = False,
    ) -> None:
        self.__dict__.update(
            color=trimmed(color),
            size=whole(size),
            pid=whole(pid),
            art_no=None if art_no is None else trimmed(art_no),
            stock=whole(stock),
            delta=whole(delta),
            expected=whole(expected),
            bar_code=None if bar_code is None else trimmed(bar_code),
            clear_bar_code=clear_bar_code,
        )


@dataclass(frozen=True, init=False)
class StockDeletion:
    """A colour of a product to delete, or some of its sizes.

    The product is named by ``pid``, its id, or by ``art_no``, its item number.
    """

    color: str
    pid: int | None
    art_no: str | None
    sizes: tuple[int, ...] | None
    """None for the whole colour."""

    def __init__(
        self,
        *,
        color: str,
        pid: int | None = None,
        art_no: str | None = None,
        sizes: Iterable[int] | None = None,
    ) -> None:
        self.__dict__.update(
            color=color, pid=whole(pid), art_no=art_no, sizes=None if sizes is None else tuple(map(whole, sizes))
        )

    def _element(self) -> dict[str, object]:
        element = {"pid": self.pid, "artNo": self.art_no, "color": self.color, "sizes": self.sizes}
        return {name: value for name, value in element.items() if value is not None}


@dataclass(frozen=True)
class StockItem:
    """A stock entry on the platform."""

    guid: str
    """Stays the same as long as the entry exists."""
    bar_code: str | None
    """None if none is set."""
    color: str
    size: int
    stock: int

    @classmethod
    def _from(cls, json: Any) -> StockItem:
        return cls(json["guid"], json.get("barCode"), json["color"], json["size"], json["stock"])


@dataclass(frozen=True)
class StockSnapshot:
    """The stock of products, and the cursor where the changes after it begin."""

    stock: dict[int, list[StockItem]]
    """By the ids of the products."""
    cursor: str
    """For ``changes()``."""
