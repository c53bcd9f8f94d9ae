package stockroom.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HexFormat;

public sealed interface Parameters {
    Parameters next(long value) throws SQLException;

    Parameters next(int value) throws SQLException;

    Parameters next(byte[] value) throws SQLException;

    final class Prepared implements Parameters {
        private final PreparedStatement statement;
        private int last;

        public Prepared(PreparedStatement statement) {
            this.statement = statement;
        }

        @Override
        public Prepared next(long value) throws SQLException {
            statement.setLong(++last, value);
            return this;
        }

        @Override
        public Prepared next(int value) throws SQLException {
            statement.setInt(++last, value);
            return this;
        }

        @Override
        public Prepared next(byte[] value) throws SQLException {
            statement.setBytes(++last, value);
            return this;
        }
    }

    /// The values are never texts, so nothing needs quoting.
    final class Written implements Parameters {
        private final String sql;
        private final StringBuilder written = new StringBuilder();
        private int copied;

        Written(String sql) {
            this.sql = sql;
        }

        @Override
        public Written next(long value) {
            return next(Long.toString(value));
        }

        @Override
        public Written next(int value) {
            return next(Integer.toString(value));
        }

        @Override
        public Written next(byte[] value) {
            return next("'\\x" + HexFormat.of().formatHex(value) + "'::bytea");
        }

        private Written next(String literal) {
            int place = sql.indexOf('?', copied);
            written.append(sql, copied, place).append(literal);
            copied = place + 1;
            return this;
        }

        String statement() {
            return written + sql.substring(copied);
        }
    }
}
