from __future__ import annotations

import os
import re
import threading
import time
import weakref
from typing import Callable, ClassVar

from ._reply import Reply
from .errors import UnavailableError

_MAX_INTERVAL = 3600.0
_POLICY = re.compile(r'"create-stock"\s*;\s*q=([1-9][0-9]{0,8})\s*;\s*w=([0-9]{1,9})')


class Turn:
    """Decides when the next write may be sent, for all clients of this process with the same address and token.

    Other processes of the same account cannot be seen: if one has taken the turn, the server refuses with
    CREATE_TOO_SOON and says when the next one is.
    """

    _turns: ClassVar[weakref.WeakValueDictionary[str, Turn]] = weakref.WeakValueDictionary()
    _guard: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self) -> None:
        # a callback for events may write, too
        self._lock = threading.RLock()
        self._interval = 2.0
        self._opens_at = 0.0

    @classmethod
    def of(cls, key: str) -> Turn:
        with cls._guard:
            return cls._turns.setdefault(key, cls())

    @classmethod
    def renew_locks(cls) -> None:
        cls._guard = threading.Lock()
        for turn in cls._turns.values():
            turn._lock = threading.RLock()

    def take(self, send: Callable[[], Reply], waiting: Callable[[float], None]) -> Reply:
        """Sends a request when its turn has come; ``waiting`` is called with the seconds until then."""
        with self._lock:
            left = self._opens_at - time.monotonic()
            if left > 0:
                waiting(left)
                time.sleep(max(0.0, self._opens_at - time.monotonic()))
            try:
                reply = send()
            except UnavailableError as lost:
                if lost.perhaps_done:
                    self._close(self._interval)
                raise
            self._learn(reply)
            return reply

    def _learn(self, reply: Reply) -> None:
        """Learns in how many milliseconds, from the arrival of the response, the next request may come.

        A request that the server did not accept (400, 401, 403, 413) has taken no turn.
        """
        policy = _POLICY.search(reply.header("RateLimit-Policy"))
        if policy:
            self._interval = int(policy[2]) / int(policy[1])
        wait = reply.number("Next-Turn-Ms")
        if wait is not None:
            self._close(wait / 1000)
        elif reply.status == 429:
            self._close(reply.number("Retry-After") or self._interval)
        elif reply.status == 200 or reply.status >= 500:
            self._close(self._interval)

    def _close(self, seconds: float) -> None:
        self._opens_at = time.monotonic() + min(seconds, _MAX_INTERVAL)


if hasattr(os, "register_at_fork"):
    # a thread of the parent may hold a lock, and does not exist in the child
    os.register_at_fork(after_in_child=Turn.renew_locks)
