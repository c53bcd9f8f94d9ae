using System;
using System.Linq;

namespace Stockroom
{
    /// The client's own messages for people, in English or Chinese. Those of the server come in the same language.
    internal sealed class Messages
    {
        internal static readonly Messages English = new Messages(false);
        private static readonly Messages Chinese = new Messages(true);
        private static readonly string[] ChineseStates = { "未发送", "已写入", "已通过检查", "被拒绝", "无法确定" };
        private readonly bool isChinese;

        private Messages(bool isChinese) => this.isChinese = isChinese;

        internal static Messages In(string language) =>
            language.StartsWith("zh", StringComparison.OrdinalIgnoreCase) ? Chinese : English;

        private string Pick(FormattableString english, FormattableString chinese) =>
            FormattableString.Invariant(isChinese ? chinese : english);

        // Options

        internal string AddressInvalid(Uri? address) => Pick(
            $"Address: {address?.OriginalString ?? "nothing"} (expected: an address such as https://stock.example)",
            $"Address：{address?.OriginalString ?? "没有内容"}（应为：形如 https://stock.example 的地址）");

        internal string NotSendable(string name) => Pick(
            $"{name}: not shown (expected: visible ASCII characters without spaces)",
            $"{name}：此处不显示（应为：ASCII 字符，不含空格和控制字符）");

        internal string SecretMissing() => Pick(
            $"Secret: nothing (expected: the application's secret)", $"Secret：没有内容（应为：应用的密钥）");

        internal string TimeoutInvalid(TimeSpan timeout) => Pick(
            $"Timeout: {timeout} (expected: more than 0, or Timeout.InfiniteTimeSpan)",
            $"Timeout：{timeout}（应为：大于 0，或 Timeout.InfiniteTimeSpan）");

        internal string EntryNull(int index) => Pick($"[{index}]: null", $"[{index}]：null");

        internal string KeyInvalid(string key) => Pick(
            $"IdempotencyKey: {key} (expected: 1 to 64 visible ASCII characters, with OneRequest)",
            $"IdempotencyKey：{key}（应为：1 到 64 个 ASCII 字符，不含空格和控制字符，且 OneRequest 为 true）");

        // Entries

        internal string Nothing() => Pick($"nothing", $"没有内容");

        internal string At(string at, string message) => Pick($"{at}: {message}", $"{at}：{message}");

        internal string ArtNoInvalid(string excerpt) => Pick(
            $"{excerpt} (expected: 1 to 64 characters without control characters)",
            $"{excerpt}（应为：1 到 64 个字符，不含控制字符）");

        internal string IdInvalid(int id) => Pick($"{id} (expected: a product id, from 1)", $"{id}（应为：商品 id，从 1 开始）");

        internal string ColorInvalid(string excerpt) => Pick(
            $"{excerpt} (expected: a colour name of 1 to 64 characters without control characters)",
            $"{excerpt}（应为：颜色名，1 到 64 个字符，不含控制字符）");

        internal string SizeInvalid(int size) => Pick($"{size} (expected: 1 to 999)", $"{size}（应为：1 到 999）");

        internal string StockInvalid(int? stock) => stock == null
            ? Pick($"nothing (expected: 0 to 999999999, or a delta)", $"没有内容（应为：0 到 999999999；或填 delta）")
            : Pick($"{stock} (expected: 0 to 999999999)", $"{stock}（应为：0 到 999999999）");

        internal string ExpectedInvalid(int? expected) => Pick(
            $"{expected} (expected: 0 to 999999999, or -1 for no entry)",
            $"{expected}（应为：0 到 999999999；-1 表示没有该条目）");

        internal string DeltaInvalid(int? delta) => Pick(
            $"{delta} (expected: -999999999 to 999999999)", $"{delta}（应为：-999999999 到 999999999）");

        internal string DeltaWithStock() => Pick(
            $"beside stock or expected (expected: delta alone, or stock with or without expected)",
            $"不能与 stock 或 expected 同时使用（应为：只填 delta；或填 stock，可另填 expected）");

        internal string BarCodeInvalid(string excerpt) => Pick(
            $"{excerpt} (expected: at most 64 characters without control characters)",
            $"{excerpt}（应为：最多 64 个字符，不含控制字符）");

        internal string EntryRepeated(string product, string color, int size, int first) => Pick(
            $"product {product}, colour {color}, size {size} is already in [{first}]; keep one of them",
            $"商品 {product}、颜色“{color}”、尺码 {size} 在 [{first}] 中已经出现；请只保留一个");

        internal string EntriesTooMany(int entries, int requests) => Pick(
            $"{entries} entries need {requests} requests (expected: one, of up to 300 colours and 15000 entries)",
            $"{entries} 个库存条目需要 {requests} 个请求（应为：一个请求，最多 300 个颜色、15000 个条目）");

        // Calls

        internal string CannotConnect(string address, string why) => Pick(
            $"cannot connect to {address}: {why}", $"无法连接 {address}：{why}");

        internal string NoResponseInTime(string address) => Pick(
            $"no response in time from {address}", $"{address} 没有按时返回响应");

        internal string NoResponse(string address, string why) => Pick(
            $"sent, but no response came from {address}: {why}", $"已发送，但没有收到 {address} 的响应：{why}");

        internal string NotStockroom() => Pick(
            $"not a response of Stockroom; check the address", $"不是 Stockroom 的响应；请检查地址");

        internal string NotAsExpected(string why) => Pick(
            $"the response is not as expected: {why}", $"响应不符合预期：{why}");

        internal string Missing(string name) => Pick($"{name} is missing", $"{name} 缺失");

        internal string NothingRead(int count) => Pick(
            $"none of {count} is in it or left to read", $"{count} 个都没有返回，也没有列为剩余");

        internal string CreateEnded(CreateReport report, string why) => Pick(
            $"creating stock ended early ({report}): {why}", $"批量设置库存提前结束（{InChinese(report)}）：{why}");

        internal string CreateCanceled(CreateReport report) => Pick(
            $"creating stock was cancelled ({report})", $"批量设置库存被取消（{InChinese(report)}）");

        private static string InChinese(CreateReport report) =>
            FormattableString.Invariant($"共 {report.Entries.Count} 个条目") + string.Concat(
                report.States.GroupBy(it => it).Select(
                    it => FormattableString.Invariant($"，{it.Count()} 个{ChineseStates[(int)it.Key]}")));
    }
}
