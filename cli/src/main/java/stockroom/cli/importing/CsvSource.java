package stockroom.cli.importing;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.transfer.BadCell;
import stockroom.cli.transfer.ProductFields;
import tools.jackson.databind.json.JsonMapper;

/// Turns a CSV file of products into lines of JSON.
final class CsvSource implements ProductSource {
    private static final int MAX_FIELD = 1 << 20;
    private static final int REPLACEMENT = 0xFFFD;

    private final CountedInput in;
    private final CsvReader<CsvRecord> reader;
    private final Iterator<CsvRecord> records;
    private final List<String> header;
    private final ByteArrayOutputStream json = new ByteArrayOutputStream();
    private long line;
    private byte @Nullable [] waiting;
    private long waitingLine;

    /// @param done records up to this line were imported already
    CsvSource(InputStream file, long done) {
        this.in = new CountedInput(file);
        this.reader = CsvReader.builder()
                .detectBomHeader(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .maxBufferSize(MAX_FIELD)
                .ofCsvRecord(in, StandardCharsets.UTF_8);
        this.records = reader.iterator();
        this.header = header();
        this.line = done;
    }

    private List<String> header() {
        var first = next();
        if (first == null) {
            throw CommandFailure.refused("the file is empty (expected: a header such as artNo,title,price,images)");
        }
        var names = first.getFields().stream().map(String::strip).toList();
        var unknown = new ArrayList<>(names);
        unknown.removeAll(ProductFields.ALL);
        if (!unknown.isEmpty()) {
            throw bad("unknown columns %s".formatted(unknown));
        }
        var missing = new TreeSet<>(ProductFields.REQUIRED);
        names.forEach(missing::remove);
        if (!missing.isEmpty()) {
            throw bad("no columns %s".formatted(missing));
        }
        if (names.stream().distinct().count() != names.size()) {
            throw bad("a column occurs twice");
        }
        return names;
    }

    private static CommandFailure bad(String what) {
        return CommandFailure.refused("header: %s (expected: some of %s)", what, ProductFields.ALL);
    }

    @Override
    public void fill(Chunk chunk) throws IOException {
        while (!chunk.isFull()) {
            if (waiting == null && !read(chunk)) {
                chunk.endAt(in.count(), line, true);
                return;
            }
            if (waiting != null) {
                if (!chunk.add(waiting, 0, waiting.length, waitingLine)) {
                    break;
                }
                line = waitingLine;
                waiting = null;
            }
        }
        chunk.endAt(in.count(), line, false);
    }

    /// Reads one record, which then waits or is rejected. Returns false at the end.
    private boolean read(Chunk chunk) {
        var record = next();
        if (record == null) {
            return false;
        }
        long begins = record.getStartingLineNumber();
        if (begins <= line) {
            return true;
        }
        try {
            waiting = json(record);
            waitingLine = begins;
        } catch (BadCell e) {
            chunk.reject(e.onLine(begins));
            line = begins;
        }
        return true;
    }

    private byte[] json(CsvRecord record) throws BadCell {
        if (record.getFieldCount() != header.size()) {
            throw new BadCell("", "%d fields (expected: %d)".formatted(record.getFieldCount(), header.size()));
        }
        json.reset();
        try (var product = JsonMapper.shared().createGenerator(json)) {
            product.writeStartObject();
            for (int i = 0; i < header.size(); i++) {
                if (record.getField(i).indexOf(REPLACEMENT) >= 0) {
                    throw new BadCell(header.get(i), "not UTF-8; save the file in that encoding");
                }
                ProductFields.write(product, header.get(i), record.getField(i));
            }
            product.writeEndObject();
        }
        if (json.size() > MAX_LINE) {
            throw new BadCell("", "longer than %d bytes".formatted(MAX_LINE));
        }
        return json.toByteArray();
    }

    private @Nullable CsvRecord next() {
        try {
            return records.hasNext() ? records.next() : null;
        } catch (CsvParseException e) {
            throw CommandFailure.refused(
                    "after the record on line %d: %s; is a quote left open there?", line, e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
