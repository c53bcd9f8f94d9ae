from __future__ import annotations

import time
from collections.abc import Iterator

from ._calls import Calls
from ._feed import FeedPosition
from .pushes import ChangePage, Push

_PATH = "/Stock/Changes"
_LIMIT = 100
_WAIT = 30
# the least seconds between two requests that find nothing, even if the server responds at once
_MIN_INTERVAL = 1.0


class ChangeReads:
    """Reads changes and history."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def now(self) -> str:
        """Returns the cursor of now."""
        return self._calls.form(_PATH, {"limit": 1}, lambda json: str(json["cursor"]))

    def page(self, position: FeedPosition, limit: int, wait: int) -> ChangePage:
        pushes, cursor, more = self._calls.form(
            _PATH,
            {**position.fields(), "limit": limit, "wait": wait},
            lambda json: (tuple(map(Push._from, json["data"])), json["cursor"], json["more"]),
            wait,
        )
        unread = tuple(filter(position.is_before, pushes))
        return ChangePage(unread, str(position.after_page(cursor, pushes)), more)

    def follow(self, position: FeedPosition) -> Iterator[tuple[Push, str]]:
        while True:
            asked = time.monotonic()
            page = self.page(position, _LIMIT, _WAIT)
            for push in page.pushes:
                yield push, page.cursor if push is page.pushes[-1] else str(position.after(push))
            position = FeedPosition.of(page.cursor)
            if not page.pushes and not page.more:
                time.sleep(max(0.0, asked + _MIN_INTERVAL - time.monotonic()))

    def history(self, pid: int | None, color: str | None, size: int | None, reference: str | None) -> Iterator[Push]:
        fields = {"productid": pid, "color": color, "size": size, "reference": reference, "limit": _LIMIT}
        cursor: str | None = None
        while True:
            pushes, cursor = self._calls.form(
                "/Stock/History",
                {**fields, "cursor": cursor},
                lambda json: (list(map(Push._from, json["data"])), json.get("cursor")),
            )
            yield from pushes
            if cursor is None:
                return
