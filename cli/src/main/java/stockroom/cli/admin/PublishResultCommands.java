package stockroom.cli.admin;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.connect.MerchantName;
import stockroom.cli.connect.Query;
import stockroom.cli.show.Column;

@Command(
        name = "publish-results",
        description = "What became of fetched products in the outside stores.",
        footer = {"", "Example:", "  stockroom publish-results list 1 --status missing"})
public final class PublishResultCommands {
    enum Status {
        missing,
        published,
        failed
    }

    @Command(
            name = "list",
            description = "Lists the products a merchant's stores have fetched, and what was reported of each.",
            footer = {"", "Example:", "  stockroom publish-results list 1 --status missing"})
    void list(
            @Mixin ListOptions list,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant,
            @Option(names = "--status", paramLabel = "STATUS", description = "Only these: ${COMPLETION-CANDIDATES}.")
                    @Nullable
                    Status status) {
        list.list(
                client -> Query.of("/merchants/" + merchant.id(client) + "/publish-results")
                        .with("status", status),
                Column.number("STORE", "storeId"),
                Column.number("PRODUCT", "productId"),
                Column.word("STATUS", "status"),
                Column.time("FIRST FETCHED", "firstFetchedAt"),
                Column.time("REPORTED", "reportedAt"),
                Column.text("ITEM", "itemId"),
                Column.text("MESSAGE", "message"));
    }
}
