package stockroom.cli.exporting;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.transfer.Format;
import stockroom.cli.transfer.ProductFields;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

public final class ItemWriter {
    private final OutputStream out;
    private final List<String> fields;
    private final @Nullable CsvWriter csv;
    private long written;

    public ItemWriter(OutputStream out, Format format, List<String> fields) {
        this.out = out;
        this.fields = fields;
        this.csv = format == Format.csv
                ? CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out, StandardCharsets.UTF_8)
                : null;
        if (csv != null) {
            csv.writeRecord(fields);
        }
    }

    /// Writes all items of a list. `more` gets the number of items after each page and returns false to stop.
    public void writeAll(AdminClient client, String path, Map<String, String> filter, LongPredicate more)
            throws IOException {
        Pages.each(client, path, filter, page -> {
            for (var item : page) {
                write(item);
            }
            written += page.size();
            return more.test(written);
        });
        finish();
    }

    public void finish() throws IOException {
        if (csv != null) {
            csv.flush();
        }
        out.flush();
    }

    public void write(JsonNode item) throws IOException {
        if (csv != null) {
            csv.writeRecord(fields.stream()
                    .map(field -> ProductFields.cell(item, field))
                    .toList());
        } else {
            ((ObjectNode) item).retain(fields);
            out.write(JsonMapper.shared().writeValueAsBytes(item));
            out.write('\n');
        }
    }
}
