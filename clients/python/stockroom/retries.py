from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class RetryPolicy:
    """Limits the retries after a temporary failure: a lost connection, HTTP 429, 502, 503 or 504.

    Times are in seconds. The default is half a minute, for calls that someone waits for.
    """

    attempts: int = 6
    """The number of attempts, including the first."""
    first_pause: float = 0.2
    """Is doubled with each attempt; the actual pause is random, up to the doubled value."""
    max_pause: float = 5.0
    """The upper bound of the doubled pause."""
    budget: float = 30.0
    """The time after which no attempt begins; a longer ``Retry-After`` is not waited for."""

    def __post_init__(self) -> None:
        if self.attempts < 1 or min(self.first_pause, self.max_pause, self.budget) < 0:
            raise ValueError(f"{self} (expected: at least 1 attempt, nothing negative)")

    @classmethod
    def none(cls) -> RetryPolicy:
        """Never retries."""
        return cls(attempts=1)

    @classmethod
    def bulk(cls) -> RetryPolicy:
        """Retries for two minutes, in which a server can restart."""
        return cls(attempts=30, first_pause=0.5, max_pause=15.0, budget=120.0)

    def pause_after(self, attempt: int, spent: float, retry_after: float = 0.0) -> float | None:
        """Returns the pause before the next attempt, or None if there is none.

        It adds a random part to what the server asked for, so that callers that failed at the same time do not all
        come back at the same time. ``attempt`` is the one that failed, from 1; ``spent`` the time since the first
        failure.
        """
        doubled = min(self.first_pause * 2 ** min(attempt - 1, 30), self.max_pause)
        pause = retry_after + random.uniform(0, doubled)
        return pause if attempt < self.attempts and spent + pause <= self.budget else None
