package stockroom.database;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.postgresql.PGConnection;

/// Rows in the text format of `COPY`, PostgreSQL's fastest way in.
public final class CopyRows {
    private final StringBuilder rows = new StringBuilder();
    private boolean rowBegun;

    public CopyRows number(long value) {
        separate();
        rows.append(value);
        return this;
    }

    public CopyRows text(String value) {
        separate();
        escape(value);
        return this;
    }

    /// A `text[]`.
    public CopyRows list(List<String> values) {
        separate();
        rows.append('{');
        for (int i = 0; i < values.size(); i++) {
            rows.append(i == 0 ? "\"" : ",\"");
            escape(values.get(i).replace("\\", "\\\\").replace("\"", "\\\""));
            rows.append('"');
        }
        rows.append('}');
        return this;
    }

    public void endRow() {
        rows.append('\n');
        rowBegun = false;
    }

    /// Sends them.
    ///
    /// @param copy `COPY table (columns) FROM STDIN`
    public void into(Handle handle, String copy) throws SQLException {
        try {
            handle.getConnection()
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn(copy, new ByteArrayInputStream(rows.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void separate() {
        if (rowBegun) {
            rows.append('\t');
        }
        rowBegun = true;
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> rows.append("\\\\");
                case '\n' -> rows.append("\\n");
                case '\r' -> rows.append("\\r");
                case '\t' -> rows.append("\\t");
                default -> rows.append(c);
            }
        }
    }
}
