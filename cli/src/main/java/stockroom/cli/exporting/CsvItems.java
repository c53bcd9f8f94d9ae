package stockroom.cli.exporting;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import stockroom.cli.transfer.ProductFields;
import tools.jackson.databind.JsonNode;

/// A line for each, and a header.
public final class CsvItems implements ItemWriter {
    private final CsvWriter out;
    private final List<String> fields;

    public CsvItems(OutputStream out, List<String> fields) {
        this.out = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out, StandardCharsets.UTF_8);
        this.fields = fields;
        this.out.writeRecord(fields);
    }

    @Override
    public void write(JsonNode item) {
        out.writeRecord(
                fields.stream().map(field -> ProductFields.cell(item, field)).toList());
    }

    @Override
    public void finish() throws IOException {
        out.flush();
    }
}
