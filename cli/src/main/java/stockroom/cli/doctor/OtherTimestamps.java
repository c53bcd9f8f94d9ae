package stockroom.cli.doctor;

import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/// Looks for a timestamp that was signed instead of the one that was sent: up to two hours away, nearest first, and in
/// milliseconds.
final class OtherTimestamps {
    private static final long FAR = 7_200;
    /// Every millisecond is tried this many seconds around the one sent.
    private static final long NEAR = 5;

    private OtherTimestamps() {}

    static Optional<Finding> search(SignFit fit, String secret, String timestamp) {
        long sent = Long.parseLong(timestamp);
        if (timestamp.length() == 13) {
            return find(sent / 1000, FAR, at -> fit.is(Digests.md5(secret + at)))
                    .map(at -> other(at, sent / 1000));
        }
        return find(sent, FAR, at -> fit.is(Digests.md5(secret + at)))
                .map(at -> other(at, sent))
                .or(() -> find(sent, FAR, at -> fit.is(Digests.md5(secret + at * 1000)))
                        .or(() -> find(sent * 1000, NEAR * 1000, at -> fit.is(Digests.md5(secret + at)))
                                .map(at -> at / 1000))
                        .map(at -> Finding.of(
                                FindingKind.SIGNED_MILLISECONDS,
                                "sign: was made with the time in milliseconds, timestamp %d was sent in seconds%s",
                                sent,
                                at == sent ? "" : ", %d seconds apart".formatted(Math.abs(at - sent)))));
    }

    private static Optional<Long> find(long from, long far, LongPredicate fits) {
        return LongStream.rangeClosed(0, far)
                .flatMap(away -> away == 0 ? LongStream.of(from) : LongStream.of(from - away, from + away))
                .filter(fits)
                .boxed()
                .findFirst();
    }

    private static Finding other(long signed, long sent) {
        return Finding.of(
                FindingKind.SIGNED_OTHER_TIMESTAMP,
                "sign: was made with the timestamp %d, %d seconds %s than the one sent, %d",
                signed,
                Math.abs(signed - sent),
                signed < sent ? "earlier" : "later",
                sent);
    }
}
