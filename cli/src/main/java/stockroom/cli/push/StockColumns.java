package stockroom.cli.push;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Text;

/// Where the header of a stock file says that each field is. Names are those of `export stock`, in any case; what that
/// writes besides is passed over.
///
/// @param barCode -1 where there is none
record StockColumns(int count, int product, int colour, int size, int stock, int barCode) {
    static final String DEFAULT_HEADER = "productId,color,size,stock,barCode";

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("productid", "productId"),
            Map.entry("product", "productId"),
            Map.entry("pid", "productId"),
            Map.entry("color", "color"),
            Map.entry("colour", "color"),
            Map.entry("size", "size"),
            Map.entry("stock", "stock"),
            Map.entry("quantity", "stock"),
            Map.entry("barcode", "barCode"),
            Map.entry("updatedat", "updatedAt"),
            Map.entry("guid", "guid"));

    static StockColumns of(List<String> header) {
        List<String> names = new ArrayList<>();
        for (var cell : header) {
            // "product id", "product_id" and "productId" are the same
            var plain = cell.strip().toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
            var name = NAMES.get(plain);
            if (name == null) {
                throw bad(plain.isEmpty() ? "a column without a name" : "unknown column " + Text.plain(cell.strip()));
            }
            if (names.contains(name)) {
                throw bad(name + " stands twice");
            }
            names.add(name);
        }
        return new StockColumns(
                names.size(),
                needed(names, "productId"),
                needed(names, "color"),
                needed(names, "size"),
                needed(names, "stock"),
                names.indexOf("barCode"));
    }

    private static int needed(List<String> names, String name) {
        int at = names.indexOf(name);
        if (at < 0) {
            throw bad("no column " + name);
        }
        return at;
    }

    private static CommandFailure bad(String what) {
        return new CommandFailure(
                ExitCode.REFUSED,
                "header: %s (expected: productId,color,size,stock and perhaps barCode)".formatted(what));
    }

    String product(CsvRecord record) {
        return record.getField(product).strip();
    }

    String colour(CsvRecord record) {
        return record.getField(colour).strip();
    }

    String size(CsvRecord record) {
        return record.getField(size).strip();
    }

    String stock(CsvRecord record) {
        return record.getField(stock).strip();
    }

    String barCode(CsvRecord record) {
        return barCode < 0 ? "" : record.getField(barCode).strip();
    }
}
