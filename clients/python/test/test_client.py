from __future__ import annotations

import logging
import pathlib
import pickle
import sys
import unittest
from datetime import datetime
from typing import Any, Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from local_server import OK, LocalServer

import stockroom
from stockroom import (
    BadRequestError,
    CreateReport,
    CreateStockError,
    HttpTransport,
    RefusedError,
    RequestWarning,
    RetryPolicy,
    StockEntry,
    StockroomClient,
    UnavailableError,
    UnexpectedAnswerError,
    Violation,
)


def client(address: str = "https://stock.example", **settings: Any) -> StockroomClient:
    return StockroomClient(address, "10001", "the-secret", "the-token", **settings)


class CheckTest(unittest.TestCase):
    def violations(self, *entries: StockEntry, **settings: Any) -> list[str]:
        with self.assertRaises(BadRequestError) as raised:
            client(**settings).create_stock(entries)
        self.text = str(raised.exception)
        return [it.message for it in raised.exception.violations]

    def test_texts_are_trimmed_as_the_server_trims_them(self) -> None:
        entry = StockEntry(art_no=" HX-1\t", color="\u3000红色 \n", size=38, stock=5, bar_code=" 690 ")
        self.assertEqual(("HX-1", "红色", "690"), (entry.art_no, entry.color, entry.bar_code))

    def test_each_violation_has_its_place_and_what_was_expected(self) -> None:
        found = self.violations(
            StockEntry(color="red", size=38, stock=5),
            StockEntry(pid=7, art_no="HX-1", color="red", size=38, stock=5),
            StockEntry(pid=7, color="", size="38", stock=float("nan")),  # type: ignore[arg-type]
            StockEntry(pid=7, color=None, size=True, stock=5, delta=1),  # type: ignore[arg-type]
            StockEntry(pid=7, color="red", size=38, stock=5, bar_code="6\x016"),
            StockEntry(pid=7, color="red", size=38, stock=5, bar_code="66", clear_bar_code=True),
            StockEntry(pid=7, color="red", size=38, stock=5),
            StockEntry(pid=7, color=" red", size=38, delta=5),
        )
        self.assertEqual(
            [
                "[0].pid: nothing (expected: a product id, a whole number from 1 to 2147483647)",
                "[1].artNo: beside pid (expected: pid or art_no)",
                "[2].color: nothing (expected: 1 to 64 characters without control characters)",
                "[2].size: '38' (expected: a whole number from 1 to 999)",
                "[2].stock: nan (expected: a whole number from 0 to 999999999)",
                "[3].color: nothing (expected: 1 to 64 characters without control characters)",
                "[3].size: True (expected: a whole number from 1 to 999)",
                "[3].delta: beside stock or expected (expected: delta alone, or stock with or without expected)",
                "[4].barCode: 6?6 (expected: at most 64 characters without control characters)",
                "[5].clearBarCode: beside bar_code (expected: one of them)",
                "[7]: product 7, colour red, size 38 is already in [6]; keep one of them",
            ],
            found,
        )
        self.assertEqual(
            "ID_INVALID: nothing was sent: 11 violations in the entries\n"
            "  [0].pid: nothing (expected: a product id, a whole number from 1 to 2147483647)\n"
            "  ART_NO_WITH_PID: [1].artNo: beside pid (expected: pid or art_no)\n"
            "  COLOR_INVALID: [2].color: nothing (expected: 1 to 64 characters without control characters)\n"
            "  … (+8)",
            self.text,
        )

    def test_messages_are_in_the_language_of_the_caller(self) -> None:
        found = self.violations(StockEntry(pid=7, color="red", size=0, stock=5), language="zh")
        self.assertEqual(["[0].size：0（应为：1 到 999 的整数）"], found)
        with self.assertRaisesRegex(ValueError, "^cursor：没有内容（应为：服务器返回的游标"):
            client(language="zh").changes(" ")

    def test_wrong_arguments_are_named_and_secrets_are_not_shown(self) -> None:
        with self.assertRaisesRegex(ValueError, "^token: not shown .expected: a text of visible ASCII"):
            StockroomClient("https://stock.example", "1", "secret", "to ken")
        with self.assertRaisesRegex(ValueError, "^as_of: 2026-11-19T00:00:00 .expected: a time with its zone"):
            client().stock(7, as_of=datetime(2026, 11, 19))
        with self.assertRaisesRegex(ValueError, "^from_: 'now' .expected: the number of a push, or 'start'"):
            client().changes(from_="now")  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "^idempotency_key: order-1 .expected: .* together with one_request"):
            client().create_stock([], idempotency_key="order-1")

    def test_arguments_of_a_wrong_type_are_named(self) -> None:
        def made(**settings: Any) -> StockroomClient:
            return StockroomClient(**{"address": "https://a", "appid": "1", "secret": "s", "token": "t", **settings})

        wrong: dict[str, list[Any]] = {
            "address": [None, 5, "https://a:b", "https://[::1", "https://a?b", "ftp://a"],
            "appid": [None, 10001],
            "secret": [None, " "],
            "token": [None, "", "to ken"],
            "timeout": [None, 0, float("inf"), float("nan"), "5"],
            "language": [None, "fr"],
        }
        for name, values in wrong.items():
            for value in values:
                with self.assertRaisesRegex(ValueError, f"^{name}: "):
                    made(**{name: value})
        calls: dict[str, Callable[[Any], object]] = {
            "entries.0.: {'pid': 7} .expected: a StockEntry": lambda it: it.create_stock([{"pid": 7}]),
            "deletions.0.: 7 .expected: a StockDeletion": lambda it: it.delete_stock([7]),
            "cursor: 17 ": lambda it: it.changes(17),
            "cursor: nothing ": lambda it: it.change_page(" "),
            "bar_codes: '6901234' .expected: several": lambda it: it.stocks_by_bar_code("6901234"),
            "art_nos: 'HX-1' .expected: several": lambda it: it.products_by_art_no("HX-1"),
        }
        for text, call in calls.items():
            with self.assertRaisesRegex(ValueError, f"^{text}"):
                call(made())


