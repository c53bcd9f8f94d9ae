package stockroom.client.internal.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The client's own messages, in English and Chinese.
public enum Message {
    ADDRESS_INVALID(
            "address: %s (expected: an address such as https://stock.example)",
            "address：%s（应为：形如 https://stock.example 的地址）"),
    NOT_SENDABLE(
            "%s: not shown (expected: visible ASCII characters without spaces); copy it again",
            "%s：此处不显示（应为：ASCII 字符，不含空格和控制字符）；请重新复制"),
    SETTING_MISSING(
            "%s: nothing (expected: address, appid, secret and token before build)",
            "%s：没有内容（应为：在 build 之前设置 address、appid、secret 和 token）"),
    TIMEOUT_INVALID("timeout: %s (expected: at least a millisecond)", "timeout：%s（应为：至少一毫秒）"),
    CONNECTIONS_INVALID("connections: %d (expected: at least 1)", "connections：%d（应为：至少 1）"),
    CLOSED("this client is closed", "此客户端已关闭"),
    KEY_INVALID(
            "idempotencyKey: %s (expected: 1 to 64 visible ASCII characters, for one request)",
            "idempotencyKey：%s（应为：1 到 64 个 ASCII 字符，不含空格和控制字符，且只有一个请求）"),
    CURSOR_BLANK(
            "cursor: nothing (expected: one that the server returned, or null for now)",
            "cursor：没有内容（应为：服务器返回的游标；null 表示从当前位置开始）"),
    PUSH_NEGATIVE("push: %d (expected: the number of a push, or 0)", "push：%d（应为：变更批次号或 0）"),

    NOTHING("nothing", "没有内容"),
    AT("%s: %s", "%s：%s"),
    NOT_SENT("nothing was sent: %d violations in the entries", "未发送任何内容：条目中有 %d 处错误"),
    PID_INVALID("%d (expected: a product id, from 1)", "%d（应为：商品 id，从 1 开始）"),
    ART_NO_WITH_PID("beside pid (expected: pid or artNo)", "与 pid 同时出现（应为：pid 与 artNo 二选一）"),
    ART_NO_INVALID("%s (expected: 1 to 64 characters without control characters)", "%s（应为：1 到 64 个字符，不含控制字符）"),
    COLOR_INVALID(
            "%s (expected: a colour name of 1 to 64 characters without control characters)",
            "%s（应为：颜色名，1 到 64 个字符，不含控制字符）"),
    SIZE_INVALID("%d (expected: 1 to 999)", "%d（应为：1 到 999）"),
    STOCK_INVALID("%d (expected: 0 to 999999999)", "%d（应为：0 到 999999999）"),
    EXPECTED_INVALID("%d (expected: 0 to 999999999, or -1 for no entry)", "%d（应为：0 到 999999999；-1 表示没有该条目）"),
    DELTA_INVALID("%d (expected: -999999999 to 999999999)", "%d（应为：-999999999 到 999999999）"),
    DELTA_WITH_STOCK(
            "beside stock or expected (expected: delta alone, or stock with or without expected)",
            "不能与 stock 或 expected 同时使用（应为：只填 delta；或填 stock，可另填 expected）"),
    BAR_CODE_INVALID("%s (expected: at most 64 characters without control characters)", "%s（应为：最多 64 个字符，不含控制字符）"),
    ENTRY_REPEATED(
            "product %s, colour %s, size %d is already in [%d]; keep one of them",
            "商品 %s、颜色“%s”、尺码 %d 在 [%d] 中已经出现；请只保留一个"),
    COLORS_TOO_MANY("product %s has more than %d colours", "商品 %s 的颜色超过 %d 个"),
    ENTRIES_TOO_MANY(
            "%d entries take %d requests (expected: one, of up to 300 colours and 15000 entries)",
            "%d 个条目需要 %d 个请求（应为：一个请求，最多 300 个颜色、15000 个条目）"),

    PRODUCT_UNKNOWN("product %d does not exist", "商品 %d 不存在"),
    PRODUCT_FULL("product %d would have more than 9999 entries", "商品 %d 的库存条目会超过 9999 个"),
    COLORS_FULL("product %d already has its %d colours", "商品 %d 已有 %d 个颜色"),
    NO_ROOM("product %s has no room for this colour", "商品 %s 不能再增加此颜色"),

    CANNOT_CONNECT("cannot connect to %s: %s", "无法连接 %s：%s"),
    NO_ANSWER("sent, but no response came from %s: %s", "已发送，但没有收到 %s 的响应：%s"),
    UNKNOWN_HOST("unknown host", "主机名无法解析"),
    INTERRUPTED("interrupted while waiting for the server", "等待服务器时线程被中断"),
    NOT_STOCKROOM(
            "not a response of Stockroom (%d characters of %s); check the address",
            "不是 Stockroom 的响应（%d 个字符，类型 %s）；请检查地址"),
    NOT_AS_EXPECTED("the response is not as expected: %s", "响应不符合预期：%s"),
    MISSING("%s is missing", "缺少 %s"),
    NONE_READ("none of %d is in it", "请求的 %d 个都不在其中"),

    CREATE_ENDED("creating stock ended early (%s): %s", "批量设置库存提前结束（%s）：%s"),
    ENTRIES("%d entries", "共 %d 个条目"),
    ENTRIES_UNSENT(", %d unsent", "，%d 个未发送"),
    ENTRIES_WRITTEN(", %d written", "，%d 个已写入"),
    ENTRIES_CHECKED(", %d checked", "，%d 个已通过检查"),
    ENTRIES_REJECTED(", %d rejected", "，%d 个被拒绝"),
    ENTRIES_UNKNOWN(", %d unknown", "，%d 个无法确定"),
    ENTRIES_SKIPPED(", %d skipped", "，%d 个已跳过");

    private final String english;
    private final String chinese;

    Message(String english, String chinese) {
        this.english = english;
        this.chinese = chinese;
    }

    public String in(Locale language, @Nullable Object... values) {
        return String.format(Locale.ROOT, language.getLanguage().equals("zh") ? chinese : english, values);
    }
}
