package stockroom.cli.push;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.show.Text;

/// The columns of a stock file in their order. Names are those of `export stock`, in any case; its other columns are
/// ignored.
record StockColumns(List<String> names) {
    static final String DEFAULT_HEADER = "productId,color,size,stock,barCode";

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("productid", "productId"),
            Map.entry("product", "productId"),
            Map.entry("pid", "productId"),
            Map.entry("artno", "artNo"),
            Map.entry("itemnumber", "artNo"),
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
                throw bad(name + " occurs twice");
            }
            names.add(name);
        }
        if (names.contains("productId") == names.contains("artNo")) {
            throw bad(names.contains("artNo") ? "both productId and artNo" : "no column productId or artNo");
        }
        for (var needed : List.of("color", "size", "stock")) {
            if (!names.contains(needed)) {
                throw bad("no column " + needed);
            }
        }
        return new StockColumns(names);
    }

    private static CommandFailure bad(String what) {
        return CommandFailure.refused(
                "header: %s (expected: productId or artNo,color,size,stock and perhaps barCode)", what);
    }

    boolean haveArtNo() {
        return names.contains("artNo");
    }

    /// Returns an empty text if there is no such column.
    String cell(CsvRecord record, String name) {
        int at = names.indexOf(name);
        return at < 0 ? "" : record.getField(at).strip();
    }
}
