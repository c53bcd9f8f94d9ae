package stockroom.cli.admin;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.connect.MerchantParameter;
import stockroom.cli.connect.Query;
import stockroom.cli.show.Column;

@Command(
        name = "publish-results",
        description = "Results that stores have reported for the products they fetched.",
        footer = "  stockroom publish-results list 1 --status missing")
public final class PublishResultCommands {
    enum Status {
        missing,
        published,
        failed
    }

    @Command(
            name = "list",
            description = "Lists the products a merchant's stores have fetched and the result reported for each.",
            footer = "  stockroom publish-results list 1 --status missing")
    void list(
            @Mixin ListOptions list,
            @Mixin MerchantParameter merchant,
            @Option(
                            names = "--status",
                            paramLabel = "STATUS",
                            description = "Only products with this status: ${COMPLETION-CANDIDATES}.")
                    @Nullable
                    Status status) {
        list.whenEmpty("No store of this merchant has fetched a product yet.")
                .list(
                        client -> Query.of(merchant.path(client) + "/publish-results")
                                .with("status", status),
                        Column.number("STORE", "storeId"),
                        Column.number("PRODUCT", "productId"),
                        Column.word("STATUS", "status"),
                        Column.time("FIRST FETCHED", "firstFetchedAt"),
                        Column.time("REPORTED", "reportedAt"),
                        Column.text("ITEM", "itemId"),
                        Column.message("MESSAGE", "message"));
    }
}
