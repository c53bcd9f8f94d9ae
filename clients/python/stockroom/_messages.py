"""The messages of the client itself, in the words of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .reports import CreateReport

Language = Literal["en", "zh"]

_TEXTS = {
    "invalid": ("{}: {} (expected: {})", "{}：{}（应为：{}）"),
    "nothing": ("nothing", "没有内容"),
    "not shown": ("not shown", "不显示"),
    "beside pid": ("beside pid", "与 pid 同时出现"),
    "beside stock": ("beside stock or expected", "与 stock 或 expected 同时出现"),
    "beside bar_code": ("beside bar_code", "与 bar_code 同时出现"),
    "an address": ("an address such as https://stock.example", "地址，例如 https://stock.example"),
    "visible": ("a text of visible ASCII characters, no spaces", "字符串，由可打印的 ASCII 字符组成，不含空格"),
    "a secret": ("the application's secret", "应用的密钥"),
    "a timeout": ("a number of seconds above 0", "大于 0 的秒数"),
    "a StockEntry": ("a StockEntry", "StockEntry"),
    "a StockDeletion": ("a StockDeletion", "StockDeletion"),
    "several": ("several texts, such as a list", "多个字符串，例如列表"),
    "a pid": ("a product id, a whole number from 1 to 2147483647", "商品 id，1 到 2147483647 的整数"),
    "pid or art_no": ("pid or art_no", "pid 与 art_no 二选一"),
    "a text": ("1 to 64 characters without control characters", "1 到 64 个字符，不含控制字符"),
    "a short text": ("at most 64 characters without control characters", "最多 64 个字符，不含控制字符"),
    "a size": ("a whole number from 1 to 999", "1 到 999 的整数"),
    "a stock": ("a whole number from 0 to 999999999", "0 到 999999999 的整数"),
    "stock or delta": (
        "stock, the quantity to set, or delta, the change up or down",
        "stock，即要设置的数量；或 delta，即增减的数量",
    ),
    "an expected": (
        "a whole number from 0 to 999999999, or -1 for an entry that must not exist yet",
        "0 到 999999999 的整数；-1 表示该条目必须尚不存在",
    ),
    "a delta": ("a whole number from -999999999 to 999999999", "-999999999 到 999999999 的整数"),
    "delta alone": ("delta alone, or stock with or without expected", "只填 delta；或填 stock，可另填 expected"),
    "one of them": ("one of them", "二者之一"),
    "a key": (
        "1 to 64 visible ASCII characters, together with one_request",
        "1 到 64 个可打印的 ASCII 字符，不含空格，并与 one_request 一起使用",
    ),
    "a cursor": ("a cursor that the server returned, or None for now", "服务器返回的游标；None 表示从当前位置开始"),
    "a from_": ("the number of a push, or 'start', without a cursor", "变更批次号或 'start'，且不传 cursor"),
    "a time zone": (
        "a time with its zone, such as datetime.now(timezone.utc)",
        "带时区的时间，例如 datetime.now(timezone.utc)",
    ),
    "repeated": (
        "[{}]: product {}, colour {}, size {} is already in [{}]; keep one of them",
        "[{}]：商品 {}、颜色“{}”、尺码 {} 已在 [{}] 中；请只保留一个",
    ),
    "not sent": ("nothing was sent: {} violations in the entries", "未发送任何内容：条目中有 {} 处错误"),
    "too many": (
        "{} entries take {} requests (expected: one, of up to {} colours and {} entries)",
        "{} 个条目需要 {} 个请求（应为：一个，最多 {} 个颜色和 {} 个条目）",
    ),
    "not connected": ("cannot connect to {}: {}", "无法连接 {}：{}"),
    "lost": ("sent, but no response came from {}: {}", "已发送，但没有收到 {} 的响应：{}"),
    "not ours": ("not a response of Stockroom; check the address", "不是 Stockroom 的响应，请检查地址"),
    "unexpected": ("the response is not as expected: {}", "响应与预期不符：{}"),
    "missing": ("{} is missing", "缺少 {}"),
    "none read": ("it contains none of {} requested", "请求的 {} 个都不在其中"),
}
_STATES = {
    "unsent": "未发送",
    "written": "已写入",
    "checked": "已通过检查",
    "rejected": "被拒绝",
    "unknown": "无法确定",
}


class Messages:
    def __init__(self, language: Language) -> None:
        if language not in ("en", "zh"):
            raise ValueError(f"language: {language!r} (expected: 'en' or 'zh')")
        self.language = language

    def text(self, name: str, *values: object) -> str:
        return _TEXTS[name][self.language == "zh"].format(*values)

    def invalid(self, at: str, value: object, expected: str) -> str:
        """Says what a value is, and what was expected: the name of a text."""
        return self.text("invalid", at, value, self.text(expected))

    def error(self, name: str, value: object, expected: str) -> ValueError:
        """Returns the error of a wrong argument."""
        return ValueError(self.invalid(name, value, expected))

    def ended(self, report: CreateReport, failure: Exception) -> str:
        """Says why ``create_stock`` ended early, and how far it got."""
        if self.language == "en":
            return f"creating stock ended early ({report}): {failure}"
        counts = {name: report.states.count(state) for state, name in _STATES.items()}
        listed = "".join(f"，{count} 个{name}" for name, count in counts.items() if count)
        return f"批量设置库存提前结束（共 {len(report.entries)} 个条目{listed}）：{failure}"
