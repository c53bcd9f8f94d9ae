package stockroom.cli.transfer;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import stockroom.cli.shell.CommandFailure;

/// Reads a CSV file with a header, as spreadsheets save it.
public final class CsvRecords {
    private static final int MAX_FIELD = 1 << 16;

    private CsvRecords() {}

    /// Reads the file and passes its records on.
    ///
    /// @param expected the header, for the message about an empty file
    /// @param file makes the receiver of the records from the header
    public static <F> F read(
            InputStream in, String expected, Function<List<String>, F> file, BiConsumer<F, CsvRecord> add)
            throws IOException {
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
                throw CommandFailure.refused("the file is empty (expected: %s)", expected);
            }
            var read = file.apply(records.next().getFields());
            while (records.hasNext()) {
                var record = records.next();
                line = record.getStartingLineNumber();
                add.accept(read, record);
            }
            return read;
        } catch (CsvParseException e) {
            throw CommandFailure.refused("after line %d: %s; is a quote left open there?", line, e.getMessage());
        }
    }
}
