package stockroom.cli.admin;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Column;

@Command(
        name = "product",
        description = "Products of a merchant. To add or change many at once: stockroom import products.",
        footer = {"", "Example:", "  stockroom product list 1"})
public final class ProductCommands {
    @Command(
            name = "list",
            description = "Lists a merchant's products in the order of their ids.",
            footer = {"", "Example:", "  stockroom product list 1 --limit 20"})
    void list(
            @Mixin ListOptions list,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id.") long merchant) {
        list.list(
                "/merchants/" + merchant + "/products",
                Column.number("PRODUCT", "productId"),
                Column.text("ARTNO", "artNo"),
                Column.text("TITLE", "title"),
                Column.number("PRICE", "price"),
                Column.word("STATE", "state"),
                Column.word("STOCK", "hasStock"),
                Column.time("CHANGED", "updatedAt"));
    }

    @Command(
            name = "show",
            description = "Shows one product.",
            footer = {"", "Example:", "  stockroom product show 1 42"})
    void show(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id.") long merchant,
            @Parameters(paramLabel = "PRODUCT", description = "The product's id.") int product) {
        admin.show(client -> client.get(path(merchant, product)));
    }

    @Command(
            name = "delete",
            description = "Deletes a product and its stock, and shows it as it was.",
            footer = {"", "Example:", "  stockroom product delete 1 42"})
    void delete(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id.") long merchant,
            @Parameters(paramLabel = "PRODUCT", description = "The product's id.") int product,
            @Option(names = "--yes", description = "Does not ask.") boolean yes) {
        var shell = admin.shell();
        if (!yes && !shell.terminals().in()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "cannot ask whether to delete product %d; confirm with --yes".formatted(product));
        }
        if (!yes && !shell.confirmed("Delete product %d of merchant %d and its stock?".formatted(product, merchant))) {
            throw new CommandFailure(ExitCode.REFUSED, "nothing was deleted");
        }
        admin.show(client -> client.delete(path(merchant, product)));
    }

    private static String path(long merchant, int product) {
        return "/merchants/" + merchant + "/products/" + product;
    }
}
