package stockroom.cli.importing;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.transfer.BadCell;
import stockroom.cli.transfer.RejectedLine;

/// A CSV file of merchants: a header, then a line for each account of a merchant. All of it is read before anything is
/// sent.
final class MerchantFile {
    static final String OPEN = "openCatalogue";

    private static final List<String> REQUIRED =
            List.of("storeUrl", "storeName", "account", "platform", "shopId", "shopName");
    private static final int MAX_FIELD = 1 << 16;
    private static final int REPLACEMENT = 0xFFFD;

    private final List<String> header;
    private final List<Line> lines = new ArrayList<>();
    private final List<RejectedLine> rejects = new ArrayList<>();

    /// @param number in the file
    /// @param cells by the name of their column
    record Line(long number, Map<String, String> cells) {
        String cell(String column) {
            return cells.getOrDefault(column, "");
        }
    }

    /// @param rejects what was left out
    record Content(List<Line> lines, List<RejectedLine> rejects) {}

    private MerchantFile(List<String> header) {
        this.header = header;
        var missing = new ArrayList<>(REQUIRED);
        missing.removeAll(header);
        var unknown = new ArrayList<>(header);
        REQUIRED.forEach(unknown::remove);
        unknown.remove(OPEN);
        // a name that stands twice is left over, too
        if (!missing.isEmpty() || !unknown.isEmpty()) {
            throw CommandFailure.refused(
                    "header: %s (expected: %s and perhaps %s, each once)",
                    String.join(",", header), String.join(",", REQUIRED), OPEN);
        }
    }

    static Content read(InputStream in) throws IOException {
        long line = 1;
        try (var reader = CsvReader.builder()
                .detectBomHeader(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .skipEmptyLines(true)
                .maxBufferSize(MAX_FIELD)
                .ofCsvRecord(in, StandardCharsets.UTF_8)) {
            var records = reader.iterator();
            if (!records.hasNext()) {
                throw CommandFailure.refused(
                        "the file is empty (expected: a header, as stockroom merchant template writes it)");
            }
            var file = new MerchantFile(
                    records.next().getFields().stream().map(String::strip).toList());
            while (records.hasNext()) {
                var record = records.next();
                line = record.getStartingLineNumber();
                file.add(record);
            }
            return new Content(file.lines, file.rejects);
        } catch (CsvParseException e) {
            throw CommandFailure.refused("after line %d: %s; is a quote left open there?", line, e.getMessage());
        }
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
