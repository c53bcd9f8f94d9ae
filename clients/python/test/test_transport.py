from __future__ import annotations

import gzip
import os
import pathlib
import socket
import sys
import threading
import time
import unittest
import warnings
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from local_server import OK, LocalServer

from stockroom import HttpTransport, Request, StockroomClient, TransportError


def request(address: str, timeout: float = 5.0) -> Request:
    return Request(address + "/Stock/List", {"appid": "1"}, b"body", timeout)


class HttpTransportTest(unittest.TestCase):
    def setUp(self) -> None:
        self.transport = HttpTransport(proxy="")
        self.addCleanup(self.transport.close)

    def test_requests_share_a_connection(self) -> None:
        with LocalServer(OK, OK, OK) as server:
            for _ in range(3):
                self.assertEqual(200, self.transport.send(request(server.address)).status)
            self.assertEqual(1, len(server.connections))
            self.transport.close()

    def test_a_connection_that_the_server_closed_is_not_used_again(self) -> None:
        with LocalServer(OK, OK) as server:
            self.transport.send(request(server.address))
            server.connections[0].shutdown(socket.SHUT_RDWR)
            time.sleep(0.05)
            self.assertEqual(200, self.transport.send(request(server.address)).status)
            self.assertEqual(2, len(server.connections))
            self.transport.close()

    def test_threads_have_connections_of_their_own(self) -> None:
        with LocalServer(*[OK] * 20) as server:
            sends = [threading.Thread(target=self.transport.send, args=[request(server.address)]) for _ in range(20)]
            for thread in sends:
                thread.start()
            for thread in sends:
                thread.join()
            self.assertEqual(20, len(server.requests))
            self.transport.close()

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_forked_process_opens_a_connection_of_its_own(self) -> None:
        with LocalServer(OK, OK, OK) as server:
            self.transport.send(request(server.address))
            with warnings.catch_warnings():
                # newer versions of Python warn of the threads of the server
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
            if child == 0:
                self.transport.send(request(server.address))
                os._exit(0)
            os.waitpid(child, 0)
            self.transport.send(request(server.address))
            self.assertEqual(2, len(server.connections))
            self.transport.close()

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_forked_process_does_not_wait_for_a_write_of_its_parent(self) -> None:
        with LocalServer(OK, OK) as server:
            is_sending, may_send = threading.Event(), threading.Event()

            def hold(event: object) -> None:
                is_sending.set()
                may_send.wait(20)

            first = StockroomClient(server.address, "1", "s", "forked", on_event=hold)
            write = threading.Thread(target=first.delete_stock, args=[[]])
            write.start()
            is_sending.wait(20)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
            if child == 0:
                StockroomClient(server.address, "1", "s", "forked").delete_stock([])
                os._exit(7)
            status = os.waitpid(child, 0)[1]
            may_send.set()
            write.join()
        self.assertEqual(7, os.waitstatus_to_exitcode(status))

    def test_a_lost_response_is_an_error_that_says_so(self) -> None:
        with LocalServer(None) as server, self.assertRaises(TransportError) as raised:
            self.transport.send(request(server.address))
        self.assertTrue(raised.exception.sent)
        self.assertEqual("Remote end closed connection without response", str(raised.exception))

    def test_a_response_that_is_cut_is_an_error(self) -> None:
        cut = (200, {"Content-Length": "100", "Connection": "close"}, OK)
        with LocalServer(cut) as server, self.assertRaises(TransportError):
            self.transport.send(request(server.address))

    def test_a_silent_server_is_an_error_after_the_timeout(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent, self.assertRaisesRegex(TransportError, "timed out"):
            self.transport.send(request(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.1))

    def test_a_request_that_is_not_sent_says_so(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        with self.assertRaisesRegex(TransportError, "refused") as raised:
            self.transport.send(request(f"http://127.0.0.1:{port}"))
        self.assertFalse(raised.exception.sent)

    def test_redirects_are_not_followed(self) -> None:
        with LocalServer((302, {"Location": "/elsewhere", "Connection": "close"}, OK)) as server:
            self.assertEqual(302, self.transport.send(request(server.address)).status)
            self.assertEqual(1, len(server.requests))

    def test_compressed_responses_are_read(self) -> None:
        zipped = (200, {"Content-Encoding": "gzip", "Connection": "close"}, gzip.compress(b"{}"))
        with LocalServer(zipped) as server:
            self.assertEqual(b"{}", self.transport.send(request(server.address)).body)

    def test_a_response_has_a_bounded_size(self) -> None:
        big = b"[" * 1001
        with mock.patch("stockroom.transport._MAX_RESPONSE", 1000):
            for headers, body in (({}, big), ({"Content-Encoding": "gzip"}, gzip.compress(big))):
                with LocalServer((200, headers, body)) as server, self.assertRaises(TransportError) as raised:
                    self.transport.send(request(server.address))
                self.assertEqual("a response of more than 1000 bytes", str(raised.exception))
                self.assertFalse(raised.exception.temporary)

    def test_a_compressed_response_that_is_cut_is_an_error(self) -> None:
        cut = (200, {"Content-Encoding": "gzip", "Connection": "close"}, gzip.compress(b"{}")[:-3])
        with LocalServer(cut) as server, self.assertRaises(TransportError):
            self.transport.send(request(server.address))

    def test_the_proxy_of_the_environment_gets_the_whole_address_and_its_password(self) -> None:
        with LocalServer((200, {"Connection": "close"}, OK)) as proxy:
            address = proxy.address.replace("//", "//user:p%40ss@")
            with mock.patch.dict(os.environ, {"http_proxy": address}):
                HttpTransport().send(request("http://stock.example"))
        self.assertEqual("http://stock.example/Stock/List", proxy.requests[0].path)
        self.assertEqual("Basic dXNlcjpwQHNz", proxy.requests[0].headers["Proxy-Authorization"])


if __name__ == "__main__":
    unittest.main()
