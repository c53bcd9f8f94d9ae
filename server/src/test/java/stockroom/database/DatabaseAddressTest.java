package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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

    /// A serving node must find the new primary soon; a starting node has more time.
    @Test
    void connectingToEachHostIsBoundedByASecondOrByWhatIsGiven() {
        var url = "jdbc:postgresql://one,two/stockroom";

        assertThat(new DatabaseAddress(url, "stockroom", "").connectProperties())
                .containsEntry("connectTimeout", "1")
                .containsEntry("loginTimeout", "2.5");
        assertThat(new DatabaseAddress(url, "stockroom", "", false, Duration.ofMillis(4_200)).connectProperties())
                .containsEntry("connectTimeout", "5")
                .containsEntry("sslResponseTimeout", "5000")
                .containsEntry("loginTimeout", "10.5");
    }

    @ParameterizedTest
    @CsvSource({
        "'jdbc:postgresql://one:1,[::1]:2/stockroom?ssl=true', one:1 [::1]:2",
        "jdbc:postgresql://one/stockroom, one",
        "jdbc:postgresql:///stockroom?password=secret, localhost",
        "jdbc:postgresql:stockroom, localhost",
    })
    void eachHostIsANodeOfItsOwn(String url, String names) {
        var nodes = new DatabaseAddress(url, "stockroom", "secret").nodes();

        assertThat(nodes.stream().map(DatabaseAddress::node)).containsExactly(names.split(" ", -1));
        assertThat(nodes)
                .allSatisfy(node -> assertThat(node.nodes().stream().map(DatabaseAddress::node))
                        .containsExactly(node.node()));
    }

    @Test
    void aStandbyMayBeANodeToo() {
        assertThat(new DatabaseAddress("jdbc:postgresql://one:1,two:2/stockroom?ssl=true", "stockroom", "").nodes())
                .extracting(DatabaseAddress::url)
                .containsExactly(
                        "jdbc:postgresql://one:1/stockroom?ssl=true&targetServerType=any",
                        "jdbc:postgresql://two:2/stockroom?ssl=true&targetServerType=any");
    }

    @Test
    void aNodeByItsIpv6Address() {
        assertThat(new DatabaseAddress("jdbc:postgresql://a/b", "stockroom", "")
                        .at("fd00::1", 5432)
                        .url())
                .isEqualTo("jdbc:postgresql://[fd00::1]:5432/b");
    }
}
