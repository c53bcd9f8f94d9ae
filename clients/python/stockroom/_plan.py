"""Puts entries into requests."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from .stock import StockEntry

MAX_COLORS = 300
MAX_ENTRIES = 15_000


@dataclass(frozen=True)
class ColorGroup:
    """One colour of one product, an element of a request, and its entries by their indexes."""

    pid: int | None
    art_no: str | None
    color: str
    entries: dict[int, StockEntry]

    def element(self) -> dict[str, Any]:
        product: dict[str, Any] = {"pid": self.pid} if self.art_no is None else {"artNo": self.art_no}
        return {**product, "color": self.color, "param": [_item(it) for it in self.entries.values()]}

    def without(self, indexes: Container[int]) -> ColorGroup:
        left = {index: entry for index, entry in self.entries.items() if index not in indexes}
        return ColorGroup(self.pid, self.art_no, self.color, left)


def _item(entry: StockEntry) -> dict[str, Any]:
    item = {
        "size": str(entry.size),
        "stock": entry.stock,
        "delta": entry.delta,
        "expected": entry.expected,
        "barCode": entry.bar_code,
        "clearBarCode": True if entry.clear_bar_code else None,
    }
    return {name: value for name, value in item.items() if value is not None}


def plan(entries: tuple[StockEntry, ...]) -> list[list[ColorGroup]]:
    """Puts entries into as few requests as possible, colours with something sold out first.

    That must not be sold while other requests wait for their turns.
    """
    groups: dict[tuple[object, ...], ColorGroup] = {}
    for index, entry in enumerate(entries):
        key = entry.pid, entry.art_no, entry.color
        groups.setdefault(key, ColorGroup(*key, {})).entries[index] = entry
    requests: list[list[ColorGroup]] = []
    count = MAX_ENTRIES
    for group in sorted(groups.values(), key=lambda it: all(entry.stock != 0 for entry in it.entries.values())):
        count += len(group.entries)
        if count > MAX_ENTRIES or len(requests[-1]) == MAX_COLORS:
            requests.append([])
            count = len(group.entries)
        requests[-1].append(group)
    return requests
