"""Values as the server reads and writes them."""

from __future__ import annotations

import operator
import re
import unicodedata
from datetime import datetime, timezone
from typing import Any

# white space without the spaces that do not break
_SPACE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a"
    "\u2028\u2029\u205f\u3000"
)
_UNWANTED = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_MAX_LENGTH = 64
_MAX_SHOWN = 40


def trimmed(text: str) -> str:
    """Returns the text as the server stores it. What is no text stays as it is, for the check of the entries."""
    return unicodedata.normalize("NFC", text.strip(_SPACE)) if isinstance(text, str) else text


def whole(number: Any) -> Any:
    """Returns an int for the whole numbers of other types, such as those of numpy, and anything else as it is."""
    try:
        return number if isinstance(number, bool) else operator.index(number)
    except TypeError:
        return number


def fits(text: object, least: int) -> bool:
    return isinstance(text, str) and least <= len(text) <= _MAX_LENGTH and not _UNWANTED.search(text)


def excerpt(value: object) -> str:
    """Returns the beginning of a value without control characters."""
    plain = _UNWANTED.sub("?", value if isinstance(value, str) else repr(value))
    return plain if len(plain) <= _MAX_SHOWN else plain[:_MAX_SHOWN] + "…"


def time_of(text: str) -> datetime:
    """Reads a time of the interface, such as 2026-11-15T05:19:22.123Z."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def time_or_none(text: str | None) -> datetime | None:
    return None if text is None else time_of(text)


def time_text(time: datetime) -> str:
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
