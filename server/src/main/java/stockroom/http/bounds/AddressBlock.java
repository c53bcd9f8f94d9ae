package stockroom.http.bounds;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/// Counts as one address for limits: an IPv4 address, or the /64 network of an IPv6 address, since the owner of
/// one address in it can use them all. `text` has the form `192.0.2.7` or `2001:db8:0:7:0:0:0:0/64`.
public record AddressBlock(long bits, String text) {
    private static final String SIZE = "/64";
    private static final int BYTES = 8;

    public static AddressBlock of(InetAddress address) {
        var bytes = address.getAddress();
        if (!(address instanceof Inet6Address)) {
            return new AddressBlock(
                    Integer.toUnsignedLong(ByteBuffer.wrap(bytes).getInt()), address.getHostAddress());
        }
        Arrays.fill(bytes, BYTES, bytes.length, (byte) 0);
        try {
            var first = InetAddress.getByAddress(bytes).getHostAddress();
            return new AddressBlock(ByteBuffer.wrap(bytes).getLong(), first + SIZE);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Optional<AddressBlock> parse(String text) {
        boolean isBlock = text.contains(":") && text.endsWith(SIZE);
        return ClientAddress.parse(isBlock ? text.substring(0, text.length() - SIZE.length()) : text)
                .map(AddressBlock::of);
    }
}
