package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ParametersTest {
    @Test
    void valuesAreWrittenWhereTheParametersStand() {
        var written = new Parameters.Written("SELECT a FROM b WHERE c = ? AND d = ? AND e = ? LIMIT 1");

        written.next(Long.MIN_VALUE).next(-7).next(new byte[] {0, (byte) 0xff, '\''});

        assertThat(written.statement())
                .isEqualTo(
                        "SELECT a FROM b WHERE c = -9223372036854775808 AND d = -7 AND e = '\\x00ff27'::bytea LIMIT 1");
    }

    @Test
    void aStatementWithoutParametersStaysAsItIs() {
        assertThat(new Parameters.Written("SELECT 1").statement()).isEqualTo("SELECT 1");
    }
}
