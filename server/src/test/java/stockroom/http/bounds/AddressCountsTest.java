package stockroom.http.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.share.Owner;
import stockroom.share.OwnerCounts;

class AddressCountsTest {
    private final OwnerCounts counts = new OwnerCounts(2);

    @Test
    void anAddressHasRoomForSoManyAndOthersHaveTheirs() {
        var busy = Owner.at(1);
        assertThat(counts.add(busy)).isTrue();
        assertThat(counts.add(busy)).isTrue();
        assertThat(counts.add(busy)).isFalse();
        assertThat(counts.add(Owner.at(2))).isTrue();

        counts.remove(busy);
        assertThat(counts.add(busy)).isTrue();
        assertThat(counts.add(busy)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 192.0.2.7",
        "::ffff:192.0.2.7, 192.0.2.7",
        "2001:db8:0:7::1, 2001:db8:0:7:0:0:0:0/64",
        "2001:db8:0:7:ffff:ffff:ffff:ffff, 2001:db8:0:7:0:0:0:0/64"
    })
    void anAddressOfIpv6CountsAsItsNetwork(String address, String block) {
        assertThat(AddressBlock.of(InetAddress.ofLiteral(address)).text()).isEqualTo(block);
        assertThat(AddressBlock.parse(block)).contains(AddressBlock.of(InetAddress.ofLiteral(address)));
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.7/64", "192.0.2", "2001:db8::/63", "2001:db8::7/", "host"})
    void whatIsNeitherIsNone(String text) {
        assertThat(AddressBlock.parse(text)).isEmpty();
    }
}
