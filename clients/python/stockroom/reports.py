"""What became of the entries of a call that changes stock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from .stock import StockEntry

EntryState = Literal["unsent", "written", "checked", "rejected", "unknown"]
"""``checked``: the server would write the entry; it was a dry run. ``unknown``: the entry was sent and the response was
lost, so it may or may not be written."""


@dataclass(frozen=True)
class RejectedEntry:
    """An entry that the server refused while it wrote others."""

    index: int
    """The entry's index, from 0."""
    entry: StockEntry
    code: str
    """Such as ``PRODUCT_UNKNOWN`` or ``STOCK_CHANGED_MEANWHILE``."""
    message: str
    """For people."""
    stock: int | None = None
    """The present quantity if it is the reason; None if there is no entry."""


@dataclass(frozen=True)
class CreateReport:
    """What was written and what was not, entry by entry."""

    entries: tuple[StockEntry, ...] = field(repr=False)
    """The entries as they were given."""
    states: tuple[EntryState, ...] = field(repr=False)
    """The state of each entry, in the same order."""
    rejected: tuple[RejectedEntry, ...] = ()
    """The refused entries, in the order of the requests."""
    requests: int = 0
    """The number of requests sent, including retries."""
    pushes: tuple[int, ...] = ()
    """The numbers of the pushes; a request that changed no quantity made none."""
    replayed: bool = False
    """Whether the server repeated the response to an earlier request with the same key."""

    def count(self, state: EntryState) -> int:
        """Returns the number of entries in this state."""
        return self.states.count(state)

    @property
    def written(self) -> int:
        """The number of entries that were written."""
        return self.count("written")

    def remaining(self) -> list[StockEntry]:
        """Returns the entries to send again: those that were not sent, and unknown ones.

        An unknown change by ``delta`` is not among them, because it might be made twice.
        """
        return [
            entry
            for entry, state in zip(self.entries, self.states)
            if state == "unsent" or (state == "unknown" and entry.delta is None)
        ]

    def __str__(self) -> str:
        counts = {state: self.count(state) for state in get_args(EntryState)}
        all_entries = "1 entry" if len(self.entries) == 1 else f"{len(self.entries)} entries"
        return ", ".join([all_entries, *(f"{n} {state}" for state, n in counts.items() if n)])


@dataclass(frozen=True)
class SkippedEntry:
    """An entry that was not undone."""

    pid: int
    color: str
    size: int
    left: int | None
    """The quantity after the push; None if the push deleted the entry."""
    stock: int | None
    """The present quantity; None if there is no entry."""
    reason: str
    """``changed``, ``product_deleted``, ``product_full`` or ``colours_full``; a newer server may have more."""

    @classmethod
    def _from(cls, json: Any) -> SkippedEntry:
        return cls(json["productid"], json["color"], json["size"], json.get("left"), json.get("stock"), json["reason"])


@dataclass(frozen=True)
class UndoResult:
    """The outcome of an undo, or in a dry run the expected one."""

    push: int | None
    """The undo's own number; None if it changed nothing."""
    undone: int
    """The number of entries that are again as they were before the push."""
    conflicts: int
    """The number of entries that could not be undone and were left alone."""
    skipped: tuple[SkippedEntry, ...]
    """The first 100 of the conflicts."""
    replayed: bool
    """Whether the server repeated the response to an earlier attempt."""
