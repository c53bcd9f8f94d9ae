from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .pushes import Push

_FROM = "from"


@dataclass(frozen=True)
class FeedPosition:
    """A position in the changes.

    The server's cursor stands for a whole page; a program may stop within one, and must not get a push twice. The text
    is the server's cursor, followed within a page by a space and the last push that was read. It begins with "from"
    before the first response.
    """

    cursor: str
    last: str = ""

    @classmethod
    def of(cls, text: str) -> FeedPosition:
        cursor, _, last = text.partition(" ")
        return cls(cursor, last)

    @classmethod
    def after_push(cls, push: int | str) -> FeedPosition:
        """Takes the number of a push, or 'start'."""
        return cls(_FROM, str(push))

    def __str__(self) -> str:
        return f"{self.cursor} {self.last}".rstrip()

    def fields(self) -> dict[str, str]:
        """Returns the parameters of /Stock/Changes."""
        return {"from": self.last} if self.cursor == _FROM else {"cursor": self.cursor}

    def is_before(self, push: Push) -> bool:
        return push.push > self._number()

    def after(self, push: Push) -> FeedPosition:
        return FeedPosition(self.cursor, str(push.push))

    def after_page(self, cursor: str, pushes: Sequence[Push]) -> FeedPosition:
        """Returns the position after a page; the cursor is the server's after it."""
        passed = not pushes or pushes[-1].push >= self._number()
        return FeedPosition(cursor, "" if passed else self.last)

    def _number(self) -> int:
        return int(self.last) if self.last.isdecimal() else 0
