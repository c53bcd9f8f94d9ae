package stockroom.cli.admin;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.push.StockPushCommand;
import stockroom.cli.show.Column;

@Command(
        name = "stock",
        description = "Stock of a merchant.",
        footer = {"", "Example:", "  stockroom stock list 1"},
        subcommands = StockPushCommand.class)
public final class StockCommands {
    @Command(
            name = "list",
            description = "Lists stock entries by product, colour and size.",
            footer = {"", "Example:", "  stockroom stock list 1 --product 42"})
    void list(
            @Mixin ListOptions list,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id.") long merchant,
            @Option(names = "--product", paramLabel = "PRODUCT", description = "Only this product's.") @Nullable
                    Integer product) {
        list.list(
                "/merchants/" + merchant + "/stock",
                product == null ? Map.of() : Map.of("product", product.toString()),
                Column.number("PRODUCT", "productId"),
                Column.text("COLOUR", "color"),
                Column.number("SIZE", "size"),
                Column.number("STOCK", "stock"),
                Column.text("BARCODE", "barCode"),
                Column.time("CHANGED", "updatedAt"));
    }
}
