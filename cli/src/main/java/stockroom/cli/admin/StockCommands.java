package stockroom.cli.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static stockroom.cli.connect.AdminOptions.body;

import java.net.URLEncoder;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.connect.MerchantParameter;
import stockroom.cli.connect.ProductName;
import stockroom.cli.connect.Query;
import stockroom.cli.connect.Reply;
import stockroom.cli.connect.Since;
import stockroom.cli.push.StockPushCommand;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.show.Column;
import stockroom.cli.show.UndoReport;
import stockroom.cli.show.Values;
import tools.jackson.databind.JsonNode;

@Command(
        name = "stock",
        description = "Stock of a merchant.",
        footer = "  stockroom stock list 1",
        subcommands = StockPushCommand.class)
public final class StockCommands {
    @Command(
            name = "list",
            description = "Lists stock entries by product, colour and size.",
            footer = "  stockroom stock list 1 --product 42")
    void list(
            @Mixin ListOptions list,
            @Mixin MerchantParameter merchant,
            @Option(
                            names = "--product",
                            paramLabel = "PRODUCT",
                            description = "Only entries of this product: its id or item number (artNo).")
                    @Nullable
                    ProductName product) {
        list.whenEmpty("This merchant has no stock. Its programs set it, or you set it from a file:\n"
                        + "  stockroom stock push FILE --appid N")
                .list(
                        client -> ofMerchant(client, merchant, "stock", product),
                        Column.number("PRODUCT", "productId"),
                        Column.text("COLOUR", "color"),
                        Column.number("SIZE", "size"),
                        Column.number("STOCK", "stock"),
                        Column.text("BARCODE", "barCode"),
                        Column.time("CHANGED", "updatedAt"));
    }

    @Command(
            name = "changes",
            description = {
                "Lists the pushes of a merchant, newest first.",
                "A push is one request that changed quantities."
            },
            footer = "  stockroom stock changes northgate --product NG-1001 --since 3d")
    void changes(
            @Mixin ListOptions list,
            @Mixin MerchantParameter merchant,
            @Option(
                            names = "--product",
                            paramLabel = "PRODUCT",
                            description = "Only pushes that changed this product: its id or item number (artNo).")
                    @Nullable
                    ProductName product,
            @Option(
                            names = "--application",
                            paramLabel = "APPLICATION",
                            description = "Only pushes of this application.")
                    @Nullable
                    Long application,
            @Option(names = "--since", paramLabel = "TIME", description = Since.DESCRIPTION) @Nullable Since since) {
        list.since(since)
                .whenEmpty("This merchant's stock has not changed in the months for which changes are kept.")
                .list(
                        client ->
                                ofMerchant(client, merchant, "pushes", product).with("application", application),
                        Column.number("PUSH", "push"),
                        Column.time("AT", "at"),
                        Column.word("KIND", "kind"),
                        Column.made("BY", "by", StockCommands::by),
                        Column.text("ACCOUNT", "account"),
                        Column.number("PRODUCTS", "products"),
                        Column.number("ENTRIES", "entries"),
                        Column.text("REFERENCE", "reference"));
    }

    @Command(
            name = "history",
            description = {
                "Lists the changes of a product's stock, newest first.",
                "Changes of a deleted product are kept. JSON has one item per push, and --limit counts pushes."
            },
            footer = "  stockroom stock history 1 42")
    void history(
            @Mixin ListOptions list,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "PRODUCT", description = "The product's id or item number (artNo).")
                    ProductName product,
            @Option(names = "--since", paramLabel = "TIME", description = Since.DESCRIPTION) @Nullable Since since) {
        list.since(since)
                .whenEmpty("This product's stock has not changed in the months for which changes are kept.")
                .listEach(
                        "changes",
                        client -> {
                            long id = merchant.id(client);
                            return Query.of("/merchants/%d/products/%d/history".formatted(id, product.id(client, id)));
                        },
                        Column.number("PUSH", "push"),
                        Column.time("AT", "at"),
                        Column.word("KIND", "kind"),
                        Column.made("BY", "by", StockCommands::by),
                        Column.text("COLOUR", "color"),
                        Column.number("SIZE", "size"),
                        Column.number("BEFORE", "before"),
                        Column.number("STOCK", "stock"));
    }

    private static Query ofMerchant(
            AdminClient client, MerchantParameter merchant, String what, @Nullable ProductName product) {
        long id = merchant.id(client);
        return Query.of("/merchants/%d/%s".formatted(id, what)).with("product", ProductName.idOf(product, client, id));
    }

    /// Names the author of a push, such as `Stall ERP (10001)` or `operator console`.
    private static String by(JsonNode push) {
        if (push.path("by").asString("").equals("application")) {
            return "%s (%s)".formatted(Values.of(push.path("application")), Values.of(push.path("appid")));
        }
        return push.path("operator").isNull() ? "operator" : "operator " + Values.of(push.path("operator"));
    }

    @Command(
            name = "undo",
            description = {
                "Restores the quantities from before a push, as a new push.",
                "",
                "Shows the quantities that it would restore, and asks for confirmation. Skips entries that have "
                        + "changed since the push, or for which there is no room. An undo can be undone, the "
                        + "deletion of a product cannot."
            },
            footer = {"  stockroom stock undo 1 17 --dry-run", "  stockroom stock undo 1 17 --all"})
    void undo(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "PUSH", description = "The number of the push.") long push,
            @Option(names = "--all", description = "All or nothing: undoes nothing if an entry must be skipped.")
                    boolean all,
            @Option(names = "--dry-run", description = "Shows what would be restored, and changes nothing.")
                    boolean dryRun,
            @Option(
                            names = "--reference",
                            paramLabel = "TEXT",
                            description = "A note kept with the push: up to 64 characters, such as a ticket number.")
                    @Nullable
                    String reference,
            @Option(names = "--yes", description = "Does not ask for confirmation.") boolean yes) {
        var shell = admin.shell();
        if (!dryRun && !yes && !shell.terminals().in()) {
            throw CommandFailure.usage(
                    "cannot ask whether to undo push %d; confirm with --yes, or look first with --dry-run", push);
        }
        var report = new UndoReport(shell.screen());
        try (var client = admin.client()) {
            var path = "/merchants/%d/pushes/%d".formatted(merchant.id(client), push);
            if (dryRun || (!yes && admin.isForPeople())) {
                var checked = undo(client, path, all, true, reference);
                admin.print(checked, undone -> report.preview(client.get(path).json(), undone));
            }
            if (dryRun) {
                return;
            }
            shell.out().flush();
            if (!yes && !shell.confirmed("Undo push %d of merchant %s?".formatted(push, merchant))) {
                throw CommandFailure.refused("nothing was undone");
            }
            admin.print(undo(client, path, all, false, reference), undone -> report.result(push, undone));
        }
    }

    private static Reply undo(
            AdminClient client, String path, boolean all, boolean dryRun, @Nullable String reference) {
        Map<String, String> headers = reference == null
                ? Map.of()
                : Map.of("Reference", URLEncoder.encode(reference, UTF_8).replace("+", "%20"));
        return client.post(path + "/undo", body().put("all", all).put("dryRun", dryRun), headers);
    }
}
