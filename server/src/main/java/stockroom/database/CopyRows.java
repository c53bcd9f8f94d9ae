package stockroom.database;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/// Sends rows with `COPY`, PostgreSQL's fastest way to load them, while they are still being produced.
public final class CopyRows implements AutoCloseable {
    private static final int SEND_AT = 64 << 10;

    private final CopyIn copy;
    private final StringBuilder rows = new StringBuilder(2 * SEND_AT);
    private boolean rowBegun;

    /// `statement` has the form `COPY table (columns) FROM STDIN`.
    public static <T> void copy(Handle handle, String statement, Iterable<T> items, RowsOf<T> rowsOf)
            throws SQLException {
        try (var rows = new CopyRows(handle, statement)) {
            for (var item : items) {
                rowsOf.write(rows, item);
            }
            rows.send();
            rows.copy.endCopy();
        }
    }

    /// Must end each row with [#endRow].
    @FunctionalInterface
    public interface RowsOf<T> {
        void write(CopyRows rows, T item) throws SQLException;
    }

    private CopyRows(Handle handle, String statement) throws SQLException {
        this.copy =
                handle.getConnection().unwrap(PGConnection.class).getCopyAPI().copyIn(statement);
    }

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

    public CopyRows flag(boolean value) {
        separate();
        rows.append(value ? 't' : 'f');
        return this;
    }

    public CopyRows missing() {
        separate();
        rows.append("\\N");
        return this;
    }

    public CopyRows texts(List<? extends @Nullable String> values) {
        return text(ArrayText.of(values));
    }

    public CopyRows numbers(List<Integer> values) {
        separate();
        rows.append('{');
        for (int i = 0; i < values.size(); i++) {
            rows.append(i == 0 ? "" : ",").append(values.get(i));
        }
        rows.append('}');
        return this;
    }

    public void endRow() throws SQLException {
        rows.append('\n');
        rowBegun = false;
        if (rows.length() >= SEND_AT) {
            send();
        }
    }

    @Override
    public void close() throws SQLException {
        if (copy.isActive()) {
            copy.cancelCopy();
        }
    }

    private void send() throws SQLException {
        var bytes = rows.toString().getBytes(StandardCharsets.UTF_8);
        copy.writeToCopy(bytes, 0, bytes.length);
        rows.setLength(0);
    }

    private void separate() {
        if (rowBegun) {
            rows.append('\t');
        }
        rowBegun = true;
    }

    private void escape(String value) {
        int copied = 0;
        for (int i = 0; i < value.length(); i++) {
            var escaped = switch (value.charAt(i)) {
                case '\\' -> "\\\\";
                case '\n' -> "\\n";
                case '\r' -> "\\r";
                case '\t' -> "\\t";
                default -> "";
            };
            if (!escaped.isEmpty()) {
                rows.append(value, copied, i).append(escaped);
                copied = i + 1;
            }
        }
        rows.append(value, copied, value.length());
    }
}
