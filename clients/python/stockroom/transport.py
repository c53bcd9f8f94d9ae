"""How requests reach the server."""

from __future__ import annotations

import gzip
import http.client
import io
import os
import selectors
import ssl
import urllib.parse
import urllib.request
import weakref
import zlib
from base64 import b64encode
from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol

_MAX_IDLE = 10
# in bytes; the largest stock list has a tenth of that
_MAX_RESPONSE = 64 << 20


@dataclass(frozen=True)
class Request:
    """A signed request. It is a POST."""

    url: str
    headers: Mapping[str, str] = field(repr=False)
    """They contain the token."""
    body: bytes = field(repr=False)
    timeout: float
    """The seconds for which the server may be silent."""


@dataclass(frozen=True)
class Response:
    """What the server responded, with the body uncompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)


class TransportError(Exception):
    """No response came."""

    def __init__(self, message: str, *, sent: bool = True, temporary: bool = True) -> None:
        """Takes whether the server may have got the request, and whether a further attempt may help."""
        super().__init__(message)
        self.sent = sent
        self.temporary = temporary


class Transport(Protocol):
    """Sends requests; any number of threads may call it. It must not follow redirects."""

    def send(self, request: Request) -> Response:
        """Raises a ``TransportError`` if no response comes."""

    def close(self) -> None:
        """Closes what it keeps open."""


class _Link(NamedTuple):
    """A connection, and what its requests have in addition if it leads to a proxy."""

    connection: http.client.HTTPConnection
    base: str = ""
    headers: Mapping[str, str] = MappingProxyType({})


class HttpTransport:
    """Sends requests by ``http.client``, and keeps connections for further ones.

    ``connect_timeout`` is in seconds. ``ssl_context`` is for a certificate authority of your own. ``proxy`` is an
    address such as ``http://user:password@proxy.example:3128``; by default it is that of the environment
    (``HTTPS_PROXY``, ``HTTP_PROXY``, ``NO_PROXY``), and ``""`` is none.
    """

    def __init__(
        self,
        *,
        connect_timeout: float = 10.0,
        ssl_context: ssl.SSLContext | None = None,
        proxy: str | None = None,
    ) -> None:
        self._connect_timeout = connect_timeout
        self._ssl_context = ssl_context
        self._proxy = proxy
        self._process = os.getpid()
        self._idle: defaultdict[tuple[str, str], deque[_Link]] = defaultdict(deque)
        weakref.finalize(self, _close_all, self._idle)

    def send(self, request: Request) -> Response:
        """Raises a ``TransportError`` if no response comes, or one of more than 64 MiB."""
        parts = urllib.parse.urlsplit(request.url)
        if self._process != os.getpid():
            # a forked process must not write to the connections of its parent
            self.close()
            self._process = os.getpid()
        idle = self._idle[parts.scheme, parts.netloc]
        link = _usable(idle) or self._connect(parts)
        keep = False
        try:
            link.connection.sock.settimeout(request.timeout)
            headers = {"Accept-Encoding": "gzip", **request.headers, **link.headers}
            link.connection.request("POST", link.base + parts.path, request.body, headers)
            answer = link.connection.getresponse()
            body = _body_of(answer)
            keep = not answer.will_close and len(idle) < _MAX_IDLE
            return Response(answer.status, dict(answer.getheaders()), body)
        except (OSError, http.client.HTTPException, EOFError, zlib.error) as e:
            raise TransportError(_text_of(e), sent=True) from e
        finally:
            if keep:
                idle.append(link)
            else:
                link.connection.close()

    def close(self) -> None:
        """Closes the connections that are not in use. A further request opens a new one."""
        _close_all(self._idle)

    def _connect(self, parts: urllib.parse.SplitResult) -> _Link:
        proxy = self._proxy_of(parts)
        to = proxy or parts
        host, port, timeout = to.hostname or "", _port_of(to), self._connect_timeout
        link = _Link(http.client.HTTPConnection(host, port, timeout=timeout))
        if parts.scheme == "https":
            link = _Link(http.client.HTTPSConnection(host, port, timeout=timeout, context=self._ssl_context))
            if proxy:
                link.connection.set_tunnel(parts.hostname or "", _port_of(parts), _proxy_headers(proxy))
        elif proxy:
            link = _Link(link.connection, f"http://{parts.netloc}", _proxy_headers(proxy))
        try:
            link.connection.connect()
            return link
        except (OSError, http.client.HTTPException) as e:
            link.connection.close()
            temporary = not isinstance(e, ssl.SSLCertVerificationError)
            raise TransportError(_text_of(e), sent=False, temporary=temporary) from e

    def _proxy_of(self, parts: urllib.parse.SplitResult) -> urllib.parse.SplitResult | None:
        proxy = self._proxy
        if proxy is None and not urllib.request.proxy_bypass(parts.hostname or ""):
            proxy = urllib.request.getproxies().get(parts.scheme)
        return urllib.parse.urlsplit(proxy if "://" in proxy else "http://" + proxy) if proxy else None


def _port_of(parts: urllib.parse.SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _body_of(answer: http.client.HTTPResponse) -> bytes:
    body = answer.read(_MAX_RESPONSE + 1)
    if answer.getheader("Content-Encoding") == "gzip" and len(body) <= _MAX_RESPONSE:
        body = gzip.GzipFile(fileobj=io.BytesIO(body)).read(_MAX_RESPONSE + 1)
    if len(body) > _MAX_RESPONSE:
        raise TransportError(f"a response of more than {_MAX_RESPONSE} bytes", temporary=False)
    if answer.length:
        raise http.client.IncompleteRead(body, answer.length)
    return body


def _usable(idle: deque[_Link]) -> _Link | None:
    """Returns the kept connection that was used last, unless the server has closed it."""
    while True:
        try:
            link = idle.pop()
        except IndexError:
            return None
        with selectors.DefaultSelector() as selector:
            selector.register(link.connection.sock, selectors.EVENT_READ)
            if not selector.select(0):
                return link
        link.connection.close()


def _close_all(idle: Mapping[tuple[str, str], deque[_Link]]) -> None:
    for links in list(idle.values()):
        while links:
            links.pop().connection.close()


def _proxy_headers(proxy: urllib.parse.SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    login = f"{urllib.parse.unquote(proxy.username)}:{urllib.parse.unquote(proxy.password or '')}"
    return {"Proxy-Authorization": "Basic " + b64encode(login.encode()).decode()}


def _text_of(e: Exception) -> str:
    return str(e) or type(e).__name__