class ErrorTest(unittest.TestCase):
    def test_the_text_says_a_thing_once(self) -> None:
        message = "[0].size: 0 (expected: 1 to 999)"
        violation = Violation("[0].size", "SIZE_INVALID", message)
        error = BadRequestError(message, status=400, code="SIZE_INVALID", request_id="00c0ffee", violations=[violation])
        self.assertEqual("HTTP 400 SIZE_INVALID: [0].size: 0 (expected: 1 to 999) (requestId 00c0ffee)", str(error))

    def test_errors_survive_a_queue_between_processes(self) -> None:
        refused = RefusedError("no stock", status=200, code="STOCK_NOT_ADDED")
        report = CreateReport((StockEntry(pid=7, color="red", size=38, stock=5),), ("unsent",))
        ended = CreateStockError(refused, report)
        for error in (refused, UnavailableError("lost", perhaps_done=False), ended):
            copy = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(error), str(error), vars(error)), (type(copy), str(copy), vars(copy)))
        text = "creating stock ended early (1 entry, 1 unsent): HTTP 200 STOCK_NOT_ADDED: no stock"
        self.assertEqual((text, "no stock"), (str(ended), ended.message))

    def test_the_end_of_creating_stock_is_in_the_language_of_the_caller(self) -> None:
        entry = StockEntry(pid=7, color="red", size=38, stock=5)
        with LocalServer((500, {}, b"")) as server, client(server.address, language="zh") as it:
            text = "^批量设置库存提前结束（共 1 个条目，1 个无法确定）：HTTP 500 不是 Stockroom 的响应"
            self.assertRaisesRegex(CreateStockError, text, it.create_stock, [entry])

    def test_what_is_missing_in_a_response_is_named(self) -> None:
        text = "HTTP 200 the response is not as expected: color is missing"
        with LocalServer({**OK, "data": [{"guid": "1", "barCode": None}]}) as server, client(server.address) as it:
            self.assertRaisesRegex(UnexpectedAnswerError, text, it.stock, 7)


class EventTest(unittest.TestCase):
    def test_warnings_of_the_server_and_retries_are_events_and_log_lines(self) -> None:
        warning = {"at": "stok", "msg": "stok: unknown name, ignored (did you mean stock?)"}
        seen: list[Any] = []
        lost = (503, {"Retry-After": "0"}, {"success": False, "msg": "busy", "code": "OVERLOADED"})
        with LocalServer(lost, {**OK, "data": [], "warnings": [warning]}) as server:
            settings = {"on_event": seen.append, "retry": RetryPolicy(first_pause=0)}
            with client(server.address, **settings) as it, self.assertLogs("stockroom", logging.WARNING) as logs:
                it.stock(7)
        self.assertIn(RequestWarning("/Stock/List", **{"at": "stok", "message": warning["msg"]}), seen)
        self.assertEqual(
            [
                "WARNING:stockroom:/Stock/List: attempt 1 failed, next in 0.0 s: HTTP 503 OVERLOADED: busy",
                "WARNING:stockroom:/Stock/List: stok: unknown name, ignored (did you mean stock?)",
            ],
            logs.output,
        )

    def test_a_transport_that_is_given_stays_open(self) -> None:
        transport = HttpTransport(proxy="")
        with LocalServer({**OK, "data": []}, {**OK, "data": []}) as server:
            for _ in range(2):
                with client(server.address, transport=transport) as it:
                    self.assertEqual([], it.stock(7))
            self.assertEqual(1, len(server.connections))
            transport.close()


class RetryPolicyTest(unittest.TestCase):
    def test_pauses_are_doubled_up_to_a_bound_and_end_with_the_budget(self) -> None:
        policy = RetryPolicy(attempts=40, first_pause=1, max_pause=4, budget=10)
        for attempt, most in ((1, 1), (2, 2), (3, 4), (35, 4)):
            self.assertLessEqual(policy.pause_after(attempt, 0) or 0, most)
        self.assertIsNone(policy.pause_after(40, 0))
        self.assertIsNone(policy.pause_after(1, 9, retry_after=2))
        self.assertIsNone(RetryPolicy.none().pause_after(1, 0))
        with self.assertRaises(ValueError):
            RetryPolicy(attempts=0)


class PackageTest(unittest.TestCase):
    def test_everything_that_is_exported_exists(self) -> None:
        self.assertEqual([], [name for name in stockroom.__all__ if not hasattr(stockroom, name)])


if __name__ == "__main__":
    unittest.main()
