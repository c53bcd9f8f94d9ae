package stockroom.database;

/// Computes PostgreSQL's `hashint8` of a bigint, by which a cluster distributes rows.
final class PostgresHash {
    private static final int SEED = 0x9e3779b9 + Integer.BYTES + 3_923_095;

    private PostgresHash() {}

    /// Numbers in the range of an integer get the hash of that integer.
    static int of(long value) {
        int high = (int) (value >> Integer.SIZE);
        return of((int) value ^ (value >= 0 ? high : ~high));
    }

    /// Computes Bob Jenkins' lookup3 of four bytes.
    private static int of(int value) {
        int a = SEED + value;
        int b = SEED;
        int c = SEED;
        c = (c ^ b) - Integer.rotateLeft(b, 14);
        a = (a ^ c) - Integer.rotateLeft(c, 11);
        b = (b ^ a) - Integer.rotateLeft(a, 25);
        c = (c ^ b) - Integer.rotateLeft(b, 16);
        a = (a ^ c) - Integer.rotateLeft(c, 4);
        b = (b ^ a) - Integer.rotateLeft(a, 14);
        return (c ^ b) - Integer.rotateLeft(b, 24);
    }
}
