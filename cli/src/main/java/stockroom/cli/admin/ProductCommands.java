package stockroom.cli.admin;

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
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.show.Column;

@Command(
        name = "product",
        description = "Products of a merchant. To add or change many at once: stockroom import products.",
        footer = "  stockroom product list 1")
public final class ProductCommands {
    enum State {
        on_sale,
        delisted
    }

    enum WithStock {
        yes,
        no
    }

    @Command(
            name = "list",
            description = "Lists a merchant's products in the order of their ids.",
            footer = "  stockroom product list northgate --stock no --limit 20")
    void list(
            @Mixin ListOptions list,
            @Mixin MerchantParameter merchant,
            @Option(
                            names = "--art-no",
                            paramLabel = "NUMBER",
                            description = "Only the product with this item number (artNo).")
                    @Nullable
                    String artNo,
            @Option(
                            names = "--state",
                            paramLabel = "STATE",
                            description = "Only products in this state: ${COMPLETION-CANDIDATES}.")
                    @Nullable
                    State state,
            @Option(
                            names = "--stock",
                            paramLabel = "WHETHER",
                            description = "Only products with or without stock entries: ${COMPLETION-CANDIDATES}.")
                    @Nullable
                    WithStock stock) {
        list.whenEmpty("This merchant has no products. Import them from a file:\n  stockroom import products %s FILE"
                        .formatted(merchant))
                .list(
                        client -> Query.of(merchant.path(client) + "/products")
                                .with("artNo", artNo)
                                .with("state", state)
                                .with("hasStock", stock == null ? null : stock == WithStock.yes),
                        Column.number("PRODUCT", "productId"),
                        Column.text("ARTNO", "artNo"),
                        Column.text("TITLE", "title"),
                        Column.number("PRICE", "price"),
                        Column.word("STATE", "state"),
                        Column.word("STOCK", "hasStock"),
                        Column.time("CHANGED", "updatedAt"));
    }

    @Command(name = "show", description = "Shows one product.", footer = "  stockroom product show northgate NG-1001")
    void show(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "PRODUCT", description = "The product's id or item number (artNo).")
                    ProductName product) {
        admin.show(client -> client.get(path(client, merchant, product)));
    }

    @Command(
            name = "delete",
            description = "Deletes a product and its stock, and shows it as it was.",
            footer = "  stockroom product delete 1 42")
    void delete(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "PRODUCT", description = "The product's id or item number (artNo).")
                    ProductName product,
            @Option(names = "--yes", description = "Does not ask for confirmation.") boolean yes) {
        var shell = admin.shell();
        if (!yes && !shell.terminals().in()) {
            throw CommandFailure.usage("cannot ask whether to delete product %s; confirm with --yes", product);
        }
        if (!yes && !shell.confirmed("Delete product %s of merchant %s and its stock?".formatted(product, merchant))) {
            throw CommandFailure.refused("nothing was deleted");
        }
        admin.show(client -> client.delete(path(client, merchant, product)));
    }

    private static String path(AdminClient client, MerchantParameter merchant, ProductName product) {
        long id = merchant.id(client);
        return "/merchants/%d/products/%d".formatted(id, product.id(client, id));
    }
}
