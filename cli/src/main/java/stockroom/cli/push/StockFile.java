package stockroom.cli.push;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import stockroom.cli.show.Text;
import stockroom.cli.transfer.BadCell;
import stockroom.cli.transfer.CsvRecords;
import stockroom.cli.transfer.RejectedLine;
import stockroom.client.EntryViolation;
import stockroom.client.StockPlan;
import stockroom.client.model.StockEntry;

/// A CSV file of stock with a line for each size, or range of sizes, of a product's colour. It is read and checked
/// completely before anything is sent.
final class StockFile {
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,9}");
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?");

    private final StockColumns columns;
    private final List<StockEntry> entries = new ArrayList<>();
    private final List<Long> lines = new ArrayList<>();
    private final List<RejectedLine> rejects = new ArrayList<>();
    /// Shares the text of a colour that occurs many times.
    private final Map<String, String> texts = new HashMap<>();

    /// @param lines the line in the file of each entry
    record Content(List<StockEntry> entries, List<Long> lines, List<RejectedLine> rejects) {}

    private StockFile(StockColumns columns) {
        this.columns = columns;
    }

    static Content read(InputStream in) throws IOException {
        return CsvRecords.read(
                        in,
                        "a header such as " + StockColumns.DEFAULT_HEADER,
                        header -> new StockFile(StockColumns.of(header)),
                        StockFile::line)
                .checked();
    }

    private void line(CsvRecord record) {
        long line = record.getStartingLineNumber();
        if (record.getFieldCount() != columns.names().size()) {
            rejects.add(new RejectedLine(
                    line,
                    "",
                    "%d fields (expected: %d)"
                            .formatted(record.getFieldCount(), columns.names().size())));
            return;
        }
        try {
            var range = columns.cell(record, "size");
            var sizes = SIZE.matcher(range);
            if (!sizes.matches()) {
                throw bad("size", range, "a size n or a range n-m, 1 to 999");
            }
            int first = Integer.parseInt(sizes.group(1));
            int last = sizes.group(2) == null ? first : Integer.parseInt(sizes.group(2));
            if (last < first) {
                throw bad("size", range, "the smaller size first");
            }
            int product = columns.haveArtNo() ? 0 : number("productId", record);
            var artNo = kept(inUtf8("artNo", record));
            int stock = number("stock", record);
            var colour = kept(inUtf8("color", record));
            var cell = inUtf8("barCode", record);
            var barCode = cell.isEmpty() ? null : cell;
            for (int size = first; size <= last; size++) {
                entries.add(
                        columns.haveArtNo()
                                ? new StockEntry(artNo, colour, size, stock, barCode)
                                : new StockEntry(product, colour, size, stock, barCode));
                lines.add(line);
            }
        } catch (BadCell e) {
            rejects.add(e.onLine(line));
        }
    }

    private int number(String field, CsvRecord record) throws BadCell {
        var cell = columns.cell(record, field);
        if (!NUMBER.matcher(cell).matches() || Long.parseLong(cell) > Integer.MAX_VALUE) {
            throw bad(field, cell, "a whole number");
        }
        return Integer.parseInt(cell);
    }

    private String inUtf8(String field, CsvRecord record) throws BadCell {
        var cell = columns.cell(record, field);
        if (cell.indexOf('\uFFFD') >= 0) {
            throw bad(field, cell, "UTF-8; save the file in that encoding");
        }
        return cell;
    }

    private String kept(String cell) {
        var before = texts.putIfAbsent(cell, cell);
        return before == null ? cell : before;
    }

    /// Leaves a line out completely if one of its sizes is wrong.
    private Content checked() {
        var left = new BitSet();
        for (var violation : StockPlan.check(entries, Locale.ENGLISH)) {
            long line = lines.get(violation.index());
            rejects.add(new RejectedLine(line, field(violation), reason(violation)));
            leaveOut(violation.index(), left);
        }
        List<StockEntry> kept = new ArrayList<>(entries.size());
        List<Long> keptLines = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            if (!left.get(i)) {
                kept.add(entries.get(i));
                keptLines.add(lines.get(i));
            }
        }
        return new Content(
                kept,
                keptLines,
                rejects.stream().distinct().sorted(RejectedLine.BY_LINE).toList());
    }

    private void leaveOut(int index, BitSet left) {
        long line = lines.get(index);
        for (int i = index; i >= 0 && lines.get(i) == line; i--) {
            left.set(i);
        }
        for (int i = index; i < lines.size() && lines.get(i) == line; i++) {
            left.set(i);
        }
    }

    private static String field(EntryViolation violation) {
        return violation.field().equals("pid") ? "productId" : violation.field();
    }

    private String reason(EntryViolation violation) {
        var other = violation.other();
        return other.isPresent()
                ? "product, color and size are already on line %d; keep one of them"
                        .formatted(lines.get(other.getAsInt()))
                : violation.message();
    }

    private static BadCell bad(String field, String cell, String expected) {
        return new BadCell(field, "%s (expected: %s)".formatted(Text.cut(Text.plain(cell), 64), expected));
    }
}
