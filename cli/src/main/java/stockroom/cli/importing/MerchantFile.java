package stockroom.cli.importing;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.transfer.BadCell;
import stockroom.cli.transfer.CsvRecords;
import stockroom.cli.transfer.RejectedLine;

/// A CSV file of merchants with a line for each account. It is read completely before anything is sent.
final class MerchantFile {
    static final String OPEN = "openCatalogue";

    private static final List<String> REQUIRED =
            List.of("storeUrl", "storeName", "account", "platform", "shopId", "shopName");
    private static final int REPLACEMENT = 0xFFFD;

    private final List<String> header;
    private final List<Line> lines = new ArrayList<>();
    private final List<RejectedLine> rejects = new ArrayList<>();

    record Line(long number, Map<String, String> cells) {
        String cell(String column) {
            return cells.getOrDefault(column, "");
        }
    }

    record Content(List<Line> lines, List<RejectedLine> rejects) {}

    private MerchantFile(List<String> names) {
        this.header = names.stream().map(String::strip).toList();
        var missing = new ArrayList<>(REQUIRED);
        missing.removeAll(header);
        var unknown = new ArrayList<>(header);
        REQUIRED.forEach(unknown::remove);
        unknown.remove(OPEN);
        // a name that occurs twice is left over, too
        if (!missing.isEmpty() || !unknown.isEmpty()) {
            throw CommandFailure.refused(
                    "header: %s (expected: %s and perhaps %s, each once)",
                    String.join(",", header), String.join(",", REQUIRED), OPEN);
        }
    }

    static Content read(InputStream in) throws IOException {
        var file = CsvRecords.read(
                in, "a header, as stockroom merchant template writes it", MerchantFile::new, MerchantFile::add);
        return new Content(file.lines, file.rejects);
    }

    private void add(CsvRecord record) {
        long number = record.getStartingLineNumber();
        try {
            lines.add(new Line(number, cells(record)));
        } catch (BadCell e) {
            rejects.add(e.onLine(number));
        }
    }

    private Map<String, String> cells(CsvRecord record) throws BadCell {
        if (record.getFieldCount() != header.size()) {
            throw new BadCell("", "%d fields (expected: %d)".formatted(record.getFieldCount(), header.size()));
        }
        var cells = new HashMap<String, String>();
        for (int i = 0; i < header.size(); i++) {
            var cell = record.getField(i).strip();
            if (cell.indexOf(REPLACEMENT) >= 0) {
                throw new BadCell(header.get(i), "not UTF-8; save the file in that encoding");
            }
            if (header.get(i).equals(OPEN) && !List.of("", "true", "false").contains(cell)) {
                throw new BadCell(OPEN, "%s (expected: true or false)".formatted(cell));
            }
            cells.put(header.get(i), cell);
        }
        return cells;
    }
}
