from __future__ import annotations

import hashlib
from typing import Callable


class Signer:
    """Makes the headers of a signed request, by the clock of the server."""

    def __init__(self, appid: str, secret: str, token: str, clock: Callable[[], float]) -> None:
        self._appid = appid
        self._secret = secret
        self._token = token
        self._clock = clock
        self._offset = 0

    def headers(self) -> dict[str, str]:
        timestamp = str(int(self._clock()) + self._offset)
        # MD5 is the interface's choice
        sign = hashlib.md5((self._secret + timestamp).encode("utf-8", "surrogatepass")).hexdigest().upper()
        return {"appid": self._appid, "timestamp": timestamp, "sign": sign, "accesstoken": self._token}

    def set_time(self, server_time: int) -> int:
        """Signs by this time from now on, and returns the seconds that are added to the clock of this machine."""
        self._offset = server_time - int(self._clock())
        return self._offset

    def fingerprint(self) -> str:
        """Identifies application and token, and shows neither."""
        return hashlib.sha256(f"{self._appid}\n{self._token}".encode()).hexdigest()
