using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;

namespace Stockroom
{
    /// Makes results of the JSON of successful responses. It ignores fields that it does not know.
    internal sealed class ResponseReader
    {
        private readonly Messages messages;

        internal ResponseReader(Messages messages) => this.messages = messages;

        internal UnexpectedAnswerException NotAsExpected(string why) => new UnexpectedAnswerException(
            new StockroomFailure(messages.NotAsExpected(why), status: 200, isOutcomeUnknown: true));

        private UnexpectedAnswerException Missing(string name) => NotAsExpected(messages.Missing(name));

        internal int Int(JsonElement json, string name) => json.Part(name).Int() ?? throw Missing(name);

        internal string Text(JsonElement json, string name) => json.Part(name).Text() ?? throw Missing(name);

        private DateTimeOffset Time(JsonElement json, string name) => json.Part(name).Time() ?? throw Missing(name);

        internal IReadOnlyList<T> List<T>(JsonElement json, string name, Func<JsonElement, T> read) =>
            json.Part(name).IsList() ? json.Part(name).Items().Select(read).ToList() : throw Missing(name);

        internal Product Product(JsonElement json) => new Product(
            Int(json, "id"), json.Part("artNo").Text() ?? "", json.Part("pic").Text() ?? "",
            json.Part("stockTotal").Long(), json.Part("updatedAt").Time(), json.Part("state").Text());

        internal StockItem Item(JsonElement json) => new StockItem(
            json.Part("guid").Text() ?? "", Text(json, "color"), Int(json, "size"), Int(json, "stock"),
            json.Part("barCode").Text());

        internal ProductStock ProductStock(JsonElement json) =>
            new ProductStock(Int(json, "productid"), List(json, "stock", Item));

        internal UndoResult Undo(JsonElement json, bool isReplayed)
        {
            var data = json.Part("data");
            return new UndoResult(
                json.Part("push").Long(), Int(data, "undone"), Int(data, "conflicts"), List(data, "skipped", Skipped),
                isReplayed);
        }

        private SkippedEntry Skipped(JsonElement json) => new SkippedEntry(
            Int(json, "productid"), Text(json, "color"), Int(json, "size"), json.Part("left").Int(),
            json.Part("stock").Int(), json.Part("reason").Text());

        internal Push Push(JsonElement json) => new Push(
            json.Part("push").Long() ?? throw Missing("push"), Time(json, "at"), json.Part("kind").Text() ?? "",
            json.Part("by").Text() ?? "", List(json, "changes", Change), json.Part("appid").Text(),
            json.Part("application").Text(), json.Part("account").Text(), json.Part("requestId").Text(),
            json.Part("reference").Text());

        private Change Change(JsonElement json) => new Change(
            Int(json, "productid"), Text(json, "color"), Int(json, "size"), json.Part("before").Int(),
            json.Part("stock").Int());

        internal AccountLimits Limits(JsonElement json)
        {
            var create = json.Part("createStock");
            var details = json.Part("details");
            var publish = json.Part("publish");
            return new AccountLimits(
                createInterval: TimeSpan.FromMilliseconds(Int(create, "intervalMs")),
                nextTurn: TimeSpan.FromMilliseconds(Int(create, "nextTurnMs")),
                detailsPerDay: Int(details, "limit"),
                detailsUsed: Int(details, "used"),
                detailsResetAt: Time(details, "resetsAt"),
                storeProducts: Int(json.Part("store"), "limit"),
                storeProductsUsed: Int(json.Part("store"), "used"),
                resultsDue: Int(publish, "due"),
                resultsReported: Int(publish, "reported"),
                resultsNeeded: Int(publish, "needed"),
                owing: publish.Part("owing").Ids(),
                tokenExpiresAt: Time(json.Part("token"), "expiresAt"),
                readsPerSecond: json.Part("reads").Part("perSecond").Int());
        }

        internal ProductDetail Detail(JsonElement json) => new ProductDetail(
            title: json.Part("title").Text() ?? "",
            outerId: json.Part("outerId").Text() ?? "",
            price: json.Part("price").Decimal() ?? throw Missing("price"),
            imgs: json.Part("imgs").Items().Select(it => it.Text() ?? "").ToList(),
            attributes: json.Part("attributes").Items().Select(it => new ProductAttribute(
                it.Part("name").Text() ?? "", it.Part("value").Text() ?? "")).ToList(),
            skus: json.Part("skus").Items().Select(it => new ProductSku(
                it.Part("color").Text() ?? "", it.Part("size").Text() ?? "", it.Part("stockNum").Text(),
                it.Part("skuImg").Text())).ToList(),
            description: json.Part("description").Text(),
            picUrl: json.Part("picUrl").Text(),
            video: json.Part("video").Text(),
            categoryIdTree: json.Part("categoryIdTree").Text(),
            categoryNameTree: json.Part("categoryNameTree").Text(),
            storeUrl: json.Part("storeUrl").Text(),
            storeName: json.Part("storeName").Text());
    }
}
