"""A server on this machine that gives prepared responses, for what the real one does not do."""

from __future__ import annotations

import http.server
import json
import threading
from typing import Any

OK = {"success": True, "msg": ""}


class _Server(http.server.ThreadingHTTPServer):
    # many connections may come at once; beyond this number they are reset
    request_queue_size = 100


class LocalServer:
    """Gives each request the next of the responses: a dictionary, status and headers with one, or None to hang up."""

    def __init__(self, *responses: Any) -> None:
        self.responses = list(responses)
        self.requests: list[http.server.BaseHTTPRequestHandler] = []
        self.connections: list[Any] = []
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                super().setup()
                server.connections.append(self.connection)

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                server.requests.append(self)
                given = server.responses.pop(0)
                if given is None:
                    self.close_connection = True
                    return
                status, headers, body = given if isinstance(given, tuple) else (200, {}, given)
                data = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in {"Content-Length": str(len(data)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._thread: threading.Thread | None = None
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> LocalServer:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        assert self._thread
        self._thread.join()
