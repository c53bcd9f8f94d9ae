package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseAddressTest {
    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db.example:5433/stockroom, jdbc:postgresql://worker:5432/stockroom",
        "'jdbc:postgresql://one:1,two:2/stockroom?ssl=true', jdbc:postgresql://worker:5432/stockroom?ssl=true",
        "jdbc:postgresql:///stockroom, jdbc:postgresql://worker:5432/stockroom",
        "jdbc:postgresql:stockroom, jdbc:postgresql://worker:5432/stockroom",
        "jdbc:postgresql://db.example, jdbc:postgresql://worker:5432/",
        "jdbc:postgresql://[::1]:5433/stockroom?a=b/c, jdbc:postgresql://worker:5432/stockroom?a=b/c",
    })
    void theSameDatabaseAtAnotherNode(String url, String there) {
        assertThat(new DatabaseAddress(url, "stockroom", "secret").at("worker", 5432))
                .isEqualTo(new DatabaseAddress(there, "stockroom", "secret"));
    }

    @Test
    void aNodeByItsIpv6Address() {
        assertThat(new DatabaseAddress("jdbc:postgresql://a/b", "stockroom", "")
                        .at("fd00::1", 5432)
                        .url())
                .isEqualTo("jdbc:postgresql://[fd00::1]:5432/b");
    }
}
